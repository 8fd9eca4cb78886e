"""The board as a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from pbem.draw.arrows import draw_arrows, draw_ghosts
from pbem.draw.background import Background, background, quiet
from pbem.draw.crop import Crop, window
from pbem.draw.encode import colour_table, png
from pbem.draw.fit import best_that_fits
from pbem.draw.hexmarks import plan_hex_marks
from pbem.draw.labels import draw_labels
from pbem.draw.legend import Entry, entries
from pbem.draw.look import Look, Overlay, read_look, read_overlays
from pbem.draw.margin import FORUM, PAD, framed, panel_of, stack_panel
from pbem.draw.notes import draw_notes, plan_notes
from pbem.draw.overlays import check_kinds, draw_above, draw_below
from pbem.draw.palettes import Palette, palette_of
from pbem.draw.sheet import Sheet, sheet_of
from pbem.draw.sidemarks import draw_side_marks, sample, side_marks
from pbem.draw.stacks import Stack, draw_stacks, stack_box, stacks_of
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event

STAGES = ("ground", "rivers and roads", "towns", "counters", "packing")
Progress = Callable[[int, int, str], None]  # stages done, stages in all, what comes now
_LOSS = 75  # per cent of its size that a map may shrink to make room for the list of stacks beside it
SMALLEST, LARGEST = 48, 150  # scales in per cent between which a picture is fitted to a forum


class View(NamedTuple):
    """What is drawn: a position and its look, what a step did, what is laid over it, the words above it.

    What a side may not see must not be in position and events: `kernel.fog` puts stand-ins there, drawn face down.
    """

    scenario: Scenario
    position: Position
    look: Look | Mapping[str, Any]
    events: Sequence[Event] = ()
    overlays: Sequence[Overlay | Mapping[str, Any]] = ()
    title: str = ""


class Size(NamedTuple):
    """How large a picture is and in which colours; the same for every picture of a film."""

    palette: str = "light"
    scale: int | None = 100  # in per cent (hexes of 48 pixels at 100); None makes it as wide as forums show it
    crop: Crop = None  # None, "auto" or two hexes
    max_bytes: int | None = None


class Margin(NamedTuple):
    """What stands beside the map."""

    legend: bool = True
    stacks: bool | None = None  # lists the stacks; by itself only for a crop


class Scene(NamedTuple):
    """All that a picture is made of, apart from its scale."""

    scenario: Scenario
    position: Position
    look: Look
    palette: Palette
    stacks: Mapping[HexId, Stack]
    events: tuple[Event, ...]
    overlays: tuple[Overlay, ...]
    shown: tuple[HexId, ...]
    title: str
    legend: bool
    lists_stacks: bool


def draw_board(view: View, size: Size = Size(), margin: Margin = Margin(), progress: Progress | None = None) -> bytes:
    """The position as PNG; with events also what the step did. The same input gives the same bytes."""
    check_scale(size.scale)
    scene = scene_of(view, size, margin)
    return _fitting(scene, size.scale or forum_scale(scene), size.max_bytes, _stages(progress))


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


def check_scale(scale: int | None) -> None:
    """Refuse a scale that cannot be drawn."""
    if scale is not None and not 15 <= scale <= 400:
        raise UsageError(f"a scale of {scale} cannot be drawn; write a per cent from 15 to 400")


def scene_of(view: View, size: Size = Size(), margin: Margin = Margin()) -> Scene:
    """The scene of a board: look read, window chosen."""
    scenario, position, events = view.scenario, view.position, tuple(view.events)
    look = read_look(view.look)
    found = stacks_of(scenario, position, look)
    shown = window(scenario, size.crop, found.values(), events)
    words = view.title or f"{scenario.title}: turn {position.turn}, {position.step}"
    lists = bool(shown) if margin.stacks is None else margin.stacks
    colours = palette_of(size.palette, look.colours)
    laid = read_overlays(view.overlays)
    check_kinds(laid)
    return Scene(scenario, position, look, colours, found, events, laid, shown, words, margin.legend, lists)


def _stages(progress: Progress | None) -> Callable[[str], None]:
    """Who is told what is being drawn; a picture that must fit into few bytes is drawn more than once."""
    return (lambda stage: progress(STAGES.index(stage), len(STAGES), stage)) if progress else quiet


def render(scene: Scene, scale: int, colours: int, tell: Callable[[str], None] = quiet) -> bytes:
    """The scene at a scale, as PNG."""
    picture, ground = paint(scene, scale, tell)
    tell("packing")
    map = scene.scenario.map
    if scene.overlays:  # their tints mix with the ground
        return png(picture, colour_table(picture, scene.palette, colours))
    key = ("draw colours", scene.palette.name, ground.picture.size, colours, tuple(scene.look.colours.items()))
    table = map.memo(key, lambda: colour_table(ground.picture, scene.palette, colours))
    return png(picture, table)


def paint(scene: Scene, scale: int, tell: Callable[[str], None] = quiet) -> tuple[Image.Image, Background]:
    """The scene in pixels, and the background that it was painted on."""
    map, palette, look = scene.scenario.map, scene.palette, scene.look
    sheet = sheet_of(map.grid, scale, scene.shown)
    tell("ground")
    ground = background(map, sheet, palette, look, tell)
    tell("counters")
    picture = ground.picture.copy()
    visible = [stack for stack in scene.stacks.values() if sheet.shows(stack.hex)]
    events = [event for event in scene.events if _is_shown(sheet, event)]
    notes = plan_notes(sheet, palette, look, scene.scenario, events, scene.stacks)
    draw_below(picture, sheet, palette, scene.overlays)
    draw_side_marks(picture, sheet, palette, look, scene.position)
    drawn = [stack for stack in scene.stacks.values() if sheet.shows(stack.hex, sheet.across)]
    marks = plan_hex_marks(sheet, palette, look, scene.position)
    taken = [stack_box(sheet, stack) for stack in drawn] + [note.box for note in (*notes, *marks)]
    draw_labels(picture, palette, ground.labels, [*taken, *ground.letters])
    draw_notes(picture, sheet, palette, marks)
    draw_ghosts(picture, sheet, palette, look, scene.events, scene.stacks)
    draw_stacks(picture, sheet, palette, look, scene.stacks)
    draw_above(picture, sheet, palette, scene.overlays, scene.stacks)
    draw_arrows(picture, sheet, palette, look, scene.scenario, events, scene.stacks)
    draw_notes(picture, sheet, palette, notes)
    size = _letters(sheet)
    listed = panel_of(visible, picture.size, size) if scene.lists_stacks else None
    panel = stack_panel(map, palette, listed) if listed else None
    found = legend_entries(scene, sheet, ground, size) if scene.legend else []
    north = int(map.heading.get("north", "0"))
    small, is_below = map.heading.get("title", ""), bool(listed and listed.is_below)
    return framed(picture, palette, scene.title, small, found, panel, is_below, north, size), ground


def _is_shown(sheet: Sheet, event: Event) -> bool:
    return any(sheet.shows(h, sheet.across) for h in (*event.path, *((event.at,) if event.at else ())))


def legend_entries(scene: Scene, sheet: Sheet, ground: Background, size: int) -> list[Entry]:
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
    return found + [Entry(sample(style, scene.palette, size), style.legend) for style in more]


def _is_in(sheet: Sheet, place: str) -> bool:
    return place in sheet.grid and sheet.shows(HexId(place))


# -- how large ------------------------------------------------------------------------------------------------


def _letters(sheet: Sheet) -> int:
    """The size of the letters of title and legend."""
    return max(13, min(22, sheet.across * 38 // 100))


def sheet_for(scene: Scene, scale: int) -> Sheet:
    """The sheet on which the scene is painted; for whoever wants to know where a hex lies."""
    return sheet_of(scene.scenario.map.grid, scale, scene.shown)


def forum_scale(scene: Scene) -> int:
    """The largest scale at which the picture is not too wide for a forum; hexes stay large enough to be read.

    The list of stacks stands beside the map, unless the map would be much smaller for that.
    """
    scales = range(LARGEST, SMALLEST, -2)
    alone = next((scale for scale in scales if _fits(scene, scale, is_beside=False)), SMALLEST)
    beside = next((scale for scale in scales if _fits(scene, scale, is_beside=True)), SMALLEST)
    return beside if beside * 100 >= alone * _LOSS else alone


def _fits(scene: Scene, scale: int, is_beside: bool) -> bool:
    """Whether a forum shows the map of this scale, alone or with the list of stacks beside it."""
    sheet = sheet_for(scene, scale)
    if sheet.width + 2 * PAD > FORUM or sheet.height > FORUM:
        return False
    visible = [stack for stack in scene.stacks.values() if sheet.shows(stack.hex)]
    panel = panel_of(visible, (sheet.width, sheet.height), _letters(sheet)) if scene.lists_stacks else None
    return not (is_beside and panel and panel.is_below)
