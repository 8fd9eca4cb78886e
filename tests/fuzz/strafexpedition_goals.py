"""What the greedy player of Strafexpedition thinks of hexes: objectives, and where the enemy is."""

from __future__ import annotations

from pbem.games.strafexpedition.control import holder
from pbem.games.strafexpedition.counters import AH, combat_units, is_hq
from pbem.games.strafexpedition.trenches import level
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side

OBJECTIVE = 10  # what a hex of the scenario's own list is worth beside the points of the others


def prizes(board: Board) -> dict[HexId, int]:
    """The hexes that decide the game, with their points."""
    card = board.scenario.card["victory"]
    if card.get("points"):
        return {HexId(one): int(row["points"]) for row in board.scenario.charts["objective"] for one in row["hexes"]}
    return {HexId(one): OBJECTIVE for one in (*card["objectives"], *card.get("draw_objectives", ()))}


def goals(board: Board, side: Side) -> tuple[HexId, ...]:
    """Where the side wants to be: what the enemy of it holds; for Italy, its own that are in danger."""
    wanted = [one for one in prizes(board) if holder(board, one) != AH]
    if side == AH:
        return tuple(wanted)
    enemies = [board.hex_of(unit) for unit in board.on_map(AH) if not is_hq(board.unit(unit))]
    near = {one: min([board.map.grid.distance(one, there) for there in enemies], default=99) for one in wanted}
    return tuple(sorted(wanted, key=lambda one: (near[one], one))[:6])


def distance(board: Board, hex_id: HexId, hexes: tuple[HexId, ...]) -> int:
    """How far the nearest of them is."""
    return min([board.map.grid.distance(hex_id, one) for one in hexes], default=0)


def worth(board: Board, side: Side, target: HexId) -> int:
    """What an assault on the hex brings: its points, and an easy victim more than a hard one."""
    enemies = combat_units(board, target, board.enemy_of(side))
    nearer = 6 - min(6, distance(board, target, goals(board, side)))
    return 4 * prizes(board).get(target, 0) + nearer - 2 * level(board, target) - len(enemies)
