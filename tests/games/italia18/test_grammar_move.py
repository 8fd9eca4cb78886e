"""Orders of movement as players write them: what is read, and what is refused and why."""

from __future__ import annotations

import pytest

from pbem.errors import Refusal
from pbem.games.italia18.by_mail import grammar_move
from pbem.games.italia18.by_mail.grammar import GRAMMAR
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.words import Words
from tests.games.italia18.card import GAME
from tests.games.small import texts_of

SCENARIO = GAME.load(texts_of("italia18"), "grappa", {})
NAMES = UnitNames(SCENARIO.units.values())


def read(text: str, side: str = "CP", section: str = "move-1") -> str:
    words = Words(Line(1, text))
    found = GRAMMAR.read(words, Reading(SCENARIO, Side(side), section, NAMES))
    words.end()
    return str(found)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("move AH-4, AH-sb1 2122 -> 2222", "move AH-4, AH-sb1 to 2122-2222"),
        ("move GE 11Jg and GE 12Jg to 2225", "move GE-11Jg, GE-12Jg to 2225"),
        ("move GE-11Jg, GE-12Jg to 2225 drop GE-12Jg, 2224", "move GE-11Jg, GE-12Jg to 2225 drop GE-12Jg, 2224"),
        ("move AH-g1 to 2223 drop AH-g1, bridge 2222/2123", "move AH-g1 to 2223 drop AH-g1, bridge 2222/2123"),
        ("move AH-g1, bridge 2123/2222 once, 2222", "move AH-g1 to bridge 2123/2222, 2222"),
        ("demolish 2222/2123", "demolish 2123/2222"),
        ("march AH-50 to Feltre", "march AH-50 to 2527"),
    ],
)
def test_one_thing_many_ways(text: str, canonical: str) -> None:
    assert read(text) == canonical
    assert read(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "section", "part"),
    [
        ("move IT-24 to 2023", "move-1", "belongs to the Entente"),
        ("move AH-4", "move-1", "a hex number or a place name"),
        ("move AH-4 to 9999", "move-1", "the map has no hex 9999"),
        ("move AH-4 to 2222 sideways", "move-1", "the order is complete"),
        ("move AH-4 to 2222", "combat-1", "not an order for the section `combat-1`"),
        ("demolish 2123/2427", "move-1", "do not touch"),
        ("demolish 2123", "move-1", "a hexside"),
        ("arrive AH-50 at 2527", "standing", "`:`"),
        ("distance: far", "standing", "a number of hexes"),
        ("displace AH-4 to", "exploit-1", "a hex number or a place name"),
    ],
)
def test_what_cannot_be_read_says_what_was_wanted(text: str, section: str, part: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(text, section=section)
    assert part in str(refused.value)


@pytest.mark.parametrize("verb", grammar_move.VERBS)
def test_every_verb_has_an_example_that_reads(verb: str) -> None:
    known = GRAMMAR.verbs[verb]
    side = "EN" if "IT-" in known.example else "CP"
    text = read(known.example, side, f"{known.places[0]}-1")
    assert text.split()[0] == verb
