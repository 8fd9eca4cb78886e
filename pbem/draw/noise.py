"""Noise for the relief: bytes of a fixed hash, the same in every run and for every window."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from PIL import Image, ImageChops

from pbem.draw.sheet import FINE, Sheet

_CELLS = 128  # the noise repeats after so many cells; no map is as large


@lru_cache(maxsize=8)
def _cells(seed: int) -> Image.Image:
    """A square of random grey cells."""
    found = hashlib.shake_256(b"pbem ground %d" % seed).digest(_CELLS * _CELLS)
    return Image.frombytes("L", (_CELLS, _CELLS), found)


def noise(sheet: Sheet, seed: int, cell: int, by: int) -> Image.Image:
    """Smooth noise over the window, `by` times smaller; `cell` is its grain in per cent of a hex."""
    grain = max(1, sheet.half * 2 * cell // 100)
    left = sheet.left % (grain * _CELLS // 2)
    top = sheet.top % (grain * _CELLS // 2)
    columns = min(_CELLS, (left + sheet.width * FINE) // grain + 2)
    rows = min(_CELLS, (top + sheet.height * FINE) // grain + 2)
    box = (left / grain, top / grain, (left + sheet.width * FINE) / grain, (top + sheet.height * FINE) / grain)
    part = _cells(seed).crop((0, 0, max(columns, int(box[2]) + 1), max(rows, int(box[3]) + 1)))
    return part.resize((-(-sheet.width // by), -(-sheet.height // by)), Image.Resampling.BICUBIC, box=box)


def heights(sheet: Sheet, by: int) -> Image.Image:
    """Ridged noise of three grains, `by` times smaller than the window: chains and valleys."""
    large = _ridged(noise(sheet, 1917, 130, by))
    middle = _ridged(noise(sheet, 24, 62, by))
    small = noise(sheet, 10, 26, by)
    return Image.blend(Image.blend(large, middle, 0.42), small, 0.14)


def _ridged(grey: Image.Image) -> Image.Image:
    return grey.point([255 - abs(2 * v - 255) for v in range(256)])


def shifted(grey: Image.Image, by: int) -> Image.Image:
    """The picture moved down and to the right."""
    return ImageChops.offset(grey, by, by)
