"""Paper for charts: title, scale at the left, turns below, and where a value lies. Whole numbers only."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from pbem.draw.encode import colour_table, png
from pbem.draw.ink import cut, fitted, font
from pbem.draw.palettes import Colour, Palette, mixed
from pbem.draw.sheet import Point
from pbem.values import NamedTuple

PAD = 14
_STEPS = (1, 2, 5)
_MOST_LABELS = 20


def sheet_of_paper(title: str, size: tuple[int, int], colours: Palette) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Empty paper with a title."""
    picture = Image.new("RGB", size, colours["panel"])
    pen = ImageDraw.Draw(picture)
    title = " ".join(title.split())
    face = fitted(title, size[0] - 2 * PAD, 18)
    pen.text((PAD, PAD), cut(title, size[0] - 2 * PAD, round(face.size)), colours["ink"], face)
    return picture, pen


def chart_file(picture: Image.Image, colours: Palette) -> bytes:
    """The chart as PNG."""
    return png(picture, colour_table(picture, colours))


class Axes(NamedTuple):
    """The field in which values are drawn, in pixels, and the values at its lower and upper edge."""

    left: int
    top: int
    right: int
    bottom: int
    low: int
    high: int
    turns: int  # how many stand along the lower edge

    def x(self, turn: int) -> int:
        """The middle of a turn's column."""
        return self.left + (self.right - self.left) * (2 * turn + 1) // (2 * max(1, self.turns))

    def y(self, value: int) -> int:
        """The height of a value."""
        return self.bottom - (self.bottom - self.top) * (value - self.low) // max(1, self.high - self.low)

    def spot(self, turn: int, value: int) -> Point:
        """Where a value lies."""
        return self.x(turn), self.y(value)

    @property
    def column(self) -> int:
        """How wide a turn's column is."""
        return (self.right - self.left) // max(1, self.turns)


def scale(values: Sequence[int], most: int = 6) -> tuple[int, int, int]:
    """The lower edge, the upper edge and the distance of the lines for these values; nothing is always on it."""
    low, high = min([0, *values]), max([0, *values])
    distance, power = 1, 1
    while (high - low) // distance >= most:
        distance = next((power * step for step in _STEPS if power * step > distance), 0)
        if not distance:
            power *= 10
            distance = power
    top = max(distance, -(-high // distance) * distance)
    return low // distance * distance, top if high or not low else 0, distance


def thin(colours: Palette) -> Colour:
    """The colour of lines that help the eye and are not looked at."""
    return mixed(colours["faint"], colours["panel"], 65)


def draw_scale(pen: ImageDraw.ImageDraw, axes: Axes, distance: int, colours: Palette) -> None:
    """Lines across with their values."""
    for value in range(axes.low, axes.high + 1, distance):
        y = axes.y(value)
        pen.line((axes.left, y, axes.right, y), colours["frame"] if value == 0 else thin(colours))
        pen.text((axes.left - 8, y), str(value), colours["ink"], font(12), anchor="rm")


def draw_turns(pen: ImageDraw.ImageDraw, axes: Axes, turns: Sequence[str], colours: Palette) -> None:
    """The turns along the lower edge; every second, third ... one where they are many."""
    every = -(-len(turns) // _MOST_LABELS) or 1
    for number in range(0, len(turns), every):
        x, words = axes.x(number), cut(" ".join(turns[number].split()), axes.column * every, 12)
        pen.line((x, axes.bottom, x, axes.bottom + 4), colours["frame"])
        pen.text((x, axes.bottom + 17), words, colours["ink"], font(12), anchor="ms")
    pen.text((axes.right, axes.bottom + 34), "turn", colours["faint"], font(12), anchor="rs")
