"""14.1 The way of a retreat: away from the start, toward the own headquarters, out of enemy zones."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.counters import AG, corps_of, division_of, is_hq
from pbem.games.durchbruch.ground import bank, is_across_the_isonzo, level
from pbem.games.durchbruch.stacking import ROCK, may_enter_rock
from pbem.games.durchbruch.walking import zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId

Path = tuple[HexId, ...]


def goal_of(board: Board, group: Sequence[UnitId], start: HexId) -> HexId:
    """14.1-2, ruling R149: the division HQ, else the corps HQ, else the nearest hex of the own edge; never an HQ that
    stands in the hex itself."""
    side, corps = board.unit(group[0]).side, corps_of(board.unit(group[0]))
    division = next((division_of(board.unit(unit)) for unit in group if division_of(board.unit(unit))), "")
    hqs = [u for u in board.on_map(side) if is_hq(board.unit(u)) and corps_of(board.unit(u)) == corps]
    away = [hq for hq in hqs if board.hex_of(hq) != start]
    own = [hq for hq in away if division and division_of(board.unit(hq)) == division]
    head = [hq for hq in away if not division_of(board.unit(hq))]
    if own or head:
        return board.hex_of((own or head)[0])
    edge, distance = board.map.hexes_with("edge", owner=side), board.map.grid.distance
    return min(edge, key=lambda hex_id: (distance(start, hex_id), hex_id))


def is_open(board: Board, group: Sequence[UnitId], here: HexId, there: HexId) -> bool:
    """14.1.3, 14.1.7, rulings R66 and R147: no enemy, no rock for those who cannot climb, and never over the Isonzo to
    the enemy's bank."""
    side = board.unit(group[0]).side
    if there in enemy_hexes(board, side):
        return False
    if level(board.map, there) == ROCK and not all(
        may_enter_rock(board.unit(u)) or is_hq(board.unit(u)) for u in group
    ):
        return False
    theirs = "right" if side == AG else "left"
    return not (is_across_the_isonzo(board.map, here, there) and bank(board.map, there) == theirs)


def ways(board: Board, group: Sequence[UnitId], start: HexId, hexes: int) -> tuple[Path, ...]:
    """14.1-0, 14.1-1, 14.1-3, ruling R65: every way of so many hexes that the priorities leave: first as far from the
    start as can be, then hex by hex toward the HQ and out of enemy zones. Shorter ones end in a trap."""
    is_homing = board.scenario.option("retreat-way") == "hq-first"
    found = _paths(board, group, start, hexes, is_rising=not is_homing)
    if len(found[0]) <= hexes:
        found = _paths(board, group, start, hexes, is_rising=False)
    distance = board.map.grid.distance
    farthest = max(distance(start, path[-1]) for path in found)
    far = [path for path in found if is_homing or distance(start, path[-1]) == farthest]
    goal, danger = goal_of(board, group, start), zones(board, board.unit(group[0]).side)
    ranks = {path: _rank(board, path, goal, danger) for path in far}
    best = min(ranks.values())
    return tuple(sorted(path for path, rank in ranks.items() if rank == best))


def _paths(board: Board, group: Sequence[UnitId], start: HexId, hexes: int, *, is_rising: bool) -> list[Path]:
    """All ways of the length, or the longest that there are; rising ones leave the start behind with every hex."""
    distance = board.map.grid.distance
    paths: list[Path] = [(start,)]
    for number in range(1, hexes + 1):
        longer = [
            (*path, there)
            for path in paths
            for there in board.map.grid.neighbours[path[-1]]
            if there not in path and is_open(board, group, path[-1], there)
            and (not is_rising or distance(start, there) == number)
        ]  # fmt: skip
        if not longer:
            break
        paths = longer
    return paths


def _rank(board: Board, path: Path, goal: HexId, danger: Mapping[HexId, None]) -> tuple[tuple[int, bool], ...]:
    """See 14.1-2, 14.1-3: of each hex whether it leads toward the HQ, keeps the distance or leads away, then zones."""
    distance = board.map.grid.distance

    def rank(here: HexId, there: HexId) -> tuple[int, bool]:
        nearer = distance(there, goal) - distance(here, goal)
        return (0 if nearer < 0 else 1 if nearer == 0 else 2), there in danger

    return tuple([rank(here, there) for here, there in itertools.pairwise(path)])
