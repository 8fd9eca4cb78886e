"""What can be laid over the board: zones of control, lines of supply, ranges of HQs, the reach of a unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import headquarters, supply, zoc
from pbem.games.caporetto.counters import SIDE_COLOURS, SIDES, is_hq
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.layers import Laid, Layer, by_side_or_unit, costs, hexes_in_order, net, rings, unit_on_map


def _area(kind: str, hexes: Iterable[HexId], side: Side, legend: str) -> Laid:
    return Laid(kind, tuple(hexes), colour=SIDE_COLOURS[side], legend=legend)


# -- zones of control ----------------------------------------------------------------------------------------


def _zones_of(board: Board, side: Side) -> list[Laid]:
    """See 9.0: the hexes that a side controls."""
    return [_area("hatch", zoc.controlled_hexes(board, side), side, f"zones of control, {SIDES[side]}")]


def _zone_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 9.1/2: the hexes that one unit controls."""
    return [_area("hatch", zoc.zone_of(board, unit), board.unit(unit).side, f"zone of control of {unit}")]


# -- supply --------------------------------------------------------------------------------------------------


def _lines_of(board: Board, side: Side) -> list[Laid]:
    """See 14.1, 14.2: a line for each stack in supply, and a ring round what has none."""
    asking = {board.hex_of(unit): unit for unit in board.on_map(side)}
    lines = [supply.supply_line(board, unit) for unit in asking.values()]
    cut_off = [unit for unit in board.on_map(side) if not supply.supply_line(board, unit)]
    laid = net(lines, SIDE_COLOURS[side], f"supply of the {SIDES[side]}")
    return [laid, *rings(board, cut_off, "orange", "no line of supply")]


def _line_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 14.1: the line of one unit."""
    line, side = supply.supply_line(board, unit), board.unit(unit).side
    if line:
        legend = f"supply of {unit} from {board.map.called(line[-1])}"
        return [Laid("path", paths=(tuple(line),), colour=SIDE_COLOURS[side], legend=legend)]
    rule, why = supply.why_no_line(board, board.hex_of(unit), side)
    return rings(board, (unit,), "orange", f"{unit} has no line of supply: {why} [{rule}]")


# -- ranges of HQs -------------------------------------------------------------------------------------------


def _ranges_over(board: Board, unit: UnitId) -> list[Laid]:
    """See 15.1.2, 16.2: the range of an HQ in support mode, or those of the ones that serve a unit."""
    side = board.unit(unit).side
    serving = (unit,) if is_hq(board.unit(unit)) else headquarters.serving_hqs(board, side, board.hex_of(unit))
    able = [hq for hq in serving if headquarters.can_support(board, hq)]
    if not able:
        raise Illegal("16.2", f"no HQ in support mode and in supply serves {unit}", wanted="one within 3 hexes")
    return [_area("outline", _served(board, (hq,)), side, f"range of {hq}") for hq in able]


def _ranges_of(board: Board, side: Side) -> list[Laid]:
    """See 15.1.2: the ground that a side's HQs in support mode serve."""
    able = [hq for hq in headquarters.hqs(board, side) if headquarters.can_support(board, hq)]
    return [_area("outline", _served(board, able), side, f"in range of an HQ, {SIDES[side]}")] if able else []


def _served(board: Board, hqs: Sequence[UnitId]) -> tuple[HexId, ...]:
    far = headquarters.radius(board)
    return hexes_in_order(board, (h for hq in hqs for h in board.map.grid.within(board.hex_of(hq), far)))


# -- reach ---------------------------------------------------------------------------------------------------


def reach(board: Board, whom: str) -> list[Laid]:
    """See 7.1: where the unit can move, with the points that it costs."""
    from pbem.games.caporetto.by_mail.moves import moves  # late: few look at a layer

    unit = unit_on_map(board, whom)
    found, colour = moves(board, unit), SIDE_COLOURS[board.unit(unit).side]
    return [costs(found.by("walk"), colour, f"{unit} moves, {found.allowance} MP"), *rings(board, (unit,), "ink", "")]


LAYERS = {
    "zoc": Layer("zones of control", ("all", "side", "unit"), by_side_or_unit(SIDES, _zones_of, _zone_of)),
    "supply": Layer("lines of supply", ("all", "side", "unit"), by_side_or_unit(SIDES, _lines_of, _line_of)),
    "command": Layer(
        "ranges of HQs in support mode", ("all", "side", "unit"), by_side_or_unit(SIDES, _ranges_of, _ranges_over)
    ),
    "reach": Layer("where a unit can go", ("unit",), reach),
}
