"""Every order on docs/orders.md is read, written back in canonical form, and read again as the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem import library
from pbem.games.gwe.card import GAME
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import read_block
from pbem.kernel.text.reading import GENERAL_SECTIONS, GENERAL_VERBS, OrderFile, read_orders

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "orders.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```orders side=(\w+)(?: section=([\w-]+))?\n(.*?)```", PAGE, re.S)


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return GAME.load(library.texts_of(GAME, "historical"), "historical", {})


def read(text: str, scenario: Scenario, side: str, section: str) -> OrderFile:
    block = read_block(text, (*GAME.sections, *GENERAL_SECTIONS), (*GAME.verbs, *GENERAL_VERBS))
    if section == "standing":
        block.sections = {"standing": block.sections[""]}
    return read_orders(block, GAME, scenario, Side(side), section or "movement")


@pytest.mark.parametrize(("side", "section", "text"), EXAMPLES, ids=[e[2].split("\n")[0][:40] for e in EXAMPLES])
def test_an_example_reads_and_its_canonical_form_reads_back(
    side: str, section: str, text: str, scenario: Scenario
) -> None:
    file = read(text, scenario, side, section)
    assert [str(problem) for problem in file.problems] == []
    for kind, orders in {**file.orders, "standing": file.standing or []}.items():
        for order in orders:
            again = read(str(order) + "\n", scenario, side, kind)
            found = again.standing if kind == "standing" else again.orders.get(kind, [])
            assert again.problems == []
            assert found == [order], str(order)


def test_every_verb_has_an_example() -> None:
    first_words = {line.split()[0].rstrip(":") for _, _, text in EXAMPLES for line in text.splitlines() if line.split()}
    assert [verb for verb in (*GAME.verbs, "more") if verb not in first_words] == []
