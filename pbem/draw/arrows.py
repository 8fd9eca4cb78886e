"""The delta in the picture: ghosts, paths, blows of combats. Numbers and labels are written by `notes`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from pbem.draw.counters import badge, counter, counter_size
from pbem.draw.ink import Patch, between, distance
from pbem.draw.look import Look, UnitLook
from pbem.draw.palettes import Colour, Palette
from pbem.draw.piles import PATHS as PATHS
from pbem.draw.piles import ghosts_of as ghosts_of
from pbem.draw.sheet import Point, Sheet
from pbem.draw.stacks import Stack
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event

_NOBODY = UnitLook(symbol="none")
_GHOST = 46  # per cent of the counter that shows
_EDGE = 400  # thousandths of a hex from its middle to where an arrow begins or ends beside a counter


def draw_ghosts(
    picture: Image.Image,
    sheet: Sheet,
    palette: Palette,
    look: Look,
    events: Sequence[Event],
    stacks: Mapping[HexId, Stack],
) -> None:
    """Pale counters where units stood before they moved, or where they were lost."""
    size = counter_size(sheet.across)
    for hex_id, units in ghosts_of(events, stacks).items():
        if sheet.shows(hex_id, sheet.across):
            top = max(units, key=lambda unit: (not is_stand_in(unit), look.units.get(unit, _NOBODY).rank))
            image = counter(look.units.get(top) or UnitLook(name=top), palette, size, is_stand_in(top))
            _ghost(picture, sheet, image, hex_id, len(units), size)


def _ghost(picture: Image.Image, sheet: Sheet, image: Image.Image, hex_id: HexId, count: int, size: int) -> None:
    x, y = sheet.pixel(hex_id)
    left, top = x - size // 2, y - size // 2
    picture.paste(image, (left, top), Image.new("L", image.size, 255 * _GHOST // 100))
    if count > 1:
        number = badge(count, size)
        pale = number.getchannel("A").point([v * 60 // 100 for v in range(256)])
        picture.paste(number.convert("RGB"), (left + size - number.width * 2 // 3, top - number.height // 3), pale)


def draw_arrows(
    picture: Image.Image,
    sheet: Sheet,
    palette: Palette,
    look: Look,
    scenario: Scenario,
    events: Sequence[Event],
    stacks: Mapping[HexId, Stack],
) -> None:
    """Blows first, then paths, then crosses over what is gone."""
    for event in events:
        if event.draw == "combat":
            _blows(picture, sheet, palette, event)
    for event in events:
        if event.draw in PATHS:
            points = path_points(sheet, event, event.path[0] in stacks)
            _arrow(picture, sheet, palette, event, points, side_colour(palette, look, scenario, event))
    for event in events:
        if event.draw == "gone" and event.at is not None and event.at not in stacks:
            _cross(picture, sheet, palette, event.at)


def side_colour(palette: Palette, look: Look, scenario: Scenario, event: Event) -> Colour:
    """The line colour of the side whose unit it is."""
    unit = scenario.units.get(UnitId(event.units[0])) if event.units else None
    side = look.sides.get(unit.side) if unit else None
    return palette[side.colour if side else "ink"]


def path_points(sheet: Sheet, event: Event, is_left: bool) -> list[Point]:
    """The way of an arrow: it ends beside the counter, and begins there too if others have stayed behind."""
    points = [sheet.centre(hex_id) for hex_id in event.path]
    reach = sheet.part(_EDGE)
    if is_left:
        points[0] = between(points[0], points[1], reach * 3 // 4, max(reach, distance(points[0], points[1])))
    whole = distance(points[-2], points[-1])
    if whole > reach:
        points[-1] = between(points[-1], points[-2], reach, whole)
    return points


def _arrow(
    picture: Image.Image, sheet: Sheet, palette: Palette, event: Event, points: Sequence[Point], colour: Colour
) -> None:
    """An arrow along the hexes: retreats dashed, rail with long dashes, advances heavier."""
    width = sheet.part(115 if event.draw == "advance" else 80)
    head = sheet.part(340 if event.draw == "advance" else 290)
    dash = {"retreat": (150, 110), "rail": (320, 90)}.get(event.draw)
    patch = Patch(points, sheet.part(300))
    patch.line(points, width + sheet.part(70), None)
    patch.head(points, head + sheet.part(75))
    patch.onto(picture, palette["halo"], 85)
    patch = Patch(points, sheet.part(300))
    patch.line(points, width, (sheet.part(dash[0]), sheet.part(dash[1])) if dash else None)
    patch.head(points, head)
    patch.onto(picture, colour, 92)


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
    """A ring round what is attacked, and heavy arrows from the attackers over the hexsides."""
    for hex_id in event.targets:
        corners = sheet.corners(hex_id, 7)
        for colour, width in ((palette["halo"], 110), (palette["orange"], 60)):
            patch = Patch(corners, sheet.part(150))
            patch.line([*corners, corners[0]], sheet.part(width), None)
            patch.onto(picture, colour, 90)
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
