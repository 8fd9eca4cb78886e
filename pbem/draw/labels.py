"""Names of places and rivers: with a halo, where they collide least with counters and with each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from pbem.draw.chains import chains
from pbem.draw.ink import font, text_size
from pbem.draw.palettes import Colour, Palette
from pbem.draw.room import box_at, covered, touching
from pbem.draw.sheet import FINE, Box, Point, Sheet
from pbem.draw.style import Style
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.values import NamedTuple

_SPREAD, _ROUND = ImageFilter.MaxFilter(5), ImageFilter.BoxBlur(0.5)  # letters grow to a halo of two pixels


class Label(NamedTuple):
    """A name, how it is written, and the spots where it may stand, the best first."""

    text: str
    size: int
    weight: str
    colour: str
    spots: tuple[Point, ...]


def labels_of(map: Map, sheet: Sheet, styles: Mapping[str, Style]) -> list[Label]:
    """Cities before towns before rivers: who comes first has the choice."""
    cities: list[Label] = []
    towns: list[Label] = []
    for name, hex_id in map.places.items():
        if sheet.shows(hex_id):
            is_city = any(styles[f.name].draw in ("block", "fort") for f in map.features(hex_id) if f.name in styles)
            size = max(9, sheet.across * (29 if is_city else 25) // 100)
            label = Label(name, size, "bold" if is_city else "semibold", "ink", _around(sheet, hex_id, size))
            (cities if is_city else towns).append(label)
    return cities + towns + _river_labels(map, sheet, styles)


def _around(sheet: Sheet, hex_id: HexId, size: int) -> tuple[Point, ...]:
    """Below, above, then beside the hex's middle, then farther out."""
    x, y = sheet.pixel(hex_id)
    low, wide = sheet.across * 37 // 100 + size * 35 // 100 + 5, sheet.across * 30 // 100
    near = sheet.across * 27 // 100
    ways = [(0, near), (0, low), (0, -low), (wide, low), (-wide, low), (wide, -low), (-wide, -low)]
    ways += [(dx * wide // 2, dy) for dx in (0, 1, -1, 3, -3, 4, -4) for dy in (low + size // 3, -low - size // 3)]
    ways += [(dx * wide, dy) for dx in (2, -2, 3, -3) for dy in (low, -low, near // 2, -near // 2)]
    ways += [
        (dx * wide, dy * wide) for dx, dy in ((3, 0), (-3, 0), (0, 3), (0, -3), (1, 3), (-1, 3), (1, -3), (-1, -3))
    ]
    return tuple((x + dx, y + dy) for dx, dy in ways)


def _river_labels(map: Map, sheet: Sheet, styles: Mapping[str, Style]) -> list[Label]:
    """One name for each river, somewhere along its course."""
    sides: dict[str, list[tuple[Point, Point]]] = {}
    for (a, b), features in map.on_side.items():
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


def draw_labels(picture: Image.Image, palette: Palette, labels: Iterable[Label], taken: Iterable[Box]) -> None:
    """Write each name where it is free; one that would be covered so that a letter is lost is left out."""
    counters, names = list(taken), list[Box]()
    for label in labels:
        for size in (label.size, label.size * 84 // 100, label.size * 72 // 100):  # smaller, before it is covered
            image = _written(label.text, max(8, size), label.weight, palette[label.colour], palette["halo"])
            spot, cover = _best(label.spots, image.width, image.height, counters, names, picture.size)
            if not cover:
                break
        if spot is not None:
            names.append(box_at(spot, image.width, image.height))
            picture.paste(image, (names[-1][0], names[-1][1]), image)


@lru_cache(maxsize=1024)
def _written(text: str, size: int, weight: str, colour: Colour, halo: Colour) -> Image.Image:
    """The name with its halo, as RGBA."""
    face = font(size, weight)
    letters = Image.new("L", (text_size(text, face)[0] + 5, size + 4), 0)
    ImageDraw.Draw(letters).text((letters.width // 2, letters.height // 2), text, fill=255, font=face, anchor="mm")
    image = Image.new("RGB", letters.size, halo)
    image.paste(colour, (0, 0), letters)
    image.putalpha(letters.filter(_SPREAD).filter(_ROUND))
    return image


def _best(
    spots: Sequence[Point], width: int, height: int, counters: list[Box], names: list[Box], size: tuple[int, int]
) -> tuple[Point | None, int]:
    """The first spot that is free, else the one least covered, and how many pixels of it; none beyond a twelfth."""
    left, right = min(x for x, _ in spots) - width, max(x for x, _ in spots) + width
    top, bottom = min(y for _, y in spots) - height, max(y for _, y in spots) + height
    region = (min(left, size[0] - width), top, max(right, width), bottom)
    near = [(box, 1) for box in touching(counters, region)] + [(box, 2) for box in touching(names, region)]
    found, least = None, width * height // 12
    for x, y in spots:
        x = max(width // 2 + 1, min(size[0] - width // 2 - 1, x))
        box = box_at((x, y), width - 4, height - 5)  # the halo may touch what lies beside it
        if box[1] < 0 or box[3] > size[1]:
            continue
        cover = covered(box, near, least)
        if not cover:
            return (x, y), 0
        if cover < least:
            found, least = (x, y), cover
    return found, least
