"""Hex numbers: in every hex that has room for one, else in every fourth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from pbem.draw.ink import font, text_size
from pbem.draw.palettes import Colour, Palette
from pbem.draw.sheet import FINE, Point, Sheet

_TINY = 22  # pixels across a hex in which a number covers the ground
_NUMBERED, _LEAST_NUMBER = 34, 9  # pixels across a hex that has room for its number, and the least size of its digits


def draw_numbers(picture: Image.Image, sheet: Sheet, palette: Palette) -> None:
    """The hex number at the top of each hex; where hexes are small, in every fourth hex, large enough to be read."""
    if sheet.across < _TINY:
        return
    is_sparse = sheet.across < _NUMBERED
    size = max(_LEAST_NUMBER, sheet.across * 21 // 100)
    rise = 0 if is_sparse else sheet.quarter * 2 * 70 // 100 // FINE
    for hex_id in sheet.grid.hexes:
        row, column = sheet.grid.numbering.cell(hex_id)
        if sheet.shows(hex_id, sheet.across) and not (is_sparse and (row % 2 or column % 2)):
            parts = [_letters(part, size) for part in (hex_id[:-4], hex_id[-4:-2], hex_id[-2:]) if part]
            _number(picture, sheet.pixel(hex_id), rise, parts, palette["number"])


def _number(picture: Image.Image, spot: Point, rise: int, parts: Sequence[Image.Image], colour: Colour) -> None:
    """One number, unless the edge of the picture would cut it: half a number is another hex."""
    width = sum(part.width for part in parts)
    x, y = spot[0] - width // 2, spot[1] - rise - parts[0].height // 2
    if x < 1 or y < 0 or x + width >= picture.width or y + parts[0].height >= picture.height:
        return
    for part in parts:  # few pairs of digits make all numbers
        picture.paste(colour, (x, y), part)
        x += part.width


@lru_cache(maxsize=512)
def _letters(text: str, size: int) -> Image.Image:
    """A few letters as a mask that is as wide as they run."""
    face = font(size)
    picture = Image.new("L", (text_size(text, face)[0], size + 2), 0)
    ImageDraw.Draw(picture).text((0, picture.height // 2), text, fill=255, font=face, anchor="lm")
    return picture
