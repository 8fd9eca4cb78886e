"""Lines of the map: the hex grid, rivers, ridges, walls and bridges on hexsides, rails and roads between hexes."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from pbem.draw.chains import chains, curve
from pbem.draw.ink import Mask, between, distance
from pbem.draw.palettes import Palette
from pbem.draw.paper import Paper
from pbem.draw.sheet import FINE, Point, Sheet
from pbem.draw.sketch import Sketch
from pbem.draw.style import Style
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Feature, Map

Pair = tuple[HexId, HexId]


def draw_grid(paper: Paper, sheet: Sheet, palette: Palette) -> None:
    """The hex grid, thin and pale."""
    mask = Mask(sheet.width, sheet.height)  # there is no part of the map without it
    width = max(1, sheet.part(26))
    for hex_id in sheet.grid.hexes:
        if sheet.shows(hex_id, sheet.across):
            corners = sheet.corners(hex_id)
            is_inner = len(sheet.grid.neighbours[hex_id]) == 6  # its other three sides are drawn by neighbours
            mask.draw.line(corners[:4] if is_inner else [*corners, corners[0]], fill=255, width=width)
    paper.ink(palette["grid"], mask.fine.reduce(FINE).point([v * 55 // 100 for v in range(256)]))


Sorted = Mapping[str, Sequence[Pair]]


def _sorted(sheet: Sheet, table: Mapping[Pair, Sequence[Feature]]) -> Sorted:
    """Each pair of hexes once under the names of its features, as far as the window shows it."""
    found: dict[str, list[Pair]] = {}
    for (a, b), features in table.items():
        if a < b and sheet.shows(a, 2 * sheet.across):
            for name in dict.fromkeys(feature.name for feature in features):
                found.setdefault(name, []).append((a, b))
    return found


def draw_sides(paper: Paper, map: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> None:
    """Everything on hexsides: water first, then what stands beside and over it."""
    ways = {"river": _river, "ridge": _ridge, "crag": _crag, "wall": _wall, "bridge": _bridge, "ford": _bridge}
    found = _sorted(sheet, map.on_side)
    _banks(paper, sheet, palette, styles, found)
    for draw, way in ways.items():
        for name, style in styles.items():
            if style.draw == draw and name in found:
                way(paper, sheet, palette, style, found[name])


def _lines(sheet: Sheet, pairs: Sequence[Pair]) -> list[list[Point]]:
    return chains(sheet.side(a, b) for a, b in pairs)


def _river(paper: Paper, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """A smooth blue line."""
    water = Sketch(sheet)
    for line in _lines(sheet, pairs):
        water.stroke(curve(line), _river_width(sheet, style))
    water.onto(paper, palette[style.colour])


def _river_width(sheet: Sheet, style: Style) -> int:
    return sheet.part(46 * style.weight // 100 + 10)


def _banks(paper: Paper, sheet: Sheet, palette: Palette, styles: Mapping[str, Style], found: Sorted) -> None:
    """Pale banks keep the rivers apart from dark ground."""
    bank = Sketch(sheet, 45)
    for name, style in styles.items():
        if style.draw == "river":
            for line in _lines(sheet, found.get(name, ())):
                bank.line(curve(line), _river_width(sheet, style) + sheet.part(40))
    bank.onto(paper, palette["halo"])


def _ridge(paper: Paper, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """A brown line with teeth to both sides."""
    mask = Sketch(sheet)
    for line in _lines(sheet, pairs):
        mask.stroke(line, sheet.part(62))
        for a, b in itertools.pairwise(line):
            _teeth(mask, a, b, 4, sheet.part(125), sheet.part(40))
    mask.onto(paper, palette[style.colour])


def _crag(paper: Paper, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """Close teeth to both sides, without a line."""
    mask = Sketch(sheet)
    for line in _lines(sheet, pairs):
        for a, b in itertools.pairwise(line):
            _teeth(mask, a, b, 6, sheet.part(105), sheet.part(50))
    mask.onto(paper, palette[style.colour])


def _teeth(mask: Sketch, a: Point, b: Point, count: int, length: int, width: int) -> None:
    """Short strokes across the piece from a to b."""
    whole = max(1, distance(a, b))
    dx, dy = -(b[1] - a[1]) * length // whole, (b[0] - a[0]) * length // whole
    for k in range(count):
        x, y = between(a, b, 2 * k + 1, 2 * count)
        mask.line(((x - dx, y - dy), (x + dx, y + dy)), width)


def _wall(paper: Paper, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """A heavy line with a light core: nobody crosses it."""
    mask, core = Sketch(sheet), Sketch(sheet)
    for line in _lines(sheet, pairs):
        mask.stroke(line, sheet.part(120))
        core.stroke(line, sheet.part(34))
    mask.onto(paper, palette[style.colour])
    core.onto(paper, palette["halo"])


def _bridge(paper: Paper, sheet: Sheet, palette: Palette, style: Style, pairs: Sequence[Pair]) -> None:
    """Two bars across the hexside; a ford has dots instead."""
    mask = Sketch(sheet)
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
    mask.onto(paper, palette[style.colour])


def draw_lines(paper: Paper, map: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> None:
    """Roads, then rails, from hex to hex. A line runs through the middle of a hex only where it has to."""
    found = _sorted(sheet, map.along)
    for draw in ("road", "rail"):
        for name, style in styles.items():
            pairs = found.get(name, ()) if style.draw == draw else ()
            if pairs:
                stops = [sheet.centre(h) for pair in pairs for h in pair if _is_settled(map, styles, h)]
                smooth = [curve(line) for line in chains(((sheet.centre(a), sheet.centre(b)) for a, b in pairs), stops)]
                (_road if draw == "road" else _rail)(paper, sheet, palette, style, smooth)


def _is_settled(map: Map, styles: Mapping[str, Style], hex_id: HexId) -> bool:
    return any(styles[f.name].draw in ("dot", "block") for f in map.features(hex_id) if f.name in styles)


def _road(paper: Paper, sheet: Sheet, palette: Palette, style: Style, lines: Sequence[list[Point]]) -> None:
    """A line in one colour with a pale edge; tracks are dashed."""
    edge, mask = Sketch(sheet, 70), Sketch(sheet)
    width = sheet.part(54 * style.weight // 100)
    for line in lines:
        edge.stroke(line, width + sheet.part(36))
        if style.dashed:
            mask.dashes(line, width, sheet.part(120), sheet.part(70))
        else:
            mask.stroke(line, width)
    edge.onto(paper, palette["halo"])
    mask.onto(paper, palette[style.colour])


def _rail(paper: Paper, sheet: Sheet, palette: Palette, style: Style, lines: Sequence[list[Point]]) -> None:
    """A thin black line with ties."""
    edge, mask = Sketch(sheet, 50), Sketch(sheet)
    for line in lines:
        edge.stroke(line, sheet.part(90))
        mask.stroke(line, sheet.part(34))
        _ties(mask, line, sheet.part(150), sheet.part(62), sheet.part(34))
    edge.onto(paper, palette["halo"])
    mask.onto(paper, palette[style.colour])


def _ties(mask: Sketch, line: Sequence[Point], every: int, length: int, width: int) -> None:
    """Short strokes across the line at even distances."""
    at = every // 2
    for a, b in itertools.pairwise(line):
        whole = distance(a, b)
        while whole and at <= whole:
            x, y = between(a, b, at, whole)
            dx, dy = -(b[1] - a[1]) * length // whole, (b[0] - a[0]) * length // whole
            mask.line(((x - dx, y - dy), (x + dx, y + dy)), width)
            at += every
        at -= whole
