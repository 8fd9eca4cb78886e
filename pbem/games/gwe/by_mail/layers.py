"""What can be laid over the board: zones of control, lines of supply, radii of command, the reach of a unit."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe import command, supply, zoc
from pbem.games.gwe.counters import SIDE_COLOURS, SIDES, is_combat_unit, tcr
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.layers import Laid, Layer, by_side_or_unit, costs, hexes_in_order, net, rings, unit_on_map
from pbem.values import replace

COLOURS = ("purple", "blue", "brown", "orange")  # of HQs that reach the same unit
PLAIN = 2  # the TCR of most units: their lines stop at ridges

# -- zones of control ----------------------------------------------------------------------------------------


def _zones_of(board: Board, side: Side) -> list[Laid]:
    """See 7.0, 7.11: the hexes that a side controls."""
    hexes = tuple(zoc.controlled_hexes(board, side))
    return [Laid("hatch", hexes, colour=SIDE_COLOURS[side], legend=f"zones of control, {SIDES[side]}")]


def _zone_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 7.12: the hexes that one unit controls."""
    if not zoc.exerts_zoc(board, unit):
        why = f"{unit} exerts no zone of control"
        raise Illegal("7.12", why, wanted="a combat unit that is neither a depot nor entrained", advice="name another")
    counter = board.unit(unit)
    hexes = tuple(zoc.zone(board.map, board.hex_of(unit), counter.type == "alpine"))
    return [Laid("hatch", hexes, colour=SIDE_COLOURS[counter.side], legend=f"zone of control of {unit}")]


# -- supply --------------------------------------------------------------------------------------------------


def _lines_of(board: Board, side: Side) -> list[Laid]:
    """See 9.12, 9.14: a line for each stack in supply, and a ring round what has none."""
    units = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]
    asking = {(board.hex_of(unit), min(tcr(board.unit(unit)), PLAIN)): unit for unit in units}
    lines = [supply.supply_line(board, unit) for unit in asking.values()]
    cut_off = [unit for unit in units if not supply.is_supplied(board, unit)]
    laid = net(lines, SIDE_COLOURS[side], f"supply of the {SIDES[side]}")
    return [laid, *rings(board, cut_off, "orange", "out of supply")]


def _line_of(board: Board, unit: UnitId) -> list[Laid]:
    """See 9.13: the line of one unit."""
    line, colour = supply.supply_line(board, unit), SIDE_COLOURS[board.unit(unit).side]
    if supply.is_supplied(board, unit):
        source = f" from {board.map.called(line[-1])}" if line else ""
        return [Laid("path", paths=(line,), colour=colour, legend=f"supply of {unit}{source}")]
    rule, why = supply.why_unsupplied(board, unit)
    return rings(board, (unit,), "orange", f"{unit} is out of supply: {why} [{rule}]")


# -- command -------------------------------------------------------------------------------------------------


def _radius(board: Board, hqs: Sequence[UnitId], rating: int, legend: str) -> Laid:
    """See 10.32, 10.33: the ground that HQs command."""
    grid = board.map.grid
    near = [(hq, h) for hq in hqs for h in grid.within(board.hex_of(hq), board.unit(hq).figure("radius"))]
    hexes = hexes_in_order(board, (h for hq, h in near if command.commands_hex(board, hq, h, rating)))
    return Laid("outline", hexes, colour=SIDE_COLOURS[board.unit(hqs[0]).side], legend=legend)


def _radii_over(board: Board, unit: UnitId) -> list[Laid]:
    """See 10.32: the radius of an HQ, or those that reach a unit, each in its colour."""
    if board.unit(unit).type == "hq":
        return [_radius(board, (unit,), PLAIN, f"command radius of {unit}")]
    hqs, rating = command.commanding_hqs(board, unit), tcr(board.unit(unit))
    if not hqs and not command.is_in_command(board, unit):
        return rings(board, (unit,), "purple", f"no HQ reaches {unit} [10.32]")
    laid = [_radius(board, (hq,), rating, f"{hq} commands {unit}") for hq in hqs]
    return [replace(one, colour=colour) for one, colour in zip(laid, itertools.cycle(COLOURS))]


def _radii_of(board: Board, side: Side) -> list[Laid]:
    """See 10.32: the radii of a side's HQs together, and a ring round what none of them reaches."""
    hqs = command.headquarters(board, side)
    found = [_radius(board, hqs, PLAIN, f"under command, {SIDES[side]}")] if hqs else []
    afield = [unit for unit in command.uncovered_units(board, side) if board.is_on_map(unit)]
    return found + rings(board, afield, "purple", "out of command")


# -- reach ---------------------------------------------------------------------------------------------------


def reach(board: Board, whom: str) -> list[Laid]:
    """See 5.14, 5.31, 19.11: where the unit can walk, with the points it costs; farther by a march; by rail."""
    from pbem.games.gwe.by_mail.moves import moves  # late: few look at a layer

    unit = unit_on_map(board, whom)
    found, colour = moves(board, unit), SIDE_COLOURS[board.unit(unit).side]
    laid = [costs(found.by("walk"), colour, f"{unit} walks, {found.allowance} MP"), *rings(board, (unit,), "ink", "")]
    if march := found.by("march"):
        laid.append(costs(march, "orange", "by forced march"))
    if rail := found.by("rail"):
        laid.append(Laid("ring", tuple([goal.hex for goal in rail]), colour="ink", legend="by rail"))
    return laid


LAYERS = {
    "zoc": Layer("zones of control", ("all", "side", "unit"), by_side_or_unit(SIDES, _zones_of, _zone_of)),
    "supply": Layer("lines of supply", ("all", "side", "unit"), by_side_or_unit(SIDES, _lines_of, _line_of)),
    "command": Layer("radius of command", ("all", "side", "unit"), by_side_or_unit(SIDES, _radii_of, _radii_over)),
    "reach": Layer("where a unit can go", ("unit",), reach),
}
