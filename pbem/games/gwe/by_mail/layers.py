"""What can be laid over the board: zones of control, lines of supply, radii of command, the reach of a unit."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.gwe import command, supply, zoc
from pbem.games.gwe.by_mail.look import SIDE_COLOURS
from pbem.games.gwe.by_mail.moves import moves
from pbem.games.gwe.counters import SIDES, is_combat_unit, tcr
from pbem.kernel.board import Board
from pbem.kernel.game import Layer
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.layers import Laid, rings, sides_meant, unit_on_map
from pbem.kernel.pieces import Side, UnitId

COLOURS = ("purple", "blue", "brown", "orange")  # of HQs that reach the same unit
PLAIN = 2  # the TCR of most units: their lines stop at ridges

# -- zones of control ----------------------------------------------------------------------------------------


def zones(board: Board, whom: str) -> Laid:
    """7.0, 7.11, 7.12: hexes that both sides, one side or one unit control."""
    if whom in board.scenario.units:
        return _zone_of(board, unit_on_map(board, whom))
    return [
        {"kind": "hatch", "hexes": list(zoc.controlled_hexes(board, side)), "colour": SIDE_COLOURS[side],
         "legend": f"zones of control, {SIDES[side]}"}
        for side in sides_meant(whom, SIDES)
    ]  # fmt: skip


def _zone_of(board: Board, unit: UnitId) -> Laid:
    if not zoc.exerts_zoc(board, unit):
        why = f"{unit} exerts no zone of control"
        raise Illegal("7.12", why, wanted="a combat unit that is neither a depot nor entrained", advice="name another")
    counter = board.unit(unit)
    hexes = list(zoc.zone(board.map, board.hex_of(unit), counter.type == "alpine"))
    return [{"kind": "hatch", "hexes": hexes, "colour": SIDE_COLOURS[counter.side],
             "legend": f"zone of control of {unit}"}]  # fmt: skip


# -- supply --------------------------------------------------------------------------------------------------


def supply_lines(board: Board, whom: str) -> Laid:
    """9.12, 9.13, 9.14: a line for each stack in supply, the sources, and a ring round what has none."""
    if whom in board.scenario.units:
        return _line_of(board, unit_on_map(board, whom))
    return [one for side in sides_meant(whom, SIDES) for one in _lines_of(board, side)]


def _lines_of(board: Board, side: Side) -> Laid:
    units = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]
    asking = {(board.hex_of(unit), min(tcr(board.unit(unit)), PLAIN)): unit for unit in units}
    paths = [list(line) for unit in asking.values() if len(line := supply.supply_line(board, unit)) > 1]
    found: list[Mapping[str, Any]] = [
        {"kind": "path", "paths": paths, "colour": SIDE_COLOURS[side], "legend": f"supply of the {SIDES[side]}"}
    ]
    cut_off = [unit for unit in units if not supply.is_supplied(board, unit)]
    return found + rings(board, cut_off, "orange", "out of supply")


def _line_of(board: Board, unit: UnitId) -> Laid:
    line, colour = supply.supply_line(board, unit), SIDE_COLOURS[board.unit(unit).side]
    if supply.is_supplied(board, unit):
        source = f" from {board.map.called(line[-1])}" if line else ""
        return [{"kind": "path", "paths": [list(line)], "colour": colour, "legend": f"supply of {unit}{source}"}]
    rule, why = supply.why_unsupplied(board, unit)
    return rings(board, (unit,), "orange", f"{unit} is out of supply: {why} [{rule}]")


# -- command -------------------------------------------------------------------------------------------------


def radii(board: Board, whom: str) -> Laid:
    """10.32, 10.33: the ground that HQs command: of one HQ, of those that reach a unit, or of a side's all."""
    if whom in board.scenario.units:
        unit = unit_on_map(board, whom)
        if board.unit(unit).type == "hq":
            return [_radius(board, (unit,), PLAIN, f"command radius of {unit}")]
        return _over(board, unit)
    return [one for side in sides_meant(whom, SIDES) for one in _command_of(board, side)]


def _radius(board: Board, hqs: Sequence[UnitId], rating: int, legend: str) -> dict[str, Any]:
    grid, found = board.map.grid, dict[HexId, None]()
    for hq in hqs:
        near = grid.within(board.hex_of(hq), board.unit(hq).figure("radius"))
        found |= dict.fromkeys(h for h in near if command.commands_hex(board, hq, h, rating))
    hexes = [hex_id for hex_id in grid.hexes if hex_id in found]
    return {"kind": "outline", "hexes": hexes, "colour": SIDE_COLOURS[board.unit(hqs[0]).side], "legend": legend}


def _over(board: Board, unit: UnitId) -> Laid:
    hqs, rating = command.commanding_hqs(board, unit), tcr(board.unit(unit))
    if not hqs and not command.is_in_command(board, unit):
        return rings(board, (unit,), "purple", f"no HQ reaches {unit} [10.32]")
    laid = [_radius(board, (hq,), rating, f"{hq} commands {unit}") for hq in hqs]
    return [{**one, "colour": colour} for one, colour in zip(laid, itertools.cycle(COLOURS))]


def _command_of(board: Board, side: Side) -> Laid:
    hqs, found = command.headquarters(board, side), list[Mapping[str, Any]]()
    if hqs:
        found.append(_radius(board, hqs, PLAIN, f"under command, {SIDES[side]}"))
    afield = [unit for unit in command.uncovered_units(board, side) if board.is_on_map(unit)]
    return found + rings(board, afield, "purple", "out of command")


# -- reach ---------------------------------------------------------------------------------------------------


def reach(board: Board, whom: str) -> Laid:
    """5.14, 5.31, 19.11: where the unit can walk, with the points it costs; farther by a march; by rail."""
    unit = unit_on_map(board, whom)
    found, colour = moves(board, unit), SIDE_COLOURS[board.unit(unit).side]
    laid = [_costs(found["walk"], colour, f"{unit} walks, {found['allowance']} MP"), *rings(board, (unit,), "ink", "")]
    if found["march"]:
        laid.append(_costs(found["march"], "orange", "by forced march"))
    if found["rail"]:
        laid.append({"kind": "ring", "hexes": [row["hex"] for row in found["rail"]], "colour": "ink",
                     "legend": "by rail"})  # fmt: skip
    return laid


def _costs(rows: Sequence[Mapping[str, Any]], colour: str, legend: str) -> dict[str, Any]:
    numbers = [str(row["cost"]) for row in rows]
    return {
        "kind": "numbers",
        "hexes": [r["hex"] for r in rows],
        "numbers": numbers,
        "colour": colour,
        "legend": legend,
    }


LAYERS = {
    "zoc": Layer("zones of control", ("all", "side", "unit"), zones),
    "supply": Layer("lines of supply", ("all", "side", "unit"), supply_lines),
    "command": Layer("radius of command", ("all", "side", "unit"), radii),
    "reach": Layer("where a unit can go", ("unit",), reach),
}
