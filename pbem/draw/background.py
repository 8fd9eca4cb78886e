"""The background: all that is printed on the map. Drawn once per map, palette, scale and window, then copied.

`draw.kept` gives it from the cache folder where an earlier run has drawn it.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from pbem.draw import kept
from pbem.draw.ground import ground
from pbem.draw.hexnumbers import draw_numbers
from pbem.draw.kept import Printed
from pbem.draw.labels import Label, labels_of
from pbem.draw.lines import draw_grid, draw_lines, draw_sides
from pbem.draw.look import Look
from pbem.draw.palettes import Palette
from pbem.draw.sheet import Box, Sheet
from pbem.draw.sites import draw_letters, draw_sites
from pbem.draw.style import Style, styles_of
from pbem.kernel.ground.terrain import Map
from pbem.values import NamedTuple

_KEPT = 4  # backgrounds that stay in memory with a map


class Background(NamedTuple):
    """The printed map in pixels, the names that are still to be placed on it, and the style table in use."""

    picture: Image.Image
    labels: tuple[Label, ...]
    letters: tuple[Box, ...]  # where letters are printed that names should not cover
    styles: dict[str, Style]
    names: dict[object, None]  # terrain and features in the window, and each feature with its owners
    tables: dict[object, Image.Image]  # colours that boards on this very window are packed in


def quiet(stage: str) -> None:
    """Nobody wants to know how far the drawing is."""


def background(map: Map, sheet: Sheet, palette: Palette, look: Look, tell: Callable[[str], None] = quiet) -> Background:
    """The background; kept with the map, so that the next board on it costs only what has changed."""
    owners = tuple((side, one.colour) for side, one in look.sides.items())
    window = (sheet.across, sheet.left, sheet.top, sheet.width, sheet.height)
    key = (palette.name, window, owners, tuple(look.styles.items()))
    found: dict[object, Background] = map.memo("draw backgrounds", dict)
    if key not in found:
        while len(found) >= _KEPT:  # the oldest goes first
            del found[next(iter(found))]
        found[key] = _drawn(map, sheet, palette, look, tell)
    return found[key]


def _drawn(map: Map, sheet: Sheet, palette: Palette, look: Look, tell: Callable[[str], None]) -> Background:
    """The background, from an earlier run if it was kept; the pixels are the same either way."""
    styles = styles_of(look.styles)
    name = kept.name_of(map, sheet, palette, look)
    printed = kept.read(name, sheet)
    if printed is None:
        printed = _printed(map, sheet, palette, look, tell)
        kept.write(name, printed)
    else:  # nothing to wait for, but whoever shows a bar counts on every stage
        tell("rivers and roads")
        tell("towns")
    labels = tuple(labels_of(map, sheet, styles))
    return Background(printed.picture, labels, printed.letters, styles, _names(map, sheet), {})


def _printed(map: Map, sheet: Sheet, palette: Palette, look: Look, tell: Callable[[str], None]) -> Printed:
    styles = styles_of(look.styles)
    owners = {side: one.colour for side, one in look.sides.items()}
    paper = ground(map, sheet, palette, styles)
    tell("rivers and roads")
    draw_grid(paper, sheet, palette)
    draw_sides(paper, map, sheet, palette, styles)
    draw_lines(paper, map, sheet, palette, styles)
    tell("towns")
    draw_sites(paper, map, sheet, palette, styles, owners)
    picture = paper.picture()
    draw_numbers(picture, sheet, palette)
    return Printed(picture, tuple(draw_letters(picture, map, sheet, palette, styles, owners)))


def _names(map: Map, sheet: Sheet) -> dict[object, None]:
    """What the legend must explain."""
    hexes = {hex_id: None for hex_id in sheet.grid.hexes if sheet.shows(hex_id, sheet.across // 3)}
    found: dict[object, None] = {map.base[hex_id]: None for hex_id in hexes}
    shown = [features for hex_id, features in map.in_hex.items() if hex_id in hexes]
    for table in (map.on_side, map.along):
        shown += [features for (a, b), features in table.items() if a in hexes and b in hexes]
    for feature in (one for features in shown for one in features):
        found[feature.name] = found[(feature.name, feature.get("owner"))] = None
    return found
