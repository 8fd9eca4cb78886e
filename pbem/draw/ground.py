"""The ground: tints of the base terrain with soft borders, relief, shallow water and coast. Drawn in pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pbem.draw.ink import Mask
from pbem.draw.noise import heights, noise, shifted
from pbem.draw.palettes import Palette, mixed
from pbem.draw.sheet import FINE, Sheet
from pbem.draw.style import Style
from pbem.kernel.hexes import HexId
from pbem.kernel.terrain import Map

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)


def ground(chart: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> Image.Image:
    """The window with its terrain, and paper where the map has no hex."""
    picture = Image.new("RGB", (sheet.width, sheet.height), palette["paper"])
    near = [hex_id for hex_id in sheet.grid.hexes if sheet.shows(hex_id, 2 * sheet.across)]
    land = _hexes(sheet, near)
    picture.paste(palette["clear"], (0, 0), land)
    _grain(picture, sheet, palette, land)
    groups = _groups(chart, near, styles)
    kinds, rough = _kinds(sheet, groups), noise(sheet, 7, 40)
    for number, name in enumerate(groups, 1):
        style = styles[name]
        if not style.water and (style.draw != "plain" or style.colour != "clear"):
            cover = ImageChops.darker(_soft(_blurred(sheet, kinds, rough, (number,)), 10), land)
            picture.paste(palette[style.colour], (0, 0), cover)
            if style.draw == "relief":
                _relief(picture, sheet, palette, style, cover)
    _textures(picture, sheet, palette, groups, styles, water=False)
    wet = {number: styles[name] for number, name in enumerate(groups, 1) if styles[name].water}
    if wet:
        _water(picture, sheet, palette, wet, kinds, rough, land)
    _textures(picture, sheet, palette, groups, styles, water=True)
    return picture


def _groups(chart: Map, hexes: Sequence[HexId], styles: Mapping[str, Style]) -> dict[str, list[HexId]]:
    """Hexes by base terrain, in the order of the style table."""
    found: dict[str, list[HexId]] = {name: [] for name in styles}
    for hex_id in hexes:
        found.get(chart.base[hex_id], found["clear"]).append(hex_id)
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
    found = Image.new("L", (sheet.width // 2 + 1, sheet.height // 2 + 1), 0)
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
    soft = mask.filter(ImageFilter.GaussianBlur(sheet.across // 14))
    soft = soft.resize((mask.width * 2, mask.height * 2), Image.Resampling.BILINEAR)
    return Image.blend(soft.crop((0, 0, sheet.width, sheet.height)), rough, 0.16)


def _soft(blurred: Image.Image, steepness: int) -> Image.Image:
    """A mask with a clean, antialiased edge."""
    return blurred.point([max(0, min(255, (v - 128) * steepness + 128)) for v in range(256)])


def _relief(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, cover: Image.Image) -> None:
    """Light from the upper left on chains and valleys; few tones, so that the file stays small."""
    taper = cover.filter(ImageFilter.GaussianBlur(sheet.across // 5))
    high = ImageChops.multiply(heights(sheet), taper)
    by = max(1, sheet.across // 20)
    slope = ImageChops.subtract(high, shifted(high, by), 1, 128)
    tint = palette[style.colour]
    dark_share, light_share = (60, 22) if palette.is_dark else (42, 55)
    peak = [min(255, max(0, v - 150) * 3) // 48 * 48 for v in range(256)]
    picture.paste(
        mixed(tint, _WHITE, 10 if palette.is_dark else 18), (0, 0), ImageChops.multiply(high.point(peak), cover)
    )
    lit = [min(255, max(0, v - 132) * 9) // 36 * 36 for v in range(256)]
    dim = [min(255, max(0, 124 - v) * 9) // 36 * 36 for v in range(256)]
    picture.paste(mixed(tint, _WHITE, light_share), (0, 0), ImageChops.multiply(slope.point(lit), cover))
    picture.paste(mixed(tint, palette["shadow"], dark_share), (0, 0), ImageChops.multiply(slope.point(dim), cover))


def _grain(picture: Image.Image, sheet: Sheet, palette: Palette, land: Image.Image) -> None:
    """A breath of unevenness in the open country, in large soft patches."""
    patches = noise(sheet, 99, 210).point([min(60, max(0, v - 140)) // 20 * 20 for v in range(256)])
    tint = mixed(palette["clear"], palette["forest"], 60)
    picture.paste(tint, (0, 0), ImageChops.darker(patches, land))


def _water(
    picture: Image.Image,
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
    tints = Image.new("RGB", picture.size, palette["sea"])
    for number, style in wet.items():
        if style.colour != "sea":
            part = _blurred(sheet, kinds, rough, (number,)).point([min(255, max(0, v - 40) * 3) for v in range(256)])
            tints.paste(palette[style.colour], (0, 0), part)
    far = cover.filter(ImageFilter.GaussianBlur(sheet.across * 2 // 5))
    shallow = far.point([min(255, (255 - v) * 2) // 32 * 20 for v in range(256)])
    tints.paste(mixed(palette["sea"], _WHITE, 12 if palette.is_dark else 45), (0, 0), shallow)
    picture.paste(tints, (0, 0), cover)
    width = max(8, 900 // sheet.across)
    line = blurred.point([max(0, 255 - max(0, abs(v - 128) - width) * 16) for v in range(256)])
    picture.paste(palette["coast"], (0, 0), ImageChops.darker(line, land))


def _textures(
    picture: Image.Image,
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
            mask = Mask(sheet.width, sheet.height)
            for hex_id in hexes:
                for x, y in _scatter(sheet, hex_id):
                    glyph(mask, sheet, x, y)
            mask.onto(picture, palette[colour], strength)


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


def _tuft(mask: Mask, sheet: Sheet, x: int, y: int) -> None:
    u = sheet.part(26)
    mask.draw.line((x - 3 * u, y, x + 3 * u, y), fill=255, width=max(1, u * 2 // 3))
    for dx in (-1, 0, 1):
        mask.draw.line((x + dx * u, y, x + 2 * dx * u, y - 2 * u), fill=255, width=max(1, u // 2))


def _tree(mask: Mask, sheet: Sheet, x: int, y: int) -> None:
    mask.disc((x, y), sheet.part(46))


def _tick(mask: Mask, sheet: Sheet, x: int, y: int) -> None:
    u = sheet.part(40)
    mask.draw.line((x - u, y + u, x, y - u, x + u, y + u), fill=255, width=max(1, u // 3))
