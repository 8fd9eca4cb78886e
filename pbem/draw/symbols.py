"""The unit symbols that wargamers know, drawn into a box on a large counter that is reduced afterwards."""

from __future__ import annotations

from collections.abc import Callable

from PIL import ImageDraw

from pbem.draw.palettes import Colour
from pbem.draw.sheet import Box

Drawing = Callable[["ImageDraw.ImageDraw", Box, Colour, int], None]


def draw_symbol(
    draw: ImageDraw.ImageDraw,
    symbol: str,
    box: Box,
    ink: Colour,
    face: Colour,
    width: int,
    stripe: Colour | None = None,
) -> None:
    """The box with its symbol, on a slanting stripe if a colour is given for it; leaders and HQs have no plain box."""
    if symbol == "none":
        return
    if symbol == "hq":
        _hq(draw, box, ink, face, width)
        return
    if symbol == "leader":
        _leader(draw, box, ink, width)
        return
    draw.rectangle(box, fill=face)
    if stripe:
        left, top, right, bottom = box
        wide = (right - left) * 30 // 100
        draw.polygon([(left, bottom), (left, bottom - wide // 2), (right - wide, top), (right, top),
                      (right, top + wide // 2), (left + wide, bottom)], fill=stripe)  # fmt: skip
    draw.rectangle(box, outline=ink, width=width)
    _INSIDE.get(symbol, _infantry)(draw, box, ink, width)


def _infantry(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    left, top, right, bottom = box
    draw.line((left, top, right, bottom), fill=ink, width=width)
    draw.line((left, bottom, right, top), fill=ink, width=width)


def _cavalry(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    left, top, right, bottom = box
    draw.line((left, bottom, right, top), fill=ink, width=width)


def _mountain(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    _infantry(draw, box, ink, width)
    left, _, right, bottom = box
    middle, half = (left + right) // 2, (right - left) // 5
    draw.polygon([(middle - half, bottom), (middle + half, bottom), (middle, bottom - half * 3 // 2)], fill=ink)


def _artillery(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    r = (box[3] - box[1]) * 29 // 100
    draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def _hq(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, face: Colour, width: int) -> None:
    """A flag on a pole."""
    left, top, right, bottom = box
    draw.line((left + width, top, left + width, bottom + (bottom - top) // 4), fill=ink, width=width + 1)
    flag = (left + width, top, right, bottom - (bottom - top) // 4)
    draw.rectangle(flag, fill=face, outline=ink, width=width)
    third = (flag[3] - flag[1]) // 3
    draw.rectangle((flag[0], flag[1], flag[2], flag[1] + third), fill=ink)


def _leader(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """A star with five points."""
    points = (
        (0, -100),
        (24, -32),
        (95, -31),
        (38, 12),
        (59, 81),
        (0, 40),
        (-59, 81),
        (-38, 12),
        (-95, -31),
        (-24, -32),
    )
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    r = (box[3] - box[1]) * 62 // 100
    draw.polygon([(x + dx * r // 100, y + dy * r // 100) for dx, dy in points], fill=ink)


def _engineer(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """The bridge: a letter E lying on its face."""
    left, top, right, bottom = box
    w, h = right - left, bottom - top
    y, foot = top + h * 32 // 100, top + h * 72 // 100
    draw.line((left + w // 4, y, right - w // 4, y), fill=ink, width=width)
    for x in (left + w // 4, left + w // 2, right - w // 4):
        draw.line((x, y, x, foot), fill=ink, width=width)


def _machine_gun(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """An arrow upward through a bar."""
    left, top, right, bottom = box
    x, h, w = (left + right) // 2, bottom - top, right - left
    draw.line((x, top + h // 6, x, bottom - h // 6), fill=ink, width=width)
    head = h // 4
    draw.line((x - head, top + h // 6 + head, x, top + h // 6, x + head, top + h // 6 + head), fill=ink, width=width)
    draw.line((x - w // 5, bottom - h // 6, x + w // 5, bottom - h // 6), fill=ink, width=width)


def _assault(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """Infantry with the left half filled."""
    left, top, right, bottom = box
    draw.polygon([(left, top), ((left + right) // 2, (top + bottom) // 2), (left, bottom)], fill=ink)
    _infantry(draw, box, ink, width)


def _supply(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """A bar near the foot of the box and a wheel above it."""
    left, top, right, bottom = box
    y = bottom - (bottom - top) * 27 // 100
    draw.rectangle((left, y, right, bottom), fill=ink)
    x, r = (left + right) // 2, (bottom - top) // 5
    draw.ellipse((x - r, top + r, x + r, top + 3 * r), outline=ink, width=width)


def _naval(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """An anchor."""
    left, top, right, bottom = box
    x, h = (left + right) // 2, bottom - top
    r = h * 30 // 100
    draw.line((x, top + h // 4, x, bottom - h // 6), fill=ink, width=width)
    draw.line((x - r, top + h * 38 // 100, x + r, top + h * 38 // 100), fill=ink, width=width)
    draw.arc((x - 5 * r // 4, bottom - h * 77 // 100, x + 5 * r // 4, bottom - h // 7), 20, 160, fill=ink, width=width)
    dot = h // 8
    draw.ellipse((x - dot, top + h // 8, x + dot, top + h // 8 + 2 * dot), outline=ink, width=width)


def _air(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """A propeller: two drops that touch."""
    left, top, right, bottom = box
    x, y, w, h = (left + right) // 2, (top + bottom) // 2, (right - left) * 32 // 100, (bottom - top) // 4
    draw.polygon([(x, y), (x - w, y - h), (x - w - h // 2, y), (x - w, y + h)], fill=ink)
    draw.polygon([(x, y), (x + w, y - h), (x + w + h // 2, y), (x + w, y + h)], fill=ink)


def _armour(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    """The track: a lying oval."""
    left, top, right, bottom = box
    w, h = (right - left) // 6, (bottom - top) // 4
    track = (left + w, top + h, right - w, bottom - h)
    draw.rounded_rectangle(track, radius=(track[3] - track[1]) // 2, outline=ink, width=width)


def _bicycle(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, width: int) -> None:
    _infantry(draw, box, ink, width)
    x, bottom, r = (box[0] + box[2]) // 2, box[3], (box[3] - box[1]) // 5
    draw.ellipse((x - r, bottom - 2 * r, x + r, bottom), outline=ink, width=width)


_INSIDE: dict[str, Drawing] = {
    "infantry": _infantry,
    "cavalry": _cavalry,
    "mountain": _mountain,
    "artillery": _artillery,
    "engineer": _engineer,
    "machine-gun": _machine_gun,
    "assault": _assault,
    "supply": _supply,
    "naval": _naval,
    "air": _air,
    "armour": _armour,
    "bicycle": _bicycle,
}


def draw_size(
    draw: ImageDraw.ImageDraw, size: str, centre: tuple[int, int], height: int, ink: Colour, width: int
) -> bool:
    """Size marks as strokes: III, X to XXXXX and dots. False if the text is no size mark."""
    letters = [letter for letter in size if letter in "IXo"]
    if not letters or len(letters) != len(size):
        return False
    pitch = {"I": height * 62 // 100, "X": height * 118 // 100, "o": height * 80 // 100}[letters[0]]
    x, y = centre[0] - pitch * (len(letters) - 1) // 2, centre[1]
    h = height // 2
    for letter in letters:
        if letter == "X":
            draw.line((x - h, y - h, x + h, y + h), fill=ink, width=width)
            draw.line((x - h, y + h, x + h, y - h), fill=ink, width=width)
        elif letter == "I":
            draw.line((x, y - h, x, y + h), fill=ink, width=width)
        else:
            draw.ellipse((x - h // 2, y - h // 2, x + h // 2, y + h // 2), fill=ink)
        x += pitch
    return True
