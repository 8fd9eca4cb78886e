"""What can be laid over the board: zones, supply, Command Radii, reach, the range of guns."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import Illegal
from pbem.games.italia18 import supply, supply_lines, zoc
from pbem.games.italia18.by_mail.moves import moves
from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.counters import SIDES, is_combat_unit
from pbem.games.italia18.look import SIDES as SIDE_LOOKS
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.layers import Laid, Layer, by_side_or_unit, costs, hexes_in_order, rings, unit_on_map


def _area(kind: str, hexes: Iterable[HexId], side: Side, legend: str) -> Laid:
    return Laid(kind, tuple(hexes), colour=SIDE_LOOKS[side].colour, legend=legend)


def _zones_of(board: Board, side: Side) -> list[Laid]:
    """See 5.0a: the hexes that a side controls."""
    found = hexes_in_order(board, zoc.controlled_hexes(board, side))
    return [_area("hatch", found, side, f"zones of control, {SIDES[side]}")]


def _zone_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 5.0a: the hexes that one unit controls; none for a support."""
    found = board.map.grid.neighbours[board.hex_of(unit)] if is_combat_unit(board.unit(unit)) else ()
    return [_area("hatch", found, board.unit(unit).side, f"zone of control of {unit}")]


def _supply_of(board: Board, side: Side) -> list[Laid]:
    """See 9.1d, 9.1e: the hexes in supply, and who has none."""
    inside = hexes_in_order(board, {hex_id: None for area in supply.areas(board, side) for hex_id in area})
    hungry = supply.out_of_supply(board, side)
    return [
        _area("hatch", inside, side, f"in supply, {SIDES[side]}"), *rings(board, hungry, "orange", "no line of supply"),
    ]  # fmt: skip


def _supply_for(board: Board, unit: UnitId) -> list[Laid]:
    """See 9.1d: the side's area; a ring if the unit has no line."""
    laid = _supply_of(board, board.unit(unit).side)[:1]
    has_none = unit in supply.out_of_supply(board, board.unit(unit).side)
    return [*laid, *(rings(board, (unit,), "orange", f"{unit} has no line of supply") if has_none else [])]


def _command_of(board: Board, side: Side) -> list[Laid]:
    """See 9.1d: the Command Radii of the side's HQs."""
    return [one for hq in supply_lines.hqs(board, side) for one in _radius(board, hq)]


def _command_for(board: Board, unit: UnitId) -> list[Laid]:
    """See 9.1d: the Command Radius of one HQ."""
    if board.unit(unit).type != "hq":
        why = f"{unit} is no HQ"
        raise Illegal("9.1d", why, found=board.unit(unit).type, wanted="an HQ", advice="name an HQ")
    return _radius(board, unit)


def _radius(board: Board, hq: UnitId) -> list[Laid]:
    found = hexes_in_order(board, dict.fromkeys(supply_lines.command_area(board, hq)))
    return [_area("outline", found, board.unit(hq).side, f"Command Radius of {hq}")]


def reach(board: Board, whom: str) -> list[Laid]:
    """See 11.1.1b: where the unit can move, with the points that it costs."""
    unit = unit_on_map(board, whom)
    found, colour = moves(board, unit), SIDE_LOOKS[board.unit(unit).side].colour
    return [costs(found.by("move"), colour, f"{unit} moves, {found.allowance} MP"), *rings(board, (unit,), "ink", "")]


def guns(board: Board, whom: str) -> list[Laid]:
    """See 15.2.2a: the range of Artillery."""
    unit = unit_on_map(board, whom)
    counter = board.unit(unit)
    if not is_gun(counter):
        raise Illegal("15.2.2a", f"{unit} has no guns", found=counter.type, wanted="Artillery", advice="name a gun")
    found = hexes_in_order(board, board.map.grid.within(board.hex_of(unit), counter.figure("range")))
    return [_area("outline", found, counter.side, f"range of {unit}")]


LAYERS = {
    "zoc": Layer("zones of control", ("all", "side", "unit"), by_side_or_unit(SIDES, _zones_of, _zone_of)),
    "supply": Layer("who is in supply", ("all", "side", "unit"), by_side_or_unit(SIDES, _supply_of, _supply_for)),
    "command": Layer("Command Radii", ("all", "side", "unit"), by_side_or_unit(SIDES, _command_of, _command_for)),
    "reach": Layer("where a unit can go", ("unit",), reach),
    "range": Layer("the range of guns", ("unit",), guns),
}
