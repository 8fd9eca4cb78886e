"""Where the hexes lie in the picture: whole-numbered geometry of pointy-topped hexes in straight rows.

All lengths are in fine units, FINE of them to a pixel: lines are drawn on fine masks and reduced (antialiased).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from pbem.kernel.ground.hexes import Grid, HexId
from pbem.values import NamedTuple

FINE = 3
HEX = 48  # pixels across a hex at scale 100

_ROW, _HIGH = (
    173,
    125,
)  # a row is 1.73 times half a hex high; an upright window is a quarter higher than wide

Point = tuple[int, int]
Box = tuple[int, int, int, int]


class Sheet(NamedTuple):
    """The window of the map that is drawn, its size in pixels, and the size of a hex."""

    grid: Grid
    across: int  # pixels across a hex
    half: int  # half a hex across, fine
    quarter: int  # a quarter of its height, fine
    left: int  # the window, fine
    top: int
    width: int  # the window, pixels
    height: int
    middles: Mapping[HexId, Point]

    def centre(self, hex_id: HexId) -> Point:
        """The middle of the hex, fine."""
        x, y = self.middles[hex_id]
        return x * self.half - self.left, y * 3 * self.quarter - self.top

    def pixel(self, hex_id: HexId) -> Point:
        """The middle of the hex in pixels."""
        x, y = self.centre(hex_id)
        return x // FINE, y // FINE

    def corners(self, hex_id: HexId, inset: int = 0) -> list[Point]:
        """The six corners, from the top clockwise; `inset` per cent toward the middle."""
        x, y = self.centre(hex_id)
        h, q = self.half * (100 - inset) // 100, self.quarter * (100 - inset) // 100
        return [(x, y - 2 * q), (x + h, y - q), (x + h, y + q), (x, y + 2 * q), (x - h, y + q), (x - h, y - q)]

    def side(self, a: HexId, b: HexId) -> tuple[Point, Point]:
        """The two ends of the hexside between adjacent hexes."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        sign = 1 if bx > ax else -1
        if ay == by:
            x = ax + sign * self.half
            return (x, ay - self.quarter), (x, ay + self.quarter)
        down = 1 if by > ay else -1
        return (ax, ay + down * 2 * self.quarter), (ax + sign * self.half, ay + down * self.quarter)

    def shows(self, hex_id: HexId, margin: int = 0) -> bool:
        """Whether the middle of the hex lies in the window (or `margin` pixels outside it)."""
        x, y = self.pixel(hex_id)
        return -margin <= x < self.width + margin and -margin <= y < self.height + margin

    def part(self, fine: int) -> int:
        """A length in thousandths of a hex across, in fine units."""
        return max(1, (2 * self.half * fine + 500) // 1000)


@lru_cache(maxsize=16)
def _middles(grid: Grid) -> dict[HexId, Point]:
    """The middles of all hexes, counted in half hexes across and in rows."""
    numbering, found = grid.numbering, {}
    for hex_id in grid.hexes:
        row, column = numbering.cell(hex_id)
        x = 2 * column + (1 if row & 1 == numbering.shifted else 0)
        found[hex_id] = (x if numbering.columns_right else -x, row if numbering.rows_down else -row)
    return found


@lru_cache(maxsize=16)
def _extent(grid: Grid, around: tuple[HexId, ...]) -> Box:
    """The least and the greatest of the middles, across and down."""
    middles = _middles(grid)
    cells = [middles[hex_id] for hex_id in around or grid.hexes]
    across, down = [x for x, _ in cells], [y for _, y in cells]
    return min(across), min(down), max(across), max(down)


def upright(grid: Grid, around: tuple[HexId, ...]) -> tuple[HexId, ...]:
    """The hexes and, above and below them, as much of the map as makes the window a quarter higher than wide."""
    first_x, first_y, last_x, last_y = _extent(grid, around)
    _, top, _, bottom = _extent(grid, ())
    rows = -(-(last_x - first_x + 2) * _HIGH // _ROW)
    missing = max(0, rows - (last_y - first_y + 1))
    low = max(top, min(first_y - missing // 2, bottom - rows + 1))
    ends = (min(first_y, low), max(last_y, min(bottom, low + rows - 1)))
    middles = _middles(grid)
    more = [h for h, (x, y) in middles.items() if first_x <= x <= last_x and y in ends]
    return tuple(dict.fromkeys((*around, *more)))


def busiest(grid: Grid, spots: Iterable[HexId], across: int, rows: int) -> tuple[HexId, ...]:
    """Of all windows so many half hexes wide and so many rows high the one with most of the spots.

    It is higher than wide, also where the map is low; of equal ones that with the spots in its middle.
    """
    middles = _middles(grid)
    points = [middles[hex_id] for hex_id in spots]
    left, top, right, bottom = _extent(grid, ())
    rows = min(rows, bottom - top + 1)
    across = min(across, rows * _ROW // _HIGH - 2)

    def worth(corner: Point) -> tuple[int, int]:
        inside = [(x, y) for x, y in points if 0 <= x - corner[0] <= across and 0 <= y - corner[1] < rows]
        off = sum(abs(2 * (x - corner[0]) - across) + abs(2 * (y - corner[1]) - rows) for x, y in inside)
        return len(inside), -off

    corners = [
        (x, y) for x in range(left, max(left, right - across) + 1) for y in range(top, max(top, bottom - rows + 1) + 1)
    ]
    first_x, first_y = max(corners, key=worth)
    return tuple(h for h, (x, y) in middles.items() if 0 <= x - first_x <= across and 0 <= y - first_y < rows)


def sheet_of(grid: Grid, scale: int, around: Iterable[HexId] = ()) -> Sheet:
    """The sheet at a scale in per cent, for the whole map or for the window around some hexes."""
    across = max(8, HEX * scale // 100)
    half = across * FINE // 2
    quarter = (half * 577 + 500) // 1000
    first_x, first_y, last_x, last_y = _extent(grid, tuple(around))
    pad, row = 7 * FINE, 3 * quarter
    left, right = first_x * half - half - pad, last_x * half + half + pad
    top, bottom = first_y * row - 2 * quarter - pad, last_y * row + 2 * quarter + pad
    width, height = (right - left) // FINE, (bottom - top) // FINE
    return Sheet(grid, across, half, quarter, left, top, width, height, _middles(grid))
