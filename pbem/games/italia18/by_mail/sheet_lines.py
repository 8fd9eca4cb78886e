"""The order lines of the sheet: what the step at hand wants, with what the phase allows beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.italia18 import reinforcements
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.sheet_special import assignments, at_the_end, before_moving, hindering, setting_up
from pbem.games.italia18.by_mail.summary import date, sky
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.guns import OFFENSIVE
from pbem.games.italia18.markers import DISENGAGE, EXPLOITATION, FROZEN, RESERVES
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

Lines = list[str]


def order_lines(board: Board, side: Side, kind: str) -> Lines:
    """See 7.0c: lines for the order block; what begins with # is a note, or an order to be filled in."""
    return [f"# {date(board)}, weather: {sky(board)}", *_KINDS.get(kind, _nothing)(board, side)]


def _nothing(board: Board, side: Side) -> Lines:
    return []


def _move(board: Board, side: Side) -> Lines:
    """See 11.1.5, 11.2.7, 11.2.8a: arrivals, moves, and the markers of the end of the phase."""
    lines: Lines = []
    for unit in reinforcements.due(board, side):
        hexes = reinforcements.entry_hexes(board, unit)
        lines.append(
            f"arrive {unit} at {hexes[0]}" if hexes else f"# {unit}: no HQ stands on a road or railway [11.1.5]"
        )
    frozen = [unit for unit in board.on_map(side) if board.is_marked(unit, FROZEN)]
    lines += [f"# release {', '.join(frozen)}"] if frozen else []
    bound = [unit for unit in board.on_map(side) if _is_bound(board, unit)]
    lines += [f"# in enemy zones of control: {', '.join(bound)}"] if bound else []
    usual = ["# move UNITS to HEX-HEX", "# march UNIT to HEX", "# relieve UNIT by UNIT", "# disengage UNITS",
             "# reserve UNITS", "# demolish HEX/HEX", "# rebuild HEX/HEX"]  # fmt: skip
    return [*before_moving(board, side), *lines, *usual, *at_the_end(board, side)]


def _is_bound(board: Board, unit: UnitId) -> bool:
    counter = board.unit(unit)
    return is_combat_unit(counter) and is_in_enemy_zoc(board, board.hex_of(unit), counter.side)


def _combat(board: Board, side: Side) -> Lines:
    """See 12.1a, 13.0a: what could be attacked from where the units stand, and who may disengage."""
    found = _targets(board, side, lambda unit: not board.is_marked(unit, DISENGAGE))
    leaving = dict.fromkeys([board.hex_of(unit) for unit in board.on_map(side) if board.is_marked(unit, DISENGAGE)])
    return [*assignments(board, side), *found, *(f"leave {here}" for here in leaving), "# more"]


def _targets(board: Board, side: Side, may: Callable[[UnitId], bool]) -> Lines:
    found: dict[HexId, list[UnitId]] = {}
    for unit in board.on_map(side):
        if is_combat_unit(board.unit(unit)) and may(unit):
            for there in board.map.grid.neighbours[board.hex_of(unit)]:
                if combat_units_in(board, there, board.enemy_of(side)):
                    found.setdefault(there, []).append(unit)
    return [f"# attack {there} with {', '.join(units)}" for there, units in sorted(found.items())]


def _exploit(board: Board, side: Side) -> Lines:
    """See 14.1a, 14.2, 11.3.1.1: who may fight or go on, and the guns in Offensive mode."""
    marked = [unit for unit in board.on_map(side) if board.is_marked(unit, EXPLOITATION)]
    going = [*marked, *(unit for unit in board.on_map(side) if board.is_marked(unit, RESERVES))]
    guns = [unit for unit in board.on_map(side) if board.is_marked(unit, OFFENSIVE)]
    attacks = _targets(board, side, lambda unit: unit in marked)
    return [*attacks, *(f"# exploit {unit} to HEX" for unit in going), *(f"# displace {gun} to HEX" for gun in guns)]


_KINDS: Mapping[str, Callable[[Board, Side], Lines]] = {
    "set-up": setting_up, "hinder": hindering, "move": _move, "combat": _combat, "exploit": _exploit,
}  # fmt: skip
