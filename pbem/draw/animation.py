"""A turn or a campaign as an animation: WebP or GIF, small enough for a forum."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from pbem.draw.board import Scene, paint, scene_of
from pbem.draw.crop import Crop
from pbem.draw.encode import colour_table
from pbem.draw.look import Look
from pbem.errors import UsageError
from pbem.kernel.facts import Fact
from pbem.kernel.hexes import HexId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario

_LEAST = 15


class Frame(NamedTuple):
    """One picture of the film: a position, the look it has then, and what the step before it did."""

    position: Position
    look: Look | Mapping[str, Any]
    facts: Sequence[Fact] = ()
    title: str = ""


def draw_animation(
    scenario: Scenario,
    frames: Sequence[Frame],
    *,
    form: str = "webp",
    palette: str = "light",
    scale: int = 60,
    crop: Crop = None,
    side: str | None = None,
    max_bytes: int | None = None,
    pause: int = 1500,
) -> bytes:
    """The frames one after the other, each shown for `pause` thousandths of a second, again and again."""
    if form not in ("webp", "gif"):
        raise UsageError(f"an animation cannot be written as {form!r}; write webp or gif")
    if not frames:
        raise UsageError("an animation needs at least one frame")
    scenes = [
        scene_of(scenario, one.position, one.look, palette, crop, one.facts, None, (), side, one.title, False, False)
        for one in frames
    ]
    scenes = _same_window(scenes)
    return _fitting(scenes, form, scale, max_bytes, pause)


def _same_window(scenes: Sequence[Scene]) -> list[Scene]:
    """All frames show the same part of the map: what any of them wants to show."""
    if not all(scene.shown for scene in scenes):
        return [scene._replace(shown=()) for scene in scenes]
    shown: dict[HexId, None] = {}
    for scene in scenes:
        shown |= dict.fromkeys(scene.shown)
    return [scene._replace(shown=tuple(shown)) for scene in scenes]


def _fitting(scenes: Sequence[Scene], form: str, scale: int, max_bytes: int | None, pause: int) -> bytes:
    """The film at the largest scale that fits."""
    found = _film(scenes, form, scale, pause)
    while max_bytes is not None and len(found) > max_bytes:
        if scale <= _LEAST:
            raise UsageError(
                f"no film fits into {max_bytes} bytes; the smallest needs {len(found)}: crop it, or allow more"
            )
        guess = scale * math.isqrt(max_bytes * 10000 // len(found)) // 100
        scale = max(_LEAST, min(scale - 3, guess))
        found = _film(scenes, form, scale, pause)
    return found


def _film(scenes: Sequence[Scene], form: str, scale: int, pause: int) -> bytes:
    pictures, ground = [], None
    for scene in scenes:
        picture, ground = paint(scene, scale)
        pictures.append(picture)
    if form == "gif" and ground is not None:
        table = colour_table(ground.picture, scenes[0].palette)
        pictures = [picture.quantize(palette=table, dither=Image.Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    extra: dict[str, Any] = {"quality": 72, "method": 4} if form == "webp" else {"optimize": False}
    first, rest = pictures[0], pictures[1:]
    first.save(out, form.upper(), save_all=True, append_images=rest, duration=pause, loop=0, **extra)
    return out.getvalue()
