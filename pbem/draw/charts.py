"""Charts of a campaign, turn by turn: losses as bars, victory points and luck as lines. One look with the luck chart.

Sides are told apart by colour, by the order of their bars or the form of their dots, and by their names at the line.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from pbem.draw.axes import PAD, Axes, chart_file, draw_scale, draw_turns, scale, sheet_of_paper, thin
from pbem.draw.ink import Mask, cut, font, text_size, write
from pbem.draw.palettes import Colour, Palette, palette_of
from pbem.draw.sheet import FINE, Point
from pbem.values import NamedTuple

WIDTH, HEIGHT, HEAD, FOOT, LEFT = 760, 360, 84, 52, 58
NAMES = 150  # room for the names at the ends of the lines
_COLOURS = ("red", "blue", "orange", "purple", "green", "brown")
_LINE = 3 * FINE


class ChartLine(NamedTuple):
    """A side, and its value for each turn; None where it is not known. The colour is a role or `#rrggbb`."""

    name: str
    values: tuple[int | None, ...]
    colour: str = ""

    @property
    def known(self) -> list[int]:
        """The values that are known."""
        return [value for value in self.values if value is not None]


def draw_losses(title: str, turns: Sequence[str], lines: Sequence[ChartLine], palette: str = "light") -> bytes:
    """Steps lost in each turn: a bar for each side, and in the legend the sums."""
    colours = palette_of(palette, {})
    low, high, distance = scale([value for line in lines for value in line.known])
    axes = Axes(LEFT, HEAD, WIDTH - PAD, HEIGHT - FOOT, low, high, len(turns))
    picture, pen = sheet_of_paper(title, (WIDTH, HEIGHT), colours)
    draw_scale(pen, axes, distance, colours)
    _legend(picture, colours, lines)
    wide = max(2, min(28, axes.column * 8 // 10 // max(1, len(lines))))
    for number, line in enumerate(lines):
        for turn, value in enumerate(line.values):
            left = axes.x(turn) - wide * len(lines) // 2 + wide * number
            if value:
                pen.rectangle((left, axes.y(value), left + wide - 2, axes.y(0) - 1), _colour(colours, line, number))
    draw_turns(pen, axes, turns, colours)
    return chart_file(picture, colours)


def draw_points(title: str, turns: Sequence[str], lines: Sequence[ChartLine], palette: str = "light") -> bytes:
    """Victory points at the end of each turn: a line for each side, with its name and last value."""
    colours = palette_of(palette, {})
    low, high, distance = scale([value for line in lines for value in line.known])
    axes = Axes(LEFT, HEAD - 28, WIDTH - NAMES, HEIGHT - FOOT, low, high, len(turns))
    picture, pen = sheet_of_paper(title, (WIDTH, HEIGHT), colours)
    draw_scale(pen, axes, distance, colours)
    _draw_lines(picture, axes, lines, colours, [f"{line.known[-1]}" if line.known else "" for line in lines])
    draw_turns(pen, axes, turns, colours)
    return chart_file(picture, colours)


def draw_luck_over_time(title: str, turns: Sequence[str], lines: Sequence[ChartLine], palette: str = "light") -> bytes:
    """Of a thousand throws of all dice so far, how many are unluckier: 500 is neither lucky nor unlucky."""
    colours = palette_of(palette, {})
    axes = Axes(LEFT + 42, HEAD - 28, WIDTH - NAMES, HEIGHT - FOOT, 0, 1000, len(turns))
    picture, pen = sheet_of_paper(title, (WIDTH, HEIGHT), colours)
    for value, words in ((1000, "lucky"), (750, ""), (500, "as expected"), (250, ""), (0, "unlucky")):
        y = axes.y(value)
        pen.line((axes.left, y, axes.right, y), colours["frame"] if value == 500 else thin(colours))
        pen.text((axes.left - 8, y), words, colours["ink"], font(12), anchor="rm")
    _draw_lines(picture, axes, lines, colours, [""] * len(lines))
    draw_turns(pen, axes, turns, colours)
    return chart_file(picture, colours)


# -- lines ----------------------------------------------------------------------------------------------------


def _draw_lines(
    picture: Image.Image, axes: Axes, lines: Sequence[ChartLine], colours: Palette, ends: Sequence[str]
) -> None:
    """The lines with dots of different forms, and names beside their ends that keep clear of each other."""
    wanted = {}
    for number, line in enumerate(lines):
        spots = [axes.spot(turn, value) for turn, value in enumerate(line.values) if value is not None]
        if spots:
            _draw_line(picture, spots, number, _colour(colours, line, number), colours["panel"])
            wanted[number] = spots[-1][1]
    for number, y in _apart(wanted, 18, axes.top, axes.bottom).items():
        room = NAMES - 20 - text_size(f" {ends[number]}", font(14))[0]
        words = f"{cut(_name(lines[number]), room, 14)} {ends[number]}".rstrip()
        write(picture, (axes.right + 10, y), words, font(14), _colour(colours, lines[number], number), anchor="lm")


def _draw_line(picture: Image.Image, spots: Sequence[Point], number: int, colour: Colour, paper: Colour) -> None:
    rim, ink = Mask(*picture.size), Mask(*picture.size)
    fine = [(x * FINE, y * FINE) for x, y in spots]
    rim.stroke(fine, _LINE + 2 * FINE)  # where lines cross, the upper one stands out
    ink.stroke(fine, _LINE)
    for spot in fine:
        ink.fill(_form(spot, number, 5 * FINE))
    rim.onto(picture, paper)
    ink.onto(picture, colour)


def _form(spot: Point, number: int, r: int) -> list[Point]:
    """A dot: square, diamond, triangle, triangle upside down."""
    x, y = spot
    s = r * 4 // 5
    forms = (
        [(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)],
        [(x, y - r * 6 // 5), (x + r * 6 // 5, y), (x, y + r * 6 // 5), (x - r * 6 // 5, y)],
        [(x, y - r), (x + r, y + s), (x - r, y + s)],
        [(x, y + r), (x + r, y - s), (x - r, y - s)],
    )
    return forms[number % len(forms)]


def _apart(wanted: dict[int, int], gap: int, top: int, bottom: int) -> dict[int, int]:
    """Heights near the wanted ones that are at least so far apart."""
    found: dict[int, int] = {}
    least = top
    for number, y in sorted(wanted.items(), key=lambda one: (one[1], one[0])):
        found[number] = max(y, least)
        least = found[number] + gap
    over = max([0, *(y - bottom for y in found.values())])
    return {number: y - over if over and y - over >= top else y for number, y in found.items()}


# -- words ----------------------------------------------------------------------------------------------------


def _legend(picture: Image.Image, colours: Palette, lines: Sequence[ChartLine]) -> None:
    pen, x = ImageDraw.Draw(picture), LEFT
    room = (WIDTH - LEFT - PAD) // max(1, len(lines)) - 30
    for number, line in enumerate(lines):
        words = cut(f"{_name(line)}: {sum(line.known)}", room, 14)
        pen.rectangle((x, HEAD - 34, x + 14, HEAD - 20), _colour(colours, line, number))
        write(picture, (x + 22, HEAD - 27), words, font(14), colours["ink"], anchor="lm")
        x += 22 + text_size(words, font(14))[0] + 24


def _name(line: ChartLine) -> str:
    return " ".join(line.name.split())


def _colour(colours: Palette, line: ChartLine, number: int) -> Colour:
    return colours[line.colour or _COLOURS[number % len(_COLOURS)]]
