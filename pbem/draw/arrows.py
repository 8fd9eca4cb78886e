"""The delta in the picture: ghosts, numbered paths, combats with their label, losses."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from PIL import Image

from pbem.draw.counters import badge, counter, counter_size, tag
from pbem.draw.delta import Event
from pbem.draw.ink import Mask, Patch, between, distance, font, text_size, write
from pbem.draw.look import Look, UnitLook
from pbem.draw.palettes import Colour, Palette, mixed
from pbem.draw.sheet import FINE, Box, Point, Sheet
from pbem.draw.stacks import Stack
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario

_PATHS = ("move", "rail", "retreat", "advance")
_GHOST = 46  # per cent of the counter that shows


def draw_ghosts(
    picture: Image.Image,
    sheet: Sheet,
    palette: Palette,
    look: Look,
    events: Sequence[Event],
    stacks: Mapping[HexId, Stack],
) -> None:
    """Pale counters where units stood before they moved, or where they were lost."""
    ghosts: dict[HexId, dict[str, None]] = {}
    for event in events:
        start = event.path[0] if event.draw in _PATHS else event.at if event.draw == "gone" else None
        if start is not None and start not in stacks:
            ghosts.setdefault(start, {}).update(dict.fromkeys(event.units))
    size = counter_size(sheet.across)
    for hex_id, units in ghosts.items():
        if sheet.shows(hex_id, sheet.across):
            looks = [look.units.get(unit) or UnitLook(name=unit, figures="") for unit in units]
            _ghost(picture, sheet, palette, max(looks, key=lambda one: one.rank), hex_id, len(units), size)


def _ghost(
    picture: Image.Image, sheet: Sheet, palette: Palette, look: UnitLook, hex_id: HexId, count: int, size: int
) -> None:
    x, y = sheet.pixel(hex_id)
    left, top = x - size // 2, y - size // 2
    image = counter(look, palette, size)
    picture.paste(image, (left, top), Image.new("L", image.size, 255 * _GHOST // 100))
    if count > 1:
        number = badge(count, size)
        pale = number.getchannel("A").point([v * 60 // 100 for v in range(256)])
        picture.paste(number.convert("RGB"), (left + size - number.width * 2 // 3, top - number.height // 3), pale)


def draw_events(
    picture: Image.Image,
    sheet: Sheet,
    palette: Palette,
    look: Look,
    scenario: Scenario,
    events: Sequence[Event],
    stacks: Mapping[HexId, Stack],
) -> None:
    """Blows first, then paths, then losses, then the labels of the combats on top of all."""
    taken: list[Box] = []
    shown = [event for event in events if _is_shown(sheet, event)]
    for event in shown:
        if event.draw == "combat":
            _blows(picture, sheet, palette, event)
    for event in shown:
        if event.draw in _PATHS:
            _path(picture, sheet, palette, event, side_colour(palette, look, scenario, event), taken)
    for event in shown:
        if event.draw in ("loss", "gone", "hit", "arrive"):
            _note(picture, sheet, palette, event, taken, event.at in stacks)
    for event in shown:
        if event.draw == "combat" and event.at:
            words = f"{event.number}  {event.label}" if event.number else event.label
            _box(picture, sheet, palette, sheet.pixel(event.at), words.strip(), taken)


def _is_shown(sheet: Sheet, event: Event) -> bool:
    return any(sheet.shows(h, sheet.across) for h in (*event.path, *((event.at,) if event.at else ())))


def side_colour(palette: Palette, look: Look, scenario: Scenario, event: Event) -> Colour:
    """The line colour of the side whose unit it is."""
    unit = scenario.units.get(UnitId(event.units[0])) if event.units else None
    side = look.sides.get(unit.side) if unit else None
    return palette[side.colour if side else "ink"]


def _path(picture: Image.Image, sheet: Sheet, palette: Palette, event: Event, colour: Colour, taken: list[Box]) -> None:
    """An arrow along the hexes: retreats dashed, rail with long dashes, advances heavier."""
    points = [sheet.centre(hex_id) for hex_id in event.path]
    last = distance(points[-2], points[-1])
    reach = sheet.part(420)
    if last > reach:
        points[-1] = between(points[-1], points[-2], reach, last)
    width = sheet.part(110 if event.draw == "advance" else 80)
    dash = {"retreat": (150, 110), "rail": (320, 90)}.get(event.draw)
    patch = Patch(points, sheet.part(300))
    patch.line(points, width + sheet.part(70), None)
    patch.head(points, sheet.part(330) + sheet.part(35))
    patch.onto(picture, palette["halo"], 85)
    patch = Patch(points, sheet.part(300))
    patch.line(points, width, (sheet.part(dash[0]), sheet.part(dash[1])) if dash else None)
    patch.head(points, sheet.part(290))
    patch.onto(picture, colour, 92)
    if event.number:
        spot = _middle(points) if len(points) > 2 else _tail(points, sheet.part(200))
        _number(picture, sheet, palette, spot, event.number, colour, taken)


def _tail(points: Sequence[Point], reach: int) -> Point:
    """A point near the start, in pixels: a short arrow must not vanish under its number."""
    x, y = between(points[0], points[1], reach, max(reach, distance(points[0], points[1])))
    return x // FINE, y // FINE


def _middle(points: Sequence[Point]) -> Point:
    """The point half way along, in pixels."""
    lengths = [distance(a, b) for a, b in itertools.pairwise(points)]
    left = sum(lengths) // 2
    for (a, b), length in zip(itertools.pairwise(points), lengths, strict=True):
        if left <= length:
            x, y = between(a, b, left, max(1, length))
            return x // FINE, y // FINE
        left -= length
    return points[-1][0] // FINE, points[-1][1] // FINE


def _number(
    picture: Image.Image, sheet: Sheet, palette: Palette, spot: Point, number: int, colour: Colour, taken: list[Box]
) -> None:
    """The number of the event in a disc; pushed aside where another one stands."""
    r = max(7, sheet.across * 17 // 100)
    x, y = _free(spot, 2 * r, 2 * r, taken, sheet)
    mask = Mask(2 * r + 2, 2 * r + 2, (x - r - 1, y - r - 1))
    mask.disc(((r + 1) * FINE, (r + 1) * FINE), (r + 1) * FINE)
    mask.onto(picture, palette["halo"])
    mask = Mask(2 * r + 2, 2 * r + 2, (x - r - 1, y - r - 1))
    mask.disc(((r + 1) * FINE, (r + 1) * FINE), r * FINE)
    mask.onto(picture, colour)
    write(picture, (x, y), str(number), font(r * (14 if number < 100 else 11) // 10, "bold"), palette["halo"])


def _free(spot: Point, width: int, height: int, taken: list[Box], sheet: Sheet) -> Point:
    """The spot, or one near it where nothing else stands; it is taken then."""
    x, y = spot
    x = max(width // 2 + 1, min(sheet.width - width // 2 - 1, x))
    ways = [(0, 0)] + [
        (dx * k, dy * k) for k in (1, 2, 3) for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1))
    ]
    for dx, dy in ways:
        here = (x + dx * width * 2 // 3, y + dy * height)
        box = (here[0] - width // 2, here[1] - height // 2, here[0] + width // 2, here[1] + height // 2)
        inside = box[0] >= 0 and box[1] >= 0 and box[2] <= sheet.width and box[3] <= sheet.height
        if inside and not any(_meet(box, other) for other in taken):
            taken.append(box)
            return here
    return x, y


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _note(picture: Image.Image, sheet: Sheet, palette: Palette, event: Event, taken: list[Box], is_held: bool) -> None:
    """A loss, a unit gone, a fortress hit or an arrival: a tag at the foot of the hex, a cross over what is gone."""
    if event.at is None:
        return
    size = counter_size(sheet.across)
    x, y = sheet.pixel(event.at)
    if event.draw == "gone" and not is_held:
        _cross(picture, sheet, palette, event.at)
    words = {"gone": "†", "arrive": "+"}.get(event.draw, event.label)
    colour = palette["green"] if event.draw == "arrive" else palette["red"]
    image = tag(f"{event.number}: {words}" if event.number else words, mixed(colour, (0, 0, 0), 10), size)
    spot = _free((x, y + size // 2), image.width, image.height, taken, sheet)
    picture.paste(image, (spot[0] - image.width // 2, spot[1] - image.height // 2))


def _cross(picture: Image.Image, sheet: Sheet, palette: Palette, hex_id: HexId) -> None:
    x, y = sheet.centre(hex_id)
    r = sheet.part(310)
    points = [(x - r, y - r), (x + r, y + r), (x - r, y + r), (x + r, y - r)]
    for colour, width in ((palette["halo"], 120), (palette["red"], 70)):
        patch = Patch(points, r)
        patch.line(points[:2], sheet.part(width), None)
        patch.line(points[2:], sheet.part(width), None)
        patch.onto(picture, colour, 90)


def _blows(picture: Image.Image, sheet: Sheet, palette: Palette, event: Event) -> None:
    """Heavy arrows from the attackers over the hexsides."""
    for source, target in _crossings(sheet, event):
        points = [between(sheet.centre(source), sheet.centre(target), share, 100) for share in (40, 57)]
        for colour, width, head in ((palette["halo"], 270, 520), (palette["orange"], 200, 440)):
            patch = Patch(points, sheet.part(450))
            patch.line(points, sheet.part(width), None)
            patch.head(points, sheet.part(head))
            patch.onto(picture, colour, 95)


def _crossings(sheet: Sheet, event: Event) -> list[tuple[HexId, HexId]]:
    """From where to where the blows fall: over each common hexside, or from afar at the first target."""
    found = [(a, b) for a in event.sources for b in event.targets if sheet.grid.are_adjacent(a, b)]
    near = dict.fromkeys(a for a, _ in found)
    return found + [(a, event.targets[0]) for a in event.sources if a not in near and a not in event.targets]


def _box(picture: Image.Image, sheet: Sheet, palette: Palette, spot: Point, words: str, taken: list[Box]) -> None:
    """A label on a white ground with an orange rim, above the hex if there is room."""
    face = font(max(10, sheet.across * 26 // 100), "bold")
    width, height = text_size(words, face)
    width, height = width + 10, height + 9
    x, y = _free((spot[0], spot[1] - sheet.across * 52 // 100), width, height, taken, sheet)
    box = (x - width // 2, y - height // 2, x - width // 2 + width, y - height // 2 + height)
    picture.paste(palette["orange"], box)
    picture.paste(palette["panel"], (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2))
    write(picture, (x, y), words, face, palette["ink"])
