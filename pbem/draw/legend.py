"""The legend: one small sample for each thing that the map has, drawn by the same code as the map itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from pbem.draw.background import Background, background
from pbem.draw.counters import counter, mark_tag
from pbem.draw.ink import font, text_size, write
from pbem.draw.look import Look, Overlay, SideLook, UnitLook
from pbem.draw.overlays import sample
from pbem.draw.palettes import Palette
from pbem.draw.sheet import sheet_of
from pbem.draw.style import Style
from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.terrain import Feature, Map
from pbem.values import NamedTuple

_HEXES = (HexId("0101"), HexId("0102"))
_BASES = ("plain", "relief", "marsh", "waves", "trees", "rough")
_SIDES = ("river", "ridge", "crag", "wall", "bridge", "ford")
_LINES = ("rail", "road")


class LegendLine(NamedTuple):
    """One line of the legend."""

    sample: Image.Image
    words: str


def entries(
    palette: Palette,
    look: Look,
    ground: Background,
    size: int,
    overlays: Sequence[Overlay],
    shown: Mapping[str, Collection[str]],
) -> list[LegendLine]:
    """Terrain, features, sides, nations, markers and overlays, as far as this window of the board has them.

    `shown` names the `marks` and the counter `colours` that are seen, and the colours of `stripes`.
    """
    names = ground.names
    found = []
    for name, style in ground.styles.items():
        if name in names and style.legend:
            owner = next((side for side in look.sides if (name, side) in names), "")
            sides = tuple((side, one.colour) for side, one in look.sides.items())
            found.append(LegendLine(_sample(name, style, palette.name, sides, owner, size), style.legend))
    found += [LegendLine(_chip(palette[one.colour], size), one.name) for one in look.sides.values() if one.name]
    for colour, words in look.captions.items():
        if colour in shown["colours"]:
            found.append(LegendLine(counter(UnitLook(colour=colour), palette, size), words))
    for colour in list(shown["stripes"])[:1] if look.stripe else ():
        found.append(LegendLine(counter(UnitLook(colour=colour, stripe=True), palette, size), look.stripe))
    for name, mark in look.marks.items():
        if name in shown["marks"] and mark.legend:
            found.append(LegendLine(mark_tag(mark, "", palette, size * 9 // 5), mark.legend))
    found += [LegendLine(_framed(sample(one, palette, size), palette), one.legend) for one in overlays if one.legend]
    return found


@lru_cache(maxsize=256)
def _sample(
    name: str, style: Style, palette: str, sides: tuple[tuple[str, str], ...], owner: str, size: int
) -> Image.Image:
    """A piece of map of two hexes that has just this."""
    from pbem.draw.palettes import PALETTES

    base = name if style.draw in _BASES else "clear"
    grid = Grid(Numbering(), _HEXES)
    map = Map(grid, dict.fromkeys(_HEXES, base), {})
    feature = Feature(name, (("owner", owner), ("letter", style.letter)))
    pairs = (_HEXES, _HEXES[::-1])
    if style.draw in _SIDES:
        map.on_side = dict.fromkeys(pairs, (feature,))
    elif style.draw in _LINES:
        map.along = dict.fromkeys(pairs, (feature,))
    elif style.draw not in _BASES:
        map.in_hex = {_HEXES[0]: (feature,)}
    is_whole = style.draw in ("fort", "trench", "ring")
    across = size if is_whole else max(22, size * 3 // 2)
    sheet = sheet_of(grid, (across * 100 + 47) // 48)
    look = Look(sides={side: SideLook(colour=colour) for side, colour in sides}, styles={name: style})
    ground = background(map, sheet, PALETTES[palette], look)
    x, y = sheet.pixel(_HEXES[0])
    if style.draw in (*_SIDES, *_LINES):
        x = (x + sheet.pixel(_HEXES[1])[0]) // 2
    w, h = size * 5 // 4, size
    for left, _, right, _ in ground.letters:  # at the rim of the hex, but not cut off
        x = max(w // 2, (left + right) // 2)
    return _framed(ground.picture.crop((x - w // 2, y - h // 2, x - w // 2 + w, y - h // 2 + h)), PALETTES[palette])


def _framed(picture: Image.Image, palette: Palette) -> Image.Image:
    ImageDraw.Draw(picture).rectangle((0, 0, picture.width - 1, picture.height - 1), outline=palette["faint"])
    return picture


def _chip(colour: tuple[int, int, int], size: int) -> Image.Image:
    return Image.new("RGB", (size, size * 2 // 5), colour)


def draw_legend(
    picture: Image.Image, palette: Palette, found: Sequence[LegendLine], spot: tuple[int, int], width: int, size: int
) -> int:
    """The entries from left to right in as many lines as they need; returns the height they take."""
    face = font(size * 7 // 10)
    x, y = spot
    for entry in found:
        length = entry.sample.width + size // 3 + text_size(entry.words, face)[0] + size * 4 // 5
        if x > spot[0] and x + length > spot[0] + width:
            x, y = spot[0], y + size * 13 // 10
        if picture.width > 1:
            picture.paste(entry.sample, (x, y + (size - entry.sample.height) // 2))
            write(
                picture,
                (x + entry.sample.width + size // 3, y + size // 2),
                entry.words,
                face,
                palette["ink"],
                anchor="lm",
            )
        x += length
    return y - spot[1] + size
