"""The order sheet of a side: every unit with hex, strength, movement, supply and command, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.gwe import command, movement, reinforcements, supply
from pbem.games.gwe.attack import Spent, check_attacker, check_target
from pbem.games.gwe.barrage import barrage_strength, is_support_unit
from pbem.games.gwe.by_mail.look import figures
from pbem.games.gwe.withdrawal import may_withdraw, withdrawal_paths
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sheets import by_nation, not_refused

NATIONS = {"GE": "Germany", "AH": "Austria-Hungary", "IT": "Italy", "FR": "France", "UK": "Great Britain"}


def sheet(board: Board, side: Side) -> Mapping[str, Any]:
    """Units by nation, reinforcements, and order lines to fill in."""
    kind = board.step.partition("-")[2] or board.step
    supply.mark_unsupplied(board, side)  # so that the allowances are those of the coming phase
    groups = by_nation(board, side, NATIONS, lambda unit: _unit(board, unit, kind))
    due = reinforcements.due(board, side)
    coming = [{"id": u, "figures": figures(board, u), "when": board.unit(u).set_up, "due": u in due}
              for u in board.units(side) if board.place(u) == "waiting"]  # fmt: skip
    return {
        "side": side, "turn": board.turn, "step": board.step, "groups": groups, "reinforcements": coming,
        "orders": order_lines(board, side, kind),
    }  # fmt: skip


def _unit(board: Board, unit: UnitId, kind: str) -> dict[str, Any]:
    counter = board.unit(unit)
    in_supply = supply.is_supplied(board, unit)
    rule, why = ("", "") if in_supply else supply.why_unsupplied(board, unit)
    in_command = command.is_in_command(board, unit)
    return {
        "id": unit, "name": counter.name, "size": counter.size, "type": counter.type, "figures": figures(board, unit),
        "hex": board.place(unit), "place": board.map.name_of(board.hex_of(unit)),
        "steps": f"{board.steps(unit)}/{counter.figure('steps')}", "move": movement.allowance(board, unit),
        "supply": "in supply" if in_supply else f"out of supply ({rule}: {why})",
        "command": "in command" if in_command else "out of command (10.32)",
        "marks": [mark for mark in board.marks(unit) if mark != "unsupplied"], "may": list(_may(board, unit, kind)),
    }  # fmt: skip


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
    """8.11: the hexes that the unit may attack."""
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
