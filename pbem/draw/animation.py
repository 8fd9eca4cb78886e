"""A turn or a campaign as an animation: WebP or GIF, small enough for a forum.

Frames are kept in the colours of one table and packed without loss: letters stay sharp, and what does not change
between two frames costs nothing.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from pbem.draw.board import Progress, Scene, check_scale, forum_scale, paint, scene_of
from pbem.draw.crop import Crop
from pbem.draw.encode import colour_table
from pbem.draw.look import Look
from pbem.errors import UsageError
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario

FORMS = ("webp", "gif")
_LEAST = 15
_SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "webp": {"lossless": True, "quality": 50, "method": 3, "kmax": 0},
    "gif": {"optimize": False},
}


class Frame(NamedTuple):
    """One picture of the film: a position, the look it has then, what the step before it did under which numbers."""

    position: Position
    look: Look | Mapping[str, Any]
    facts: Sequence[Fact] = ()
    title: str = ""
    numbers: Mapping[int, str] | None = None


def draw_animation(
    scenario: Scenario,
    frames: Sequence[Frame],
    *,
    form: str = "webp",
    palette: str = "light",
    scale: int | None = None,
    crop: Crop = None,
    max_bytes: int | None = None,
    pause: int = 1500,
    progress: Progress | None = None,
) -> bytes:
    """The frames one after the other, each shown for `pause` thousandths of a second, again and again."""
    if form not in FORMS:
        raise UsageError(f"an animation cannot be written as {form!r}; write webp or gif")
    if not frames:
        raise UsageError("an animation needs at least one frame")
    check_scale(scale)
    scenes = _same_window([_scene(scenario, one, palette, crop) for one in frames])
    tell = progress or (lambda done, total, what: None)
    return _fitting(scenes, form, scale or forum_scale(scenes[0]), max_bytes, pause, tell)


def _scene(scenario: Scenario, one: Frame, palette: str, crop: Crop) -> Scene:
    return scene_of(
        scenario, one.position, one.look, palette, crop, one.facts, one.numbers, (), one.title, False, False
    )


def _same_window(scenes: Sequence[Scene]) -> list[Scene]:
    """All frames show the same part of the map: what any of them wants to show, above all those with something new."""
    if not all(scene.shown for scene in scenes):
        return [scene._replace(shown=()) for scene in scenes]
    shown: dict[HexId, None] = {}
    for scene in [scene for scene in scenes if scene.events] or scenes:
        shown |= dict.fromkeys(scene.shown)
    return [scene._replace(shown=tuple(shown)) for scene in scenes]


def _fitting(
    scenes: Sequence[Scene], form: str, scale: int, max_bytes: int | None, pause: int, tell: Progress
) -> bytes:
    """The film with fewer colours, then at the largest scale that fits."""
    found, colours = _film(scenes, form, scale, 256, pause, tell), 256
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
        found = _film(scenes, form, scale, colours, pause, tell)
    return found


def _film(scenes: Sequence[Scene], form: str, scale: int, colours: int, pause: int, tell: Progress) -> bytes:
    pictures: list[Image.Image] = []
    table = None
    for scene in scenes:
        picture, ground = paint(scene, scale)
        table = table or colour_table(ground.picture, scene.palette, colours)
        pictures.append(picture.quantize(palette=table, dither=Image.Dither.NONE))
        tell(len(pictures), len(scenes), "frames")
    out = io.BytesIO()
    first, rest = pictures[0], pictures[1:]
    first.save(out, form.upper(), save_all=True, append_images=rest, duration=pause, loop=0, **_SETTINGS[form])
    return out.getvalue()
