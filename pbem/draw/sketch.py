"""Sketches: fine masks as large as the window that know where they were drawn on.

Most lines of a map touch little of it. Only the cells that were touched are reduced, inked and wiped; the large
empty mask itself is used again by the next sketch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from pbem.draw.ink import dashed
from pbem.draw.palettes import Colour
from pbem.draw.paper import Paper
from pbem.draw.sheet import FINE, Box, Point, Sheet

_CELL = 96 * FINE  # fine units
_KEPT, _LARGEST = 2, 1 << 26  # empty masks that are kept for the next sketch, and how many bytes one may have
_blank: dict[tuple[int, int], list[Image.Image]] = {}


class Sketch:
    """A mask over the window of a sheet; drawn on with whole coordinates, then inked once.

    `strength` is in per cent of full cover.
    """

    def __init__(self, sheet: Sheet, strength: int = 100) -> None:
        self.value = 255 * strength // 100
        self.size = (sheet.width * FINE, sheet.height * FINE)
        kept = _blank.get(self.size)
        self.fine = kept.pop() if kept else Image.new("L", self.size, 0)
        self.draw = ImageDraw.Draw(self.fine)
        self.cells: dict[tuple[int, int], None] = {}

    # -- drawing ------------------------------------------------------------------------------------------

    def line(self, points: Sequence[Point], width: int) -> None:
        """A line without joints: for short strokes and fine curves."""
        self.draw.line(points, fill=self.value, width=width)
        self._touch(points, width)

    def stroke(self, points: Sequence[Point], width: int, closed: bool = False) -> None:
        """A line with round ends, and round joints where it turns sharply."""
        line = [*points, points[0]] if closed else list(points)
        self.line(line, width)
        if width > 2:
            r = width // 2
            for x, y in _corners(line, closed):
                self.draw.ellipse((x - r, y - r, x + r, y + r), fill=self.value)

    def dashes(self, points: Sequence[Point], width: int, dash: int, gap: int) -> None:
        """A dashed line."""
        for piece in dashed(points, dash, gap):
            self.line(piece, width)

    def fill(self, points: Sequence[Point]) -> None:
        """A filled polygon."""
        self.draw.polygon(list(points), fill=self.value)
        self._cover(min(x for x, _ in points), min(y for _, y in points), *map(max, zip(*points, strict=True)))

    def disc(self, centre: Point, radius: int) -> None:
        """A filled circle."""
        x, y = centre
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=self.value)
        self._cover(x - radius, y - radius, x + radius, y + radius)

    def _touch(self, points: Sequence[Point], width: int) -> None:
        pad = width // 2 + 2
        ax, ay = points[0]
        for bx, by in points[1:]:
            left, right = (ax, bx) if ax < bx else (bx, ax)
            top, bottom = (ay, by) if ay < by else (by, ay)
            self._cover(left - pad, top - pad, right + pad, bottom + pad)
            ax, ay = bx, by

    def _cover(self, left: int, top: int, right: int, bottom: int) -> None:
        first, last = left // _CELL, right // _CELL
        for row in range(top // _CELL, bottom // _CELL + 1):
            for column in range(first, last + 1):
                self.cells[row, column] = None

    # -- inking -------------------------------------------------------------------------------------------

    def onto(self, picture: Paper | Image.Image, colour: Colour) -> None:
        """Ink what was drawn; the sketch is spent then."""
        for box in self._boxes():
            small = self.fine.reduce(FINE, box)
            left, top = box[0] // FINE, box[1] // FINE
            picture.paste(colour, (left, top, left + small.width, top + small.height), small)
            self.fine.paste(0, box)
        self._let_go()

    def cover(self) -> Image.Image:
        """What was drawn as a mask in pixels; the sketch is spent then."""
        found = Paper((self.size[0] // FINE, self.size[1] // FINE), (0, 0, 0))
        self.onto(found, (255, 255, 255))
        return found.planes[0]

    def _let_go(self) -> None:
        """The wiped mask is for the next sketch; those of windows of another size are seldom needed again."""
        kept = _blank.setdefault(self.size, [])
        for size in [size for size in _blank if size != self.size]:
            del _blank[size]
        if len(kept) < _KEPT and self.size[0] * self.size[1] <= _LARGEST:
            kept.append(self.fine)
        del self.fine, self.draw

    def _boxes(self) -> Iterator[Box]:
        """The touched part of the window in fine units, runs of cells side by side as one box."""
        width, height = self.size
        row, first, last = -1, 0, -2
        for here, column in sorted(self.cells):
            if (here, column) != (row, last + 1):
                if last >= first:
                    yield from _box(row, first, last, width, height)
                row, first = here, column
            last = column
        if last >= first:
            yield from _box(row, first, last, width, height)


def _box(row: int, first: int, last: int, width: int, height: int) -> Iterator[Box]:
    """A run of cells as far as it lies in the window."""
    left, top = max(0, first * _CELL), max(0, row * _CELL)
    right, bottom = min(width, (last + 1) * _CELL), min(height, (row + 1) * _CELL)
    if left < right and top < bottom:
        yield left, top, right, bottom


def _corners(line: Sequence[Point], closed: bool) -> Iterator[Point]:
    """Both ends of a line, and the points where it turns by more than about twenty degrees."""
    yield line[0]
    if not closed:
        yield line[-1]
    for (ax, ay), (bx, by), (cx, cy) in zip(line, line[1:], line[2:], strict=False):
        ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
        across, along = ux * vy - uy * vx, ux * vx + uy * vy
        if along <= 0 or 100 * abs(across) > 36 * along:
            yield bx, by
