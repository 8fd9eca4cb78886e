"""Every order on the page of orders is read, written back in canonical form, and read again as the same."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch.by_mail.grammar import GRAMMAR
from pbem.games.durchbruch.card import GAME
from tests.games.durchbruch.boards import scenario
from tests.games.orders_page import Example, OrdersPage

PAGE = OrdersPage(GAME, lambda name: scenario(name or "campaign"), "games/durchbruch-orders.md")


@pytest.mark.parametrize("example", PAGE.examples, ids=str)
def test_an_example_reads_and_its_canonical_form_reads_back(example: Example) -> None:
    PAGE.check(example)


def test_every_verb_and_every_section_is_on_the_page() -> None:
    assert PAGE.without_example(GRAMMAR.names) == []
    assert PAGE.unnamed(GAME.sections) == []
