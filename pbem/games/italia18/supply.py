"""9.0 Supply Phase: HQs first, then every unit of both sides, all of them looked at before anybody suffers."""

from __future__ import annotations

from pbem.games.italia18 import weather
from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.headquarters import displace_all, supplied_hqs
from pbem.games.italia18.left_alone import lose_escorted
from pbem.games.italia18.supply_lines import OWNERS, Distances, command_area, direct_area
from pbem.games.italia18.turns import track_turn
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

OOS = "oos"  # the Out of Supply marker
NEVER_CHECKED = ("hq", "depot", "air")  # 9.3


def run(board: Board, table: Table) -> None:
    """See 7.0b, 9.1a, 9.1d: both sides' HQs are checked, then all other units at one moment."""
    displace_all(board, table)
    cut = {unit: None for side in board.scenario.sides for unit in out_of_supply(board, side)}
    tested: dict[HexId, int] = {}
    for side in board.scenario.sides:
        for unit in board.on_map(side):
            if is_combat_unit(board.unit(unit)):
                _judge(board, table, unit, tested, is_supplied=unit not in cut)
            elif unit in cut:
                lose_support(board, unit)
    for side in board.scenario.sides:
        lose_escorted(board, side, "9.3")


def out_of_supply(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 9.1d, 9.1e, 9.3: the side's units without a line, but for those that need none or share another's."""
    units = [unit for unit in board.on_map(side) if board.unit(unit).type not in NEVER_CHECKED]
    return tuple([u for u in units if not is_assault_troops(board.unit(u)) and not is_supplied(board, u)])


def foreseen(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 9.1d, ruling R109: who would be without a line if the next Supply Phase came now, when no weather is in force
    and minor roads are roads."""
    later = board.copy()
    weather.clear(later)
    return out_of_supply(later, side)


def is_supplied(board: Board, unit: UnitId) -> bool:
    """See 9.1d, 9.1e: whether the unit could trace a line now."""
    return is_supplied_hex(board, board.hex_of(unit), board.unit(unit).side)


def is_supplied_hex(board: Board, hex_id: HexId, side: Side) -> bool:
    """9.1d (see 9.1e, ruling R109): within the radius of a supplied HQ of the side, of whatever army, or directly."""
    return hex_id in supplied_hexes(board, side)


def supplied_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 9.1d, 9.1e: all that lies within reach of a supplied HQ, a source or a Depot."""
    key = ("supplied", side, weather.is_poor(board))
    return board.derived(key, OWNERS, lambda: {one: None for area in areas(board, side) for one in area})


def areas(board: Board, side: Side) -> tuple[Distances, ...]:
    """See 9.1d, 9.1e: what each supplied HQ reaches, and what sources and Depots reach."""
    return (*(command_area(board, hq) for hq in supplied_hqs(board, side)), direct_area(board, side))


def is_supplied_from(board: Board, unit: UnitId, hq: UnitId) -> bool:
    """See 9.1j, S0.vc1, ruling R131: whether the unit is in the radius of that HQ; never once the HQ is gone."""
    return board.is_on_map(hq) and board.hex_of(unit) in command_area(board, hq)


def is_out_of_supply(board: Board, unit: UnitId) -> bool:
    """See 9.2a, 9.2b, ruling R59: whether the marker lies on the unit; only a Supply Phase lays it or takes it off."""
    return board.is_marked(unit, OOS)


# -- who suffers ---------------------------------------------------------------------------------------------


def _judge(board: Board, table: Table, unit: UnitId, tested: dict[HexId, int], *, is_supplied: bool) -> None:
    if is_supplied:
        if is_out_of_supply(board, unit):
            board.unmark(unit, OOS, "9.2c")
            board.note("resupplied", "9.2c", unit=unit, hex=board.hex_of(unit))
    elif is_out_of_supply(board, unit):
        starve(board, unit)
    elif surrenders(board, table, unit, tested):
        board.eliminate(unit, "S1.sp11", why="cut off, and it gives up")
    else:
        mark_out(board, unit)


def surrenders(board: Board, table: Table, unit: UnitId, tested: dict[HexId, int]) -> bool:
    """S1.sp11 (see ruling R84): from turn 2 on an Italian unit that is newly cut off is lost on a 1 or 2.

    Dice are named by hexes; `tested` counts those that have been cast for each.
    """
    card, here = board.scenario.card.get("out_of_supply", {}), board.hex_of(unit)
    if track_turn(board) not in card.get("turns", ()) or board.unit(unit).nation != "IT":
        return False
    tested[here] = tested.get(here, 0) + 1
    name = f"cut off in {here}, unit {tested[here]}"
    die = table.roll(name, kind="cut off", rule="S1.sp11", by=board.unit(unit).side)
    return die in card["eliminated"]


def mark_out(board: Board, unit: UnitId) -> None:
    """9.1i (see ruling R59): a combat unit that fails both tests gets its marker."""
    board.mark(unit, OOS, "9.1i")
    board.note("out-of-supply", "9.1i", unit=unit, hex=board.hex_of(unit))


def starve(board: Board, unit: UnitId) -> None:
    """9.2c: who was marked when the phase began and still has no line is lost."""
    board.eliminate(unit, "9.2c", why="out of supply again")


def lose_support(board: Board, unit: UnitId) -> None:
    """9.3 (see 9.1c, 15.5): a support without a line is lost at once; HQs go back instead, Depots need none."""
    board.eliminate(unit, "9.3", why="a support out of supply")
