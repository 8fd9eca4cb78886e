"""10.1-10.4 Command control: which HQ reaches which unit, and what happens to the units that none reaches."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.gwe.counters import is_combat_unit, tcr, units_of
from pbem.games.gwe.line_ground import line_ways
from pbem.games.gwe.occupation import barred_area
from pbem.games.gwe.supply_lines import EVERYTHING, line_burdens
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, flood
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

OFF_MAP = "offmap"

# -- the radius ----------------------------------------------------------------------------------------------


def headquarters(board: Board, side: Side) -> tuple[UnitId, ...]:
    """The side's HQs on the map."""
    return tuple(units_of(board, side, "hq"))


def command_bars(board: Board, side: Side) -> Area:
    """16.0/10.55, ruling C6 (see 10.33): hexes that stop a radius: enemy units, HQs too, but never the Monitor."""
    owners = (board.enemy_of(side), "hex fort")
    return board.derived(("command bars", side), owners, lambda: _command_bars(board, side))


def _command_bars(board: Board, side: Side) -> Area:
    enemy_hqs = headquarters(board, board.enemy_of(side))
    return barred_area(board, side) | board.map.areas.of(map(board.hex_of, enemy_hqs))


def is_in_radius(board: Board, hq: UnitId, unit: UnitId) -> bool:
    """See 10.32, 10.33, 16.0/10.0, 16.0/10.33: whether the HQ reaches the unit now, whatever their nations."""
    if not (board.is_on_map(hq) and board.is_on_map(unit)):
        return False
    return commands_hex(board, hq, board.hex_of(unit), tcr(board.unit(unit)))


def commands_hex(board: Board, hq: UnitId, there: HexId, rating: int) -> bool:
    """See 10.11.3, 10.33, 10.34, 16.0/10.33: whether the HQ commands units of this TCR in the hex."""
    return board.map.areas.bit[there] & command_area(board, hq, rating) != 0


def command_area(board: Board, hq: UnitId, rating: int) -> Area:
    """10.11.3, 10.33 (see 10.34, 16.0/10.33): all hexes in which the HQ commands units of this TCR."""
    key = ("command area", hq, rating == 1)
    return board.derived(key, EVERYTHING, lambda: _radii(board, board.unit(hq).side, (hq,), rating))


def commanded_area(board: Board, side: Side, rating: int) -> Area:
    """10.32, 16.0/10.0: all hexes in which some HQ of the side commands units of this TCR."""
    key = ("commanded area", side, rating == 1)
    return board.derived(key, EVERYTHING, lambda: _radii(board, side, headquarters(board, side), rating))


def _radii(board: Board, side: Side, hqs: Sequence[UnitId], rating: int) -> Area:
    """10.34, 16.0/10.33 (see 10.33): the HQs of one kind together; zones of control stop those of TCR 2 or worse."""
    kinds: dict[tuple[int, bool], Area] = {}
    for hq in hqs:
        counter = board.unit(hq)
        kind = counter.figure("radius"), tcr(counter) > 1
        kinds[kind] = kinds.get(kind, 0) | board.map.areas.bit[board.hex_of(hq)]
    ways, bars, found = line_ways(board.map, rating), command_bars(board, side), 0
    for (radius, is_slow), starts in kinds.items():
        first = starts | ways.widen(starts)  # its own hex stops no radius
        found |= flood(first, radius - 1, ways, bars | (line_burdens(board, side) if is_slow else 0))
    return found


def commanding_hqs(board: Board, unit: UnitId) -> tuple[UnitId, ...]:
    """See 10.32, 16.0/10.0: all own HQs whose radius reaches the unit; none has a limit of strength."""
    return tuple(hq for hq in headquarters(board, board.unit(unit).side) if is_in_radius(board, hq, unit))


def is_in_command(board: Board, unit: UnitId) -> bool:
    """See 10.2, 10.32, 16.0/10.55, rulings C3, C7: by radius now; HQs and the Monitor always, and who stands with
    it."""
    counter = board.unit(unit)
    if not is_combat_unit(counter):
        return True
    if not board.is_on_map(unit):
        return False
    here = board.map.areas.bit[board.hex_of(unit)]
    return here & commanded_area(board, counter.side, tcr(counter)) != 0 or _is_with_monitor(board, unit)


def _is_with_monitor(board: Board, unit: UnitId) -> bool:
    mates = (board.unit(mate) for mate in board.units_at(board.place(unit)))
    return any(mate.type == "monitor" and mate.side == board.unit(unit).side for mate in mates)


def uncovered_units(board: Board, side: Side) -> list[UnitId]:
    """See 10.31, ruling C10: the units of the side that no HQ reaches, those on off-map rails among them."""
    afield = {*board.on_map(side), *board.units_at(OFF_MAP, side)}
    return [unit for unit in board.units(side) if unit in afield and not is_in_command(board, unit)]


# -- the two segments ----------------------------------------------------------------------------------------


def movement_command(board: Board, table: Table, side: Side) -> None:
    """4.0.A1c, 10.41, 10.31 (see ruling C2): uncovered units roll; at or below its TCR a unit is out of command."""
    for unit in uncovered_units(board, side):
        rating = tcr(board.unit(unit))
        die = table.roll(f"command of {unit}", rule="10.41", units=(unit,), kind="command", kindest=6)
        is_free = die > rating
        board.note("command-roll", "10.41", unit=unit, hex=board.place(unit), die=die, tcr=rating, in_command=is_free)
        if not is_free:
            board.mark(unit, "out-of-command", "10.41")


def combat_command(board: Board, side: Side) -> None:
    """10.36, 4.0.A3a (see 10.42): command for combat goes by radius alone; no die helps."""
    uncovered = [unit for unit in uncovered_units(board, side) if board.is_on_map(unit)]
    for unit in uncovered:
        board.mark(unit, "out-of-command", "10.42")
    board.note("command", "4.0.A3a", side=side, out_of_command=uncovered)
