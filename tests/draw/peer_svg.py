"""The same board as SVG: the same hexes, lines and counters, for the comparison of speed with an SVG renderer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.draw.look import Look, UnitLook
from pbem.draw.palettes import PALETTES
from pbem.draw.sheet import FINE, Point, Sheet, sheet_of
from pbem.draw.stacks import stacks_of
from pbem.draw.style import Style, styles_of
from pbem.kernel.ground.terrain import Map
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario

_PALETTE = PALETTES["light"]
_WIDTHS = {"river": 3, "ridge": 4, "crag": 4, "wall": 6, "bridge": 4, "ford": 4, "rail": 2, "road": 3}
_BLACK = "#1c1a18"


def board_as_svg(scenario: Scenario, position: Position, look: Look) -> str:
    """Hexes with tint and number, hexside and line features, place names, and every counter with its print."""
    map, styles = scenario.map, styles_of(look.styles)
    sheet = sheet_of(map.grid, 100)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.width}" height="{sheet.height}">']
    out += [*_hexes(map, sheet, styles), *_lines(map, sheet, styles), *_names(map, sheet)]
    for stack in stacks_of(scenario, position, look).values():
        x, y = sheet.pixel(stack.hex)
        for k, one in enumerate(stack.looks):
            out += _counter(one, x - 17 + 2 * k, y - 17 - 2 * k)
    return "\n".join([*out, "</svg>"])


def _colour(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _spot(point: Point) -> tuple[str, str]:
    return f"{point[0] / FINE:.1f}", f"{point[1] / FINE:.1f}"


def _text(x: int, y: int, size: int, words: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle">{words}</text>'


def _hexes(map: Map, sheet: Sheet, styles: Mapping[str, Style]) -> Iterator[str]:
    for hex_id in map.grid.hexes:
        corners = " ".join(",".join(_spot(corner)) for corner in sheet.corners(hex_id))
        tint = _colour(_PALETTE[styles[map.base[hex_id]].colour])
        yield f'<polygon points="{corners}" fill="{tint}" stroke="{_colour(_PALETTE["grid"])}"/>'
        x, y = sheet.pixel(hex_id)
        yield _text(x, y - 16, 9, hex_id)


def _lines(map: Map, sheet: Sheet, styles: Mapping[str, Style]) -> Iterator[str]:
    pieces = [(f, sheet.side(a, b)) for (a, b), found in map.on_side.items() if a < b for f in found]
    rails = [(a, b, f) for (a, b), found in map.along.items() if a < b for f in found]
    pieces += [(f, (sheet.centre(a), sheet.centre(b))) for a, b, f in rails]
    for feature, (start, end) in pieces:
        style = styles.get(feature.name)
        if style is None:
            continue
        (x1, y1), (x2, y2) = _spot(start), _spot(end)
        width = _WIDTHS[style.draw] * max(1, style.weight // 100)
        pen = f'stroke="{_colour(_PALETTE[style.colour])}" stroke-width="{width}" stroke-linecap="round"'
        yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {pen}/>'


def _names(map: Map, sheet: Sheet) -> Iterator[str]:
    for name, hex_id in map.places.items():
        x, y = sheet.pixel(hex_id)
        yield f'<circle cx="{x}" cy="{y}" r="4"/>' + _text(x, y + 24, 12, name)


def _counter(look: UnitLook, x: int, y: int) -> Iterator[str]:
    face = _colour(_PALETTE.face(look.colour))
    yield f'<rect x="{x}" y="{y}" width="34" height="34" fill="{face}" stroke="{_BLACK}"/>'
    yield f'<rect x="{x + 8}" y="{y + 9}" width="18" height="11" fill="#fff" stroke="{_BLACK}"/>'
    yield f'<path d="M{x + 8},{y + 9} l18,11 m-18,0 l18,-11" stroke="{_BLACK}"/>'
    yield _text(x + 17, y + 7, 7, look.size) + _text(x + 5, y + 17, 7, look.name)
    yield _text(x + 17, y + 31, 12, look.figures)
