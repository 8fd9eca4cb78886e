"""The same board as SVG: the same hexes, lines and counters, for the comparison of speed with an SVG renderer."""

from __future__ import annotations

from pbem.draw.look import Look
from pbem.draw.palettes import PALETTES
from pbem.draw.sheet import FINE, Point, sheet_of
from pbem.draw.stacks import stacks_of
from pbem.draw.style import styles_of
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario

_SIZES = {"river": 3, "ridge": 4, "wall": 6, "rail": 2, "road": 3}


def board_as_svg(scenario: Scenario, position: Position, look: Look) -> str:
    """Hexes with tint and number, hexside and line features, place names, and every counter with its print."""
    chart, palette, styles = scenario.map, PALETTES["light"], styles_of({})
    sheet = sheet_of(chart.grid, 100)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.width}" height="{sheet.height}">']

    def spot(point: Point) -> str:
        return f"{point[0] / FINE:.1f},{point[1] / FINE:.1f}"

    def colour(role: str) -> str:
        return "#{:02x}{:02x}{:02x}".format(*palette[role])

    def text(x: int, y: int, size: int, words: str) -> str:
        return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle">{words}</text>'

    for hex_id in chart.grid.hexes:
        corners = " ".join(spot(corner) for corner in sheet.corners(hex_id))
        tint = colour(styles[chart.base[hex_id]].colour)
        out.append(f'<polygon points="{corners}" fill="{tint}" stroke="{colour("grid")}" stroke-width="1"/>')
        x, y = sheet.pixel(hex_id)
        out.append(text(x, y - 16, 9, hex_id))
    for table, ends in ((chart.on_side, sheet.side), (chart.along, lambda a, b: (sheet.centre(a), sheet.centre(b)))):
        for (a, b), features in table.items():
            for feature in features if a < b else ():
                style = styles[feature.name]
                p, q = (spot(end).split(",") for end in ends(a, b))
                width = _SIZES[style.draw] * max(1, style.weight // 100)
                line = f'x1="{p[0]}" y1="{p[1]}" x2="{q[0]}" y2="{q[1]}"'
                out.append(
                    f'<line {line} stroke="{colour(style.colour)}" stroke-width="{width}" stroke-linecap="round"/>'
                )
    for name, hex_id in chart.places.items():
        x, y = sheet.pixel(hex_id)
        out.append(f'<circle cx="{x}" cy="{y}" r="4"/>' + text(x, y + 24, 12, name))
    for stack in stacks_of(scenario, position, look, None).values():
        for k, one in enumerate(stack.looks):
            x, y = sheet.pixel(stack.hex)
            x, y = x - 17 + 2 * k, y - 17 - 2 * k
            face = "#{:02x}{:02x}{:02x}".format(*palette.face(one.colour))
            out.append(f'<rect x="{x}" y="{y}" width="34" height="34" fill="{face}" stroke="#1c1a18"/>')
            out.append(f'<rect x="{x + 8}" y="{y + 9}" width="18" height="11" fill="#fff" stroke="#1c1a18"/>')
            out.append(f'<path d="M{x + 8},{y + 9} l18,11 m-18,0 l18,-11" stroke="#1c1a18"/>')
            out.append(text(x + 17, y + 7, 7, one.size) + text(x + 5, y + 17, 7, one.name))
            out.append(text(x + 17, y + 31, 12, one.figures))
    return "\n".join([*out, "</svg>"])
