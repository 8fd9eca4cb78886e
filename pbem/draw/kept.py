"""The printed map as it was drawn in an earlier run, from the user's cache folder.

Its name is a hash of everything that has a say in its pixels: the map, the look, the window, the palette, the versions
and the files of this room. What comes back is pixels and boxes, and nothing else is believed.
"""

from __future__ import annotations

import json
import os
import zlib
from functools import cache

import PIL
from PIL import Image, features

from pbem import __version__
from pbem.cache import keep, kept, key_of
from pbem.draw.look import Look
from pbem.draw.palettes import Palette
from pbem.draw.sheet import Box, Sheet
from pbem.kernel.ground.terrain import Map
from pbem.values import NamedTuple

_KIND = "maps"
_SMALLEST = 200 * 200  # pixels: the samples of a legend are drawn sooner than read


class Printed(NamedTuple):
    """The map in pixels, and where letters are printed on it."""

    picture: Image.Image
    letters: tuple[Box, ...]


def name_of(map: Map, sheet: Sheet, palette: Palette, look: Look) -> str:
    """The name under which the map is kept; empty for what is too small to be worth it."""
    if sheet.width * sheet.height < _SMALLEST:
        return ""
    window = (sheet.across, sheet.left, sheet.top, sheet.width, sheet.height)
    owners = [(side, one.colour) for side, one in look.sides.items()]
    ground = map.memo("draw digest", lambda: _digest(map))
    return key_of(_edition(), ground, window, palette, owners, list(look.styles.items()))


def read(name: str, sheet: Sheet) -> Printed | None:
    """The map that was kept; None if it must be drawn."""
    data = kept(_KIND, name) if name else None
    if data is None:
        return None
    try:
        head, _, packed = data.partition(b"\n")
        letters = tuple(_box(one) for one in json.loads(head))
        size = sheet.width * sheet.height * 3
        pixels = zlib.decompressobj().decompress(packed, size + 1)
        if len(pixels) != size:
            return None
        return Printed(Image.frombytes("RGB", (sheet.width, sheet.height), pixels), letters)
    except (ValueError, TypeError, zlib.error):
        return None


def write(name: str, printed: Printed) -> None:
    """Keep the map for the next run."""
    if name:
        head = json.dumps(printed.letters).encode()
        keep(_KIND, name, head + b"\n" + zlib.compress(printed.picture.tobytes(), 1))


def _box(values: object) -> Box:
    """A box from what was read; whatever else it is makes it unusable."""
    if not isinstance(values, list):
        raise TypeError(values)
    left, top, right, bottom = values
    if not all(type(one) is int for one in values):
        raise TypeError(values)
    return left, top, right, bottom


def _digest(map: Map) -> str:
    """The hash of all that is printed on a map."""
    numbering = (map.grid.numbering, tuple(map.grid.hexes))
    return key_of(numbering, map.base, map.in_hex, map.on_side, map.along, map.places)


@cache
def _edition() -> str:
    """The versions that draw, and the files of this room as they are: whoever changes one sees what he has changed."""
    files = []
    for folder in (os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), "fonts")):
        with os.scandir(folder) as entries:
            files += sorted((one.name, one.stat().st_size, one.stat().st_mtime_ns) for one in entries if one.is_file())
    return key_of(__version__, PIL.__version__, features.version("freetype2"), features.check("raqm"), files)
