"""17 Units that leave the map for good, and what they score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.durchbruch.costs import WHOLE, shown
from pbem.games.durchbruch.counters import division_of, is_regiment
from pbem.games.durchbruch.marks import PINNED
from pbem.games.durchbruch.planning import Plan, plan
from pbem.games.durchbruch.walking import goes_on, half_points, zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId

EXITED = "exited"  # the box of units that have left the map


def way_out(board: Board, units: Sequence[UnitId], path: Sequence[HexId], start: HexId) -> Plan:
    """See 17-G3, 17-T4, ruling R77: the way to the exit hex, or none for units that stand in it already."""
    found = Plan((start,), ()) if tuple(path) == (start,) else plan(board, units, path, start)
    check_exit(board, units, found)
    return found


def check_exit(board: Board, units: Sequence[UnitId], found: Plan) -> None:
    """See 17-G3, 17-T4, ruling R77: out of an exit hex, for one point more."""
    goal, side = found.path[-1], board.unit(units[0]).side
    if not board.map.has(goal, "exit", owner=side):
        wanted = " or ".join(board.map.hexes_with("exit", owner=side)) or "none: your side leaves nowhere"
        raise Illegal("17-G3", f"no unit leaves the map at {goal}", found=goal, wanted=wanted)
    _check_held(board, units, found)
    most, price = half_points(board, units), found.spent + WHOLE + _toll(board, units, found)
    if price > most:
        left, wanted = f"{shown(most - found.spent)} MP", f"{shown(price - found.spent)} MP"
        raise Illegal("17-G3", "too few points are left to leave the map", found=left, wanted=wanted)


def _check_held(board: Board, units: Sequence[UnitId], found: Plan) -> None:
    """See 3.1.1, 1.4-pin: nobody goes on from a zone that he has just entered, nor a pinned unit after its one hex."""
    goal, side = found.path[-1], board.unit(units[0]).side
    if len(found.path) == 1:
        return
    if goal in zones(board, side) and not goes_on(board, units):
        raise Illegal("3.1.1", f"{', '.join(units)} must stop in {goal}, in an enemy zone of control", found="exit")
    if any(board.is_marked(unit, PINNED) for unit in units):
        raise Illegal("1.4-pin", "a pinned unit moves one hex", found=f"exit after {goal}", wanted="one hex")


def _toll(board: Board, units: Sequence[UnitId], found: Plan) -> int:
    """See 3.1.2: who began in an enemy zone pays to leave it, off the map as well."""
    is_held = len(found.path) == 1 and found.path[0] in zones(board, board.unit(units[0]).side)
    return int(board.scenario.charts["movement"]["leave_enemy_zone"]) * WHOLE if is_held else 0


def leave(board: Board, units: Sequence[UnitId]) -> None:
    """See 17-T4, 17-G3, 17-G4, rulings R76 to R78: what has left is out for good; regiments score by hex and turn."""
    for unit in units:
        points = exit_points(board, unit)
        board.put(unit, EXITED, "17-G3", how="exit")
        if points:
            board.write("exits", board.number("exits") + points, "17-G3")


def exit_points(board: Board, unit: UnitId) -> int:
    """See 17-T4, 17-G3, 17-G4: by the hex, the turn and, at 2129, the division."""
    counter, here = board.unit(unit), board.place(unit)
    rows = [row for row in board.scenario.charts["vp_exit"] if row["hex"] == here and board.turn in _turns(board, row)]
    able = [row for row in rows if "divisions" not in row or division_of(counter) in row["divisions"]]
    return int(able[0]["vp"]) if able and is_regiment(counter) else 0


def _turns(board: Board, row: Mapping[str, Any]) -> Sequence[int]:
    """See 17-T4, ruling R76: the turns of a row; by option that of turn 4 speaks of its own turn alone."""
    is_last = "divisions" in row and board.scenario.option("exit-2129") == "turn-4"
    turns: Sequence[int] = row["turns"]
    return turns[-1:] if is_last else turns
