"""The ground: tints of the base terrain with soft borders, relief, shallow water and coast. Drawn in pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pbem.draw.noise import heights, noise, shifted
from pbem.draw.palettes import Palette, mixed
from pbem.draw.paper import Paper
from pbem.draw.sheet import FINE, Sheet
from pbem.draw.sketch import Sketch
from pbem.draw.style import Style
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map

HALF = 2  # soft things are made at half the resolution
_WHITE = (255, 255, 255)


def ground(map: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> Paper:
    """The window with its terrain, and bare paper where the map has no hex."""
    paper = Paper((sheet.width, sheet.height), palette["paper"])
    near = [hex_id for hex_id in sheet.grid.hexes if sheet.shows(hex_id, 2 * sheet.across)]
    land = _hexes(sheet, near)
    paper.ink(palette["clear"], land)
    _grain(paper, sheet, palette, land)
    groups = _groups(map, near, styles)
    kinds, rough = _kinds(sheet, groups), noise(sheet, 7, 40, HALF)
    for number, name in enumerate(groups, 1):
        style = styles[name]
        if not style.water and (style.draw != "plain" or style.colour != "clear"):
            cover = ImageChops.darker(_soft(_blurred(sheet, kinds, rough, (number,)), 10), land)
            paper.ink(palette[style.colour], cover)
            if style.draw == "relief":
                _relief(paper, sheet, palette, style, cover)
    _textures(paper, sheet, palette, groups, styles, water=False)
    wet = {number: styles[name] for number, name in enumerate(groups, 1) if styles[name].water}
    if wet:
        _water(paper, sheet, palette, wet, kinds, rough, land)
    _textures(paper, sheet, palette, groups, styles, water=True)
    return paper


def _groups(map: Map, hexes: Sequence[HexId], styles: Mapping[str, Style]) -> dict[str, list[HexId]]:
    """Hexes by base terrain, in the order of the style table."""
    found: dict[str, list[HexId]] = {name: [] for name in styles}
    for hex_id in hexes:
        found.get(map.base[hex_id], found["clear"]).append(hex_id)
    return {name: group for name, group in found.items() if group}


def _hexes(sheet: Sheet, hexes: Sequence[HexId]) -> Image.Image:
    """A mask of whole hexes."""
    mask = Image.new("L", (sheet.width, sheet.height), 0)
    draw = ImageDraw.Draw(mask)
    for hex_id in hexes:
        draw.polygon([(x // FINE, y // FINE) for x, y in sheet.corners(hex_id)], fill=255)
    return mask


def _kinds(sheet: Sheet, groups: Mapping[str, list[HexId]]) -> Image.Image:
    """Each hex filled with the number of its group, from 1; at half the resolution, as it will be blurred anyway."""
    found = Image.new("L", half_size(sheet), 0)
    draw = ImageDraw.Draw(found)
    numbered = [(hex_id, number) for number, hexes in enumerate(groups.values(), 1) for hex_id in hexes]
    for hex_id, number in numbered:  # at the rim of the map the terrain goes on, so that the blur does not eat it
        if len(sheet.grid.neighbours[hex_id]) < 6:
            draw.polygon([(x // FINE // 2, y // FINE // 2) for x, y in sheet.corners(hex_id, -120)], fill=number)
    for hex_id, number in numbered:
        draw.polygon([(x // FINE // 2, y // FINE // 2) for x, y in sheet.corners(hex_id)], fill=number)
    return found


def _blurred(sheet: Sheet, kinds: Image.Image, rough: Image.Image, numbers: Sequence[int]) -> Image.Image:
    """Some groups as a soft mask: 128 runs along their border, a little beside it where noise pushes it."""
    mask = kinds.point([255 if value in numbers else 0 for value in range(256)])
    return _full(sheet, Image.blend(mask.filter(ImageFilter.GaussianBlur(sheet.across // 14)), rough, 0.16))


def half_size(sheet: Sheet) -> tuple[int, int]:
    """The size of what is soft: it is made at half the resolution."""
    return -(-sheet.width // HALF), -(-sheet.height // HALF)


def _full(sheet: Sheet, soft: Image.Image) -> Image.Image:
    """Something soft in the size of the window."""
    box = (0, 0, sheet.width / HALF, sheet.height / HALF)
    return soft.resize((sheet.width, sheet.height), Image.Resampling.BILINEAR, box=box)


def _soft(blurred: Image.Image, steepness: int) -> Image.Image:
    """A mask with a clean, antialiased edge."""
    return blurred.point([max(0, min(255, (v - 128) * steepness + 128)) for v in range(256)])


def _relief(paper: Paper, sheet: Sheet, palette: Palette, style: Style, cover: Image.Image) -> None:
    """Light from the upper left on chains and valleys; few tones, so that the file stays small."""
    taper = cover.reduce(HALF).filter(ImageFilter.GaussianBlur(sheet.across // 5 // HALF))
    high = ImageChops.multiply(heights(sheet, HALF), taper)
    wide = max(1, sheet.across // 20)  # how far apart two heights are compared, in pixels
    by = max(1, wide // HALF)
    slope = _full(sheet, ImageChops.subtract(high, shifted(high, by), by * HALF / wide, 128))
    high = _full(sheet, high)
    tint = palette[style.colour]
    dark_share, light_share = (60, 22) if palette.is_dark else (42, 55)
    peak = [min(255, max(0, v - 150) * 3) // 48 * 48 for v in range(256)]
    paper.ink(mixed(tint, _WHITE, 10 if palette.is_dark else 18), ImageChops.multiply(high.point(peak), cover))
    lit = [min(255, max(0, v - 132) * 9) // 36 * 36 for v in range(256)]
    dim = [min(255, max(0, 124 - v) * 9) // 36 * 36 for v in range(256)]
    paper.ink(mixed(tint, _WHITE, light_share), ImageChops.multiply(slope.point(lit), cover))
    paper.ink(mixed(tint, palette["shadow"], dark_share), ImageChops.multiply(slope.point(dim), cover))


def _grain(paper: Paper, sheet: Sheet, palette: Palette, land: Image.Image) -> None:
    """A breath of unevenness in the open country, in large soft patches."""
    patches = _full(sheet, noise(sheet, 99, 210, HALF)).point([min(60, max(0, v - 140)) // 20 * 20 for v in range(256)])
    paper.ink(mixed(palette["clear"], palette["forest"], 60), ImageChops.darker(patches, land))


def _water(
    paper: Paper,
    sheet: Sheet,
    palette: Palette,
    wet: Mapping[int, Style],
    kinds: Image.Image,
    rough: Image.Image,
    land: Image.Image,
) -> None:
    """Sea, lagoons and lakes with bands of shallow water, and one coast line round all of them."""
    blurred = _blurred(sheet, kinds, rough, tuple(wet))
    cover = ImageChops.darker(_soft(blurred, 10), land)
    paper.ink(palette["sea"], cover)
    for number, style in wet.items():
        if style.colour != "sea":
            part = _blurred(sheet, kinds, rough, (number,)).point([min(255, max(0, v - 40) * 3) for v in range(256)])
            paper.ink(palette[style.colour], ImageChops.darker(part, cover))
    far = _full(sheet, cover.reduce(HALF).filter(ImageFilter.GaussianBlur(sheet.across * 2 // 5 // HALF)))
    shallow = far.point([min(255, (255 - v) * 2) // 32 * 20 for v in range(256)])
    shoal = mixed(palette["sea"], _WHITE, 12 if palette.is_dark else 45)
    paper.ink(shoal, ImageChops.multiply(shallow, cover))
    width = max(8, 900 // sheet.across)
    line = blurred.point([max(0, 255 - max(0, abs(v - 128) - width) * 16) for v in range(256)])
    paper.ink(palette["coast"], ImageChops.darker(line, land))


def _textures(
    paper: Paper,
    sheet: Sheet,
    palette: Palette,
    groups: Mapping[str, list[HexId]],
    styles: Mapping[str, Style],
    water: bool,
) -> None:
    """Tufts of marsh, trees and broken ground, a fixed pattern that differs from hex to hex."""
    marks = {"marsh": (_tuft, "coast", 62), "trees": (_tree, "green", 34), "rough": (_tick, "ridge", 40)}
    for name, hexes in groups.items():
        style = styles[name]
        if style.water == water and style.draw in marks:
            glyph, colour, strength = marks[style.draw]
            mask = Sketch(sheet, strength)
            for hex_id in hexes:
                for x, y in _scatter(sheet, hex_id):
                    glyph(mask, sheet, x, y)
            mask.onto(paper, palette[colour])


_PLACES = ((-58, -30), (-8, -62), (46, -34), (-72, 16), (-24, 4), (30, 14), (70, 8), (-44, 52), (8, 48), (52, 50))


def _scatter(sheet: Sheet, hex_id: HexId) -> list[tuple[int, int]]:
    """Some spots in the hex, pushed about by its number."""
    x, y = sheet.centre(hex_id)
    push = int(hex_id[-4:]) * 7919
    spots = []
    for k, (dx, dy) in enumerate(_PLACES):
        jitter = push >> k
        dx, dy = dx + jitter % 17 - 8, dy + (jitter // 17) % 17 - 8
        spots.append((x + sheet.half * dx // 100, y + sheet.half * dy // 100))
    return spots


def _tuft(mask: Sketch, sheet: Sheet, x: int, y: int) -> None:
    u = sheet.part(26)
    mask.line(((x - 3 * u, y), (x + 3 * u, y)), max(1, u * 2 // 3))
    for dx in (-1, 0, 1):
        mask.line(((x + dx * u, y), (x + 2 * dx * u, y - 2 * u)), max(1, u // 2))


def _tree(mask: Sketch, sheet: Sheet, x: int, y: int) -> None:
    mask.disc((x, y), sheet.part(46))


def _tick(mask: Sketch, sheet: Sheet, x: int, y: int) -> None:
    u = sheet.part(40)
    mask.line(((x - u, y + u), (x, y - u), (x + u, y + u)), max(1, u // 3))
