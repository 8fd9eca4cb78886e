"""What is written beside the delta: numbers of paths, odds and results of combats, losses and arrivals.

Notes are planned before anything is drawn, so that the names on the map can keep out of their way.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from pbem.draw.arrows import PATHS, path_points, side_colour
from pbem.draw.counters import LARGE, counter_size, tag
from pbem.draw.ink import Patch, between, distance, font, text_size, write
from pbem.draw.look import Look
from pbem.draw.palettes import Colour, Palette, mixed
from pbem.draw.room import Room, box_at
from pbem.draw.sheet import FINE, Box, Point, Sheet
from pbem.draw.stacks import Stack, stack_box
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event
from pbem.values import NamedTuple

_FARTHEST = 4  # hexes between a combat and its box
_SIGNS = {"gone": "†", "arrive": "+"}


class Note(NamedTuple):
    """A small picture, its middle, and the spot to which a line leads from it."""

    image: Image.Image
    spot: Point
    goal: Point | None = None

    @property
    def box(self) -> Box:
        """The pixels that it covers."""
        return box_at(self.spot, *self.image.size)


def plan_notes(
    sheet: Sheet,
    palette: Palette,
    look: Look,
    scenario: Scenario,
    events: Sequence[Event],
    stacks: Mapping[HexId, Stack],
) -> list[Note]:
    """Combats have the first choice of room, then losses, then the numbers of paths."""
    boxes = [stack_box(sheet, stack) for stack in stacks.values()]
    figures = [(left, bottom - (bottom - top) * 45 // 100, right, bottom) for left, top, right, bottom in boxes]
    room = Room(sheet.width, sheet.height, boxes + figures)  # factors count twice: they are what a reader looks for
    found = [_combat(sheet, palette, event, room) for event in events if event.draw == "combat" and event.at]
    for event in events:
        if event.at is not None and event.draw not in (*PATHS, "combat"):
            found.append(_loss(sheet, palette, event, event.at, room))
    for event in events:
        if event.draw in PATHS and event.number:
            image = _number(event.number, side_colour(palette, look, scenario, event), palette["halo"], sheet.across)
            spots = _along(path_points(sheet, event, event.path[0] in stacks))
            found.append(Note(image, room.take(spots, *image.size)))
    return found


def draw_notes(picture: Image.Image, sheet: Sheet, palette: Palette, notes: Sequence[Note]) -> None:
    """All lines, then the notes on top of them; the first has the last word."""
    for note in notes:
        if note.goal:
            _leader(picture, sheet, palette, note.spot, note.goal)
    for note in reversed(notes):
        picture.paste(note.image, note.box[:2], note.image if note.image.mode == "RGBA" else None)


def _leader(picture: Image.Image, sheet: Sheet, palette: Palette, start: Point, goal: Point) -> None:
    """A thin line from a label to the hex that it is about."""
    points = [(x * FINE, y * FINE) for x, y in (start, goal)]
    whole, reach = distance(*points), sheet.part(330)
    if whole > reach:
        points[1] = between(points[1], points[0], reach, whole)
        for colour, width in ((palette["halo"], 90), (palette["orange"], 50)):
            patch = Patch(points, sheet.part(100))
            patch.line(points, sheet.part(width), None)
            patch.onto(picture, colour, 95)


# -- combats --------------------------------------------------------------------------------------------------


def _combat(sheet: Sheet, palette: Palette, event: Event, room: Room) -> Note:
    """Number, hex, odds, die and result on a light ground with an orange rim, where it hides no counter if it can."""
    size = max(10, sheet.across * 25 // 100)
    face = font(size, "bold")
    height = size + 7
    label = f"{'+'.join(event.targets) or event.at}: {event.label}" if event.label else ""
    badge = text_size(event.number, face)[0] + size * 3 // 4 if event.number else 0
    words = text_size(label, face)[0] + size if label else 0
    image = Image.new("RGB", (badge + words, height), palette["orange"])
    if words:
        image.paste(palette["panel"], (max(2, badge), 2, badge + words - 2, height - 2))
        write(image, (badge + words // 2, height // 2), label, face, palette["ink"])
    write(image, (badge // 2, height // 2), event.number, face, palette["onto"])
    goal = sheet.pixel(event.at or event.targets[0])
    spot = room.take(_beside(goal, sheet.across, image.width), *image.size, far=sheet.across // 2)
    return Note(image, spot, goal)


def _beside(goal: Point, across: int, width: int) -> list[Point]:
    """Spots for a box above and below the hex, shifted to either side, then beside it, then ever farther away."""
    (x, y), high, wide = goal, across * 56 // 100, width // 2 + across * 48 // 100
    spots = [(x + dx * width // 4, y + dy * high) for dy in (-1, 1) for dx in (0, 1, -1)]
    spots += [(x + dx * wide, y + dy * across // 3) for dy in (0, -1, 1, -2, 2) for dx in (1, -1)]
    for out in range(1, _FARTHEST + 1):  # a leader ties the box to its hex
        spots += [(x + dx * (wide + out * across), y + dy * across * 2 // 3) for dy in (0, -1, 1) for dx in (1, -1)]
        spots += [(x + dx * width // 3, y + dy * (high + out * across)) for dy in (-1, 1) for dx in (0, 1, -1)]
        spots += [(x + dx * wide, y + dy * (high + out * across)) for dy in (-1, 1) for dx in (1, -1)]
    return spots


# -- losses and arrivals --------------------------------------------------------------------------------------


def _loss(sheet: Sheet, palette: Palette, event: Event, hex_id: HexId, room: Room) -> Note:
    """A loss, a unit gone, a fortress hit or an arrival: a tag at the foot of the hex."""
    size = counter_size(sheet.across)
    x, y = sheet.pixel(hex_id)
    words = f"{event.number} {_SIGNS.get(event.draw, event.label)}".strip()
    colour = palette["green"] if event.draw in ("arrive", "gain") else palette["red"]
    image = tag(words, mixed(colour, (0, 0, 0), 45 if palette.is_dark else 10), size)
    low, wide = size // 2 + image.height * 40 // 100, size // 2 + image.width * 35 // 100
    spots = [(x, y + low), (x, y - low), (x - wide, y + low // 2), (x + wide, y + low // 2)]
    spots += [(x + dx * wide, y + dy * low) for dy in (0, 1, -1) for dx in (-1, 1)]
    spots += [(x, y + low - image.height), (x, y)]  # on the counter itself, where there is no other room
    return Note(image, room.take(spots, *image.size, far=image.height * 4))


# -- paths ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _number(number: str, colour: Colour, ink: Colour, across: int) -> Image.Image:
    """The number of a path in a round-ended tag, as RGBA."""
    size = max(9, across * 23 // 100)
    face = font(size, "bold")
    height = size + 7
    width = max(height, text_size(number, face)[0] + size * 2 // 3 + 2)
    image = Image.new("RGBA", (width * LARGE, height * LARGE), (*ink, 0))
    draw, n = ImageDraw.Draw(image), LARGE
    draw.rounded_rectangle((0, 0, width * n - 1, height * n - 1), height * n // 2, fill=(*ink, 255))
    draw.rounded_rectangle((n, n, (width - 1) * n - 1, (height - 1) * n - 1), height * n // 2, fill=(*colour, 255))
    small = image.reduce(LARGE)
    ImageDraw.Draw(small).text((width // 2, height // 2), number, fill=(*ink, 255), font=face, anchor="mm")
    return small


def _along(points: Sequence[Point]) -> list[Point]:
    """Spots on a path in pixels, the middle first, then beside it: a number must not hide the head of its arrow."""
    shares = (50, 40, 60, 30, 70, 20) if len(points) > 2 else (25, 40, 10)
    spots = [_at(points, share) for share in shares]
    (ax, ay), (bx, by) = points[-2:]
    whole = max(1, distance(points[-2], points[-1]))
    off = ((ay - by) * 14 // whole, (bx - ax) * 14 // whole)
    return spots + [(x + k * off[0], y + k * off[1]) for k in (1, -1, 2, -2) for x, y in spots]


def _at(points: Sequence[Point], share: int) -> Point:
    """The point at so many per cent of the way, in pixels."""
    lengths = [distance(a, b) for a, b in itertools.pairwise(points)]
    left = sum(lengths) * share // 100
    for (a, b), length in zip(itertools.pairwise(points), lengths, strict=True):
        if left <= length:
            x, y = between(a, b, left, max(1, length))
            return x // FINE, y // FINE
        left -= length
    return points[-1][0] // FINE, points[-1][1] // FINE
