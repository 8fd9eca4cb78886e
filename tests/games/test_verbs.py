"""Every verb of every game has an example that reads in its place, and whose canonical form reads back as the same."""

from __future__ import annotations

from functools import cache

import pytest

from pbem import library
from pbem.games.caporetto.by_mail.grammar import GRAMMAR as CAPORETTO
from pbem.games.gwe.by_mail.grammar import GRAMMAR as GWE
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Order
from pbem.kernel.text.words import Words
from tests.fuzz.games import load_game
from tests.guest import card
from tests.guest.orders import GRAMMAR as FORD

GRAMMARS = {"gwe": GWE, "caporetto": CAPORETTO, "ford": FORD}
ALLIED = ("replenish", "rebuild", "enter", "raid", "mobilise", "mobilize", "withdraw")  # of Caporetto


@cache
def scenario(game: str) -> Scenario:
    if game != "ford":
        return load_game(game, "historical")
    card.register()
    return card.load(library.texts_of(card.GAME, "day"), "day", {})


def read(game: str, verb: str, text: str) -> Order:
    side = Side("AL" if game == "caporetto" and verb in ALLIED else "CP")
    if game == "ford":
        side = Side("SO" if verb in ("mine", "dummy") else "NO")
    section = (*GRAMMARS[game].verbs[verb].places, "standing")[0]
    names = UnitNames(scenario(game).units.values())
    words = Words(Line(1, text))
    found = GRAMMARS[game].read(words, Reading(scenario(game), side, section, names))
    words.end()
    return found


@pytest.mark.parametrize(("game", "verb"), [(game, verb) for game, one in GRAMMARS.items() for verb in one.verbs])
def test_the_example_of_a_verb_reads(game: str, verb: str) -> None:
    example = GRAMMARS[game].verbs[verb].example
    assert example.split()[0] == verb
    order = read(game, verb, example)
    again = str(order)
    assert read(game, again.split()[0], again) == order
