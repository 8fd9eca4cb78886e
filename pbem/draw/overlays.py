"""Overlays: zones of control, supply lines, command radius, reach of a unit, the front. The game says which hexes."""

from __future__ import annotations

import itertools
from collections.abc import Container, Sequence

from PIL import Image, ImageChops

from pbem.draw.chains import chains, curve
from pbem.draw.counters import counter_size, tag
from pbem.draw.ink import Mask, font, write
from pbem.draw.look import Overlay
from pbem.draw.palettes import Colour, Palette, mixed
from pbem.draw.sheet import FINE, Sheet
from pbem.draw.sketch import Sketch
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import HexId

_TINTS = {"numbers": 26, "outline": 13}  # per cent of the colour that covers the ground
KINDS = ("hatch", "outline", "ring", "front", "path", "numbers")


def check_kinds(overlays: Sequence[Overlay]) -> None:
    """Refuse an overlay that nobody can draw, before anything is drawn."""
    for overlay in overlays:
        if overlay.kind not in KINDS:
            raise UsageError(f"there is no overlay {overlay.kind!r}; write one of: {', '.join(KINDS)}")


def draw_below(picture: Image.Image, sheet: Sheet, palette: Palette, overlays: Sequence[Overlay]) -> None:
    """Hatching, tints and paths lie below the counters. Every other hatching slants the other way: both are seen."""
    hatched, outlines = 0, sum(overlay.kind == "outline" for overlay in overlays)
    for overlay in overlays:
        colour, hexes = palette[overlay.colour], _shown(sheet, overlay.hexes)
        if overlay.kind == "outline" and outlines > 1:
            continue  # tints of several areas would mix to mud
        if overlay.kind == "hatch":
            _hatch(picture, sheet, colour, hexes, -1 if hatched % 2 else 1)
            hatched += 1
        elif overlay.kind in _TINTS:
            _tint(picture, sheet, colour, hexes, _TINTS[overlay.kind])
        elif overlay.kind == "path":
            _paths(picture, sheet, palette, colour, _ways(sheet, overlay))


def draw_above(
    picture: Image.Image, sheet: Sheet, palette: Palette, overlays: Sequence[Overlay], held: Container[HexId]
) -> None:
    """Lines and numbers lie above the counters; in hexes that are held by counters numbers stand aside."""
    for overlay in overlays:
        colour, hexes = palette[overlay.colour], _shown(sheet, overlay.hexes)
        if overlay.kind in ("outline", "front"):
            _outline(picture, sheet, palette, colour, hexes, is_front=overlay.kind == "front")
        elif overlay.kind == "ring":
            _ring(picture, sheet, palette, colour, hexes)
        elif overlay.kind == "path":
            _ring(picture, sheet, palette, colour, list(dict.fromkeys(path[-1] for path in _ways(sheet, overlay))))
        elif overlay.kind == "numbers":
            _numbers(picture, sheet, palette, colour, dict(zip(hexes, overlay.numbers, strict=False)), held)


def _ways(sheet: Sheet, overlay: Overlay) -> list[list[HexId]]:
    paths = [_shown(sheet, path) for path in (overlay.hexes, *overlay.paths)]
    return [path for path in paths if path]


def _shown(sheet: Sheet, hexes: Sequence[str]) -> list[HexId]:
    return [HexId(h) for h in hexes if HexId(h) in sheet.grid]


def _tint(picture: Image.Image, sheet: Sheet, colour: Colour, hexes: Sequence[HexId], strength: int) -> None:
    mask = Sketch(sheet, strength)
    for hex_id in hexes:
        mask.fill(sheet.corners(hex_id))
    mask.onto(picture, colour)


def _hatch(picture: Image.Image, sheet: Sheet, colour: Colour, hexes: Sequence[HexId], slant: int) -> None:
    """Slanting lines over the hexes, so that the ground still shows."""
    area, lines = Sketch(sheet), Mask(sheet.width, sheet.height)
    for hex_id in hexes:
        area.fill(sheet.corners(hex_id))
    height, step = sheet.height * FINE, sheet.part(150)
    foot, top = (height, 0) if slant > 0 else (0, height)
    for x in range(-height, sheet.width * FINE, step):
        lines.draw.line((x, foot, x + height, top), fill=140, width=sheet.part(44))
    picture.paste(colour, (0, 0), ImageChops.multiply(area.cover(), lines.fine.reduce(FINE)))


def _outline(
    picture: Image.Image, sheet: Sheet, palette: Palette, colour: Colour, hexes: Sequence[HexId], is_front: bool
) -> None:
    """A line round the hexes; a front line leaves out the rim of the map."""
    own = dict.fromkeys(hexes)
    pieces = []
    for hex_id in hexes:
        pieces += [sheet.side(hex_id, other) for other in sheet.grid.neighbours[hex_id] if other not in own]
    edge, mask = Sketch(sheet, 65), Sketch(sheet)
    for line in chains(pieces):
        smooth = curve(line) if is_front else line
        edge.stroke(smooth, sheet.part(150 if is_front else 110))
        if is_front:
            mask.stroke(smooth, sheet.part(85))
        else:
            mask.dashes(smooth, sheet.part(60), sheet.part(180), sheet.part(90))
    edge.onto(picture, palette["halo"])
    mask.onto(picture, colour)


def _ring(picture: Image.Image, sheet: Sheet, palette: Palette, colour: Colour, hexes: Sequence[HexId]) -> None:
    """A heavy line inside each of the hexes."""
    edge, mask = Sketch(sheet, 75), Sketch(sheet)
    for hex_id in hexes:
        corners = sheet.corners(hex_id, 9)
        edge.stroke(corners, sheet.part(120), closed=True)
        mask.stroke(corners, sheet.part(75), closed=True)
    edge.onto(picture, palette["halo"])
    mask.onto(picture, colour)


def _paths(picture: Image.Image, sheet: Sheet, palette: Palette, colour: Colour, paths: Sequence[list[HexId]]) -> None:
    """Dashed lines from hex to hex, such as lines of supply; what they have in common is drawn once."""
    pieces = {_piece(sheet, a, b): None for path in paths for a, b in itertools.pairwise(path)}
    starts, ends = ([sheet.centre(path[k]) for path in paths] for k in (0, -1))
    edge, mask = Sketch(sheet, 75), Sketch(sheet)
    for line in chains(pieces, [*starts, *ends]):
        smooth = curve(line)
        edge.stroke(smooth, sheet.part(120))
        mask.dashes(smooth, sheet.part(70), sheet.part(110), sheet.part(80))
    edge.onto(picture, palette["halo"])
    mask.onto(picture, colour)


def _piece(sheet: Sheet, a: HexId, b: HexId) -> tuple[tuple[int, int], tuple[int, int]]:
    start, end = sorted((sheet.centre(a), sheet.centre(b)))
    return start, end


def _numbers(
    picture: Image.Image,
    sheet: Sheet,
    palette: Palette,
    colour: Colour,
    numbers: dict[HexId, str],
    held: Container[HexId],
) -> None:
    """What is written in each hex, such as the cost to get there; beside a counter as a small tag."""
    face, size = font(sheet.across * 38 // 100, "bold"), counter_size(sheet.across)
    for hex_id, text in numbers.items():
        x, y = sheet.pixel(hex_id)
        if not sheet.shows(hex_id):
            continue
        if hex_id in held:
            image = tag(text, mixed(colour, (0, 0, 0), 45) if palette.is_dark else colour, size)
            picture.paste(image, (x - size // 2 - image.width // 3, y - image.height // 2))
        else:
            write(picture, (x, y), text, face, colour, palette["halo"], width=max(2, sheet.across // 20))


def sample(overlay: Overlay, palette: Palette, size: int) -> Image.Image:
    """A small piece of it for the legend."""
    colour, (w, h) = palette[overlay.colour], (size * 5 // 4, size)
    picture = Image.new("RGB", (w, h), palette["clear"])
    mask, line = Mask(w, h), [(0, h * FINE // 2), (w * FINE, h * FINE // 2)]
    if overlay.kind in _TINTS:
        picture.paste(mixed(palette["clear"], colour, _TINTS[overlay.kind]), (0, 0, w, h))
    if overlay.kind == "hatch":
        for x in range(-h * FINE, w * FINE, size * FINE // 3):
            mask.draw.line((x, h * FINE, x + h * FINE, 0), fill=255, width=FINE * 3 // 2)
    elif overlay.kind in ("outline", "path"):
        mask.dashes(line, size * FINE // 6, size * FINE // 3, size * FINE // 5)
    elif overlay.kind == "ring":
        mask.draw.rounded_rectangle(
            (FINE * 2, FINE * 2, (w - 2) * FINE, (h - 2) * FINE), 3, outline=255, width=FINE * 2
        )
    elif overlay.kind == "front":
        mask.stroke(line, size * FINE // 5)
    mask.onto(picture, colour)
    if overlay.kind == "numbers":
        write(picture, (w // 2, h // 2), (overlay.numbers or ("1",))[0], font(size * 7 // 10, "bold"), colour)
    return picture
