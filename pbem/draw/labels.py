"""Names of places and rivers: with a halo, where they collide least with counters and with each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from PIL import Image

from pbem.draw.chains import chains
from pbem.draw.ink import font, text_size, write
from pbem.draw.palettes import Colour, Palette
from pbem.draw.sheet import FINE, Box, Point, Sheet
from pbem.draw.style import Style
from pbem.kernel.hexes import HexId
from pbem.kernel.terrain import Map


class Label(NamedTuple):
    """A name, how it is written, and the spots where it may stand, the best first."""

    text: str
    size: int
    weight: str
    colour: str
    spots: tuple[Point, ...]


def labels_of(chart: Map, sheet: Sheet, styles: Mapping[str, Style]) -> list[Label]:
    """Cities before towns before rivers: who comes first has the choice."""
    cities, towns = [], []
    for name, hex_id in chart.places.items():
        if sheet.shows(hex_id):
            is_city = any(styles[f.name].draw in ("block", "fort") for f in chart.features(hex_id) if f.name in styles)
            size = max(9, sheet.across * (29 if is_city else 25) // 100)
            label = Label(name, size, "bold" if is_city else "semibold", "ink", _around(sheet, hex_id, size))
            (cities if is_city else towns).append(label)
    return cities + towns + _river_labels(chart, sheet, styles)


def _around(sheet: Sheet, hex_id: HexId, size: int) -> tuple[Point, ...]:
    """Below, above, then beside the hex's middle, then farther out."""
    x, y = sheet.pixel(hex_id)
    low, wide = sheet.across * 46 // 100, sheet.across * 30 // 100
    near = sheet.across * 27 // 100
    ways = [(0, near), (0, low), (0, -low), (wide, low), (-wide, low), (wide, -low), (-wide, -low)]
    ways += [(0, low + size // 2), (2 * wide, low), (-2 * wide, low), (2 * wide, -low), (-2 * wide, -low)]
    ways += [(3 * wide, 0), (-3 * wide, 0), (0, 3 * wide), (0, -3 * wide)]
    return tuple((x + dx, y + dy) for dx, dy in ways)


def _river_labels(chart: Map, sheet: Sheet, styles: Mapping[str, Style]) -> list[Label]:
    """One name for each river, somewhere along its course."""
    sides: dict[str, list[tuple[Point, Point]]] = {}
    for (a, b), features in chart.on_side.items():
        for feature in features:
            style = styles.get(feature.name)
            if a < b and style and style.draw == "river" and feature.get("name") and sheet.shows(a) and sheet.shows(b):
                sides.setdefault(feature.get("name"), []).append(sheet.side(a, b))
    found = []
    for name, pieces in sides.items():
        course = max(chains(pieces), key=len)
        if len(course) > 4:
            order = sorted(range(1, len(course) - 1), key=lambda k: (abs(2 * k - len(course)), k))
            off = sheet.across * 20 // 100
            spots = [(course[k][0] // FINE + dx, course[k][1] // FINE) for k in order for dx in (0, off, -off)]
            text = name.replace("_", " ").replace("-", " ")
            found.append(Label(text, max(9, sheet.across * 23 // 100), "italic", "river", tuple(spots[:45])))
    return found


def draw_labels(picture: Image.Image, palette: Palette, labels: Iterable[Label], taken: Iterable[Box]) -> list[Box]:
    """Write each name where it is least covered; returns the boxes of the names."""
    counters, names = list(taken), list[Box]()
    for label in labels:
        face = font(label.size, label.weight)
        width, height = text_size(label.text, face)
        width, height = width + 4, height + 6
        spot = _best(label.spots, width, height, counters, names, picture.size)
        if spot is None:
            continue
        names.append(_box(spot, width, height))
        colour: Colour = palette[label.colour]
        write(picture, spot, label.text, face, colour, palette["halo"], width=2)
    return names


def _box(spot: Point, width: int, height: int) -> Box:
    return spot[0] - width // 2, spot[1] - height // 2, spot[0] + width // 2, spot[1] + height // 2


def _best(
    spots: Iterable[Point], width: int, height: int, counters: list[Box], names: list[Box], size: tuple[int, int]
) -> Point | None:
    """The first spot that is free, else the one least covered; none if all are covered by more than a third."""
    found, least = None, width * height // 3
    for x, y in spots:
        x = max(width // 2 + 1, min(size[0] - width // 2 - 1, x))
        box = _box((x, y), width, height)
        if box[1] < 0 or box[3] > size[1]:
            continue
        cover = sum(_common(box, other) for other in counters) + 2 * sum(_common(box, other) for other in names)
        if not cover:
            return x, y
        if cover < least:
            found, least = (x, y), cover
    return found


def _common(a: Box, b: Box) -> int:
    """How many pixels two boxes share."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0
