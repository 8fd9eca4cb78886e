"""What is drawn: the values that say it, the part of the map that it shows, and how large it becomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.draw.crop import Crop, hexes_of, upright_window, window
from pbem.draw.look import Look, Overlay, read_look, read_overlays
from pbem.draw.margin import Panel, head_of, panel_of
from pbem.draw.overlays import check_kinds
from pbem.draw.palettes import Palette, palette_of
from pbem.draw.screens import PAD, Screen, fitted_scale, letters, screen_of
from pbem.draw.sheet import Sheet, sheet_of
from pbem.draw.stacks import Stack, stacks_of
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event
from pbem.values import NamedTuple

_LEAST_LIST = 16  # pixels: the least letters of the list of stacks, with names that can be read
_MOST_LIST = 60  # per cent of the height of a whole map that the list of its stacks may have


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
    focus: Sequence[HexId] = ()  # what `crop="auto"` must show besides what happened


class Size(NamedTuple):
    """How large a picture is and in which colours; the same for every picture of a film."""

    palette: str = "light"
    scale: int | None = 100  # in per cent (hexes of 48 pixels at 100); None makes it fit the screen
    crop: Crop = None  # None, "auto" or two hexes
    max_bytes: int | None = None
    screen: str = "forum"  # or "phone"


class Margin(NamedTuple):
    """What stands beside the map."""

    legend: bool = True
    stacks: bool = True  # lists the stacks that have more than one unit to see


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
    screen: Screen


def scene_of(view: View, size: Size = Size(), margin: Margin = Margin()) -> Scene:
    """The scene of a board: look read, window chosen."""
    scenario, position, events = view.scenario, view.position, tuple(view.events)
    look = read_look(view.look)
    found = stacks_of(scenario, position, look)
    laid = read_overlays(view.overlays)
    check_kinds(laid)
    screen = screen_of(size.screen)
    if size.crop == "auto" and screen.is_upright:
        shown = upright_window(scenario, screen, tuple(found.values()), events, view.focus)
    else:
        shown = window(scenario, size.crop, found.values(), events, view.focus)
    words = view.title or f"{scenario.title}: turn {position.turn}, {position.step}"
    colours = palette_of(size.palette, look.colours)
    return Scene(
        scenario, position, look, colours, found, events, laid, shown, words, margin.legend, margin.stacks, screen
    )


def check_scale(scale: int | None) -> None:
    """Refuse a scale that cannot be drawn."""
    if scale is not None and not 15 <= scale <= 400:
        raise UsageError(f"a scale of {scale} cannot be drawn; write a per cent from 15 to 400")


def sheet_for(scene: Scene, scale: int) -> Sheet:
    """The sheet on which the scene is painted; for whoever wants to know where a hex lies."""
    return sheet_of(scene.scenario.map.grid, scale, scene.shown)


def scale_for(scene: Scene) -> int:
    """The scale at which the picture fits its screen."""

    def is_beside(sheet: Sheet) -> bool:
        panel = panel_for(scene, sheet) if scene.shown else None
        return panel is None or not panel.is_below

    return fitted_scale(scene.screen, lambda scale: sheet_for(scene, scale), is_beside)


def action_box(view: View, size: Size, is_framed: bool = True) -> tuple[int, ...]:
    """The pixels of the picture, or of the map in it, where something happened, with a hex round them; or nothing."""
    scene = scene_of(view, size)
    sheet = sheet_for(scene, size.scale or scale_for(scene))
    spots = [sheet.pixel(hex_id) for hex_id in hexes_of(scene.events)]
    if not spots:
        return ()
    across, down = [x for x, _ in spots], [y for _, y in spots]
    corner = (PAD, head_of(letters(scene.screen, sheet))) if is_framed else (0, 0)
    rim = 3 * sheet.across // 2
    edges = (min(across) - rim, min(down) - rim, max(across) + rim, max(down) + rim)
    return tuple(edge + corner[k % 2] for k, edge in enumerate(edges))


def panel_for(scene: Scene, sheet: Sheet) -> Panel | None:
    """The list of stacks beside or under a part of the map; under a whole map, unless it would outgrow it."""
    if not scene.lists_stacks:
        return None
    visible = [stack for stack in scene.stacks.values() if sheet.shows(stack.hex)]
    width = scene.screen.width if scene.shown and not scene.screen.is_upright else 0
    size = max(_LEAST_LIST, letters(scene.screen, sheet))
    found = panel_of(visible, (sheet.width, sheet.height), size, width)
    if found and not scene.shown and found.height * 100 > sheet.height * _MOST_LIST:
        return None
    return found
