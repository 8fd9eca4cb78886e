"""15.0 Headquarters: modes, range, the German 14th Army, and what happens to an HQ alone in an enemy zone."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto.counters import (
    CP,
    combat_units,
    eliminate,
    hqs_in,
    is_hq,
    is_mountain,
    is_out_of_supply,
    nation_of,
)
from pbem.games.caporetto.zoc import is_in_enemy_combat_zone, zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

# -- modes ---------------------------------------------------------------------------------------------------


def hqs(board: Board, side: Side) -> tuple[UnitId, ...]:
    """The side's headquarters on the map."""
    return board.derived(("hqs", side), (side,), lambda: _hqs(board, side))


def _hqs(board: Board, side: Side) -> tuple[UnitId, ...]:
    return tuple([unit for unit in board.on_map(side) if is_hq(board.unit(unit))])


def is_in_support_mode(board: Board, hq: UnitId) -> bool:
    """15.1 (see 15.1.2): the side of the counter that lies up."""
    return board.is_marked(hq, "support")


def set_mode(board: Board, side: Side, hq: UnitId, mode: str) -> None:
    """See 15.1, 15.1.1, 15.1.2, ruling R60: `support` or `movement`, until the owner's next segment."""
    counter = board.unit(hq)
    if counter.side != side or not is_hq(counter):
        raise Illegal("15.1", f"{hq} is no headquarters of yours", found=hq, wanted="one of your HQs")
    if not board.is_on_map(hq):
        raise Illegal("15.1", f"{hq} is not on the map and has no mode", found=board.place(hq))
    if mode == "support":
        board.mark(hq, "support", "15.1.2")
    else:
        board.unmark(hq, "support", "15.1.1")


def radius(board: Board) -> int:
    """15.1.2: support reaches so many hexes."""
    return int(board.scenario.charts["hq"]["support"]["range"])


def can_support(board: Board, hq: UnitId) -> bool:
    """15.1.1 (see 15.1.2, 14.3/6, 15.2): in support mode and in supply."""
    return board.is_on_map(hq) and is_in_support_mode(board, hq) and not is_out_of_supply(board, hq)


def serving_hqs(board: Board, side: Side, hex_id: HexId) -> tuple[UnitId, ...]:
    """14.3/6 (see 15.1.2, 16.2, rulings R62, R69): the side's HQs that can support units in the hex now, of any
    nation."""
    reach, distance = radius(board), board.map.grid.distance
    able = [hq for hq in hqs(board, side) if can_support(board, hq)]
    return tuple([hq for hq in able if distance(board.hex_of(hq), hex_id) <= reach])


def fourteenth_army(board: Board) -> UnitId | None:
    """15.1.2/2 (see 8.6, 16.5): the German 14th Army HQ if it is on the map in support mode."""
    german = [hq for hq in hqs(board, CP) if nation_of(board, hq) == "GE" and is_in_support_mode(board, hq)]
    return german[0] if german else None  # the Germans have no other HQ


# -- alone in an enemy zone ----------------------------------------------------------------------------------


def is_lone(board: Board, hq: UnitId) -> bool:
    """See 15.2/2, ruling R59: alone means without a friendly combat unit in its hex; other HQs do not help."""
    return not combat_units(board, board.place(hq), board.unit(hq).side)


def is_doomed(board: Board, hq: UnitId) -> bool:
    """See 15.2/2, rulings R57, R58: a lone HQ in the zone of an enemy combat unit."""
    return is_lone(board, hq) and is_in_enemy_combat_zone(board, board.hex_of(hq), board.unit(hq).side)


def remove_lone_hqs(board: Board, side: Side, rule: str = "15.2/2") -> tuple[UnitId, ...]:
    """See 15.2/2, ruling R58: at once, in any phase; call it when units have come, gone or died. Returns those lost."""
    doomed = tuple([hq for hq in hqs(board, side) if is_doomed(board, hq)])
    for hq in doomed:
        eliminate(board, hq, rule, why="alone in an enemy zone of control")
    return doomed


def drop_hqs(board: Board, hex_id: HexId, side: Side) -> None:
    """See 15.2/2, ruling R27: an HQ whose troops are all gone from the hex is lost."""
    if not combat_units(board, hex_id, side):
        for hq in hqs_in(board, hex_id, side):
            eliminate(board, hq, "15.2/2", why="its troops are gone")


def hqs_in_contact(board: Board, unit: UnitId, hex_id: HexId) -> tuple[UnitId, ...]:
    """See 15.2/4, 15.2/3, 15.2/2: the lone enemy HQs that the combat unit would meet in this hex."""
    enemy = board.enemy_of(board.unit(unit).side)
    around = zone(board, hex_id, is_mountain(board.unit(unit)))
    found = [hq for there in around for hq in board.units_at(there) if board.unit(hq).side == enemy]
    return tuple([hq for hq in found if is_hq(board.unit(hq)) and is_lone(board, hq)])


def check_not_exposed(board: Board, hq: UnitId, hex_id: HexId, coming: Sequence[UnitId] = ()) -> None:
    """15.2/2, ruling R58: an order may not put an HQ alone into an enemy zone; `coming` are units that go along."""
    side = board.unit(hq).side
    escort = [unit for unit in coming if not is_hq(board.unit(unit))]
    if not escort and not combat_units(board, hex_id, side) and is_in_enemy_combat_zone(board, hex_id, side):
        why = f"{hq} would stand alone in an enemy zone of control in {board.map.called(hex_id)} and be lost"
        raise Illegal("15.2/2", why, wanted="a hex outside enemy zones, or one with a combat unit of yours")


def check_not_left(board: Board, units: Sequence[UnitId]) -> None:
    """See 15.2/2, ruling R58: an order may not take the last combat units away from an HQ in an enemy zone."""
    for hex_id in dict.fromkeys(board.hex_of(unit) for unit in units):
        side = board.unit(units[0]).side
        staying = [unit for unit in board.units_at(hex_id) if unit not in units]
        left = [unit for unit in staying if is_hq(board.unit(unit))]
        if left and len(left) == len(staying) and is_in_enemy_combat_zone(board, hex_id, side):
            why = f"{', '.join(left)} would be left alone in an enemy zone of control in {board.map.called(hex_id)}"
            raise Illegal("15.2/2", why, wanted="a combat unit that stays there", advice="leave one of the units out")
