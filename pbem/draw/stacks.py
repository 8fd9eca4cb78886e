"""Stacks: fanned to the upper right with a count; the markers of the stack at its upper edge."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from pbem.draw.counters import badge, counter, counter_size, mark_tag
from pbem.draw.look import Look
from pbem.draw.palettes import Palette
from pbem.draw.piles import Stack as Stack
from pbem.draw.piles import stacks_of as stacks_of
from pbem.draw.sheet import Box, Sheet
from pbem.kernel.ground.hexes import HexId

_SHOWN = 4  # counters whose edge shows


def stack_box(sheet: Sheet, stack: Stack) -> Box:
    """The pixels that a stack covers."""
    size, by = counter_size(sheet.across), _offset(sheet.across)
    depth = min(len(stack.units), _SHOWN) - 1
    x, y = sheet.pixel(stack.hex)
    left, top = x - size // 2 - depth * by // 2, y - size // 2 - depth * by // 2
    return left, top, left + size + depth * by, top + size + depth * by


def _offset(across: int) -> int:
    return max(2, across * 6 // 100)


def draw_stacks(
    picture: Image.Image, sheet: Sheet, palette: Palette, look: Look, stacks: Mapping[HexId, Stack]
) -> None:
    """All stacks that the window shows."""
    for stack in stacks.values():
        if sheet.shows(stack.hex, sheet.across):
            draw_stack(picture, sheet, palette, look, stack)


def draw_stack(picture: Image.Image, sheet: Sheet, palette: Palette, look: Look, stack: Stack) -> None:
    """One stack: the lowest counter first, up and to the right; then count and markers."""
    size, by = counter_size(sheet.across), _offset(sheet.across)
    left, top, right, bottom = stack_box(sheet, stack)
    depth = min(len(stack.units), _SHOWN) - 1
    _shadow(picture, (left, top, right, bottom), depth * by, max(2, size // 16), palette)
    for k in range(depth, -1, -1):
        image = counter(stack.looks[k], palette, size, stack.hidden[k])
        picture.paste(image, (left + k * by, bottom - size - k * by))
    if len(stack.units) > 1:
        count = badge(len(stack.units), size)
        spot = (left + size - count.width * 2 // 3, bottom - size - count.height // 3)
        picture.paste(count, spot, count)
    _tags(picture, palette, look, stack, (left, bottom - size), size)


def _shadow(picture: Image.Image, box: Box, fan: int, by: int, palette: Palette) -> None:
    """A soft edge below and to the right of the lowest and the top counter."""
    left, top, right, bottom = box
    dark = _dark(right - left, bottom - top, fan)
    picture.paste(palette["shadow"], (left + by, top + by, right + by, bottom + by), dark)


@lru_cache(maxsize=64)
def _dark(width: int, height: int, fan: int) -> Image.Image:
    """The mask of a shadow: two corners of it are empty where counters lie fanned."""
    dark = Image.new("L", (width, height), 96)
    if fan:
        dark.paste(0, (0, 0, fan, fan))
        dark.paste(0, (width - fan, height - fan, width, height))
    return dark


def _tags(picture: Image.Image, palette: Palette, look: Look, stack: Stack, spot: tuple[int, int], size: int) -> None:
    """The markers of the units that everybody may see, each kind once, from the left along the upper edge."""
    marks: dict[str, None] = {}
    for one, hidden in zip(stack.looks, stack.hidden, strict=True):
        marks |= dict.fromkeys(() if hidden else one.marks)
    x = spot[0] - size // 10
    for mark in marks:
        name, _, value = mark.partition("=")
        if name in look.marks:
            image = mark_tag(look.marks[name], value, palette, size)
            picture.paste(image, (x, spot[1] - image.height // 2))
            x += image.width - 1
