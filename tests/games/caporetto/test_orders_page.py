"""Every order on the pages of docs/games is read, written back in canonical form, and read again as the same."""

from __future__ import annotations

import pytest

from pbem.games.caporetto.by_mail import grammar_combat, grammar_standing, grammar_turn
from pbem.games.caporetto.card import GAME
from tests.games.caporetto.boards import printed
from tests.games.orders_page import Example, OrdersPage

FILES = ("games/caporetto-orders.md", "games/caporetto-combat.md")
PAGE = OrdersPage(GAME, lambda name: printed(name or "historical"), *FILES, section="pause")


@pytest.mark.parametrize("example", PAGE.examples, ids=str)
def test_an_example_reads_and_its_canonical_form_reads_back(example: Example) -> None:
    PAGE.check(example)


def test_every_verb_of_these_phases_has_an_example() -> None:
    topics = ("overstack", "influenza", "kaiserschlacht", "withdrawals", "pause-rp")
    assert PAGE.without_example((*grammar_turn.VERBS, *topics, "more", "defaults")) == []


def test_every_verb_of_combat_has_an_example() -> None:
    assert PAGE.without_example((*grammar_combat.VERBS, *grammar_standing.TOPICS.choices)) == []
    assert PAGE.unnamed(word for word in grammar_standing.SYNONYMS if word != "loss") == []


def test_every_section_is_on_the_page() -> None:
    assert PAGE.unnamed(GAME.sections) == []
