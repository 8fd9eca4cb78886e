"""The board as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from pbem.draw.arrows import draw_events, draw_ghosts
from pbem.draw.background import Background, background
from pbem.draw.crop import Crop, window
from pbem.draw.delta import Event, events_of, starts_of
from pbem.draw.encode import colour_table, png
from pbem.draw.fit import best_that_fits
from pbem.draw.hexmarks import draw_hex_marks
from pbem.draw.labels import draw_labels
from pbem.draw.legend import Entry, entries
from pbem.draw.look import Look, Overlay, read_look, read_overlays
from pbem.draw.margin import framed, stack_panel
from pbem.draw.overlays import draw_overlays
from pbem.draw.palettes import Palette, palette_of
from pbem.draw.sheet import Sheet, sheet_of
from pbem.draw.stacks import Stack, draw_stacks, stack_box, stacks_of
from pbem.errors import UsageError
from pbem.kernel.facts import Fact
from pbem.kernel.hexes import HexId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario


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


def draw_board(
    scenario: Scenario,
    position: Position,
    look: Look | Mapping[str, Any],
    *,
    palette: str = "light",
    scale: int = 100,
    crop: Crop = None,
    facts: Sequence[Fact] = (),
    numbers: Mapping[int, int] | None = None,
    overlays: Sequence[Overlay | Mapping[str, Any]] = (),
    side: str | None = None,
    max_bytes: int | None = None,
    title: str = "",
    legend: bool = True,
    stacks: bool | None = None,
) -> bytes:
    """The position as PNG; with facts also what the step did. The same input gives the same bytes.

    `scale` is in per cent (hexes of 48 pixels at 100). `crop` is None, "auto" or two hexes. `numbers` gives the number
    of the report's line for the index of a fact. `stacks` lists the stacks beside the map; by itself only for a crop.
    """
    if not 15 <= scale <= 400:
        raise UsageError(f"a scale of {scale} cannot be drawn; write a per cent from 15 to 400")
    scene = scene_of(scenario, position, look, palette, crop, facts, numbers, overlays, side, title, legend, stacks)
    return best_that_fits(lambda size, colours: render(scene, size, colours), scale, max_bytes)


def scene_of(
    scenario: Scenario,
    position: Position,
    look: Look | Mapping[str, Any],
    palette: str = "light",
    crop: Crop = None,
    facts: Sequence[Fact] = (),
    numbers: Mapping[int, int] | None = None,
    overlays: Sequence[Overlay | Mapping[str, Any]] = (),
    side: str | None = None,
    title: str = "",
    legend: bool = True,
    stacks: bool | None = None,
) -> Scene:
    """The scene of a board: facts read, window chosen, secrets left out."""
    read = read_look(look)
    found = stacks_of(scenario, position, read, side)
    before = starts_of(position.units, facts)
    events = events_of(facts, read, scenario.map.grid, before, numbers, side)
    shown = window(scenario, crop, found.values(), events)
    words = title or f"{scenario.title}: turn {position.turn}, {position.step}"
    lists = bool(shown) if stacks is None else stacks
    colours = palette_of(palette, read.colours)
    laid = read_overlays(overlays)
    return Scene(scenario, position, read, colours, found, events, laid, shown, words, legend, lists)


def render(scene: Scene, scale: int, colours: int) -> bytes:
    """The scene at a scale, as PNG."""
    picture, ground = paint(scene, scale)
    chart = scene.scenario.map
    key = ("draw colours", scene.palette.name, ground.picture.size, colours, tuple(scene.look.colours.items()))
    table = chart.memo(key, lambda: colour_table(ground.picture, scene.palette, colours))
    return png(picture, table)


def paint(scene: Scene, scale: int) -> tuple[Image.Image, Background]:
    """The scene in pixels, and the background that it was painted on."""
    chart, palette, look = scene.scenario.map, scene.palette, scene.look
    sheet = sheet_of(chart.grid, scale, scene.shown)
    ground = background(chart, sheet, palette, look)
    picture = ground.picture.copy()
    visible = [stack for stack in scene.stacks.values() if sheet.shows(stack.hex)]
    draw_overlays(picture, sheet, palette, scene.overlays, below=True)
    draw_labels(picture, palette, ground.labels, [stack_box(sheet, stack) for stack in visible])
    draw_hex_marks(picture, sheet, palette, look, scene.position)
    draw_ghosts(picture, sheet, palette, look, scene.events, scene.stacks)
    draw_stacks(picture, sheet, palette, look, scene.stacks)
    draw_overlays(picture, sheet, palette, scene.overlays, below=False)
    draw_events(picture, sheet, palette, look, scene.scenario, scene.events, scene.stacks)
    size = max(13, min(22, sheet.across * 38 // 100))
    panel = stack_panel(chart, palette, visible, picture.height, size) if scene.lists_stacks else None
    found = _entries(scene, ground, size) if scene.legend else []
    north = int(chart.heading.get("north", "0"))
    return framed(picture, palette, scene.title, chart.heading.get("title", ""), found, panel, north, size), ground


def _entries(scene: Scene, ground: Background, size: int) -> list[Entry]:
    shown = [one for s in scene.stacks.values() for one, hidden in zip(s.looks, s.hidden, strict=True) if not hidden]
    marks = [m.partition("=")[0] for one in shown for m in one.marks]
    hex_marks = [m.partition("=")[0] for row in scene.position.hexes.values() for m in row]
    names = list(dict.fromkeys(marks + hex_marks))
    return entries(scene.scenario.map, scene.palette, scene.look, ground, size, scene.overlays, names)


def sheet_for(scene: Scene, scale: int) -> Sheet:
    """The sheet on which the scene is painted; for whoever wants to know where a hex lies."""
    return sheet_of(scene.scenario.map.grid, scale, scene.shown)
