"""A turn or a campaign as an animation: WebP or GIF, small enough for a forum.

Frames are kept in the colours of one table and packed without loss: letters stay sharp, and what does not change
between two frames costs nothing.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from pbem.draw.board import Progress, paint
from pbem.draw.encode import colour_table
from pbem.draw.scene import Margin, Scene, Size, View, check_scale, scale_for, scene_of
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import HexId
from pbem.values import NamedTuple

FORMS = ("webp", "gif")
_LEAST = 15
_BARE = Margin(legend=False, stacks=False)
_SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "webp": {"lossless": True, "quality": 50, "method": 3, "kmax": 0},
    "gif": {"optimize": False},
}


class Film(NamedTuple):
    """How frames follow each other: the form of the file, and for how many thousandths of a second each is shown."""

    form: str = "webp"
    pause: int = 1500


def draw_animation(
    frames: Sequence[View], size: Size = Size(scale=None), film: Film = Film(), progress: Progress | None = None
) -> bytes:
    """The frames one after the other, again and again: maps alone, all of the same part."""
    if film.form not in FORMS:
        raise UsageError(f"an animation cannot be written as {film.form!r}; write webp or gif")
    if not frames:
        raise UsageError("an animation needs at least one frame")
    check_scale(size.scale)
    scenes = _same_window([scene_of(one, size, _BARE) for one in frames])
    tell = progress or (lambda done, total, what: None)
    return _fitting(scenes, film, size.scale or scale_for(scenes[0]), size.max_bytes, tell)


def _same_window(scenes: Sequence[Scene]) -> list[Scene]:
    """All frames show the same part of the map: what any of them wants to show, above all those with something new."""
    if not all(scene.shown for scene in scenes):
        return [scene._replace(shown=()) for scene in scenes]
    shown: dict[HexId, None] = {}
    for scene in [scene for scene in scenes if scene.events] or scenes:
        shown |= dict.fromkeys(scene.shown)
    return [scene._replace(shown=tuple(shown)) for scene in scenes]


def _fitting(scenes: Sequence[Scene], film: Film, scale: int, max_bytes: int | None, tell: Progress) -> bytes:
    """The film with fewer colours, then at the largest scale that fits."""
    found, colours = _film(scenes, film, scale, 256, tell), 256
    while max_bytes is not None and len(found) > max_bytes:
        if colours > 96:
            colours = 96
        elif scale <= _LEAST:
            raise UsageError(
                f"no film fits into {max_bytes} bytes; the smallest needs {len(found)}: crop it, or allow more"
            )
        else:
            guess = scale * math.isqrt(max_bytes * 10000 // len(found)) // 100
            scale = max(_LEAST, min(scale - 3, guess))
        found = _film(scenes, film, scale, colours, tell)
    return found


def _film(scenes: Sequence[Scene], film: Film, scale: int, colours: int, tell: Progress) -> bytes:
    pictures: list[Image.Image] = []
    table = None
    for scene in scenes:
        picture, ground = paint(scene, scale)
        table = table or colour_table(ground.picture, scene.palette, colours)
        pictures.append(picture.quantize(palette=table, dither=Image.Dither.NONE))
        tell(len(pictures), len(scenes), "frames")
    out = io.BytesIO()
    first, rest = pictures[0], pictures[1:]
    settings = {"save_all": True, "append_images": rest, "duration": film.pause, "loop": 0, **_SETTINGS[film.form]}
    first.save(out, film.form.upper(), **settings)
    return out.getvalue()
