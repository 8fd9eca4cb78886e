"""Lines of the map: the hex grid, rivers, ridges, walls and bridges on hexsides, rails and roads between hexes."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from PIL import Image

from pbem.draw.chains import chains, curve
from pbem.draw.ink import Mask, between, distance
from pbem.draw.palettes import Palette
from pbem.draw.sheet import Point, Sheet
from pbem.draw.style import Style
from pbem.kernel.hexes import HexId
from pbem.kernel.terrain import Feature, Map

Pair = tuple[HexId, HexId]


def draw_grid(picture: Image.Image, sheet: Sheet, palette: Palette) -> None:
    """The hex grid, thin and pale."""
    mask = Mask(sheet.width, sheet.height)
    width = max(1, sheet.part(26))
    for hex_id in sheet.grid.hexes:
        if sheet.shows(hex_id, sheet.across):
            corners = sheet.corners(hex_id)
            is_inner = len(sheet.grid.neighbours[hex_id]) == 6  # its other three sides are drawn by neighbours
            mask.draw.line(corners[:4] if is_inner else [*corners, corners[0]], fill=255, width=width)
    mask.onto(picture, palette["grid"], 55)


def _pairs(sheet: Sheet, table: Mapping[Pair, Sequence[Feature]], name: str) -> list[Pair]:
    """Each pair of hexes with such a feature once, as far as the window shows it."""
    found = []
    for (a, b), features in table.items():
        if a < b and any(feature.name == name for feature in features) and sheet.shows(a, 2 * sheet.across):
            found.append((a, b))
    return found


def draw_sides(picture: Image.Image, chart: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> None:
    """Everything on hexsides: water first, then what stands beside and over it."""
    ways = {"river": _river, "ridge": _ridge, "crag": _crag, "wall": _wall, "bridge": _bridge, "ford": _bridge}
    _banks(picture, chart, sheet, palette, styles)
    for draw, way in ways.items():
        for name, style in styles.items():
            if style.draw != draw:
                continue
            pairs = _pairs(sheet, chart.on_side, name)
            if pairs:
                way(picture, sheet, palette, style, pairs)


def _lines(sheet: Sheet, pairs: Sequence[Pair]) -> list[list[Point]]:
    return chains(sheet.side(a, b) for a, b in pairs)


def _river(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """A smooth blue line."""
    water = Mask(sheet.width, sheet.height)
    for line in _lines(sheet, pairs):
        water.stroke(curve(line), _river_width(sheet, style))
    water.onto(picture, palette[style.colour])


def _river_width(sheet: Sheet, style: Style) -> int:
    return sheet.part(46 * style.weight // 100 + 10)


def _banks(picture: Image.Image, chart: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> None:
    """Pale banks keep the rivers apart from dark ground."""
    bank = Mask(sheet.width, sheet.height)
    for name, style in styles.items():
        if style.draw == "river":
            for line in _lines(sheet, _pairs(sheet, chart.on_side, name)):
                bank.draw.line(curve(line), fill=255, width=_river_width(sheet, style) + sheet.part(40))
    bank.onto(picture, palette["halo"], 45)


def _ridge(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """A brown line with teeth to both sides."""
    mask = Mask(sheet.width, sheet.height)
    for line in _lines(sheet, pairs):
        mask.stroke(line, sheet.part(62))
        for a, b in itertools.pairwise(line):
            _teeth(mask, a, b, 4, sheet.part(125), sheet.part(40))
    mask.onto(picture, palette[style.colour])


def _crag(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """Close teeth to both sides, without a line."""
    mask = Mask(sheet.width, sheet.height)
    for line in _lines(sheet, pairs):
        for a, b in itertools.pairwise(line):
            _teeth(mask, a, b, 6, sheet.part(105), sheet.part(50))
    mask.onto(picture, palette[style.colour])


def _teeth(mask: Mask, a: Point, b: Point, count: int, length: int, width: int) -> None:
    """Short strokes across the piece from a to b."""
    whole = max(1, distance(a, b))
    dx, dy = -(b[1] - a[1]) * length // whole, (b[0] - a[0]) * length // whole
    for k in range(count):
        x, y = between(a, b, 2 * k + 1, 2 * count)
        mask.draw.line((x - dx, y - dy, x + dx, y + dy), fill=255, width=width)


def _wall(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """A heavy line with a light core: nobody crosses it."""
    mask, core = Mask(sheet.width, sheet.height), Mask(sheet.width, sheet.height)
    for line in _lines(sheet, pairs):
        mask.stroke(line, sheet.part(120))
        core.stroke(line, sheet.part(34))
    mask.onto(picture, palette[style.colour])
    core.onto(picture, palette["halo"])


def _bridge(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """Two bars across the hexside; a ford has dots instead."""
    mask = Mask(sheet.width, sheet.height)
    for a, b in pairs:
        p, q = sheet.side(a, b)
        x, y = between(p, q, 1, 2)
        (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
        dx, dy = (bx - ax) // 6, (by - ay) // 6
        for share in (-1, 1):
            ox, oy = share * (q[0] - p[0]) // 7, share * (q[1] - p[1]) // 7
            if style.draw == "ford":
                mask.disc((x + ox, y + oy), sheet.part(46))
            else:
                mask.stroke([(x + ox - dx, y + oy - dy), (x + ox + dx, y + oy + dy)], sheet.part(50))
    mask.onto(picture, palette[style.colour])


def draw_lines(picture: Image.Image, chart: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> None:
    """Roads, then rails, from hex to hex. A line runs through the middle of a hex only where it has to."""
    for draw in ("road", "rail"):
        for name, style in styles.items():
            pairs = _pairs(sheet, chart.along, name) if style.draw == draw else []
            if pairs:
                stops = [sheet.centre(h) for pair in pairs for h in pair if _is_settled(chart, styles, h)]
                smooth = [curve(line) for line in chains(((sheet.centre(a), sheet.centre(b)) for a, b in pairs), stops)]
                (_road if draw == "road" else _rail)(picture, sheet, palette, style, smooth)


def _is_settled(chart: Map, styles: Mapping[str, Style], hex_id: HexId) -> bool:
    return any(styles[f.name].draw in ("dot", "block") for f in chart.features(hex_id) if f.name in styles)


def _road(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, lines: Sequence[list[Point]]) -> None:
    """A line in one colour with a pale edge; tracks are dashed."""
    edge, mask = Mask(sheet.width, sheet.height), Mask(sheet.width, sheet.height)
    width = sheet.part(54 * style.weight // 100)
    for line in lines:
        edge.stroke(line, width + sheet.part(36))
        if style.dashed:
            mask.dashes(line, width, sheet.part(120), sheet.part(70))
        else:
            mask.stroke(line, width)
    edge.onto(picture, palette["halo"], 70)
    mask.onto(picture, palette[style.colour])


def _rail(picture: Image.Image, sheet: Sheet, palette: Palette, style: Style, lines: Sequence[list[Point]]) -> None:
    """A thin black line with ties."""
    edge, mask = Mask(sheet.width, sheet.height), Mask(sheet.width, sheet.height)
    for line in lines:
        edge.stroke(line, sheet.part(90))
        mask.stroke(line, sheet.part(34))
        _ties(mask, line, sheet.part(150), sheet.part(62), sheet.part(34))
    edge.onto(picture, palette["halo"], 50)
    mask.onto(picture, palette[style.colour])


def _ties(mask: Mask, line: Sequence[Point], every: int, length: int, width: int) -> None:
    """Short strokes across the line at even distances."""
    at = every // 2
    for a, b in itertools.pairwise(line):
        whole = distance(a, b)
        while whole and at <= whole:
            x, y = between(a, b, at, whole)
            dx, dy = -(b[1] - a[1]) * length // whole, (b[0] - a[0]) * length // whole
            mask.draw.line((x - dx, y - dy, x + dx, y + dy), fill=255, width=width)
            at += every
        at -= whole
