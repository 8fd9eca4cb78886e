"""3.2, 3.3 and 19.5: whether a unit may be set up in a hex: areas, room, and the numbers of each army."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import Illegal
from pbem.games.caporetto.counters import AL, is_division, nation_of
from pbem.games.caporetto.options import is_on
from pbem.games.caporetto.sectors import area, fits, guard_missing, open_to, starters
from pbem.games.caporetto.stacking import check_share, counted, limit
from pbem.games.caporetto.terrain import ground, why_prohibited
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

START = "start"  # where units wait for their owner to set them up


def is_free(board: Board) -> bool:
    """19.5: whether both sides deploy as they like on their own side of the front."""
    return is_on(board, "free-set-up")


def allowed_hexes(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """See 3.2, 3.3, 19.5, ruling R80: the hexes in which the unit may be set up."""
    scenario, side = board.scenario, board.unit(unit).side
    if not is_free(board):
        return tuple(dict.fromkeys(h for sector in open_to(scenario, unit) for h in sector.hexes))
    row = scenario.card["free_setup"]
    is_reserve = board.unit(unit).has("reserve")
    return area(board.map, row["reserve"] if is_reserve else row["area"][side])


def rule_of(board: Board, unit: UnitId) -> str:
    if is_free(board):
        return "3.2f" if board.unit(unit).has("reserve") else "19.5"
    found = open_to(board.scenario, unit)
    return found[0].rule if len(found) == 1 else "3.2" if board.unit(unit).side == AL else "3.3"


def check_place(board: Board, unit: UnitId, side: Side, at: HexId) -> None:
    """3.2, 3.3 (see 8.1, 8.5, 19.5, 19.5/2, ruling R117): everything that a set-up order must keep."""
    if board.unit(unit).side != side or unit not in starters(board.scenario, side):
        raise Illegal("3.1", f"{unit} is not yours to set up", found=board.place(unit), wanted="a unit of your set-up")
    if board.place(unit) != START:
        raise Illegal("3.1", f"{unit} is placed twice", found=board.place(unit), wanted="one order for each unit")
    hexes, called = allowed_hexes(board, unit), board.map.called(at)
    if at not in hexes:
        wanted = ", ".join(hexes[:8]) + (" ..." if len(hexes) > 8 else "")
        raise Illegal(rule_of(board, unit), f"{unit} may not be set up in {called}", found=at, wanted=wanted)
    forbidden = why_prohibited(board, unit, at)
    if forbidden:
        raise forbidden
    check_share(board, unit, at)
    check_room(board, unit, side, at)
    _check_numbers(board, unit, side, at)


def check_room(board: Board, unit: UnitId, side: Side, at: HexId) -> None:
    """See 8.1, 3.2, 3.3, 19.5/2: within the stacking limit; by 19.5 two more."""
    extra = int(board.scenario.charts["free_setup"]["overstack"]) if is_free(board) else 0
    found, most = counted(board, board.units_at(at, side)) + 1, limit(board, at, side) + extra
    if found > most:
        why = f"{board.map.called(at)} has no room for {unit}"
        where = ground(board.map, at)
        rule = "19.5/2" if extra else "8.1"
        raise Illegal(rule, why, found=f"{found} units", wanted=f"at most {most} in {where} terrain")


def _check_numbers(board: Board, unit: UnitId, side: Side, at: HexId) -> None:
    """3.2a, 3.2b, 3.2c, 3.3a, 3.3b, 3.2d (see 19.5): no army takes more than its number, and each keeps its guard."""
    if is_free(board):
        _check_line(board, unit, side, at)
        return
    taken = {**_taken(board, side), unit: at}
    full = [sector for sector in open_to(board.scenario, unit) if at in sector.hexes]
    if not fits(board.scenario, taken, unit):
        why = f"the {full[0].title} has all its units of this kind; {unit} is one too many in {board.map.called(at)}"
        raise Illegal(full[0].rule, why, wanted=", ".join(f"{n} {kind}" for (_, kind), n in full[0].counts.items()))
    missing = _guard_missing(board, unit, side, at)
    if missing and not fits(board.scenario, taken, unit, missing):
        why = f"with {unit} in {board.map.called(at)} too few divisions are left for the front"
        raise Illegal("3.2d", why, found=f"{len(missing)} missing", wanted=f"two Italian divisions each: {missing[0]}")


def _guard_missing(board: Board, unit: UnitId, side: Side, at: HexId) -> list[HexId]:
    """See 3.2d: the front hexes that want two divisions, once for each that would still be missing."""
    found: list[HexId] = []
    for sector in open_to(board.scenario, unit) if is_division(board.unit(unit)) else ():
        divisions = divisions_in(board, sector.guarded, side)
        divisions[at] = divisions.get(at, 0) + 1
        found += guard_missing(sector, divisions)
    return found


def _taken(board: Board, side: Side) -> dict[UnitId, HexId]:
    return {unit: board.hex_of(unit) for unit in starters(board.scenario, side) if board.is_on_map(unit)}


def divisions_in(board: Board, hexes: Iterable[HexId], side: Side) -> dict[HexId, int]:
    """See 3.2d: how many divisions of the side stand in each of the hexes."""
    return {h: sum(1 for u in board.units_at(h, side) if is_division(board.unit(u))) for h in hexes}


def _check_line(board: Board, unit: UnitId, side: Side, at: HexId) -> None:
    """See 19.5: an Italian unit in every front hex from 3313 to 2319: enough units must be left for those still
    empty."""
    empty = [h for h in unguarded(board, side) if h != at]
    left = [u for u in starters(board.scenario, side) if board.place(u) == START and u != unit]
    if side == AL and len(empty) > len(left):
        why = f"with {unit} in {board.map.called(at)} too few units are left for the front"
        raise Illegal("19.5", why, found=f"{len(left)} units left", wanted=f"one each for {', '.join(empty)}")


def unguarded(board: Board, side: Side) -> list[HexId]:
    """See 19.5: the hexes of the front that must not stay empty and still are."""
    hexes = area(board.map, board.scenario.card["free_setup"]["not_empty"]) if side == AL and is_free(board) else ()
    return [h for h in hexes if not any(nation_of(board, u) == "IT" for u in board.units_at(h, AL))]
