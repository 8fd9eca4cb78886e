"""The board as a picture."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from pbem.draw.background import Background, background, quiet
from pbem.draw.encode import colour_table, png
from pbem.draw.fit import best_that_fits
from pbem.draw.laying import delta_of, lay_counters, lay_delta
from pbem.draw.legend import LegendLine, entries
from pbem.draw.margin import framed, stack_panel
from pbem.draw.overlays import draw_above, draw_below
from pbem.draw.scene import Margin, Scene, Size, View, check_scale, panel_for, scale_for, scene_of
from pbem.draw.screens import letters
from pbem.draw.sheet import Sheet, sheet_of
from pbem.draw.sidemarks import sample, side_marks
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import HexId

STAGES = ("ground", "rivers and roads", "towns", "counters", "packing")
Progress = Callable[[int, int, str], None]  # stages done, stages in all, what comes now


def draw_board(view: View, size: Size = Size(), margin: Margin = Margin(), progress: Progress | None = None) -> bytes:
    """The position as PNG; with events also what the step did. The same input gives the same bytes."""
    check_scale(size.scale)
    scene = scene_of(view, size, margin)
    return _fitting(scene, size.scale or scale_for(scene), size.max_bytes, _stages(progress))


def _fitting(scene: Scene, scale: int, max_bytes: int | None, tell: Callable[[str], None]) -> bytes:
    """The picture, or the best that fits: what would be much too small goes without the stacks, then without legend."""
    bare = scene._replace(lists_stacks=False)
    smallest = 0
    for part, least in ((scene, 60), (bare, 40), (bare._replace(legend=False), 0)):

        def drawn(size: int, colours: int, part: Scene = part) -> bytes:
            return render(part, size, colours, tell)

        found = best_that_fits(drawn, scale, max_bytes)
        if found.data and found.scale * 100 >= scale * least:
            return found.data
        smallest = found.smallest
    raise UsageError(f"no board fits into {max_bytes} bytes; the smallest needs {smallest}: crop it, or allow more")


def _stages(progress: Progress | None) -> Callable[[str], None]:
    """Who is told what is being drawn; a picture that must fit into few bytes is drawn more than once."""
    return (lambda stage: progress(STAGES.index(stage), len(STAGES), stage)) if progress else quiet


def render(scene: Scene, scale: int, colours: int, tell: Callable[[str], None] = quiet) -> bytes:
    """The scene at a scale, as PNG."""
    picture, ground = paint(scene, scale, tell)
    tell("packing")
    if scene.overlays:  # their tints mix with the ground
        return png(picture, colour_table(picture, scene.palette, colours))
    key = (colours, tuple(scene.look.colours.items()))
    if key not in ground.tables:
        ground.tables[key] = colour_table(ground.picture, scene.palette, colours)
    return png(picture, ground.tables[key])


def paint(scene: Scene, scale: int, tell: Callable[[str], None] = quiet) -> tuple[Image.Image, Background]:
    """The scene in pixels, and the background that it was painted on."""
    map, palette = scene.scenario.map, scene.palette
    sheet = sheet_of(map.grid, scale, scene.shown)
    tell("ground")
    ground = background(map, sheet, palette, scene.look, tell)
    tell("counters")
    picture = ground.picture.copy()
    delta = delta_of(scene, sheet)
    draw_below(picture, sheet, palette, scene.overlays)
    lay_counters(picture, scene, sheet, ground, delta)
    draw_above(picture, sheet, palette, scene.overlays, scene.stacks)
    lay_delta(picture, scene, sheet, delta)
    size, listed = letters(scene.screen, sheet), panel_for(scene, sheet)
    panel = stack_panel(map, palette, listed) if listed else None
    found = legend_entries(scene, sheet, ground, size) if scene.legend else []
    north = int(map.heading.get("north", "0"))
    small, is_below = map.heading.get("title", ""), bool(listed and listed.is_below)
    return framed(picture, palette, scene.title, small, found, panel, is_below, north, size), ground


def legend_entries(scene: Scene, sheet: Sheet, ground: Background, size: int) -> list[LegendLine]:
    """The lines of the legend for what this sheet shows."""
    stacks = [stack for stack in scene.stacks.values() if sheet.shows(stack.hex)]
    shown = [one for s in stacks for one, hidden in zip(s.looks, s.hidden, strict=True) if not hidden]
    marks = [mark for one in shown for mark in one.marks]
    marks += [mark for place, row in scene.position.hexes.items() if _is_in(sheet, place) for mark in row]
    ghosts = [scene.look.units[unit] for event in scene.events for unit in event.units if unit in scene.look.units]
    colours = dict.fromkeys(one.colour for one in (*(look for s in stacks for look in s.looks), *ghosts))
    stripes = dict.fromkeys(one.colour for one in shown if one.stripe)
    seen = {"marks": {mark.partition("=")[0]: None for mark in marks}, "colours": colours, "stripes": stripes}
    on_sides = {one.name: one.style for one in side_marks(sheet, scene.look, scene.position) if one.style.legend}
    found = entries(scene.palette, scene.look, ground, size, scene.overlays, seen)
    words = [entry.words for entry in found]
    more = [style for style in on_sides.values() if style.legend not in words]
    return found + [LegendLine(sample(style, scene.palette, size), style.legend) for style in more]


def _is_in(sheet: Sheet, place: str) -> bool:
    return place in sheet.grid and sheet.shows(HexId(place))
