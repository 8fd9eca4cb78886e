"""PNG with a palette of at most 256 colours, packed in strips; no time, no machine, no words in it.

Strips are packed one by one, so that a redraw packs again only what has changed. The bytes do not depend on that.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from PIL import Image

from pbem.draw.palettes import Colour, Palette, mixed

_STRIP = 48
_LEVEL = 6


def colour_table(ground: Image.Image, palette: Palette, colours: int = 256) -> Image.Image:
    """The colours of a board: some that it must have, the others as the ground needs them."""
    wanted = _wanted(palette)[: colours * 5 // 8]
    sample = ground.reduce(6) if ground.width > 600 else ground
    free = sample.quantize(max(2, colours - len(wanted)), Image.Quantize.MEDIANCUT, kmeans=0).getpalette() or []
    table = [part for colour in wanted for part in colour] + free[: 3 * (colours - len(wanted))]
    found = Image.new("P", (1, 1))
    found.putpalette(table + table[-3:] * ((768 - len(table)) // 3))
    return found


def _wanted(palette: Palette) -> list[Colour]:
    """Print, lines and counters, with the steps between that antialiasing needs."""
    ink, halo, black, white = palette["ink"], palette["halo"], (0x1C, 0x1A, 0x18), (255, 255, 255)
    found: dict[Colour, None] = dict.fromkeys((black, white, ink, halo, palette["panel"], palette["paper"]))
    found |= {mixed(ink, halo, share): None for share in (20, 40, 60, 80)}
    found |= {
        palette[role]: None for role in ("red", "blue", "green", "orange", "purple", "brown", "river", "rail", "ridge")
    }
    for colour in palette.counters:
        face = palette.face(colour)
        found |= {mixed(face, black, share): None for share in (0, 22, 45, 72)}
        found |= {mixed(face, white, 55): None}
    for role in ("red", "blue", "green", "orange", "purple", "river", "ridge", "wall", "number", "faint", "frame"):
        found |= {mixed(palette[role], halo, share): None for share in (0, 33, 66)}
    return list(found)


def png(picture: Image.Image, table: Image.Image) -> bytes:
    """The picture in the colours of the table."""
    indexed = picture.quantize(palette=table, dither=Image.Dither.NONE)
    colours = bytes(table.getpalette() or [])[:768]
    return _file(indexed, colours)


def clear_png(picture: Image.Image) -> bytes:
    """A picture with all its colours and how much of each shows: RGBA."""
    return _written(picture.size, 6, picture.tobytes(), 4)


def _file(indexed: Image.Image, colours: bytes) -> bytes:
    return _written(indexed.size, 3, indexed.tobytes(), 1, _chunk(b"PLTE", colours))


def _written(size: tuple[int, int], kind: int, pixels: bytes, deep: int, more: bytes = b"") -> bytes:
    """The file. The first byte of each row is its filter: none."""
    width, height = size
    rows = Image.new("L", (width * deep + 1, height), 0)
    rows.paste(Image.frombytes("L", (width * deep, height), pixels), (1, 0))
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
    body = _packed(rows.tobytes(), (width * deep + 1) * _STRIP)
    return b"\x89PNG\r\n\x1a\n" + head + more + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _packed(rows: bytes, strip: int) -> bytes:
    """A zlib stream of strips that know nothing of each other."""
    strips = [rows[at : at + strip] for at in range(0, len(rows), strip)]
    with ThreadPoolExecutor(2) as pool:
        packed: Sequence[bytes] = list(pool.map(_pack, strips))
    return b"\x78\x9c" + b"".join(packed) + b"\x03\x00" + struct.pack(">I", zlib.adler32(rows))


@lru_cache(maxsize=192)
def _pack(strip: bytes) -> bytes:
    """Raw deflate, ended on a whole byte."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15)
    return packer.compress(strip) + packer.flush(zlib.Z_FULL_FLUSH)
