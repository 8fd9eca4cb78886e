"""Every order on docs/orders.md is read, written back in canonical form, and read again as the same order."""

from __future__ import annotations

from functools import cache

import pytest

from pbem import library
from pbem.games.gwe.card import GAME
from pbem.kernel.scenario import Scenario
from tests.games.orders_page import Example, OrdersPage


@cache
def scenario(name: str) -> Scenario:
    """The historical one, unless another is named."""
    return GAME.load(library.texts_of(GAME, name or "historical"), name or "historical", {})


PAGE = OrdersPage(GAME, scenario, "orders.md", section="movement")


@pytest.mark.parametrize("example", PAGE.examples, ids=str)
def test_an_example_reads_and_its_canonical_form_reads_back(example: Example) -> None:
    PAGE.check(example)


def test_every_verb_has_an_example() -> None:
    assert PAGE.without_example((*GAME.verbs, "more")) == []
