"""Every order on the page of orders is read, written back in canonical form, and read again as the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.strafexpedition.by_mail import grammar_combat, grammar_command, grammar_guns, grammar_standing
from pbem.games.strafexpedition.card import GAME
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import read_block
from pbem.kernel.text.reading import GENERAL_SECTIONS, GENERAL_VERBS, OrderFile, read_orders
from tests.games.strafexpedition.data import scenario

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "strafexpedition-orders.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```orders side=(\w+)(?: section=([\w-]+))?\n(.*?)```", PAGE, re.S)


def read(text: str, side: str, section: str) -> OrderFile:
    block = read_block(text, (*GAME.sections, *GENERAL_SECTIONS), (*GAME.verbs, *GENERAL_VERBS))
    if section == "standing":
        block.sections = {"standing": block.sections[""]}
    return read_orders(block, GAME, scenario("novegno"), Side(side), section or "command")


@pytest.mark.parametrize(("side", "section", "text"), EXAMPLES, ids=[e[2].split("\n")[0][:40] for e in EXAMPLES])
def test_an_example_reads_and_its_canonical_form_reads_back(side: str, section: str, text: str) -> None:
    file = read(text, side, section)
    assert [str(problem) for problem in file.problems] == []
    for kind, orders in {**file.orders, "standing": file.standing or []}.items():
        for order in orders:
            if not str(order).startswith("plan"):
                again = read(str(order) + "\n", side, kind)
                found = again.standing if kind == "standing" else again.orders.get(kind, [])
                assert again.problems == []
                assert found == [order], str(order)


def test_every_verb_and_every_topic_has_an_example() -> None:
    first = {line.split()[0].rstrip(":") for _, _, text in EXAMPLES for line in text.splitlines() if line.split()}
    verbs = (*grammar_command.VERBS, *grammar_combat.VERBS, *grammar_guns.VERBS, "more", "defaults")
    topics = tuple(grammar_standing.TOPICS.choices)
    assert [word for word in (*verbs, *topics) if word not in first] == []


def test_every_section_is_on_the_page() -> None:
    sections = [section for section in GAME.sections if not section.startswith("action-") or section == "action-1"]
    assert [section for section in sections if f"`{section}`" not in PAGE] == []
