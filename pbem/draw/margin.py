"""Round the map: frame, title, compass, legend, and the list of stacks beside a crop."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from pbem.draw.counters import counter
from pbem.draw.ink import Mask, cut, fitted, font, text_size, write
from pbem.draw.legend import LegendLine, draw_legend
from pbem.draw.palettes import Palette
from pbem.draw.screens import PAD
from pbem.draw.sheet import FINE
from pbem.draw.stacks import Stack
from pbem.kernel.ground.terrain import Map
from pbem.values import NamedTuple


def framed(
    board: Image.Image,
    palette: Palette,
    title: str,
    small: str,
    found: Sequence[LegendLine],
    panel: Image.Image | None,
    is_below: bool,
    north: int,
    size: int,
) -> Image.Image:
    """The whole picture: title above, panel to the right or below, the legend at the foot."""
    head = head_of(size)
    right, below = ((0, panel.height + PAD) if is_below else (panel.width + PAD, 0)) if panel else (0, 0)
    width = board.width + 2 * PAD + right
    foot = draw_legend(Image.new("RGB", (1, 1)), palette, found, (0, 0), width - 2 * PAD, size) + PAD if found else 0
    height = max(board.height + below, panel.height if panel else 0)
    picture = Image.new("RGB", (width, head + height + PAD + foot), palette["panel"])
    picture.paste(board, (PAD, head))
    box = (PAD - 2, head - 2, PAD + board.width + 1, head + board.height + 1)
    ImageDraw.Draw(picture).rectangle(box, outline=palette["frame"], width=2)
    if panel:
        picture.paste(panel, (PAD, head + board.height + PAD) if is_below else (board.width + 2 * PAD, head))
    _title(picture, palette, title, small, size, head)
    _compass(picture, palette, (width - PAD - size, head // 2 - 1), size * 9 // 10, north)
    if found:
        draw_legend(picture, palette, found, (PAD, head + height + PAD), width - 2 * PAD, size)
    return picture


def head_of(size: int) -> int:
    """How high the strip above the map is, for letters of this size."""
    return size * 2


def _title(picture: Image.Image, palette: Palette, title: str, small: str, size: int, head: int) -> None:
    """The title in bold, then what it shows; cut where the picture is too narrow."""
    room = picture.width - 2 * PAD - 3 * size
    large = size * 12 // 10
    while large > max(9, size * 6 // 10) and text_size(title, font(large, "bold"))[0] > room:
        large -= 1
    bold, plain = font(large, "bold"), font(size)
    title = cut(title, room, large, "bold")
    width = text_size(title, bold)[0]
    write(picture, (PAD, head // 2 - 1), title, bold, palette["ink"], anchor="lm")
    small = small if text_size(small, plain)[0] <= room - width - size else ""  # it says nothing that must be said
    write(picture, (PAD + width + size, head // 2), small, plain, palette["faint"], anchor="lm")


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


class Panel(NamedTuple):
    """The list of stacks: where each has its place, and how large the whole is."""

    stacks: tuple[Stack, ...]
    spots: tuple[tuple[int, int], ...]
    width: int
    height: int
    size: int  # of the letters; counters are twice as large
    is_below: bool  # under the map, not beside it


def panel_of(stacks: Sequence[Stack], board: tuple[int, int], size: int, screen: int) -> Panel | None:
    """All stacks in which there is more than one unit to see: beside the map if the screen has room, else under it."""
    large = tuple(stack for stack in stacks if stack.hidden.count(False) > 1)
    if not large:
        return None
    widths = [_width(stack, size) for stack in large]
    width = max(*widths, size * 10)
    spots, high = _flow(widths, width, size)
    most = screen - board[0] - 3 * PAD
    while high > board[1] and width + 2 * size + 4 <= most:
        width += 2 * size + 4
        spots, high = _flow(widths, width, size)
    if high <= board[1] and width <= most:
        return Panel(large, spots, width, high, size, is_below=False)
    spots, high = _flow(widths, board[0], size)
    return Panel(large, spots, board[0], high, size, is_below=True)


def _width(stack: Stack, size: int) -> int:
    return max(len(stack.units) * (2 * size + 4), size * 5)


def _flow(widths: Sequence[int], width: int, size: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """Spots from left to right, line by line, and the height of all."""
    row, x, y = size * 4 + size // 3, 0, 0
    spots = []
    for wide in widths:
        if x and x + wide > width:
            x, y = 0, y + row
        spots.append((x, y))
        x += wide + size // 2
    return tuple(spots), y + row


def stack_panel(map: Map, palette: Palette, panel: Panel) -> Image.Image:
    """Each stack with its hex, all its counters, and under each the name by which orders call it."""
    size = panel.size
    face, small = font(size * 8 // 10, "bold"), size * 6 // 10
    picture = Image.new("RGB", (panel.width, panel.height), palette["panel"])
    for stack, (x, y) in zip(panel.stacks, panel.spots, strict=True):
        name = cut(f"{stack.hex} {map.name_of(stack.hex)}".strip(), _width(stack, size), size * 8 // 10, "bold")
        write(picture, (x, y + size // 2), name, face, palette["ink"], anchor="lm")
        for n, (unit, look, hidden) in enumerate(zip(stack.units, stack.looks, stack.hidden, strict=True)):
            left = x + n * (2 * size + 4)
            picture.paste(counter(look, palette, 2 * size, hidden), (left, y + size))
            words = "?" if hidden else unit
            spot = (left + size, y + 3 * size + small * 2 // 3)
            write(picture, spot, words, fitted(words, 2 * size - 1, small), palette["ink"])
    return picture
