"""The background: all that is printed on the map. Drawn once per map, palette, scale and window, then copied."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from pbem.draw.ground import ground
from pbem.draw.labels import Label, labels_of
from pbem.draw.lines import draw_grid, draw_lines, draw_sides
from pbem.draw.look import Look
from pbem.draw.palettes import Palette
from pbem.draw.sheet import Sheet
from pbem.draw.sites import draw_letters, draw_numbers, draw_sites
from pbem.draw.style import Style, styles_of
from pbem.kernel.terrain import Map

_KEPT = 4  # backgrounds that stay in memory with a map


class Background(NamedTuple):
    """The printed map in pixels, the names that are still to be placed on it, and the style table in use."""

    picture: Image.Image
    labels: tuple[Label, ...]
    styles: dict[str, Style]


def background(chart: Map, sheet: Sheet, palette: Palette, look: Look) -> Background:
    """The background; kept with the map, so that the next board on it costs only what has changed."""
    owners = tuple((side, one.colour) for side, one in look.sides.items())
    window = (sheet.across, sheet.left, sheet.top, sheet.width, sheet.height)
    key = (palette.name, window, owners, tuple(look.styles.items()))
    kept: dict[object, Background] = chart.memo("draw backgrounds", dict)
    if key not in kept:
        while len(kept) >= _KEPT:  # the oldest goes first
            del kept[next(iter(kept))]
        kept[key] = _drawn(chart, sheet, palette, look)
    return kept[key]


def _drawn(chart: Map, sheet: Sheet, palette: Palette, look: Look) -> Background:
    styles = styles_of(look.styles)
    owners = {side: one.colour for side, one in look.sides.items()}
    picture = ground(chart, sheet, palette, styles)
    draw_grid(picture, sheet, palette)
    draw_sides(picture, chart, sheet, palette, styles)
    draw_lines(picture, chart, sheet, palette, styles)
    draw_sites(picture, chart, sheet, palette, styles, owners)
    draw_numbers(picture, sheet, palette)
    draw_letters(picture, chart, sheet, palette, styles, owners)
    return Background(picture, tuple(labels_of(chart, sheet, styles)), styles)
