"""What can be laid over the board: zones, supply, command, reach, sight and the range of guns."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import Illegal
from pbem.games.strafexpedition import supply, zoc
from pbem.games.strafexpedition.by_mail.moves import moves
from pbem.games.strafexpedition.command import range_of, trace
from pbem.games.strafexpedition.counters import SIDES, is_artillery, is_hq
from pbem.games.strafexpedition.interdiction import interdicted
from pbem.games.strafexpedition.look import SIDES as SIDE_LOOKS
from pbem.games.strafexpedition.observation import seen
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.layers import Laid, Layer, by_side_or_unit, costs, hexes_in_order, rings, unit_on_map


def _area(kind: str, hexes: Iterable[HexId], side: Side, legend: str) -> Laid:
    return Laid(kind, tuple(hexes), colour=SIDE_LOOKS[side].colour, legend=legend)


# -- zones of control ----------------------------------------------------------------------------------------


def _zones_of(board: Board, side: Side) -> list[Laid]:
    """See 3.0.zoc: the hexes that a side controls."""
    found = hexes_in_order(board, zoc.controlled(board, side))
    return [_area("hatch", found, side, f"zones of control, {SIDES[side]}")]


def _zone_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 3.0.zoc: the hexes that one unit controls."""
    return [_area("hatch", zoc.zone_of(board, unit), board.unit(unit).side, f"zone of control of {unit}")]


# -- supply --------------------------------------------------------------------------------------------------


def _supply_of(board: Board, side: Side) -> list[Laid]:
    """See 10.2, 10.4.1: the roads that carry supply, who has none, and what enemy guns interdict for headquarters."""
    roads = hexes_in_order(board, board.map.areas.hexes(supply.supplied_road(board, side)))
    hungry = [
        unit for unit in board.on_map(side) if not is_hq(board.unit(unit)) and not supply.is_supplied(board, unit)
    ]
    cut = hexes_in_order(board, board.map.areas.hexes(interdicted(board, side) & supply.supplied_road(board, side)))
    laid = [_area("hatch", roads, side, f"roads in supply, {SIDES[side]}")]
    laid += [Laid("ring", tuple(cut), colour="purple", legend="interdicted for headquarters")] if cut else []
    return [*laid, *rings(board, hungry, "orange", "no line of supply")]


def _supply_for(board: Board, unit: UnitId) -> list[Laid]:
    """See 10.2, 10.2.1: the ground from which a line of supply can begin; a ring if the unit has none."""
    side = board.unit(unit).side
    reached = hexes_in_order(board, board.map.areas.hexes(supply.supplied(board, side)))
    laid = [_area("outline", reached, side, "hexes with a line of supply")]
    has_none = not supply.is_supplied(board, unit)
    return [*laid, *(rings(board, (unit,), "orange", f"{unit} has no line of supply") if has_none else [])]


# -- command -------------------------------------------------------------------------------------------------


def _command_of(board: Board, side: Side) -> list[Laid]:
    """See 8.1: the Command Ranges of the headquarters on the map."""
    hqs = [unit for unit in board.on_map(side) if is_hq(board.unit(unit))]
    return [one for hq in hqs for one in _range(board, hq)]


def _command_for(board: Board, unit: UnitId) -> list[Laid]:
    """See 8.1: the Command Range of one headquarters."""
    if not is_hq(board.unit(unit)):
        why = f"{unit} commands nobody"
        raise Illegal("8.1", why, found=board.unit(unit).type, wanted="a headquarters", advice="name a headquarters")
    return _range(board, unit)


def _range(board: Board, hq: UnitId) -> list[Laid]:
    side, at = board.unit(hq).side, board.hex_of(hq)
    reach = trace(board, side, at, range_of(board, hq))
    near = board.map.grid.within(at, reach.length)
    sure = hexes_in_order(board, [one for one in near if reach.surely_covers(board, one)])
    doubtful = [one for one in near if one not in sure and reach.could_cover(board, one)]
    laid = [_area("outline", sure, side, f"Command Range of {hq}")]
    return [*laid, *([Laid("hatch", tuple(doubtful), colour="orange", legend="by a die (8.1)")] if doubtful else [])]


# -- reach, sight, range -------------------------------------------------------------------------------------


def reach(board: Board, whom: str) -> list[Laid]:
    """See 11.1: where the unit can move in an Action, with the points that it costs."""
    unit = unit_on_map(board, whom)
    found, colour = moves(board, unit), SIDE_LOOKS[board.unit(unit).side].colour
    return [costs(found.by("move"), colour, f"{unit} moves, {found.allowance} MP"), *rings(board, (unit,), "ink", "")]


def sight(board: Board, whom: str) -> list[Laid]:
    """See 3.0.los, 13.2.2: what is seen from the unit's hex in today's weather."""
    unit = unit_on_map(board, whom)
    found = hexes_in_order(board, seen(board, (board.hex_of(unit),)))
    return [
        _area("hatch", found, board.unit(unit).side, f"seen from {board.hex_of(unit)}"),
        *rings(board, (unit,), "ink", ""),
    ]


def guns(board: Board, whom: str) -> list[Laid]:
    """See 13.2.2: the range of the guns."""
    unit = unit_on_map(board, whom)
    counter = board.unit(unit)
    if not is_artillery(counter):
        raise Illegal("13.2.2", f"{unit} has no guns", found=counter.type, wanted="artillery", advice="name a battery")
    found = hexes_in_order(board, board.map.grid.within(board.hex_of(unit), counter.figure("range")))
    return [_area("outline", found, counter.side, f"range of {unit}")]


LAYERS = {
    "zoc": Layer("zones of control", ("all", "side", "unit"), by_side_or_unit(SIDES, _zones_of, _zone_of)),
    "supply": Layer(
        "roads and lines of supply", ("all", "side", "unit"), by_side_or_unit(SIDES, _supply_of, _supply_for)
    ),
    "command": Layer("Command Ranges", ("all", "side", "unit"), by_side_or_unit(SIDES, _command_of, _command_for)),
    "reach": Layer("where a unit can go", ("unit",), reach),
    "sight": Layer("what is seen from a unit's hex", ("unit",), sight),
    "range": Layer("the range of guns", ("unit",), guns),
}
