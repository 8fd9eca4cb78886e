"""What can be laid over the board: zones of control, communication, the reach of a unit."""

from __future__ import annotations

from pbem.games.durchbruch import zoc
from pbem.games.durchbruch.by_mail.look import SIDE_COLOURS
from pbem.games.durchbruch.by_mail.moves import moves
from pbem.games.durchbruch.communication import in_command, lines_of
from pbem.games.durchbruch.counters import CORPS, SIDES, corps_of, is_real
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.layers import Laid, Layer, by_side_or_unit, costs, hexes_in_order, rings, unit_on_map


def _zones_of(board: Board, side: Side) -> list[Laid]:
    """See 3-a: the hexes that a side controls."""
    hexes = tuple(zoc.controlled_hexes(board, side))
    return [Laid("hatch", hexes, colour=SIDE_COLOURS[side], legend=f"zones of control, {SIDES[side]}")]


def _zone_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 3-a: the zone of one unit."""
    side = board.unit(unit).side
    hexes = zoc.zone(board, board.hex_of(unit), side) if zoc.has_zone(board, unit) else ()
    return [Laid("hatch", hexes, colour=SIDE_COLOURS[side], legend=f"zone of control of {unit}")]


def _commands_of(board: Board, side: Side) -> list[Laid]:
    """See 10-a: what the corps of a side reach, and rings round those without a line."""
    found = [_command(board, side, corps) for corps in CORPS[side]]
    connected = [unit for corps in CORPS[side] for unit in in_command(board, side, corps)]
    lost = [u for u in board.on_map(side) if is_real(board.unit(u)) and corps_of(board.unit(u)) and u not in connected]
    return [*found, *rings(board, lost, "orange", "out of communication at the next check")]


def _command(board: Board, side: Side, corps: str) -> Laid:
    hexes = hexes_in_order(board, lines_of(board, side, corps).in_range)
    return Laid("outline", hexes, colour=SIDE_COLOURS[side], legend=f"in range of an HQ of the {corps}")


def _command_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 10-a: the range in which one unit would be in command."""
    counter = board.unit(unit)
    return [_command(board, counter.side, corps_of(counter)), *rings(board, (unit,), "ink", "")]


def reach(board: Board, whom: str) -> list[Laid]:
    """See 12-b: where the unit can move, with the points that it costs."""
    unit = unit_on_map(board, whom)
    found, colour = moves(board, unit), SIDE_COLOURS[board.unit(unit).side]
    return [costs(found.by("walk"), colour, f"{unit} moves, {found.allowance} MP"), *rings(board, (unit,), "ink", "")]


LAYERS = {
    "zoc": Layer("zones of control", ("all", "side", "unit"), by_side_or_unit(SIDES, _zones_of, _zone_of)),
    "command": Layer("communication", ("all", "side", "unit"), by_side_or_unit(SIDES, _commands_of, _command_of)),
    "reach": Layer("where a unit can go", ("unit",), reach),
}
