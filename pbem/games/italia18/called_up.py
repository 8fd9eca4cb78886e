"""12.2.6 Combat units that the defender's coordination brings up from elsewhere."""

from __future__ import annotations

from pbem.games.italia18 import entering
from pbem.games.italia18.allowance import COORDINATE
from pbem.games.italia18.battle import DEFENDER, Battle
from pbem.games.italia18.coordination import benefit
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def may_be_called(board: Board, battle: Battle, within: int) -> tuple[UnitId, ...]:
    """12.2.6n (see rulings R42, R69, R120): combat units near the hex, in no enemy zone, not frozen, not of this
    combat."""
    side = battle.side(board, DEFENDER)
    near = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit)) and unit not in battle.defenders]
    near = [unit for unit in near if board.map.grid.distance(board.hex_of(unit), battle.target) <= within]
    near = [unit for unit in near if not board.is_marked(unit, FROZEN)]
    return tuple([unit for unit in near if not is_in_enemy_zoc(board, board.hex_of(unit), side)])


def reach_of(board: Board, battle: Battle, unit: UnitId) -> dict[HexId, Reach]:
    """See 12.2.6c, 12.2.6e, ruling R43: where half of its points take it; into the hex only beside survivors."""
    walking = walk(board, (unit, *riding_with(board, unit)), COORDINATE)
    found = way(board, walking, walking.start, walking.points)
    return {there: found for there in found.cost if there != walking.start and _is_open(board, battle, there)}


def _is_open(board: Board, battle: Battle, there: HexId) -> bool:
    return there != battle.target or bool(battle.holders(board))


def call_reserves(board: Board, table: Table, battle: Battle, found: str) -> None:
    """See 12.2.6c, 12.2.6e, 12.2.7: after the defender's losses, as many units as the result allows, if he likes."""
    number = benefit(board, found, "units_moved")
    if not number:
        return
    able = may_be_called(board, battle, benefit(board, found, "within"))
    ways = {f"{unit}-{there}": unit for unit in able for there in reach_of(board, battle, unit)}
    if not ways:
        return
    question = Question(
        battle.side(board, DEFENDER), "send", tuple([Option(word) for word in ways]), "12.2.6n",
        f"which units come up, and where to? {number} at most.", many=True, most=number,
        hint=f"send {battle.target}: {next(iter(ways))}", about={"topic": "send", "hexes": [battle.target]},
    )  # fmt: skip
    gone: dict[UnitId, None] = {}
    for word in table.ask(question):
        unit, there = ways[word], HexId(word.rpartition("-")[2])
        if unit not in gone and there in reach_of(board, battle, unit):
            gone[unit] = None
            path = reach_of(board, battle, unit)[there].path(there)
            entering.go(board, (*riding_with(board, unit), unit), path, "12.2.6n", how="called up")
