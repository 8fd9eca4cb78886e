"""All reachable hexes with their costs for every unit of the set-up, zones of control included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import networkx as nx
import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from pbem.games.gwe import movement, walking
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.pieces import UnitId
from tests.bench.measure import Measurement, best_of, faster
from tests.bench.positions import fresh_board

ROUNDS, RUNS = 5, 20


def run() -> Iterator[Measurement]:
    """Ours, then both peers on the same graph with the same prices."""
    board = fresh_board()
    units = [u for u in board.on_map() if board.unit(u).type not in ("monitor", "leader")]
    check_same(board, units)
    networkx, scipy = networkx_search(board, units), scipy_search(board, units)
    found = []
    for _ in range(ROUNDS):  # taken in turns: a slow minute of the machine hits all alike
        fresh = [fresh_board() for _ in range(RUNS)]  # nothing is computed yet; building is no part of the search
        mine = best_of(partial(_taken, fresh, units), RUNS)
        found.append((mine, best_of(networkx, RUNS), best_of(scipy, RUNS)))
    ours, theirs, matrices = (min(times) for times in zip(*found, strict=True))
    yield faster("reach of all units, against networkx dijkstra", ours, theirs, 3.5)
    yield faster("reach of all units, against scipy dijkstra per unit", ours, matrices, 1.5)


def all_reaches(board: Board, units: list[UnitId]) -> list[Reach]:
    """Where each unit can go."""
    return [movement.reachable(board, unit) for unit in units]


def prices(board: Board, unit: UnitId) -> dict[tuple[HexId, HexId], int]:
    """The price of each step for the unit, zones of control and barred hexes included."""
    exits, toll = movement.exits(board.scenario, board.unit(unit)), movement.toll(board, unit)
    barred = walking.barred(board, unit)
    return {(a, b): cost + toll.get(b, 0) for a in board.map.grid.hexes for b, cost in exits[a] if b not in barred}


def networkx_search(board: Board, units: list[UnitId]) -> Callable[[], object]:
    """One Dijkstra per unit with a weight function, cut off at the allowance."""
    graph = nx.DiGraph()
    graph.add_edges_from((a, b) for a, around in board.map.grid.neighbours.items() for b in around)
    tables = {unit: weight_of(board, unit) for unit in units}

    def search(unit: UnitId) -> None:
        most = movement.allowance(board, unit)
        nx.single_source_dijkstra_path_length(graph, board.hex_of(unit), cutoff=most, weight=tables[unit])

    return partial(_each, search, units)


def weight_of(board: Board, unit: UnitId) -> Callable[[HexId, HexId, object], int | None]:
    """The weight function: from the very tables that our own search is given."""
    exits = movement.exits(board.scenario, board.unit(unit))
    steps = {(a, b): price for a in board.map.grid.hexes for b, price in exits[a]}
    toll, barred = movement.toll(board, unit), walking.barred(board, unit)

    def weight(a: HexId, b: HexId, _: object) -> int | None:
        price = steps.get((a, b))
        return None if price is None or b in barred else price + toll.get(b, 0)

    return weight


def scipy_search(board: Board, units: list[UnitId]) -> Callable[[], object]:
    """One call per unit on a matrix that is ready before the clock starts."""
    index = {h: i for i, h in enumerate(board.map.grid.hexes)}
    matrices = {unit: matrix(board, unit, index) for unit in units}

    def search(unit: UnitId) -> None:
        dijkstra(matrices[unit], indices=index[board.hex_of(unit)], limit=movement.allowance(board, unit))

    return partial(_each, search, units)


def matrix(board: Board, unit: UnitId, index: dict[HexId, int]) -> csr_matrix:
    """The prices as a sparse matrix."""
    table = prices(board, unit)
    rows = [index[a] for a, _ in table]
    columns = [index[b] for _, b in table]
    size = len(index)
    return csr_matrix((np.array(list(table.values()), dtype=float), (rows, columns)), shape=(size, size))


def check_same(board: Board, units: list[UnitId]) -> None:
    """All three find the same hexes at the same cost (beyond the one-hex move of 5.17, which is no search)."""
    index = {h: i for i, h in enumerate(board.map.grid.hexes)}
    for unit in units:
        ours = movement.reachable(board, unit).cost
        most = movement.allowance(board, unit)
        distances = dijkstra(matrix(board, unit, index), indices=index[board.hex_of(unit)], limit=most)
        theirs = {h: int(distances[i]) for h, i in index.items() if distances[i] <= most}
        assert {h: c for h, c in ours.items() if c <= most} == theirs, unit


def _taken(fresh: list[Board], units: list[UnitId]) -> None:
    """Ours, on a board that has computed nothing yet."""
    all_reaches(fresh.pop(), units)


def _each(search: Callable[[UnitId], None], units: Sequence[UnitId]) -> None:
    """A peer, unit by unit."""
    for unit in units:
        search(unit)
