"""Ink: bundled fonts, fine masks that become antialiased lines, text with a halo."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from pbem.draw.palettes import Colour
from pbem.draw.sheet import FINE, Point
from pbem.values import NamedTuple

_FONTS = Path(__file__).parent / "fonts"


@lru_cache(maxsize=512)
def font(size: int, weight: str = "semibold") -> ImageFont.FreeTypeFont:
    """The bundled font; the basic layout engine, so that no library of the machine has a say."""
    path = _FONTS / f"pbem-{weight}.ttf"
    return ImageFont.truetype(str(path), max(5, size), layout_engine=ImageFont.Layout.BASIC)


def text_size(text: str, face: ImageFont.FreeTypeFont) -> tuple[int, int]:
    """Width of the text and height of its capitals, in pixels."""
    return int(face.getlength(text) + 0.5), _capital(face)


@lru_cache(maxsize=64)
def _capital(face: ImageFont.FreeTypeFont) -> int:
    _, top, _, bottom = face.getbbox("H", anchor="ls")
    return int(bottom - top)


@lru_cache(maxsize=4096)
def fitted(text: str, width: int, size: int, weight: str = "semibold") -> ImageFont.FreeTypeFont:
    """The largest font up to `size` in which the text is no wider than `width`."""
    while size > 5 and font(size, weight).getlength(text) > width:
        size -= 1
    return font(size, weight)


def cut(text: str, width: int, size: int, weight: str = "semibold") -> str:
    """The text, or as much of its beginning as fits into the width, with dots after it."""
    face = font(size, weight)
    if text_size(text, face)[0] <= width:
        return text
    while text and text_size(text + "…", face)[0] > width:
        text = text[:-1]
    return text.rstrip() + "…" if text else ""


class Mask:
    """A fine mask of the size of a picture (or a box of it); drawn on with whole coordinates, then inked."""

    def __init__(self, width: int, height: int, corner: Point = (0, 0)) -> None:
        self.corner = corner
        self.fine = Image.new("L", (width * FINE, height * FINE), 0)
        self.draw = ImageDraw.Draw(self.fine)

    def stroke(self, points: Sequence[Point], width: int, closed: bool = False) -> None:
        """A line with round joints and ends."""
        line = [*points, points[0]] if closed else list(points)
        self.draw.line(line, fill=255, width=width)
        if width > 2:
            r = width // 2
            for x, y in line:
                self.draw.ellipse((x - r, y - r, x + r, y + r), fill=255)

    def dashes(self, points: Sequence[Point], width: int, dash: int, gap: int) -> None:
        """A dashed line."""
        for piece in dashed(points, dash, gap):
            self.draw.line(piece, fill=255, width=width)

    def fill(self, points: Sequence[Point], value: int = 255) -> None:
        """A filled polygon."""
        self.draw.polygon(list(points), fill=value)

    def disc(self, centre: Point, radius: int, value: int = 255) -> None:
        """A filled circle."""
        x, y = centre
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=value)

    def onto(self, picture: Image.Image, colour: Colour, strength: int = 100) -> None:
        """Ink the mask onto the picture; `strength` per cent of full cover."""
        box = self.fine.getbbox()
        if box is None:
            return
        # Only the part that was drawn on, from one whole pixel to another.
        left, top, right, bottom = box[0] // FINE, box[1] // FINE, -(-box[2] // FINE), -(-box[3] // FINE)
        small = self.fine.reduce(FINE, (left * FINE, top * FINE, right * FINE, bottom * FINE))
        if strength != 100:
            small = small.point([v * strength // 100 for v in range(256)])
        spot = (self.corner[0] + left, self.corner[1] + top)
        picture.paste(colour, (*spot, spot[0] + small.width, spot[1] + small.height), small)


class Line(NamedTuple):
    """A line with round joints and ends, whole or dashed; lengths are fine."""

    points: tuple[Point, ...]
    width: int
    dash: tuple[int, int] | None = None


class Head(NamedTuple):
    """The head of an arrow: a filled triangle."""

    corners: tuple[Point, ...]


class Patch:
    """Some lines and heads of arrows that are inked as one, in the coordinates of the sheet."""

    def __init__(self, points: Sequence[Point], pad: int) -> None:
        left, top = min(x for x, _ in points) - pad, min(y for _, y in points) - pad
        right, bottom = max(x for x, _ in points) + pad, max(y for _, y in points) + pad
        self.corner = (left // FINE, top // FINE)
        self.size = ((right - left) // FINE + 2, (bottom - top) // FINE + 2)
        self.strokes: list[Line | Head] = []

    def line(self, points: Sequence[Point], width: int, dash: tuple[int, int] | None) -> None:
        """A line, whole or dashed."""
        self.strokes.append(Line(tuple(points), width, dash))

    def head(self, points: Sequence[Point], size: int) -> None:
        """The head of an arrow at the last point."""
        a, tip = points[-2:]
        whole = max(1, distance(a, tip))
        ux, uy = (tip[0] - a[0]) * size // whole, (tip[1] - a[1]) * size // whole
        base = (tip[0] - ux // 2, tip[1] - uy // 2)
        far = (tip[0] + ux // 2, tip[1] + uy // 2)
        self.strokes.append(Head((far, (base[0] - uy // 2, base[1] + ux // 2), (base[0] + uy // 2, base[1] - ux // 2))))

    def onto(self, picture: Image.Image, colour: Colour, strength: int = 100) -> None:
        """Ink it, on a fine mask just large enough."""
        mask = Mask(*self.size, self.corner)
        for one in self.strokes:
            if isinstance(one, Head):
                mask.fill(self._local(one.corners))
            elif one.dash:
                mask.dashes(self._local(one.points), one.width, *one.dash)
            else:
                mask.stroke(self._local(one.points), one.width)
        mask.onto(picture, colour, strength)

    def _local(self, points: Sequence[Point]) -> list[Point]:
        return [(x - self.corner[0] * FINE, y - self.corner[1] * FINE) for x, y in points]


def dashed(points: Sequence[Point], dash: int, gap: int) -> list[list[Point]]:
    """A polyline cut into dashes, measured along it."""
    pieces: list[list[Point]] = []
    at, is_on, piece = 0, True, [points[0]]
    for a, b in itertools.pairwise(points):
        length = distance(a, b)
        gone = 0
        while length and gone + (left := (dash if is_on else gap) - at) <= length:
            gone += left
            here = between(a, b, gone, length)
            if is_on:
                pieces.append([*piece, here])
            piece, is_on, at = [here], not is_on, 0
        at += length - gone
        if is_on:
            piece.append(b)
    if is_on and len(piece) > 1:
        pieces.append(piece)
    return pieces


def distance(a: Point, b: Point) -> int:
    """The whole-numbered distance of two points."""
    return math.isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def between(a: Point, b: Point, share: int, whole: int) -> Point:
    """The point at `share` of `whole` on the way from a to b."""
    return a[0] + (b[0] - a[0]) * share // whole, a[1] + (b[1] - a[1]) * share // whole


def write(
    picture: Image.Image,
    spot: Point,
    text: str,
    face: ImageFont.FreeTypeFont,
    colour: Colour,
    halo: Colour | None = None,
    anchor: str = "mm",
    width: int = 2,
) -> None:
    """Text at a spot in pixels, with a halo if a colour is given for it."""
    draw = ImageDraw.Draw(picture)
    if halo is not None:
        draw.text(spot, text, fill=halo, font=face, anchor=anchor, stroke_width=width, stroke_fill=halo)
    draw.text(spot, text, fill=colour, font=face, anchor=anchor)
