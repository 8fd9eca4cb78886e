"""Phrases of order lines that all games share: lists, paths, a side's own units, who is meant by `weakest first`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from pbem.errors import Illegal, Unreadable
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId, Hexside, hexside
from pbem.kernel.ground.terrain import Map
from pbem.kernel.naming import the
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.text.names import numbered, take_hex
from pbem.kernel.text.words import Words

_Taken = TypeVar("_Taken")
WHO = ("all", "none", "weakest", "strongest")  # general words in the place of units


def check_section(words: Words, section: str, places: Sequence[str], own: Sequence[str] = ()) -> None:
    """Each verb has its places in the sequence of play, some of them the reader's own; the next word is the verb."""
    if section not in places:
        told = own or places
        raise words.unreadable(
            f"`{words.peek()}` is not an order for the section `{section}`",
            f"it under {' or '.join(f'`{place}:`' for place in told)}",
            f"put the line `{told[0]}:` above it",
        )


def take_own_unit(
    words: Words, reading: Reading, fits: Callable[[Unit], bool], rule: str, sides: Mapping[Side, str]
) -> UnitId:
    """One of the side's units; `fits` narrows a short form down, `rule` forbids to order the enemy's."""

    def is_meant(unit: Unit) -> bool:
        return unit.side == reading.side and fits(unit)

    start = words.at
    found = reading.names.take(words, is_meant, "one of your units")
    owner = reading.scenario.side_of(found)
    if owner != reading.side:
        why = f"{found} belongs to {the(sides[owner])}"
        refusal = Illegal(rule, why, found=found, wanted="one of your own units")
        refusal.problem = refusal.problem.at(words.spot(words.at - start))
        raise refusal
    check_command(words, reading, found, start)
    return found


def check_command(words: Words, reading: Reading, unit: UnitId, start: int) -> None:
    """Where two players share a side, each orders his own units; `start` is where the unit's name begins."""
    seat = reading.seat
    if seat is not None and not seat.commands(reading.scenario.units[unit]):
        why = f"{unit} is not under the command of {seat.title}"
        refusal = Illegal("", why, found=unit, wanted="one of the units under your command")
        refusal.problem = refusal.problem.at(words.spot(words.at - start))
        raise refusal


def take_list(words: Words, take: Callable[[], _Taken]) -> tuple[_Taken, ...]:
    """One or more of them, with commas or `and` between them."""
    found = [take()]
    while goes_on(words):
        found.append(take())
    return tuple(found)


def goes_on(words: Words) -> bool:
    """Whether a list goes on: a comma, `and`, or both."""
    comma = words.skip(",", "and", "+", "&")
    return words.skip("and") or comma


def take_path(words: Words, map: Map) -> tuple[HexId, ...]:
    """Hexes with arrows, dashes, `to` or `via` between them."""
    words.skip("to", "via", "->", "from", "at")
    found = list(_chain(words, map))
    while words.skip("->", "to", "via", "-"):
        found += _chain(words, map)
    return tuple(found)


def _chain(words: Words, map: Map) -> tuple[HexId, ...]:
    """One hex, or several in one word: `1803-1704`."""
    parts = [numbered(map, part) for part in words.peek().split("-")]
    known = tuple(part for part in parts if part is not None)
    if len(parts) > 1 and len(known) == len(parts):
        words.take("hexes")
        return known
    return (take_hex(words, map),)


def take_hexside(words: Words, map: Map) -> Hexside:
    """A hexside by its two hexes, whichever is named first: `2418/2518`."""
    wanted = "a hexside, written as its two hexes: 2418/2518"
    spot, text = words.spot(), words.take(wanted)
    found = [numbered(map, part) for part in text.split("/")]
    hexes = [hex_id for hex_id in found if hex_id is not None]
    if len(found) != 2 or len(hexes) != 2:
        why, advice = f"{text!r} names no hexside of the map", "put a slash between two adjacent hexes"
        raise Unreadable(why, found=text, wanted=wanted, advice=advice, spot=spot)
    if not map.grid.are_adjacent(hexes[0], hexes[1]):
        why, around = f"{hexes[0]} and {hexes[1]} do not touch", ", ".join(sorted(map.grid.neighbours[hexes[0]]))
        raise Unreadable(why, found=text, wanted=wanted, advice=f"{hexes[0]} touches {around}", spot=spot)
    return hexside(hexes[0], hexes[1])


def take_who(words: Words, take_units: Callable[[], Sequence[str]]) -> tuple[str, ...]:
    """`all`, `none`, `weakest first`, `strongest first`, or units by name."""
    if words.peek() in WHO[:2]:
        return (words.take("units").lower(),)
    if words.peek() in WHO[2:]:
        first = words.take("weakest").lower()
        words.expect("first")
        return (f"{first} first",)
    return tuple(take_units())
