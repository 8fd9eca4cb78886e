"""Every order on the page of orders is read, written back in canonical form, and read again as the same."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pbem.games.italia18.by_mail.grammar import GRAMMAR
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import read_block
from pbem.kernel.text.reading import GENERAL_SECTIONS, GENERAL_VERBS, OrderFile, read_orders
from tests.games.italia18.card import GAME
from tests.games.small import texts_of

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "italia18-orders.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```orders side=(\w+)(?: section=([\w-]+))?(?: scenario=(\w+))?\n(.*?)```", PAGE, re.S)


@cache
def scenario(name: str) -> Scenario:
    return GAME.load(texts_of("italia18"), name or "grappa", {})


def read(text: str, side: str, section: str, name: str) -> OrderFile:
    block = read_block(text, (*GAME.sections, *GENERAL_SECTIONS), (*GAME.verbs, *GENERAL_VERBS))
    if section == "standing":
        block.sections = {"standing": block.sections[""]}
    return read_orders(block, GAME, scenario(name), Side(side), section or "move-1")


@pytest.mark.parametrize(
    ("side", "section", "name", "text"), EXAMPLES, ids=[e[3].split("\n")[0][:40] for e in EXAMPLES]
)
def test_an_example_reads_and_its_canonical_form_reads_back(side: str, section: str, name: str, text: str) -> None:
    file = read(text, side, section, name)
    assert [str(problem) for problem in file.problems] == []
    for kind, orders in {**file.orders, "standing": file.standing or []}.items():
        for order in orders:
            if not str(order).startswith("plan"):
                again = read(str(order) + "\n", side, kind, name)
                found = again.standing if kind == "standing" else again.orders.get(kind, [])
                assert again.problems == []
                assert found == [order], str(order)


def test_every_verb_and_every_topic_has_an_example() -> None:
    first = {line.split()[0].rstrip(":") for *_, text in EXAMPLES for line in text.splitlines() if line.split()}
    words = (*GRAMMAR.verbs, *GRAMMAR.topics.choices, "more")
    assert [word for word in words if word not in first] == []


def test_every_section_is_on_the_page() -> None:
    assert [section for section in GAME.sections if f"`{section}`" not in PAGE] == []
