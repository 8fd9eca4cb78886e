"""A small chart of luck: one bar for each row, to the right for lucky, to the left for unlucky dice."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.draw.axes import PAD, chart_file, sheet_of_paper
from pbem.draw.ink import fitted, font
from pbem.draw.palettes import palette_of
from pbem.values import NamedTuple

ROW, HEAD, LABEL, BAR = 24, 56, 300, 420
MOST_ROWS = 60


class LuckBar(NamedTuple):
    """A row: its words, how many of a thousand throws are unluckier, the chance in words, whether it is unusual."""

    text: str
    share: int  # 0 to 1000: 500 is neither lucky nor unlucky
    chance: str
    is_unusual: bool


def draw_luck(title: str, bars: Sequence[LuckBar], palette: str = "light") -> bytes:
    """The chart as PNG."""
    colours = palette_of(palette, {})
    shown = list(bars[:MOST_ROWS])
    size = (2 * PAD + LABEL + BAR + 90, HEAD + ROW * len(shown) + 2 * PAD)
    picture, pen = sheet_of_paper(title, size, colours)
    left, middle = PAD + LABEL, PAD + LABEL + BAR // 2
    for x, words in ((left, "unlucky"), (middle, "as expected"), (left + BAR, "lucky")):
        pen.text((x, HEAD - 4), words, colours["faint"], font(12), anchor="ms")
        pen.line((x, HEAD, x, size[1] - PAD), colours["faint"])
    for number, bar in enumerate(shown):
        y = HEAD + PAD // 2 + ROW * number
        end = left + BAR * bar.share // 1000
        colour = colours["red"] if bar.is_unusual else colours["blue"]
        pen.text((PAD, y + 15), bar.text, colours["ink"], fitted(bar.text, LABEL - PAD, 14), anchor="ls")
        pen.rectangle((min(middle, end), y + 4, max(middle, end), y + ROW - 6), colour)
        pen.text((left + BAR + 10, y + 15), bar.chance, colours["ink"], font(13), anchor="ls")
    return chart_file(picture, colours)
