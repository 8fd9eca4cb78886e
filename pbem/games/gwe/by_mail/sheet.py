"""The order sheet of a side: every unit with hex, strength, movement, supply and command, and what it may do."""

from __future__ import annotations

from pbem.games.gwe import command, movement, reinforcements, supply
from pbem.games.gwe.attack import Spent, check_attacker, check_target
from pbem.games.gwe.barrage import barrage_strength, is_support_unit
from pbem.games.gwe.counters import figures
from pbem.games.gwe.sequence import steps
from pbem.games.gwe.withdrawal import may_withdraw, withdrawal_paths
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.views.sheet import Coming, Sheet, SheetUnit, State, grouped, not_refused

NATIONS = {"GE": "Germany", "AH": "Austria-Hungary", "IT": "Italy", "FR": "France", "UK": "Great Britain"}


def sheet(board: Board, side: Side) -> Sheet:
    """Units by nation, reinforcements, and order lines to fill in."""
    step = steps(board.scenario).get(board.step)
    kind = step.kind if step else ""
    ahead = board.copy()
    supply.mark_unsupplied(ahead, side)  # so that the allowances are those of the coming phase
    groups = grouped(ahead.on_map(side), NATIONS, lambda u: ahead.unit(u).nation, lambda u: _unit(ahead, u, kind))
    due = reinforcements.due(board, side)
    coming = [
        Coming(unit, figures(board, unit), board.unit(unit).set_up, unit in due)
        for unit in board.units(side)
        if board.place(unit) == WAITING
    ]
    return Sheet(side, board.turn, board.step, groups, tuple(coming), tuple(order_lines(ahead, side, kind)))


def _unit(board: Board, unit: UnitId, kind: str) -> SheetUnit:
    counter, here = board.unit(unit), board.hex_of(unit)
    return SheetUnit(
        unit, counter.name, counter.size, counter.type, figures(board, unit), here, board.map.name_of(here),
        f"{board.steps(unit)}/{counter.figure('steps')}", movement.allowance(board, unit), _states(board, unit),
        tuple([mark for mark in board.marks(unit) if mark != "unsupplied"]), _may(board, unit, kind),
    )  # fmt: skip


def _states(board: Board, unit: UnitId) -> tuple[State, State]:
    """Supply and command as the coming phase would find them."""
    if supply.is_supplied(board, unit):
        fed = State("in supply", usual=True)
    else:
        rule, why = supply.why_unsupplied(board, unit)
        fed = State(f"out of supply ({rule}: {why})")
    in_command = command.is_in_command(board, unit)
    return fed, State("in command", usual=True) if in_command else State("out of command (10.32)")


def _may(board: Board, unit: UnitId, kind: str) -> tuple[str, ...]:
    """What the unit may do in the step at hand."""
    if kind == "movement":
        return (f"move, {movement.allowance(board, unit)} MP",)
    if kind == "withdrawal":
        paths = withdrawal_paths(board, unit) if may_withdraw(board, unit) else ()
        return tuple("withdraw " + " -> ".join(path[1:]) for path in paths)
    if kind == "combat":
        support = (f"barrage {barrage_strength(board, unit)}",) if is_support_unit(board, unit) else ()
        shift = (f"shift {board.unit(unit).figure('shift')}",) if board.unit(unit).figure("shift") else ()
        return (*(f"attack {hex_id}" for hex_id in targets(board, unit)), *support, *shift)
    return ()


def targets(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """See 8.11: the hexes that the unit may attack."""
    side = board.unit(unit).side

    def check(hex_id: HexId) -> None:
        check_target(board, side, hex_id, Spent())
        check_attacker(board, side, unit, (hex_id,), Spent())

    return not_refused(board.map.grid.neighbours[board.hex_of(unit)], check)


def order_lines(board: Board, side: Side, kind: str) -> list[str]:
    """Lines for the order block: what is due, the rest as comments to be filled in."""
    if kind == "movement":
        due = [f"enter {u} at {_first_entry(board, u)}" for u in reinforcements.due(board, side)]
        return [
            *due,
            "# move UNIT to HEX",
            "# combat:",
            "# attack HEX with UNIT, UNIT barrage UNIT shift HQ if odds >= 2-1",
        ]
    if kind == "combat":
        hexes = dict.fromkeys(t for u in board.on_map(side) for t in targets(board, u))
        return [f"# attack {h} with {', '.join(_attackers(board, side, h))}" for h in hexes]
    if kind == "set-up":
        return ["# place UNIT at HEX"]
    return []


def _first_entry(board: Board, unit: UnitId) -> str:
    hexes = reinforcements.entry_hexes(board, unit)
    return hexes[0] if hexes else "1833"


def _attackers(board: Board, side: Side, hex_id: HexId) -> list[UnitId]:
    around = [u for h in board.map.grid.neighbours[hex_id] for u in board.units_at(h) if board.unit(u).side == side]
    return [u for u in around if hex_id in targets(board, u)]
