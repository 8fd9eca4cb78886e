"""What lies in hexes: towns, cities, fortresses, trenches and entry letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from pbem.draw.ink import Mask, between, distance, font, text_size, write
from pbem.draw.palettes import Colour, Palette
from pbem.draw.paper import Paper
from pbem.draw.sheet import FINE, Box, Point, Sheet
from pbem.draw.sketch import Sketch
from pbem.draw.style import Style
from pbem.kernel.ground.hexes import DIRECTIONS, HexId
from pbem.kernel.ground.terrain import Feature, Map

Owners = Mapping[str, str]  # side -> line colour of the palette
Found = list[tuple[HexId, Feature]]


def draw_sites(
    paper: Paper, map: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style], owners: Owners
) -> None:
    """All hex features of the style table, by their way of drawing."""
    _berms(paper, map, sheet, palette, styles)
    for draw in ("trench", "fort", "block", "dot", "ring"):
        for name, style in styles.items():
            found = _found(map, sheet, name) if style.draw == draw else []
            for colour, part in _by_owner(found, palette, style, owners).items():
                _WAYS[draw](paper, map, sheet, palette, style, colour, part)


def _found(map: Map, sheet: Sheet, name: str) -> Found:
    shown = [hex_id for hex_id in map.hexes_with(name) if sheet.shows(hex_id, sheet.across)]
    return [(hex_id, f) for hex_id in shown if (f := map.feature(hex_id, name)) is not None]


def _by_owner(found: Found, palette: Palette, style: Style, owners: Owners) -> dict[Colour, Found]:
    """The features by the colour in which they are drawn."""
    parts: dict[Colour, Found] = {}
    for hex_id, feature in found:
        colour = palette[owners.get(feature.get("owner"), style.colour)]
        parts.setdefault(colour, []).append((hex_id, feature))
    return parts


def _trench(paper: Paper, map: Map, sheet: Sheet, palette: Palette, style: Style, colour: Colour, found: Found) -> None:
    """A castellated line inside the hex, on the sides that face the enemy's trenches; else all round."""
    mask = Sketch(sheet)
    for hex_id, feature in found:
        for other in _facing(map, hex_id, feature):
            mask.line(_castellated(sheet, hex_id, other), sheet.part(48))
    mask.onto(paper, colour)


def _berms(paper: Paper, map: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style]) -> None:
    """Pale ground under all trenches, so that they stand out on mountains."""
    found = [row for name, style in styles.items() if style.draw == "trench" for row in _found(map, sheet, name)]
    halo = Sketch(sheet, 60)
    for hex_id, feature in found:
        for other in _facing(map, hex_id, feature):
            a, b = (between(sheet.centre(hex_id), end, 87, 100) for end in sheet.side(hex_id, other))
            halo.line((a, b), sheet.part(190))
    halo.onto(paper, palette["halo"])


def _facing(map: Map, hex_id: HexId, feature: Feature) -> Sequence[HexId]:
    """The neighbours toward which a trench looks."""

    def is_own(there: HexId) -> bool:
        return map.has(there, feature.name, owner=feature.get("owner"))

    def is_theirs(there: HexId) -> bool:
        return map.has(there, feature.name) and not is_own(there)

    around = map.grid.neighbours[hex_id]
    front = [there for there in around if is_theirs(there)]
    if not front:
        beyond = map.grid.neighbours
        front = [h for h in around if not is_own(h) and any(is_theirs(far) for far in beyond[h])]
    return front or [there for there in around if not is_own(there)]


def _castellated(sheet: Sheet, hex_id: HexId, other: HexId) -> list[Point]:
    """A line along the inside of a hexside with three merlons toward the other hex."""
    centre, (a, b) = sheet.centre(hex_id), sheet.side(hex_id, other)
    low = [between(centre, end, 80, 100) for end in (a, b)]
    high = [between(centre, end, 93, 100) for end in (a, b)]
    line: list[Point] = []
    for k in range(7):
        near, far = (between(pair[0], pair[1], k, 6) for pair in (low, high))
        line += [near, far] if k % 2 else [far, near]
    return line[1:-1]


class _Stamp:
    """What looks the same in every hex: drawn once, then stamped at each."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.half = sheet, sheet.across * 2 // 3
        self.mask = Mask(2 * self.half, 2 * self.half)
        self.middle = (self.half * FINE, self.half * FINE)

    def moved(self, points: Sequence[Point]) -> list[Point]:
        """Points that lie round (0, 0), moved to the middle of the stamp."""
        return [(x + self.middle[0], y + self.middle[1]) for x, y in points]

    def onto(self, paper: Paper, found: Found, colour: Colour, strength: int = 100) -> None:
        """Stamp it into all these hexes."""
        small = self.mask.fine.reduce(FINE).point([v * strength // 100 for v in range(256)])
        for hex_id, _ in found:
            x, y = self.sheet.pixel(hex_id)
            paper.paste(colour, (x - self.half, y - self.half, x + self.half, y + self.half), small)


def _hexagon(sheet: Sheet, inset: int) -> list[Point]:
    """The corners of a hex round (0, 0)."""
    h, q = sheet.half * (100 - inset) // 100, sheet.quarter * (100 - inset) // 100
    return [(0, -2 * q), (h, -q), (h, q), (0, 2 * q), (-h, q), (-h, -q)]


def _fort(paper: Paper, map: Map, sheet: Sheet, palette: Palette, style: Style, colour: Colour, found: Found) -> None:
    """A star of six bastions round the hex: seen also round a counter."""
    line, inside = _Stamp(sheet), _Stamp(sheet)
    outer, inner = _hexagon(sheet, 6), _hexagon(sheet, 22)
    star = [spot for k in range(6) for spot in (outer[k], between(inner[k], inner[(k + 1) % 6], 1, 2))]
    line.mask.stroke(line.moved(star), sheet.part(72), closed=True)
    inside.mask.fill(inside.moved(star))
    inside.onto(paper, found, colour, 30)
    line.onto(paper, found, colour)


_HOUSES = ((-2, -1), (-1, -2), (0, -2), (1, -1), (-2, 0), (-1, -1), (0, -1), (0, 0), (1, 0), (-1, 0), (-1, 1), (0, 1))


def _block(paper: Paper, map: Map, sheet: Sheet, palette: Palette, style: Style, colour: Colour, found: Found) -> None:
    """A city: blocks of houses between streets."""
    stamp, u = _Stamp(sheet), sheet.part(88) * style.weight // 100
    x, y = stamp.middle
    for dx, dy in _HOUSES:
        left, top = x + dx * u * 11 // 10, y + dy * u * 11 // 10
        stamp.mask.draw.rectangle((left, top, left + u * 9 // 10, top + u * 9 // 10), fill=255)
    stamp.onto(paper, found, colour)


def _dot(paper: Paper, map: Map, sheet: Sheet, palette: Palette, style: Style, colour: Colour, found: Found) -> None:
    """A town: a ring with a white middle."""
    for part, ink in ((92, colour), (50, palette["halo"])):
        stamp = _Stamp(sheet)
        stamp.mask.disc(stamp.middle, sheet.part(part) * style.weight // 100)
        stamp.onto(paper, found, ink)


def _ring(paper: Paper, map: Map, sheet: Sheet, palette: Palette, style: Style, colour: Colour, found: Found) -> None:
    """A ring inside the hex, for objectives."""
    stamp = _Stamp(sheet)
    stamp.mask.stroke(stamp.moved(_hexagon(sheet, 12)), sheet.part(50), closed=True)
    stamp.onto(paper, found, colour, 80)


_WAYS = {"trench": _trench, "fort": _fort, "block": _block, "dot": _dot, "ring": _ring}


def draw_letters(
    picture: Image.Image, map: Map, sheet: Sheet, palette: Palette, styles: Mapping[str, Style], owners: Owners
) -> list[Box]:
    """Entry letters at the outer rim of their hexes, where no counter covers them; returns where they stand."""
    found = []
    for name, style in styles.items():
        for hex_id, feature in _found(map, sheet, name) if style.draw == "letter" else []:
            colour = palette[owners.get(feature.get("owner"), style.colour)]
            found.append(_letter(picture, sheet, palette, hex_id, feature.get("letter") or name, colour))
    return found


def _letter(picture: Image.Image, sheet: Sheet, palette: Palette, hex_id: HexId, text: str, colour: Colour) -> Box:
    size = max(8, sheet.across * 26 // 100)
    face = font(size, "bold")
    width = max(size, text_size(text, face)[0] + size // 2)
    x, y = _rim(sheet, hex_id)
    x = max(width // 2 + 1, min(sheet.width - width // 2 - 2, x))
    y = max(size // 2 + 2, min(sheet.height - size // 2 - 3, y))
    mask = Mask(width + 2, size + 4, (x - width // 2 - 1, y - size // 2 - 2))
    mask.draw.rounded_rectangle((0, 0, (width + 2) * FINE - 1, (size + 4) * FINE - 1), size * FINE // 2, fill=255)
    mask.onto(picture, colour)
    write(picture, (x, y), text, face, palette["halo"])
    return x - width // 2 - 1, y - size // 2 - 2, x + width // 2 + 1, y + size // 2 + 2


def _rim(sheet: Sheet, hex_id: HexId) -> Point:
    """A spot at the edge of the hex, on the side where the map ends."""
    grid = sheet.grid
    x, y = sheet.centre(hex_id)
    q, r = grid.axial[hex_id]
    taken = {grid.axial[other] for other in grid.neighbours[hex_id]}
    # Directions in the picture: a neighbour that exists shows where its opposite would be.
    away = [0, 0]
    for dq, dr in DIRECTIONS:
        opposite = grid_neighbour(grid.neighbours[hex_id], grid.axial, (q - dq, r - dr))
        if (q + dq, r + dr) not in taken and opposite is not None:
            ox, oy = sheet.centre(opposite)
            away[0] += x - ox
            away[1] += y - oy
    length = distance((0, 0), (away[0], away[1]))
    if not length:
        return x // FINE, (y - sheet.quarter) // FINE
    reach = sheet.half * 96 // 100
    return (x + away[0] * reach // length) // FINE, (y + away[1] * reach // length) // FINE


def grid_neighbour(
    around: Sequence[HexId], axial: Mapping[HexId, tuple[int, int]], wanted: tuple[int, int]
) -> HexId | None:
    """The neighbour that has these axial coordinates."""
    return next((other for other in around if axial[other] == wanted), None)
