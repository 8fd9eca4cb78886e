"""A board as data: what is laid on its ground, in order, for a browser that lays it there again.

A trace stands in for the picture that a board is painted on. Whatever is pasted becomes a sprite, named by its pixels,
so that a counter that stands on a hundred boards is kept once; lines stay lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Protocol

from PIL import Image

from pbem.draw.palettes import Colour
from pbem.draw.sheet import Box, Point
from pbem.values import NamedTuple


class Canvas(Protocol):
    """What a board is painted on: a picture or a trace."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        ...

    def paste(self, im: Image.Image | Colour, box: Point | Box, mask: Image.Image | None = None) -> None:
        """Lay a picture or a colour on it, through a mask if one is given."""
        ...


class Line(NamedTuple):
    """A line with round joints and ends, whole or dashed; lengths are fine."""

    points: tuple[Point, ...]
    width: int
    dash: tuple[int, int] | None = None


class Head(NamedTuple):
    """The head of an arrow: a filled triangle."""

    corners: tuple[Point, ...]


class Sprites:
    """All small pictures of some boards, each once, in the order in which they came up."""

    def __init__(self) -> None:
        self.images: list[Image.Image] = []
        self._numbers: dict[bytes, int] = {}
        self._met: dict[tuple[object, int], tuple[int, object]] = {}  # kept with what was met: its id stays its own

    def number(self, im: Image.Image | Colour, mask: Image.Image | None) -> int:
        """The number of the sprite with the pixels of a picture, or of a colour, through a mask if one is given."""
        met = (id(im) if isinstance(im, Image.Image) else im, id(mask))
        if met not in self._met:
            self._met[met] = self._number(_sprite(im, mask)), (im, mask)
        return self._met[met][0]

    def _number(self, image: Image.Image) -> int:
        key = sha256(b"%d %d " % image.size + image.tobytes()).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self.images)
            self.images.append(image)
        return self._numbers[key]


class Trace:
    """What is laid on one ground, in order."""

    def __init__(self, size: tuple[int, int], sprites: Sprites) -> None:
        self.size = size
        self.sprites = sprites
        self.laid: list[list[Any]] = []  # [sprite, left, top], or [colour, strength, lines, heads]

    def paste(self, im: Image.Image | Colour, box: Point | Box, mask: Image.Image | None = None) -> None:
        """Note a picture, or a colour through a mask."""
        self.laid.append([self.sprites.number(im, mask), *box[:2]])

    def ink(self, strokes: Sequence[Line | Head], colour: Colour, strength: int) -> None:
        """Note lines and heads that are inked as one."""
        lines = [[one.width, *(one.dash or (0, 0)), *_flat(one.points)] for one in strokes if isinstance(one, Line)]
        heads = [_flat(one.corners) for one in strokes if isinstance(one, Head)]
        self.laid.append([f"#{bytes(colour).hex()}", strength, lines, heads])


def _sprite(im: Image.Image | Colour, mask: Image.Image | None) -> Image.Image:
    """A picture that brings its own mask."""
    if isinstance(im, Image.Image):
        found = im.convert("RGBA")
    else:
        assert mask is not None  # nothing lays a bare colour over counters
        found = Image.new("RGBA", mask.size, (*im, 255))
    if mask is not None:
        found.putalpha(mask.getchannel("A") if mask.mode == "RGBA" else mask)
    return found


def _flat(points: Sequence[Point]) -> list[int]:
    return [part for point in points for part in point]
