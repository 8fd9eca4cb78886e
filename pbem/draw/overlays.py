"""Overlays: zones of control, supply lines, command radius, reach of a unit, the front. The game says which hexes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from pbem.draw.chains import chains, curve
from pbem.draw.ink import Mask, font, write
from pbem.draw.look import Overlay
from pbem.draw.palettes import Colour, Palette
from pbem.draw.sheet import FINE, Sheet
from pbem.errors import UsageError
from pbem.kernel.hexes import HexId

KINDS = ("hatch", "outline", "front", "path", "numbers")


def draw_overlays(
    picture: Image.Image, sheet: Sheet, palette: Palette, overlays: Sequence[Overlay], below: bool
) -> None:
    """Hatching and tints lie below the counters, lines and numbers above them."""
    for overlay in overlays:
        if overlay.kind not in KINDS:
            raise UsageError(f"there is no overlay {overlay.kind!r}; write one of: {', '.join(KINDS)}")
        colour = palette[overlay.colour]
        hexes = [HexId(h) for h in overlay.hexes if HexId(h) in sheet.grid]
        if below and overlay.kind == "hatch":
            _hatch(picture, sheet, colour, hexes)
        elif below and overlay.kind == "numbers":
            _tint(picture, sheet, colour, hexes)
        elif not below and overlay.kind in ("outline", "front"):
            _outline(picture, sheet, palette, colour, hexes, is_front=overlay.kind == "front")
        elif not below and overlay.kind == "path":
            _path(picture, sheet, palette, colour, hexes)
        elif not below and overlay.kind == "numbers":
            _numbers(picture, sheet, palette, colour, dict(zip(hexes, overlay.numbers, strict=False)))


def _tint(picture: Image.Image, sheet: Sheet, colour: Colour, hexes: Sequence[HexId]) -> None:
    mask = Mask(sheet.width, sheet.height)
    for hex_id in hexes:
        mask.fill(sheet.corners(hex_id, 4))
    mask.onto(picture, colour, 26)


def _hatch(picture: Image.Image, sheet: Sheet, colour: Colour, hexes: Sequence[HexId]) -> None:
    """Slanting lines over the hexes, so that the ground still shows."""
    cover, lines = Mask(sheet.width, sheet.height), Mask(sheet.width, sheet.height)
    for hex_id in hexes:
        cover.fill(sheet.corners(hex_id))
    height, step = sheet.height * FINE, sheet.part(150)
    for x in range(-height, sheet.width * FINE, step):
        lines.draw.line((x, height, x + height, 0), fill=255, width=sheet.part(44))
    empty = Image.new("L", cover.fine.size, 0)
    cover.fine = Image.composite(lines.fine, empty, cover.fine)
    cover.onto(picture, colour, 55)


def _outline(
    picture: Image.Image, sheet: Sheet, palette: Palette, colour: Colour, hexes: Sequence[HexId], is_front: bool
) -> None:
    """A line round the hexes; a front line leaves out the rim of the map."""
    own = dict.fromkeys(hexes)
    pieces = []
    for hex_id in hexes:
        pieces += [sheet.side(hex_id, other) for other in sheet.grid.neighbours[hex_id] if other not in own]
    edge, mask = Mask(sheet.width, sheet.height), Mask(sheet.width, sheet.height)
    for line in chains(pieces):
        smooth = curve(line) if is_front else line
        edge.stroke(smooth, sheet.part(150 if is_front else 110))
        if is_front:
            mask.stroke(smooth, sheet.part(85))
        else:
            mask.dashes(smooth, sheet.part(60), sheet.part(180), sheet.part(90))
    edge.onto(picture, palette["halo"], 65)
    mask.onto(picture, colour)


def _path(picture: Image.Image, sheet: Sheet, palette: Palette, colour: Colour, hexes: Sequence[HexId]) -> None:
    """A dotted line from hex to hex, such as a line of supply."""
    if len(hexes) < 2:
        return
    points = curve([sheet.centre(hex_id) for hex_id in hexes])
    edge, mask = Mask(sheet.width, sheet.height), Mask(sheet.width, sheet.height)
    edge.stroke(points, sheet.part(120))
    mask.dashes(points, sheet.part(70), sheet.part(110), sheet.part(80))
    mask.disc(points[-1], sheet.part(100))
    edge.onto(picture, palette["halo"], 70)
    mask.onto(picture, colour)


def _numbers(picture: Image.Image, sheet: Sheet, palette: Palette, colour: Colour, numbers: dict[HexId, str]) -> None:
    """What is written in each hex, such as the cost to get there."""
    face = font(sheet.across * 38 // 100, "bold")
    for hex_id, text in numbers.items():
        if sheet.shows(hex_id):
            write(picture, sheet.pixel(hex_id), text, face, colour, palette["halo"], width=max(2, sheet.across // 20))
