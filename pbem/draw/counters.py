"""Counters: one image each, drawn four times too large and reduced, kept for as long as its look is the same."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from pbem.draw.ink import fitted, font
from pbem.draw.look import MarkLook, UnitLook
from pbem.draw.palettes import Colour, Palette, mixed
from pbem.draw.symbols import draw_size, draw_symbol

LARGE = 4
_PRINT: Colour = (0x1C, 0x1A, 0x18)
_WHITE: Colour = (255, 255, 255)
_STRIPE: Colour = (0xC8, 0x3A, 0x2E)
_TINY = 28  # below this size a counter shows symbol and figures only
_SMALL, _LEAST = 40, 28  # pixels across a hex between which counters grow into it, so that factors stay legible


def counter_size(across: int) -> int:
    """The edge of a counter in pixels, for hexes of this width; in small hexes counters take more of the room."""
    share = 73 + 14 * (_SMALL - max(_LEAST, min(_SMALL, across))) // (_SMALL - _LEAST)
    return max(8, across * share // 100)


def counter(look: UnitLook, palette: Palette, size: int, is_hidden: bool = False) -> Image.Image:
    """The counter, or its back."""
    face = palette.face(look.colour)
    if is_hidden:
        return _back(face, size)
    return _front(look, face, size)


@lru_cache(maxsize=64)
def _back(face: Colour, size: int) -> Image.Image:
    """A counter face down."""
    picture, draw, n = _blank(face, size)
    inner = mixed(face, _PRINT, 25)
    draw.rectangle((n // 5, n // 5, n - n // 5, n - n // 5), outline=inner, width=n // 24)
    draw.text((n // 2, n // 2), "?", fill=inner, font=font(n // 2, "bold"), anchor="mm")
    return picture.reduce(LARGE)


def _blank(face: Colour, size: int) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    n = size * LARGE
    picture = Image.new("RGB", (n, n), face)
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "L"
    draw.rectangle((0, 0, n - 1, n - 1), outline=mixed(face, _PRINT, 72), width=LARGE)
    light, edge = mixed(face, _WHITE, 55), LARGE * 2 - 1
    draw.line((LARGE, edge, n - LARGE, edge), fill=light, width=LARGE)
    draw.line((edge, LARGE, edge, n - LARGE), fill=light, width=LARGE)
    return picture, draw, n


@lru_cache(maxsize=2048)
def _front(look: UnitLook, face: Colour, size: int) -> Image.Image:
    picture, draw, n = _blank(face, size)
    is_tiny = size < _TINY
    width = max(LARGE, n * 3 // 100)
    if look.reduced:  # the back of a counter carries a white band
        draw.rectangle((LARGE * 2, n * 63 // 100, n - LARGE * 2, n - LARGE * 2), fill=mixed(face, _WHITE, 70))
    box = _symbol_box(n, is_tiny)
    draw_symbol(draw, look.symbol, box, _PRINT, mixed(face, _WHITE, 55), width, _STRIPE if look.stripe else None)
    if not is_tiny:
        _print_size(draw, look, n, width)
        _print_name(picture, look, n)
    _print_figures(draw, look, n, is_tiny)
    _print_pips(draw, look, n)
    return picture.reduce(LARGE)


def _symbol_box(n: int, is_tiny: bool) -> tuple[int, int, int, int]:
    if is_tiny:
        return n * 20 // 100, n * 10 // 100, n * 80 // 100, n * 49 // 100
    return n * 25 // 100, n * 25 // 100, n * 77 // 100, n * 59 // 100


def _print_size(draw: ImageDraw.ImageDraw, look: UnitLook, n: int, width: int) -> None:
    """The size mark above the box; words such as HQ are left to the symbol."""
    spot = (n * 51 // 100, n * 155 // 1000)
    if look.size in ("", "-", "HQ") or look.symbol in ("hq", "leader"):
        return
    if not draw_size(draw, look.size, spot, n * 11 // 100, _PRINT, width):
        draw.text(spot, look.size, fill=_PRINT, font=fitted(look.size, n // 2, n * 18 // 100), anchor="mm")


def _print_name(picture: Image.Image, look: UnitLook, n: int) -> None:
    """The designation beside the box: level if it is short, else running upward."""
    draw = ImageDraw.Draw(picture)
    level = fitted(look.name, n * 20 // 100, n * 25 // 100, "bold")
    if level.size >= n * 17 // 100:
        draw.text((n * 135 // 1000, n * 42 // 100), look.name, fill=_PRINT, font=level, anchor="mm")
        return
    face = fitted(look.name, n * 56 // 100, n * 21 // 100, "bold")
    length, height = int(face.getlength(look.name)) + 2, n * 20 // 100
    strip = Image.new("L", (length, height), 0)
    ImageDraw.Draw(strip).text((0, height // 2), look.name, fill=255, font=face, anchor="lm")
    turned = strip.transpose(Image.Transpose.ROTATE_90)
    spot = (n * 135 // 1000 - turned.width // 2, n * 36 // 100 - turned.height // 2)
    picture.paste(_PRINT, (*spot, spot[0] + turned.width, spot[1] + turned.height), turned)


def _print_figures(draw: ImageDraw.ImageDraw, look: UnitLook, n: int, is_tiny: bool) -> None:
    size, middle = (n * 48 // 100, 745) if is_tiny else (n * 38 // 100, 785)
    face = fitted(look.figures, n * (97 if is_tiny else 93) // 100, size, "bold")
    draw.text((n // 2, n * middle // 1000), look.figures, fill=_PRINT, font=face, anchor="mm")


def _print_pips(draw: ImageDraw.ImageDraw, look: UnitLook, n: int) -> None:
    """Steps left (filled) and lost (open), at the right edge, once some are lost."""
    if not 0 < look.steps < look.full <= 6:
        return
    side, x = n * 9 // 100, n * 82 // 100
    for k in range(look.full):
        y = n * 59 // 100 - side - k * (side + n * 3 // 100)
        is_left = k < look.steps
        draw.rectangle(
            (x, y, x + side, y + side),
            fill=_PRINT if is_left else _WHITE,
            outline=_STRIPE if not is_left else _PRINT,
            width=LARGE // 2,
        )


@lru_cache(maxsize=256)
def tag(letters: str, colour: Colour, size: int) -> Image.Image:
    """A marker: a small rounded tag with letters."""
    h = max(9, size * 34 // 100) * LARGE
    face = font(h * 86 // 100, "bold")
    w = max(h, int(face.getlength(letters)) + h // 2) // LARGE * LARGE
    picture = Image.new("RGB", (w, h), colour)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, w - 1, h - 1), outline=_WHITE, width=LARGE * 3 // 4)
    draw.text((w // 2, h // 2), letters, fill=_WHITE, font=face, anchor="mm")
    return picture.reduce(LARGE)


def mark_tag(mark: MarkLook, value: str, palette: Palette, size: int) -> Image.Image:
    """The tag of a marker, with its value."""
    colour = palette[mark.colour]
    if palette.is_dark:
        colour = mixed(colour, (0, 0, 0), 45)
    return tag(mark.letters + value, colour, size)


@lru_cache(maxsize=32)
def badge(count: int, size: int) -> Image.Image:
    """The number of counters in a stack, white on black, as RGBA."""
    n = max(12, size * 42 // 100) * LARGE
    picture = Image.new("RGBA", (n, n), (255, 255, 255, 0))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((0, 0, n - 1, n - 1), fill=(255, 255, 255, 255))
    draw.ellipse((LARGE, LARGE, n - 1 - LARGE, n - 1 - LARGE), fill=(*_PRINT, 255))
    face = font(n * 72 // 100, "bold")
    draw.text((n // 2, n * 51 // 100), str(count), fill=(255, 255, 255, 255), font=face, anchor="mm")
    return picture.reduce(LARGE)
