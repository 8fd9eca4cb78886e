"""The picture that chats and feeds show beside a link: 1200 x 630, cut from a board where something happened."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from pbem.draw.encode import png

WIDTH, HEIGHT = 1200, 630
_COLOURS = 160
_MARGIN = 60  # pixels around what happened


def card(data: bytes, action: Sequence[int] = ()) -> bytes:
    """The card of a board; `action` is left, top, right and bottom of what is to be seen."""
    with Image.open(BytesIO(data)) as board:
        picture = board.convert("RGB")
    box = window(picture.size, action)
    cut = picture.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC, box=box)
    return png(cut, cut.quantize(_COLOURS, Image.Quantize.MEDIANCUT, kmeans=0, dither=Image.Dither.NONE))


def window(size: tuple[int, int], action: Sequence[int]) -> tuple[int, int, int, int]:
    """The part of a picture that the card shows: of its shape, around the action, inside the picture."""
    wide, high = size
    left, top, right, bottom = action if len(action) == 4 else (0, 0, wide, high)
    width = max(right - left + 2 * _MARGIN, (bottom - top + 2 * _MARGIN) * WIDTH // HEIGHT, WIDTH)
    width = min(width, wide, high * WIDTH // HEIGHT)
    height = width * HEIGHT // WIDTH
    x = min(max((left + right - width) // 2, 0), wide - width)
    y = min(max((top + bottom - height) // 2, 0), high - height)
    return x, y, x + width, y + height
