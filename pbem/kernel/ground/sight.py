"""Line of sight: which hexes a line from centre to centre passes, and whether one of them blocks it.

All in whole numbers. A game that has its own idea of what blocks (woods, weather) gives it to `is_open`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pbem.kernel.ground.hexes import DIRECTIONS, Grid, HexId, cell_at

Cell = tuple[int, int]


class Passage(NamedTuple):
    """A part of the line: in one hex, or along the hexside between two; `None` is a hole of the map.

    Its middle lies `part` / `whole` of the way from the first centre to the last.
    """

    hexes: tuple[HexId | None, ...]
    part: int
    whole: int


def passages(grid: Grid, a: HexId, b: HexId) -> tuple[Passage, ...]:
    """What the line passes between the two hexes, in order. A corner that it only touches is not passed."""
    start, end = grid.axial[a], grid.axial[b]
    slopes = tuple(last - first for first, last in zip(_strips(start), _strips(end), strict=True))
    if 0 in slopes:
        found = list(_along_hexsides(grid, a, b))
    else:
        found = list(_across(grid, a, b, slopes))
    return tuple(sorted(found, key=lambda passage: passage.part))


def is_open(grid: Grid, a: HexId, b: HexId, blocks: Callable[[HexId], bool]) -> bool:
    """Whether no hex between the two blocks; along a hexside only both hexes beside it block. Holes block."""
    return not any(all(h is None or blocks(h) for h in passage.hexes) for passage in passages(grid, a, b))


def sees(grid: Grid, height: Mapping[HexId, int], a: HexId, b: HexId) -> bool:
    """Whether nothing between the two hexes rises above the straight line from eye to eye.

    Where the line runs along a hexside, it is blocked only if both hexes beside it block it.
    """
    for hexes, part, whole in passages(grid, a, b):
        eye = height[a] * (whole - part) + height[b] * part
        if all(h is None or height[h] * whole > eye for h in hexes):
            return False
    return True


def _strips(cell: Cell) -> tuple[int, int, int]:
    """A cell is what three strips of half-width 1 have in common; these are their middles."""
    q, r = cell
    return q - r, q + 2 * r, -2 * q - r


def _along_hexsides(grid: Grid, a: HexId, b: HexId) -> Iterator[Passage]:
    # Such a line goes by turns through the middle of a hex and along a hexside.
    steps = grid.distance(a, b)
    beside = zip(grid.line(a, b, 1), grid.line(a, b, -1), strict=True)
    for k, (one, other) in enumerate(beside):
        if 0 < k < steps:
            yield Passage((one, other) if k % 2 else (one,), k, steps)


def _across(grid: Grid, a: HexId, b: HexId, slopes: tuple[int, ...]) -> Iterator[Passage]:
    start = grid.axial[a]
    whole = abs(slopes[0] * slopes[1] * slopes[2])
    for cell in _cells_near(start, grid.axial[b]):
        enter, leave = 0, whole
        for middle, origin, slope in zip(_strips(cell), _strips(start), slopes, strict=True):
            # Inside the strip while -1 < origin + slope * t - middle < 1, for t from 0 to 1.
            near, far = sorted((middle - origin + edge) * whole // slope for edge in (-1, 1))
            enter, leave = max(enter, near), min(leave, far)
        if enter < leave:
            yield Passage((grid.at(cell),), enter + leave, 2 * whole)


def _cells_near(start: Cell, end: Cell) -> tuple[Cell, ...]:
    """Every cell that a line could pass, the two ends left out."""
    (q, r), (end_q, end_r) = start, end
    dq, dr = end_q - q, end_r - r
    steps = max(abs(dq), abs(dr), abs(dq + dr))
    found: dict[Cell, None] = {}
    for k in range(steps + 1):
        here_q, here_r = cell_at(q * steps + dq * k, r * steps + dr * k, steps)
        for move_q, move_r in ((0, 0), *DIRECTIONS):
            found[here_q + move_q, here_r + move_r] = None
    return tuple(cell for cell in found if cell not in (start, end))
