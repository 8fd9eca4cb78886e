"""12.2.6 Combat units that the defender's coordination brings up from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import entering
from pbem.games.italia18.allowance import COORDINATE
from pbem.games.italia18.battle import DEFENDER, Battle
from pbem.games.italia18.coordination import benefit
from pbem.games.italia18.counters import fighters
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.starving import check_heads_for_supply
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.trips import Trip


def may_be_called(board: Board, battle: Battle, within: int) -> tuple[UnitId, ...]:
    """12.2.6n (see rulings R42, R69, R120): combat units near the hex, in no enemy zone, not frozen, not of this
    combat."""
    side = battle.side(board, DEFENDER)
    near = [unit for unit in fighters(board, side) if unit not in battle.defenders]
    near = [unit for unit in near if board.map.grid.distance(board.hex_of(unit), battle.target) <= within]
    near = [unit for unit in near if not board.is_marked(unit, FROZEN)]
    return tuple([unit for unit in near if not is_in_enemy_zoc(board, board.hex_of(unit), side)])


def reach_of(board: Board, battle: Battle, unit: UnitId) -> dict[HexId, Reach]:
    """See 12.2.6c, 12.2.6e, ruling R43: where half of its points take it; into the hex only beside survivors."""
    walking = walk(board, (unit, *riding_with(board, unit)), COORDINATE)
    found = way(board, walking, walking.start, walking.points)
    goals = [there for there in found.cost if there != walking.start and _is_open(board, battle, there)]
    return {there: found for there in goals if _is_obeyed(board, Trip(walking.units, found.path(there)))}


def _is_obeyed(board: Board, trip: Trip) -> bool:
    """See 9.2b, S5.sp4, rulings R60, R135: who is out of supply goes back to it or nowhere; mutineers stay."""
    try:
        check_heads_for_supply(board, (trip,), COORDINATE)
    except Illegal:
        return False
    return True


def _is_open(board: Board, battle: Battle, there: HexId) -> bool:
    return there != battle.target or bool(battle.holders(board))


def ask_reserves(board: Board, battle: Battle, found: str) -> list[Question]:
    """See 12.2.6c, 12.2.6e: who comes up and where to, the first first; what is no longer open then is passed over."""
    number = benefit(board, found, "units_moved")
    able = may_be_called(board, battle, benefit(board, found, "within")) if number else ()
    ways = [(unit, there) for unit in able for there in reach_of(board, battle, unit)]
    options = tuple([Option(f"{unit}-{there}", f"{unit} to {board.map.called(there)}") for unit, there in ways])
    if not options:
        return []
    return [
        Question(
            battle.side(board, DEFENDER), "send", options, "12.2.6n",
            f"which units come up, and where to? The first {counted(number, 'unit')} that can still go.", many=True,
            hint=f"send {battle.target}: none", about={"topic": "send", "hexes": [battle.target]},
        )
    ]  # fmt: skip


def call_reserves(board: Board, battle: Battle, found: str, wanted: Sequence[str]) -> None:
    """See 12.2.6c, 12.2.6e, 12.2.7: after the defender's losses, as many units as the result allows."""
    left, within = benefit(board, found, "units_moved"), benefit(board, found, "within")
    gone: dict[UnitId, None] = {}
    for word in wanted:
        unit, there = UnitId(word.rpartition("-")[0]), HexId(word.rpartition("-")[2])
        if len(gone) < left and unit not in gone and unit in may_be_called(board, battle, within):
            ways = reach_of(board, battle, unit)
            if there in ways:
                gone[unit] = None
                troops = riding_with(board, unit)
                entering.go(board, (*troops, unit), ways[there].path(there), "12.2.6n", how="called up")
