"""Every order on the page of orders is read, written back in canonical form, and read again as the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.durchbruch.by_mail.grammar import GRAMMAR
from pbem.games.durchbruch.card import GAME
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import read_block
from pbem.kernel.text.reading import GENERAL_SECTIONS, GENERAL_VERBS, OrderFile, read_orders
from tests.games.durchbruch.boards import scenario

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "durchbruch-orders.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```orders side=(\w+)(?: section=([\w-]+))?\n(.*?)```", PAGE, re.S)


def read(text: str, side: str, section: str) -> OrderFile:
    block = read_block(text, (*GAME.sections, *GENERAL_SECTIONS), (*GAME.verbs, *GENERAL_VERBS))
    if section == "standing":
        block.sections = {"standing": block.sections[""]}
    return read_orders(block, GAME, scenario(), Side(side), section)


@pytest.mark.parametrize(("side", "section", "text"), EXAMPLES, ids=[e[2].split("\n")[0][:40] for e in EXAMPLES])
def test_an_example_reads_and_its_canonical_form_reads_back(side: str, section: str, text: str) -> None:
    file = read(text, side, section)
    assert [str(problem) for problem in file.problems] == []
    for kind, orders in {**file.orders, "standing": file.standing or []}.items():
        for order in orders:
            again = read(str(order) + "\n", side, kind)
            found = again.standing if kind == "standing" else again.orders.get(kind, [])
            assert again.problems == []
            assert found == [order], str(order)


def test_every_verb_and_every_section_is_on_the_page() -> None:
    first_words = {line.split()[0].rstrip(":") for _, _, text in EXAMPLES for line in text.splitlines() if line.split()}
    assert [verb for verb in GRAMMAR.names if verb not in first_words] == []
    assert [section for section in GAME.sections if f"`{section}`" not in PAGE] == []
