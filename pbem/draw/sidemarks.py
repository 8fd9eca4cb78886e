"""Markers on hexsides: blown bridges, bridges rebuilt, pontoons with their direction, mines.

A mark is found by its whole text (`bridge=blown`), else by its name (`pontoon`). The value of a mark may name its
owner, whose colour it gets, and the hex that it leads to, where its arrow points: `pontoon=CP`, `pontoon=1534`,
`pontoon=CP>1534`. A game draws its own marks with rows `side NAME` in the styles of its look.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from pbem.draw.ink import Patch, between
from pbem.draw.look import Look
from pbem.draw.palettes import Palette
from pbem.draw.sheet import FINE, Point, Sheet, sheet_of
from pbem.draw.style import Style, side_style_of
from pbem.kernel.ground.hexes import Grid, HexId, Hexside, Numbering, hexside
from pbem.kernel.position import Position
from pbem.values import NamedTuple

Line = tuple[Point, Point]


class Across(NamedTuple):
    """Where a mark is drawn: the middle of the hexside, a way along it, and a way over it to the second hex."""

    middle: Point
    along: Point
    over: Point

    def at(self, along: int, over: int) -> Point:
        """The point so many per cent of both ways from the middle."""
        (x, y), (ax, ay), (ox, oy) = self
        return x + (ax * along + ox * over) // 100, y + (ay * along + oy * over) // 100


class Drawn(NamedTuple):
    """A mark of the window, the name of its style, and the style."""

    side: Hexside
    mark: str
    name: str
    style: Style


def side_marks(sheet: Sheet, look: Look, position: Position) -> tuple[Drawn, ...]:
    """All marks that the window shows and that have a look."""
    shown = [side for side in position.sides if all(h in sheet.grid for h in side) and any(map(sheet.shows, side))]
    found = ((side, mark, side_style_of(look, mark)) for side in shown for mark in position.sides[side])
    return tuple(Drawn(side, mark, *how) for side, mark, how in found if how)


def draw_side_marks(picture: Image.Image, sheet: Sheet, palette: Palette, look: Look, position: Position) -> None:
    """Draw all marks on hexsides."""
    for one in side_marks(sheet, look, position):
        _draw(picture, sheet, palette, look, one.side, one.mark, one.style)


def sample(style: Style, palette: Palette, size: int) -> Image.Image:
    """A hexside with just this mark, for the legend."""
    a, b = HexId("0101"), HexId("0102")
    grid = Grid(Numbering(), (a, b))
    sheet = sheet_of(grid, max(40, size * 3))
    picture = Image.new("RGB", (sheet.width, sheet.height), palette["clear"])
    _draw(picture, sheet, palette, Look(), hexside(a, b), "sample", style)
    x, y = _across(sheet, hexside(a, b)).middle
    x, y, w, h = x // FINE, y // FINE, size * 5 // 4, size
    return picture.crop((x - w // 2, y - h // 2, x - w // 2 + w, y - h // 2 + h))


def _across(sheet: Sheet, side: Hexside) -> Across:
    p, q = sheet.side(*side)
    (ax, ay), (bx, by) = sheet.centre(side.a), sheet.centre(side.b)
    return Across(between(p, q, 1, 2), (q[0] - p[0], q[1] - p[1]), (bx - ax, by - ay))


def _draw(
    picture: Image.Image, sheet: Sheet, palette: Palette, look: Look, side: Hexside, mark: str, style: Style
) -> None:
    owner, _, goal = mark.partition("=")[2].rpartition(">")
    named = owner or goal
    colour = palette[look.sides[named].colour if named in look.sides else style.colour]
    place, width = _across(sheet, side), sheet.part(52 * style.weight // 100)
    lines, dots = _WAYS.get(style.draw, _bars)(place)
    arrow = (place.middle, place.at(0, 30 if goal == side.b else -30)) if goal in side else None
    for ink, more in ((palette["halo"], sheet.part(44)), (colour, 0)):  # a pale edge first
        patch = Patch([place.at(x, y) for x in (-60, 60) for y in (-60, 60)], sheet.part(200))
        for line in lines:
            patch.line(line, width + more, None)
        for dot in dots:
            patch.line((dot, dot), 2 * width + more, None)
        if arrow:
            patch.head(arrow, sheet.part(230) + 2 * more)
        patch.onto(picture, ink)


Strokes = tuple[Sequence[Line], Sequence[Point]]


def _blown(place: Across) -> Strokes:
    """A cross over the hexside."""
    return [(place.at(-24, -14), place.at(24, 14)), (place.at(-24, 14), place.at(24, -14))], ()


def _bars(place: Across) -> Strokes:
    """Two bars over the hexside, as bridges are printed."""
    return [(place.at(along, -17), place.at(along, 17)) for along in (-15, 15)], ()


def _pontoon(place: Across) -> Strokes:
    """A way over the hexside on boats that lie across it."""
    boats = [(place.at(-16, over), place.at(16, over)) for over in (-10, 0, 10)]
    return [(place.at(0, -20), place.at(0, 20)), *boats], ()


def _dots(place: Across) -> Strokes:
    """Dots along the hexside."""
    return (), [place.at(along, 0) for along in (-28, 0, 28)]


_WAYS = {"blown": _blown, "bars": _bars, "pontoon": _pontoon, "dots": _dots}
