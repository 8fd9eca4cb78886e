"""13.0 Replacement of lost steps, with 16.0/13.0 and, in the Tyrol scenario, 25.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.gwe.counters import CP, is_combat_unit
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.supply import has_line, is_supplied, reaches
from pbem.games.gwe.supply_lines import EVERYTHING
from pbem.kernel.board import Board
from pbem.kernel.clearing import take_off
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

SPENT_MARKS = ("moved", "railed", "detrained", "fought")


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """4.0.A4 (see 13.0, ruling E1): every unit that qualifies rolls; then the marks of this Player-Turn come off."""
    for unit in [unit for unit in board.on_map(side) if why_not(board, unit) is None]:
        roll_replacement(board, table, unit)
    take_off(board, SPENT_MARKS, "13.0", side)  # ruling E2: a new count of combat begins here


def roll_replacement(board: Board, table: Table, unit: UnitId) -> None:
    """13.0 (see 16.0/13.0b, 16.0/13.0c, ruling E4): a die within the range gives one step back."""
    needed = highest_die(board, unit)
    die = table.roll(f"replacement of {unit}", rule="16.0/13.0b", units=(unit,), kind="replacement", kindest=1)
    board.note("replacement", "13.0", unit=unit, hex=board.place(unit), die=die, needed=needed, success=die <= needed)
    if die <= needed:
        board.regain(unit, 1, "16.0/13.0c")


def chart(board: Board) -> Mapping[str, Any]:
    """The replacement chart, with what the scenario's card changes in it."""
    changes = board.scenario.card.get("changes", {}).get("replacement", {})
    return {**board.scenario.charts["replacement"], **changes}


def highest_die(board: Board, unit: UnitId) -> int:
    """16.0/13.0b, 25.1: the highest die that restores a step of this unit in this turn; 0 for none."""
    counter = board.unit(unit)
    ranges = chart(board)["CP" if counter.side == CP else counter.nation]
    return int(ranges[min(board.turn, len(ranges)) - 1])


def why_not(board: Board, unit: UnitId) -> tuple[str, str] | None:
    """See 13.0, 11.15, 16.0/13.0a, ruling E2: the rule that keeps a unit from rolling and its reason, or nothing."""
    counter = board.unit(unit)
    if not is_combat_unit(counter) or counter.type in chart(board)["never"]:
        return "13.0", f"a {counter.type} never replaces lost steps"
    lost = _why_steps_forbid(board, unit)
    if lost:
        return lost
    if board.is_marked(unit, "moved") or board.is_marked(unit, "railed"):
        return "13.0", f"{unit} moved in this Movement Phase"
    if board.is_marked(unit, "fought"):
        return "13.0", f"{unit} fought since the last Step Replacement Phase"
    if highest_die(board, unit) == 0:
        return "16.0/13.0b", f"{counter.nation} units replace no steps on turn {board.turn}"
    return _why_too_close(board, unit)


def _why_steps_forbid(board: Board, unit: UnitId) -> tuple[str, str] | None:
    """16.0/13.0c (see 13.0, ruling E5): one step lost, a corps one or two."""
    counter, left = board.unit(unit), board.steps(unit)
    if left >= counter.figure("steps"):
        return "13.0", f"{unit} has lost no step"
    if counter.size == "XXX" and left not in chart(board)["corps_steps_left"]:
        return "16.0/13.0c", f"{unit} has only {left} of 4 steps left"
    return None


def _why_too_close(board: Board, unit: UnitId) -> tuple[str, str] | None:
    """See 16.0/13.0a, ruling E3: five hexes from supplied enemies, or in an own fortress with a clear line."""
    side, here = board.unit(unit).side, board.hex_of(unit)
    if standing_fortress(board, here, side) and reaches(board, side, 2, here):
        return None
    grid, least = board.map.grid, chart(board)["distance"]
    for there, enemy in supplied_enemies(board, side).items():
        if grid.distance(here, there) < least:
            return "16.0/13.0a", f"{enemy} at {there} is supplied and only {grid.distance(here, there)} hexes away"
    return None


def supplied_enemies(board: Board, side: Side) -> dict[HexId, UnitId]:
    """16.0/13.0a, ruling E18: hexes with a supplied enemy unit; HQs by their line, the Monitor and forts never."""
    key = ("supplied enemies", side)
    return board.derived(key, EVERYTHING, lambda: _supplied_enemies(board, side))


def _supplied_enemies(board: Board, side: Side) -> dict[HexId, UnitId]:
    found: dict[HexId, UnitId] = {}
    for enemy in board.on_map(board.enemy_of(side)):
        if board.unit(enemy).type not in ("monitor", "leader") and _is_nourished(board, enemy):
            found.setdefault(board.hex_of(enemy), enemy)
    return found


def _is_nourished(board: Board, unit: UnitId) -> bool:
    # Want of supply does not hurt an HQ, but here the question is whether it has any.
    return is_supplied(board, unit) if is_combat_unit(board.unit(unit)) else has_line(board, unit)
