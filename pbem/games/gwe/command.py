"""10.1-10.4 Command control: which HQ reaches which unit, and what happens to the units that none reaches."""

from __future__ import annotations

from pbem.games.gwe.counters import is_combat_unit, tcr
from pbem.games.gwe.occupation import barred_hexes, enemy_of
from pbem.games.gwe.supply_sources import EVERYTHING, line_burdens, line_steps
from pbem.kernel.board import Board
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.reach import trace
from pbem.kernel.table import Table

OFF_MAP = "offmap"

# -- the radius ----------------------------------------------------------------------------------------------


def headquarters(board: Board, side: Side) -> tuple[UnitId, ...]:
    """The side's HQs on the map."""
    return board.derived(("headquarters", side), (side,), lambda: _headquarters(board, side))


def _headquarters(board: Board, side: Side) -> tuple[UnitId, ...]:
    return tuple(unit for unit in board.on_map(side) if board.unit(unit).type == "hq")


def command_bars(board: Board, side: Side) -> dict[HexId, None]:
    """10.33, 16.0/10.55, ruling C6: hexes that stop a radius: enemy units, HQs too, but never the Monitor."""
    owners = (enemy_of(side), "hex fort")
    return board.derived(("command bars", side), owners, lambda: _command_bars(board, side))


def _command_bars(board: Board, side: Side) -> dict[HexId, None]:
    enemy_hqs = {board.hex_of(hq): None for hq in headquarters(board, enemy_of(side))}
    return barred_hexes(board, side) | enemy_hqs


def is_in_radius(board: Board, hq: UnitId, unit: UnitId) -> bool:
    """10.32, 10.33, 16.0/10.0, 16.0/10.33: whether the HQ reaches the unit now, whatever their nations."""
    if not (board.is_on_map(hq) and board.is_on_map(unit)):
        return False
    return commands_hex(board, hq, board.hex_of(unit), tcr(board.unit(unit)))


def commands_hex(board: Board, hq: UnitId, there: HexId, rating: int) -> bool:
    """10.11.3, 10.33, 10.34, 16.0/10.33: whether the HQ commands units of this TCR in the hex."""
    if board.map.grid.distance(board.hex_of(hq), there) > board.unit(hq).figure("radius"):
        return False
    # Only enemies stop a radius; own troops matter to HQs of TCR 2 or worse alone, which trace by zones of control.
    enemy = enemy_of(board.unit(hq).side)
    owners = (enemy, "hex fort") if tcr(board.unit(hq)) == 1 else EVERYTHING
    known: dict[tuple[UnitId, HexId, HexId, int], bool] = board.derived(("radii", enemy), owners, dict)
    key = (hq, board.hex_of(hq), there, min(rating, 2))
    if key not in known:
        known[key] = bool(_radius_line(board, hq, there, min(rating, 2)))
    return known[key]


def _radius_line(board: Board, hq: UnitId, there: HexId, rating: int) -> tuple[HexId, ...]:
    """From the unit's hex (which may lie anywhere) to the HQ's: its own hex stops no radius."""
    counter, here = board.unit(hq), board.hex_of(hq)
    burden = line_burdens(board, counter.side) if tcr(counter) > 1 else {}
    bars = command_bars(board, counter.side)
    if here in bars or here in burden:
        bars = {hex_id: None for hex_id in bars if hex_id != here}
        burden = {hex_id: None for hex_id in burden if hex_id != here}
    return trace(there, (here,), counter.figure("radius"), line_steps(board.map, rating), bars, burden)


def commanding_hqs(board: Board, unit: UnitId) -> tuple[UnitId, ...]:
    """10.32, 16.0/10.0: all own HQs whose radius reaches the unit; none has a limit of strength."""
    return tuple(hq for hq in headquarters(board, board.unit(unit).side) if is_in_radius(board, hq, unit))


def is_in_command(board: Board, unit: UnitId) -> bool:
    """10.2, 10.32, 16.0/10.55, rulings C3, C7: by radius now; HQs and the Monitor always, and who stands with it."""
    if not is_combat_unit(board.unit(unit)) or _is_with_monitor(board, unit):
        return True
    if not board.is_on_map(unit):
        return False
    key = (board.unit(unit).side, board.hex_of(unit), tcr(board.unit(unit)))
    known: dict[tuple[Side, HexId, int], bool] = board.derived("commanded hexes", EVERYTHING, dict)
    if key not in known:
        known[key] = _is_commanded(board, *key)
    return known[key]


def _is_commanded(board: Board, side: Side, here: HexId, rating: int) -> bool:
    distance = board.map.grid.distance
    away = [(distance(here, board.hex_of(hq)), hq) for hq in headquarters(board, side)]
    near = sorted((far, hq) for far, hq in away if far <= board.unit(hq).figure("radius"))
    return any(commands_hex(board, hq, here, rating) for _, hq in near)  # the nearest first: its line is found soonest


def _is_with_monitor(board: Board, unit: UnitId) -> bool:
    side = board.unit(unit).side
    mates = board.units_at(board.place(unit)) if board.is_on_map(unit) else ()
    return any(board.unit(mate).type == "monitor" and board.unit(mate).side == side for mate in mates)


def uncovered_units(board: Board, side: Side) -> list[UnitId]:
    """10.31, ruling C10: the units of the side that no HQ reaches, those on off-map rails among them."""
    afield = [unit for unit in board.units(side) if board.is_on_map(unit) or board.place(unit) == OFF_MAP]
    return [unit for unit in afield if not is_in_command(board, unit)]


# -- the two segments ----------------------------------------------------------------------------------------


def movement_command(board: Board, table: Table, side: Side) -> None:
    """4.0.A1c, 10.31, 10.41, ruling C2: uncovered units roll; at or below its TCR a unit is out of command."""
    for unit in uncovered_units(board, side):
        rating = tcr(board.unit(unit))
        die = table.roll(f"command of {unit}", rule="10.41", kindest=6)
        is_free = die > rating
        board.note("command-roll", "10.41", unit=unit, hex=board.place(unit), die=die, tcr=rating, in_command=is_free)
        if not is_free:
            board.mark(unit, "out-of-command", "10.41")


def combat_command(board: Board, side: Side) -> None:
    """4.0.A3a, 10.36, 10.42: command for combat goes by radius alone; no die helps."""
    uncovered = [unit for unit in uncovered_units(board, side) if board.is_on_map(unit)]
    for unit in uncovered:
        board.mark(unit, "out-of-command", "10.42")
    board.note("command", "4.0.A3a", side=side, out_of_command=uncovered)
