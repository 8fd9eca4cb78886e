"""Straight lines from centre to centre: which hexes and hexsides they pass, and whether something on the way blocks.

What a line passes depends on the offset of its ends alone, so it is worked out once for each offset and kept. A line
that runs along a hexside passes both hexes beside it at once, and both must block. What blocks is the game's: levels,
woods, weather. A game that asks for many lines gives the blocking hexes as an area, which costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from pbem.kernel.ground.areas import Area, Areas
from pbem.kernel.ground.hexes import DIRECTIONS, Grid, HexId, Hexside, cell_at, hexside
from pbem.values import NamedTuple

Cell = tuple[int, int]
Passed = tuple[HexId | None, ...]  # one hex, or the two beside a hexside; `None` is a hole of the map


class Course(NamedTuple):
    """What the line to a cell passes, seen from its first hex: cells, and the same as bits."""

    passed: tuple[tuple[Cell, ...], ...]  # in order, both ends left out
    base: int  # the lowest bit of `alone`, counted from the bit of the first hex
    alone: Area  # hexes that block by themselves
    beside: tuple[tuple[int, int], ...]  # bits of two hexes that block only together


class Lines:
    """The lines of a map."""

    def __init__(self, grid: Grid, areas: Areas) -> None:
        self._grid, self._areas = grid, areas
        self._courses: dict[Cell, Course] = {}

    def passed(self, a: HexId, b: HexId) -> tuple[Passed, ...]:
        """What the line passes between the two hexes, in order. A corner that it only touches is not passed."""
        q, r = self._grid.axial[a]
        at = self._grid.at
        return tuple([tuple([at((q + dq, r + dr)) for dq, dr in cells]) for cells in self._course(a, b).passed])

    def crossed(self, a: HexId, b: HexId) -> tuple[Hexside, ...]:
        """The hexsides that the line crosses, in order; it crosses none where it runs along one, or over a hole."""
        found = []
        before: Passed = (a,)
        for after in (*self.passed(a, b), (b,)) if a != b else ():
            if len(before) == 1 and len(after) == 1 and before[0] is not None and after[0] is not None:
                found.append(hexside(before[0], after[0]))
            before = after
        return tuple(found)

    def is_open(self, a: HexId, b: HexId, blocks: Callable[[HexId], bool]) -> bool:
        """Whether no hex between the two blocks; along a hexside only both hexes beside it block. Holes block."""
        q, r = self._grid.axial[a]
        at = self._grid.at
        for cells in self._course(a, b).passed:
            if all((h := at((q + dq, r + dr))) is None or blocks(h) for dq, dr in cells):
                return False
        return True

    def is_clear(self, a: HexId, b: HexId, blocked: Area) -> bool:
        """The same, for hexes that block as an area; for many lines."""
        course, bit = self._course(a, b), self._areas.index[a]
        shut = blocked | self._areas.holes
        if course.alone and shut >> bit + course.base & course.alone:
            return False
        return not any(shut >> bit + one & shut >> bit + other & 1 for one, other in course.beside)

    def _course(self, a: HexId, b: HexId) -> Course:
        (q, r), (to_q, to_r) = self._grid.axial[a], self._grid.axial[b]
        offset = to_q - q, to_r - r
        found = self._courses.get(offset)
        if found is None:
            found = self._courses[offset] = self._made(offset)
        return found

    def _made(self, offset: Cell) -> Course:
        passed, shift = passed_cells(offset), self._areas.shift
        alone = [shift(cells[0]) for cells in passed if len(cells) == 1]
        base = min(alone, default=0)
        beside = tuple((shift(cells[0]), shift(cells[1])) for cells in passed if len(cells) == 2)
        return Course(passed, base, sum(1 << bit - base for bit in alone), beside)


# -- the geometry --------------------------------------------------------------------------------------------


def passed_cells(offset: Cell) -> tuple[tuple[Cell, ...], ...]:
    """What the line from the cell (0, 0) to another passes, in order: one cell, or two beside a hexside."""
    slopes = _strips(offset)
    found = _along_hexsides(offset) if 0 in slopes else _across(offset, slopes)
    return tuple(cells for _, cells in sorted(found))


def _strips(cell: Cell) -> tuple[int, int, int]:
    """A cell is what three strips of half-width 1 have in common; these are their middles."""
    q, r = cell
    return q - r, q + 2 * r, -2 * q - r


def _along_hexsides(offset: Cell) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """Such a line goes by turns along a hexside and through the middle of a hex; two steps lead to the next middle."""
    dq, dr = offset
    pieces = max(abs(dq), abs(dr), abs(dq + dr)) // 2
    for k in range(pieces):
        q, r = dq // pieces, dr // pieces  # from one middle to the next
        middle = (q * k, r * k)
        if k:
            yield 2 * k, (middle,)
        flanks = [(a, b) for a, b in DIRECTIONS if (q - a, r - b) in DIRECTIONS]
        yield 2 * k + 1, tuple((middle[0] + a, middle[1] + b) for a, b in flanks)


def _across(offset: Cell, slopes: tuple[int, ...]) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    whole = abs(slopes[0] * slopes[1] * slopes[2])
    # A strip is entered and left where -1 < slope * t - middle < 1, for t from 0 to 1; `t` is counted in wholes.
    pace_a, pace_b, pace_c = [whole // slope for slope in slopes]
    wide_a, wide_b, wide_c = abs(pace_a), abs(pace_b), abs(pace_c)
    for cell in _cells_near(offset):
        a, b, c = _strips(cell)
        a, b, c = a * pace_a, b * pace_b, c * pace_c
        enter, leave = max(0, a - wide_a, b - wide_b, c - wide_c), min(whole, a + wide_a, b + wide_b, c + wide_c)
        if enter < leave:
            yield enter + leave, (cell,)


def _cells_near(offset: Cell) -> tuple[Cell, ...]:
    """Every cell that a line could pass, the two ends left out: one for each step, and those beside two of them.

    Between two points of the line that are a step apart it stays in their cells and the two that touch both.
    """
    dq, dr = offset
    steps = max(abs(dq), abs(dr), abs(dq + dr))
    course = [cell_at(dq * k, dr * k, steps) for k in range(steps + 1)]
    found = dict.fromkeys(course)
    for (q, r), (next_q, next_r) in pairwise(course):
        ahead = DIRECTIONS.index((next_q - q, next_r - r))
        for move_q, move_r in (DIRECTIONS[ahead - 1], DIRECTIONS[(ahead + 1) % 6]):
            found[q + move_q, r + move_r] = None
    return tuple(cell for cell in found if cell not in ((0, 0), offset))
