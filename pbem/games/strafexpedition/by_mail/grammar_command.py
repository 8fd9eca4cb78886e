"""Reading orders of set-up, the Command Phase, Actions and movement."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import Unreadable
from pbem.games.strafexpedition.by_mail.orders_command import (
    FORCED,
    STRATEGIC,
    Activate,
    Brigade,
    Emplace,
    Move,
    Pass,
    Spend,
)
from pbem.games.strafexpedition.by_mail.phrases import take_batteries, take_brigade, take_unit, take_units
from pbem.games.strafexpedition.plans import boxes
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.names import next_hex, take_hex
from pbem.kernel.text.orders import Deploy, Hold, Order
from pbem.kernel.text.phrases import take_path
from pbem.kernel.text.words import Words

ACTION = "action"  # the word of the sections `action-1`, `action-2` and so on


def place(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    words.expect("at", "in", "to")
    return Deploy(unit, take_hex(words, reading.scenario.map))


def emplace(words: Words, reading: Reading) -> Order:
    units = take_batteries(words, reading)
    words.expect("in", "to")
    mode = words.expect("fire", "move")
    words.skip("mode")
    return Emplace(units, mode)


def brigade(words: Words, reading: Reading) -> Order:
    """`brigade 58`, `brigade 58 with 6-10 guns`, or any number of guns, for which the box is found."""
    name = take_brigade(words, reading)
    if not words.skip("with"):
        return Brigade(name)
    if words.skip("no", "none"):
        words.skip("guns", "artillery")
        return Brigade(name)
    number = _guns(words)
    words.skip("guns", "artillery", "batteries")
    all_boxes = boxes(reading.scenario)
    return Brigade(name, next((most for most in all_boxes if number <= most), number))


def _guns(words: Words) -> int:
    """A number of guns, or the two numbers of a box."""
    wanted = "a number of guns, or a box such as 6-10"
    parts = words.peek().split("-")
    if not all(part.isdecimal() and len(part) < 4 for part in parts) or len(parts) > 2:
        raise words.unreadable("this is no number of guns", wanted, "write it in digits")
    words.take(wanted)
    return int(parts[-1])


def spend(words: Words, reading: Reading) -> Order:
    points = words.number("logistics points")
    words.skip("lp", "points")
    return Spend(points)


def activate(words: Words, reading: Reading) -> Order:
    name, map = take_brigade(words, reading), reading.scenario.map
    words.expect("at", "in")
    hexes = [take_hex(words, map)]
    while words.skip(",", "or", "else"):
        words.skip("else", "or", "at")
        hexes.append(take_hex(words, map))
    attached = take_units(words, reading) if words.skip("with") else ()
    return Activate(name, tuple(hexes), attached)


def pass_(words: Words, reading: Reading) -> Order:
    return Pass(words.skip("today", "all"))


def move(words: Words, reading: Reading) -> Order:
    """The units, then the way; `forced` or `strategic` may stand at the end."""
    units, map = [take_unit(words, reading)], reading.scenario.map
    while words.peek() in (",", "and") and next_hex(_ahead(words), map)[0] is None:
        words.skip(",", "and")
        words.skip("and")
        spot = words.spot()
        units.append(take_unit(words, reading))
        if units[-1] in units[:-1]:
            why, wanted = f"{units[-1]} stands twice in one line", "each unit once"
            raise Unreadable(why, found=units[-1], wanted=wanted, rule="4.0.8", advice="leave it out once", spot=spot)
    words.skip(",")
    path = take_path(words, map)
    how = FORCED if words.skip(FORCED) else STRATEGIC if words.skip(STRATEGIC) else ""
    words.skip("march", "movement")
    return Move(tuple(units), path, how)


def _ahead(words: Words) -> Words:
    """The same line one word on, to see what comes."""
    later = Words(words.line)
    later.at = words.at + 1
    return later


def hold(words: Words, reading: Reading) -> Order:
    return Hold(take_units(words, reading))


VERBS: Mapping[str, Verb] = {
    "place": Verb(place, "place IT-S4-MTN-1 at 1233", ("set-up",)),
    "emplace": Verb(emplace, "emplace AH-S4-HVY-1 in move", ("set-up", "artillery")),
    "brigade": Verb(brigade, "brigade 58 with 6-10 guns", ("command",)),
    "spend": Verb(spend, "spend 4", ("command",)),
    "activate": Verb(activate, "activate 58 at 1635, 1636 with AH-S4-MTN-1", (ACTION,)),
    "pass": Verb(pass_, "pass today", (ACTION,)),
    "move": Verb(move, "move AH-58-3-I 1534 -> 1535 forced", (ACTION, "march")),
    "hold": Verb(hold, "hold AH-58-3-I", (ACTION, "march")),
}
