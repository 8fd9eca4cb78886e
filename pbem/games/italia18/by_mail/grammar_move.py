"""Reading orders of the Movement Phase, of disengagement and of what goes forward with Exploitation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.italia18.by_mail.orders_move import (
    Again,
    Arrive,
    Demolish,
    Disengage,
    Displace,
    Leg,
    Move,
    Rebuild,
    Release,
    Relieve,
    Reserve,
    Span,
    Unbridge,
)
from pbem.games.italia18.by_mail.phrases import BRIDGE, take_fighters, take_unit, take_units
from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.counters import is_combat_unit
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.text.grammar import STANDING, Verb
from pbem.kernel.text.names import numbered, take_hex
from pbem.kernel.text.orders import Hold, Order
from pbem.kernel.text.phrases import take_hexside, take_path
from pbem.kernel.text.words import Words

MOVE, EXPLOIT = "move", "exploit"  # the words of the sections `move-1`, `exploit-1`


def move(words: Words, reading: Reading) -> Order:
    return _move(words, reading, is_march=False)


def march(words: Words, reading: Reading) -> Order:
    return _move(words, reading, is_march=True)


def _move(words: Words, reading: Reading, *, is_march: bool) -> Order:
    """`UNITS to HEX-HEX drop UNITS, bridge HEX/HEX twice, HEX else HEX covered by UNIT`."""
    units = take_units(words, reading)
    words.skip(",")
    legs = [take_leg(words, reading)]
    while words.skip(",", "then"):
        words.skip("then")
        legs.append(take_leg(words, reading))
    otherwise, again = take_otherwise(words, reading)
    cover = None
    if words.skip("covered"):
        words.expect("by")
        cover = take_unit(words, reading)
    return Move(units, tuple(legs), is_march, cover, otherwise, again)


def take_otherwise(words: Words, reading: Reading) -> tuple[tuple[HexId, ...], Again | None]:
    """See 11.2.4a, 11.2.4c: `else HEX`, or `else bridge HEX/HEX, HEX else HEX`: the second try at another hexside."""
    if not words.skip("else"):
        return (), None
    map = reading.scenario.map
    path = () if words.peek() == BRIDGE else take_path(words, map)
    words.skip(",", "then")
    if not words.skip(BRIDGE):
        return path, None
    span = take_span(words, reading)
    onward = take_path(words, map) if words.skip(",", "then") else ()
    return path, Again(span, onward, take_path(words, map) if words.skip("else") else ())


def take_leg(words: Words, reading: Reading) -> Leg:
    """A stretch of a move: hexes and whom it drops in the last of them, or a pontoon."""
    words.skip("to")
    if words.skip(BRIDGE):
        return Leg((), span=take_span(words, reading))
    hexes = take_path(words, reading.scenario.map)
    return Leg(hexes, take_units(words, reading) if words.skip("drop") else ())


def take_span(words: Words, reading: Reading) -> Span:
    """`1533/1534 twice`, after `bridge`: the near hex is the first one written."""
    here, there = take_way_over(words, reading)
    tries = 2 if words.skip("twice") else 1
    if words.skip("once"):
        tries = 1
    return Span(here, there, tries)


def take_way_over(words: Words, reading: Reading) -> tuple[HexId, HexId]:
    """A hexside as written, `1533/1534`: from the first hex to the second."""
    map, text = reading.scenario.map, words.peek()
    found = take_hexside(words, map)
    first = numbered(map, text.partition("/")[0])
    return (found.a, found.b) if first == found.a else (found.b, found.a)


def relieve(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading, is_combat_unit)
    words.expect("by", "with")
    by = take_units(words, reading)
    return Relieve(unit, by, take_path(words, reading.scenario.map) if words.skip("via") else ())


def hold(words: Words, reading: Reading) -> Order:
    return Hold(take_units(words, reading))


def disengage(words: Words, reading: Reading) -> Order:
    return Disengage(take_fighters(words, reading))


def reserve(words: Words, reading: Reading) -> Order:
    return Reserve(take_fighters(words, reading))


def cav_reserve(words: Words, reading: Reading) -> Order:
    return Reserve(take_fighters(words, reading), is_cavalry=True)


def arrive(words: Words, reading: Reading) -> Order:
    """In a section `arrive UNITS at HEX`; among standing orders it is a topic, with a colon."""
    units = take_units(words, reading)
    words.expect(*((":",) if reading.section == STANDING else ("at", "in")))
    return Arrive(units, take_hex(words, reading.scenario.map))


def release(words: Words, reading: Reading) -> Order:
    return Release(take_units(words, reading))


def displace(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading, is_gun)
    return Displace(unit, take_path(words, reading.scenario.map))


def _over(order: Callable[[HexId, HexId], Order]) -> Callable[[Words, Reading], Order]:
    """A verb that names a hexside, whichever of its hexes comes first."""

    def read(words: Words, reading: Reading) -> Order:
        found = take_hexside(words, reading.scenario.map)
        return order(found.a, found.b)

    return read


VERBS: Mapping[str, Verb] = {
    "move": Verb(move, "move AH-4, AH-sb1 to 2023-2024", (MOVE,)),
    "march": Verb(march, "march AH-50 to 2327", (MOVE,)),
    "relieve": Verb(relieve, "relieve IT-24 by IT-59 via 1924", (MOVE,)),
    "hold": Verb(hold, "hold IT-24", (MOVE,)),
    "arrive": Verb(arrive, "arrive AH-50 at 2527", (MOVE, STANDING)),
    "release": Verb(release, "release IT-59", (MOVE,)),
    "disengage": Verb(disengage, "disengage IT-24, IT-aCadore", (MOVE,)),
    "reserve": Verb(reserve, "reserve GE-11Jg, GE-12Jg", (MOVE,)),
    "cav-reserve": Verb(cav_reserve, "cav-reserve IT-15", (MOVE,)),
    "demolish": Verb(_over(Demolish), "demolish 2123/2222", (MOVE,)),
    "rebuild": Verb(_over(Rebuild), "rebuild 2123/2222", (MOVE,)),
    "unbridge": Verb(_over(Unbridge), "unbridge 2123/2222", (MOVE, EXPLOIT)),
    "displace": Verb(displace, "displace GE-A14 to 2227", (EXPLOIT,)),
}
