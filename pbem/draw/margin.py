"""Round the map: frame, title, compass, legend, and the list of stacks beside a crop."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from pbem.draw.counters import counter
from pbem.draw.ink import Mask, font, text_size, write
from pbem.draw.legend import Entry, draw_legend
from pbem.draw.palettes import Palette
from pbem.draw.sheet import FINE
from pbem.draw.stacks import Stack
from pbem.kernel.terrain import Map

_PAD = 10


def framed(
    board: Image.Image,
    palette: Palette,
    title: str,
    small: str,
    found: Sequence[Entry],
    panel: Image.Image | None,
    north: int,
    size: int,
) -> Image.Image:
    """The whole picture: title above, panel to the right, legend below."""
    head = size * 2
    right = panel.width + _PAD if panel else 0
    width = board.width + 2 * _PAD + right
    foot = draw_legend(Image.new("RGB", (1, 1)), palette, found, (0, 0), width - 2 * _PAD, size) + _PAD if found else 0
    height = max(board.height, panel.height if panel else 0)
    picture = Image.new("RGB", (width, head + height + _PAD + foot), palette["panel"])
    picture.paste(board, (_PAD, head))
    box = (_PAD - 2, head - 2, _PAD + board.width + 1, head + board.height + 1)
    ImageDraw.Draw(picture).rectangle(box, outline=palette["frame"], width=2)
    if panel:
        picture.paste(panel, (board.width + 2 * _PAD, head))
    _title(picture, palette, title, small, size, head)
    _compass(picture, palette, (width - _PAD - size, head // 2 - 1), size * 9 // 10, north)
    if found:
        draw_legend(picture, palette, found, (_PAD, head + height + _PAD), width - 2 * _PAD, size)
    return picture


def _title(picture: Image.Image, palette: Palette, title: str, small: str, size: int, head: int) -> None:
    """The title in bold, then what it shows; cut where the picture is too narrow."""
    room = picture.width - 2 * _PAD - 3 * size
    large = size * 12 // 10
    while large > max(9, size * 6 // 10) and text_size(title, font(large, "bold"))[0] > room:
        large -= 1
    bold, plain = font(large, "bold"), font(size)
    title = _cut(title, room, large, "bold")
    width = text_size(title, bold)[0]
    write(picture, (_PAD, head // 2 - 1), title, bold, palette["ink"], anchor="lm")
    small = _cut(small, room - width - size, size, "semibold")
    write(picture, (_PAD + width + size, head // 2), small, plain, palette["faint"], anchor="lm")


def _cut(text: str, width: int, size: int, weight: str) -> str:
    face = font(size, weight)
    if text_size(text, face)[0] <= width:
        return text
    while text and text_size(text + "…", face)[0] > width:
        text = text[:-1]
    return text.rstrip() + "…" if text else ""


def _compass(picture: Image.Image, palette: Palette, spot: tuple[int, int], size: int, north: int) -> None:
    """An arrow to the north; `north` is in degrees clockwise, 0 = up."""
    angle = math.radians(north % 360)
    dx, dy, r = round(100 * math.sin(angle)), round(-100 * math.cos(angle)), size * FINE * 3 // 4
    mask = Mask(2 * size, 2 * size, (spot[0] - size, spot[1] - size))
    x = y = size * FINE
    tip, tail = (x + dx * r // 100, y + dy * r // 100), (x - dx * r // 100, y - dy * r // 100)
    wide = (-dy * r // 240, dx * r // 240)
    mask.fill([tip, (tail[0] + wide[0], tail[1] + wide[1]), (x, y), (tail[0] - wide[0], tail[1] - wide[1])])
    mask.onto(picture, palette["ink"])
    label = (spot[0] - size * 11 // 10, spot[1])
    write(picture, label, "N", font(size * 9 // 10, "bold"), palette["ink"])


def stack_panel(chart: Map, palette: Palette, stacks: Sequence[Stack], height: int, size: int) -> Image.Image | None:
    """Each stack of several units with its hex and all its counters, in columns as high as the map."""
    large = [stack for stack in stacks if len(stack.units) > 1]
    if not large:
        return None
    face, gap = font(size * 8 // 10, "bold"), size // 3
    row = size + 2 * size + gap
    most = max(len(stack.units) for stack in large)
    width = max(most * (2 * size + 2), size * 7)
    lines = max(1, (height + gap) // row)
    columns = -(-len(large) // lines)
    panel = Image.new("RGB", (columns * (width + size) - size, min(len(large), lines) * row), palette["panel"])
    for k, stack in enumerate(large):
        x, y = k // lines * (width + size), k % lines * row
        name = chart.name_of(stack.hex)
        write(panel, (x, y + size // 2), f"{stack.hex} {name}".strip(), face, palette["ink"], anchor="lm")
        for n, (look, hidden) in enumerate(zip(stack.looks, stack.hidden, strict=True)):
            panel.paste(counter(look, palette, 2 * size, hidden), (x + n * (2 * size + 2), y + size))
    return panel
