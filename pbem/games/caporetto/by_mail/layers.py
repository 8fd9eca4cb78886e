"""What can be laid over the board: zones of control, lines of supply, ranges of HQs, the reach of a unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto import headquarters, supply, zoc
from pbem.games.caporetto.by_mail.look import SIDE_COLOURS
from pbem.games.caporetto.by_mail.moves import moves
from pbem.games.caporetto.counters import SIDES, is_hq
from pbem.kernel.board import Board
from pbem.kernel.game import Layer
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.layers import Laid, rings, sides_meant, unit_on_map
from pbem.kernel.pieces import Side, UnitId


def _laid(kind: str, hexes: Iterable[HexId], side: Side, legend: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "hexes": list(hexes), "colour": SIDE_COLOURS[side], "legend": legend, **more}


# -- zones of control ----------------------------------------------------------------------------------------


def zones(board: Board, whom: str) -> Laid:
    """9.0, 9.1/2: hexes that both sides, one side or one unit control."""
    if whom in board.scenario.units:
        unit = unit_on_map(board, whom)
        return [_laid("hatch", zoc.zone_of(board, unit), board.unit(unit).side, f"zone of control of {unit}")]
    return [
        _laid("hatch", zoc.controlled_hexes(board, side), side, f"zones of control, {SIDES[side]}")
        for side in sides_meant(whom, SIDES)
    ]


# -- supply --------------------------------------------------------------------------------------------------


def supply_lines(board: Board, whom: str) -> Laid:
    """14.1, 14.2: a line for each stack in supply, and a ring round what has none."""
    if whom in board.scenario.units:
        return _line_of(board, unit_on_map(board, whom))
    return [one for side in sides_meant(whom, SIDES) for one in _lines_of(board, side)]


def _lines_of(board: Board, side: Side) -> Laid:
    asking = {board.hex_of(unit): unit for unit in board.on_map(side)}
    lines = [supply.supply_line(board, unit) for unit in asking.values()]
    cut_off = [unit for unit in board.on_map(side) if not supply.supply_line(board, unit)]
    paths = [list(line) for line in lines if len(line) > 1]
    laid = {"kind": "path", "paths": paths, "colour": SIDE_COLOURS[side], "legend": f"supply of the {SIDES[side]}"}
    return [laid, *rings(board, cut_off, "orange", "no line of supply")]


def _line_of(board: Board, unit: UnitId) -> Laid:
    line, side = supply.supply_line(board, unit), board.unit(unit).side
    if line:
        legend = f"supply of {unit} from {board.map.called(line[-1])}"
        return [{"kind": "path", "paths": [list(line)], "colour": SIDE_COLOURS[side], "legend": legend}]
    rule, why = supply.why_no_line(board, board.hex_of(unit), side)
    return rings(board, (unit,), "orange", f"{unit} has no line of supply: {why} [{rule}]")


# -- ranges of HQs -------------------------------------------------------------------------------------------


def ranges(board: Board, whom: str) -> Laid:
    """15.1.2, 16.2: the ground that HQs in support mode serve: of one, of those that reach a unit, of a side."""
    if whom not in board.scenario.units:
        return [one for side in sides_meant(whom, SIDES) for one in _ranges_of(board, side)]
    unit = unit_on_map(board, whom)
    side = board.unit(unit).side
    serving = (unit,) if is_hq(board.unit(unit)) else headquarters.serving_hqs(board, side, board.hex_of(unit))
    able = [hq for hq in serving if headquarters.can_support(board, hq)]
    if not able:
        raise Illegal("16.2", f"no HQ in support mode and in supply serves {unit}", wanted="one within 3 hexes")
    return [_laid("outline", _served(board, (hq,)), side, f"range of {hq}") for hq in able]


def _ranges_of(board: Board, side: Side) -> Laid:
    able = [hq for hq in headquarters.hqs(board, side) if headquarters.can_support(board, hq)]
    return [_laid("outline", _served(board, able), side, f"in range of an HQ, {SIDES[side]}")] if able else []


def _served(board: Board, hqs: Sequence[UnitId]) -> list[HexId]:
    reach = headquarters.radius(board)
    found = dict.fromkeys(h for hq in hqs for h in board.map.grid.within(board.hex_of(hq), reach))
    return [hex_id for hex_id in board.map.grid.hexes if hex_id in found]


# -- reach ---------------------------------------------------------------------------------------------------


def reach(board: Board, whom: str) -> Laid:
    """7.1: where the unit can move, with the points that it costs."""
    unit = unit_on_map(board, whom)
    found, side = moves(board, unit), board.unit(unit).side
    rows = found["walk"]
    costs = [str(row["cost"]) for row in rows]
    legend = f"{unit} moves, {found['allowance']} MP"
    laid = _laid("numbers", [row["hex"] for row in rows], side, legend, numbers=costs)
    return [laid, *rings(board, (unit,), "ink", "")]


LAYERS = {
    "zoc": Layer("zones of control", ("all", "side", "unit"), zones),
    "supply": Layer("lines of supply", ("all", "side", "unit"), supply_lines),
    "command": Layer("ranges of HQs in support mode", ("all", "side", "unit"), ranges),
    "reach": Layer("where a unit can go", ("unit",), reach),
}
