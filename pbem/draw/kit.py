"""The boards of a campaign as a kit: one ground, sheets of sprites, and for each board a list of what lies where.

A browser puts a board together in no time, and a hundred boards take little more room than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from pbem.draw.background import Background, background
from pbem.draw.encode import clear_png, colour_table, png
from pbem.draw.laying import delta_of, lay_counters, lay_delta
from pbem.draw.scene import Margin, Scene, Size, View, check_scale, scene_of, sheet_for
from pbem.draw.sheet import FINE, Sheet
from pbem.draw.trace import Sprites, Trace
from pbem.errors import UsageError
from pbem.values import NamedTuple

_ACROSS = 2048  # pixels: every browser takes pictures of this size
_FAIR = 35  # of WebP: towns and numbers stay legible, at a quarter of the room
_BARE = Margin(legend=False, stacks=False)


class Spot(NamedTuple):
    """Where a sprite lies: the number of its sheet, and its box there."""

    sheet: int
    left: int
    top: int
    width: int
    height: int


class Kit:
    """Boards of one map at one scale."""

    def __init__(self, size: Size = Size()) -> None:
        if size.scale is None or size.crop is not None:
            raise UsageError("a kit of boards shows the whole map at a scale; leave out the crop")
        check_scale(size.scale)
        self.size, self.scale = size, size.scale
        self.sprites = Sprites()
        self._ground: tuple[Background, Scene] | None = None

    def board(self, view: View) -> list[list[Any]]:
        """What lies on the ground, in order: `[sprite, left, top]`, or `[colour, strength, lines, heads]`."""
        scene = scene_of(view, self.size, _BARE)
        sheet = sheet_for(scene, self.scale)
        ground = background(scene.scenario.map, sheet, scene.palette, scene.look)
        self._ground = self._ground or (ground, scene)
        trace, delta = Trace((sheet.width, sheet.height), self.sprites), delta_of(scene, sheet)
        lay_counters(trace, scene, sheet, ground, delta)
        lay_delta(trace, scene, sheet, delta)
        return trace.laid

    def ground(self) -> bytes:
        """The printed map as PNG, once a board has been laid on it."""
        if self._ground is None:
            raise UsageError("a kit without a board has no ground")
        ground, scene = self._ground
        return png(ground.picture, colour_table(ground.picture, scene.palette))

    def extent(self) -> tuple[int, int]:
        """Width and height of every board, in pixels."""
        return self._ground[0].picture.size if self._ground else (0, 0)

    def sheets(self) -> tuple[list[bytes], list[Spot]]:
        """All sprites on sheets, as PNG, and where each of them lies."""
        spots = _packed([image.size for image in self.sprites.images])
        pictures = []
        for number in range(1 + max((spot.sheet for spot in spots), default=-1)):
            inside = [
                (spot, image) for spot, image in zip(spots, self.sprites.images, strict=True) if spot[0] == number
            ]
            height = max(spot.top + spot.height for spot, _ in inside)
            sheet = Image.new("RGBA", (_ACROSS, height))
            for spot, image in inside:
                sheet.paste(image, (spot.left, spot.top))
            pictures.append(clear_png(sheet))
        return pictures, spots


def _packed(sizes: Sequence[tuple[int, int]]) -> list[Spot]:
    """Sprites in rows, the highest first; a sheet that is full is followed by another."""
    found: dict[int, Spot] = {}
    sheet = left = top = row = 0
    for number in sorted(range(len(sizes)), key=lambda n: (-sizes[n][1], n)):
        width, height = sizes[number]
        if left and left + width > _ACROSS:
            left, top = 0, top + row
        if not left:
            if top and top + height > _ACROSS:
                sheet, top = sheet + 1, 0
            row = height
        found[number] = Spot(sheet, left, top, width, height)
        left += width
    return [found[number] for number in range(len(sizes))]


def printed(view: View, size: Size) -> tuple[bytes, dict[str, Any]]:
    """The printed map alone as a small WebP, and where its hexes lie: for a page that lays counters itself."""
    scene = scene_of(view, size, _BARE)
    sheet = sheet_for(scene, size.scale or 100)
    ground = background(scene.scenario.map, sheet, scene.palette, scene.look)
    file = BytesIO()
    ground.picture.save(file, "WEBP", quality=_FAIR, method=6)
    return file.getvalue(), geometry(sheet)


def geometry(sheet: Sheet) -> dict[str, Any]:
    """Where the hexes lie: the size of the board, the corners of a hex round its middle, and all middles, in pixels."""
    first = next(iter(sheet.grid.hexes))
    x, y = sheet.centre(first)
    corners = [((cx - x) // FINE, (cy - y) // FINE) for cx, cy in sheet.corners(first)]
    return {
        "size": [sheet.width, sheet.height],
        "corners": corners,
        "hexes": {hex_id: sheet.pixel(hex_id) for hex_id in sheet.grid.hexes},
    }
