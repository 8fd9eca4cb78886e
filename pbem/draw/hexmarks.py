"""Markers that lie in hexes: damage of a fortress, who holds a rail hex, and what else a game puts there."""

from __future__ import annotations

from PIL import Image

from pbem.draw.counters import counter_size, mark_tag, tag
from pbem.draw.look import Look
from pbem.draw.notes import Note
from pbem.draw.palettes import Palette, mixed
from pbem.draw.sheet import Sheet
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.position import Position


def plan_hex_marks(sheet: Sheet, palette: Palette, look: Look, position: Position) -> list[Note]:
    """One tag for each marker that the look knows, at the foot of the hex, to the left; a side's name in its colour."""
    size, found = counter_size(sheet.across), list[Note]()
    for place, marks in position.hexes.items():
        hex_id = HexId(place)
        if hex_id not in sheet.grid or not sheet.shows(hex_id):
            continue
        x, y = sheet.pixel(hex_id)
        left, top = x - sheet.across * 44 // 100, y + sheet.across * 22 // 100
        for name, _, value in (mark.partition("=") for mark in marks):
            if name in look.marks:
                image = _image(look, palette, name, value, size)
                found.append(Note(image, (left + image.width // 2, top + image.height // 2)))
                left += image.width - 1
    return found


def _image(look: Look, palette: Palette, name: str, value: str, size: int) -> Image.Image:
    side, _, rest = value.partition(":")  # `trench=AH:2` is the side's, and 2 is written behind the letters
    if side in look.sides:
        letters = look.marks[name].letters + rest or side
        return tag(letters, mixed(palette[look.sides[side].colour], (0, 0, 0), 10), size)
    return mark_tag(look.marks[name], value, palette, size)
