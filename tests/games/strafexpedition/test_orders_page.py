"""Every order on the page of orders is read, written back in canonical form, and read again as the same."""

from __future__ import annotations

import pytest

from pbem.games.strafexpedition.by_mail import grammar_combat, grammar_command, grammar_guns, grammar_standing
from pbem.games.strafexpedition.card import GAME
from tests.games.orders_page import Example, OrdersPage
from tests.games.strafexpedition.data import scenario

PAGE = OrdersPage(
    GAME, lambda name: scenario(name or "novegno"), "games/strafexpedition-orders.md", section="command"
)  # fmt: skip


@pytest.mark.parametrize("example", PAGE.examples, ids=str)
def test_an_example_reads_and_its_canonical_form_reads_back(example: Example) -> None:
    PAGE.check(example)


def test_every_verb_and_every_topic_has_an_example() -> None:
    verbs = (*grammar_command.VERBS, *grammar_combat.VERBS, *grammar_guns.VERBS, "more", "defaults")
    assert PAGE.without_example((*verbs, *grammar_standing.TOPICS.choices)) == []


def test_every_section_is_on_the_page() -> None:
    sections = [section for section in GAME.sections if not section.startswith("action-") or section == "action-1"]
    assert PAGE.unnamed(sections) == []
