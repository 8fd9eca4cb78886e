"""4 Stacking: what may stand together in a hex when the movement is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.counters import corps_of, division_of, is_mountain, is_regiment
from pbem.games.durchbruch.ground import level
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Unit

Stack = Sequence[Unit]
ROCK, HIGH = 4, 3  # levels
FEW, MANY = 1, 3  # special units beside a regiment
_ADVICE = "end the move of one of them elsewhere"


def check_stack(map: Map, hex_id: HexId, stack: Stack) -> None:
    """1.3.1-c (see 4.1): refuse what may not stand together in the hex; all units are of one side."""
    here = level(map, hex_id)
    for check in (_check_corps, _check_regiments, _check_engineers, _check_guns, _check_headquarters):
        check(hex_id, stack)
    if here == ROCK:
        _check_rock(hex_id, stack)
    _limit_of(here)(hex_id, stack)


def _limit_of(here: int) -> Callable[[HexId, Stack], None]:
    return _check_low if here < HIGH else _check_high


def _check_corps(hex_id: HexId, stack: Stack) -> None:
    """See 2-b, 4.1.3, ruling R67: units of two corps never end a move together; a station is a marker and no unit."""
    corps = list(dict.fromkeys(corps_of(unit) for unit in stack if unit.type != "station"))
    if len(corps) > 1:
        raise _full("2-b", hex_id, "units of different corps may not stack", " and ".join(corps), "one corps")


def _check_regiments(hex_id: HexId, stack: Stack) -> None:
    """See 4.1.1-a, 4.1.2-a, ruling R115: one regiment on every level."""
    found = [unit for unit in stack if is_regiment(unit)]
    if len(found) > 1:
        raise _full("4.1.1-a", hex_id, "a hex holds one regiment", _names(found), "one of them")


def _check_engineers(hex_id: HexId, stack: Stack) -> None:
    """2.5.1-a, ruling R06: one engineer is free, a second one has no place."""
    found = [unit for unit in stack if unit.type == "engineer"]
    if len(found) > 1:
        raise _full("2.5.1-a", hex_id, "a stack has one engineer", _names(found), "one of them")


def _check_guns(hex_id: HexId, stack: Stack) -> None:
    """See 4.1.1-b, 4.1.2-b: one battery in a hex."""
    found = [unit for unit in stack if unit.type == "artillery"]
    if len(found) > 1:
        raise _full("4.1.1-b", hex_id, "a hex holds one artillery unit", _names(found), "one of them")


def _check_headquarters(hex_id: HexId, stack: Stack) -> None:
    """4.1.3, 2.4.5: headquarters and markers are outside the limits, but no stack has two headquarters."""
    found = [unit for unit in stack if unit.type == "hq"]
    if len(found) > 1:
        raise _full("2.4.5", hex_id, "a stack has one HQ", _names(found), "one of them")


def _check_rock(hex_id: HexId, stack: Stack) -> None:
    """4.1.2-c (see 2.2-2, 2.5.5.2, 4.1.2-b, ruling R96): level 4 is for mountain and special units."""
    found = [unit for unit in stack if not may_enter_rock(unit)]
    if found:
        wanted = "mountain units, assault units, MG companies and engineers"
        raise _full("4.1.2-c", hex_id, "level 4 is closed to them", _names(found), wanted)


def may_enter_rock(unit: Unit) -> bool:
    """See 4.1.2-c, 2.2-2, 2.5.5.2, rulings R96 and R121: who may stand on level 4; markers lie anywhere."""
    return is_mountain(unit) or unit.type in ("assault", "mg", "engineer", "station", "dummy")


def _check_low(hex_id: HexId, stack: Stack) -> None:
    """4.1.1-a, ruling R06: on levels 1 and 2 three special units beside a regiment, any number without one."""
    found = _counted(stack)
    if any(map(is_regiment, stack)) and len(found) > MANY:
        raise _full("4.1.1-a", hex_id, "a regiment has three special units with it", _names(found), "three of them")


def _check_high(hex_id: HexId, stack: Stack) -> None:
    """4.1.2-a, rulings R06 and R122: on levels 3 and 4 one special unit, three with a mountain regiment."""
    found = _counted(stack)
    is_at_home = any(is_regiment(unit) and is_mountain(unit) for unit in stack)
    if len(found) > (MANY if is_at_home else FEW):
        why = "levels 3 and 4 have room for one special unit, or three with a mountain regiment"
        raise _full("4.1.2-a", hex_id, why, _names(found), "three of them" if is_at_home else "one of them")


def _counted(stack: Stack) -> list[Unit]:
    """2.5.5.3-a (see 2.5.1-a, rulings R06 and R121): engineers are free, and Rommel among units of the Alpenkorps."""
    is_with_friends = any(division_of(unit) == "AK" and unit.type != "rommel" for unit in stack)
    kinds = ("assault", "mg") if is_with_friends else ("assault", "mg", "rommel")
    return [unit for unit in stack if unit.type in kinds]


def _full(rule: str, hex_id: HexId, why: str, found: str, wanted: str) -> Illegal:
    return Illegal(rule, f"{hex_id}: {why}", found=found, wanted=wanted, advice=_ADVICE)


def _names(units: Sequence[Unit]) -> str:
    return ", ".join(unit.id for unit in units)
