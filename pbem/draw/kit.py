"""The printed map for pages that draw what lies on it themselves: the picture, and where its hexes lie."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pbem.draw.background import Background, background
from pbem.draw.encode import colour_table, png
from pbem.draw.scene import Margin, Scene, Size, View, check_scale, scene_of, sheet_for
from pbem.draw.sheet import FINE, Sheet
from pbem.errors import UsageError

_FAIR = 35  # of WebP: towns and numbers stay legible, at a quarter of the room
_BARE = Margin(legend=False, stacks=False)


def ground(view: View, size: Size) -> tuple[bytes, dict[str, Any]]:
    """The map as PNG, pixel by pixel that of a board, and where its hexes lie."""
    found, scene, sheet = _drawn(view, size)
    return png(found.picture, colour_table(found.picture, scene.palette)), geometry(sheet)


def printed(view: View, size: Size) -> tuple[bytes, dict[str, Any]]:
    """The map as a small WebP, and where its hexes lie."""
    found, _, sheet = _drawn(view, size)
    file = BytesIO()
    found.picture.save(file, "WEBP", quality=_FAIR, method=6)
    return file.getvalue(), geometry(sheet)


def _drawn(view: View, size: Size) -> tuple[Background, Scene, Sheet]:
    if size.scale is None or size.crop is not None:
        raise UsageError("the ground of a page shows the whole map at a scale; leave out the crop")
    check_scale(size.scale)
    scene = scene_of(view, size, _BARE)
    sheet = sheet_for(scene, size.scale)
    return background(scene.scenario.map, sheet, scene.palette, scene.look), scene, sheet


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
