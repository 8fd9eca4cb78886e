"""Charts: their scales, what is told apart, and input at the edges."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image

from pbem.draw.axes import Axes, scale
from pbem.draw.charts import ChartLine, draw_losses, draw_luck_over_time, draw_points
from pbem.draw.palettes import palette_of
from pbem.errors import UsageError

KINDS = (draw_losses, draw_points, draw_luck_over_time)


def colours_of(data: bytes) -> list[tuple[int, int, int]]:
    """The colours of more than a few pixels."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return [colour for count, colour in picture.getcolors(1 << 20) or () if count > 40]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([], (0, 1, 1)),
        ([0, 0], (0, 1, 1)),
        ([3], (0, 3, 1)),
        ([7], (0, 8, 2)),
        ([21, 14], (0, 25, 5)),
        ([95], (0, 100, 20)),
        ([-7, 3], (-8, 4, 2)),
        ([-4], (-4, 0, 1)),
        ([12345], (0, 15000, 5000)),
    ],
)
def test_a_scale_has_few_round_lines_and_holds_all_values(values: list[int], wanted: tuple[int, int, int]) -> None:
    low, high, distance = scale(values)
    assert (low, high, distance) == wanted
    assert low <= min([0, *values])
    assert max([0, *values]) <= high
    assert (high - low) // distance <= 7


def test_values_lie_where_the_axes_say() -> None:
    axes = Axes(10, 20, 110, 220, -5, 5, 2)
    assert [axes.y(value) for value in (-5, 0, 5)] == [220, 120, 20]
    assert [axes.x(turn) for turn in (0, 1)] == [35, 85]


@pytest.mark.parametrize("palette", ["light", "dark", "safe"])
@pytest.mark.parametrize("draw", KINDS)
def test_each_side_has_its_own_colour_in_every_palette(draw: Callable[..., bytes], palette: str) -> None:
    lines = [ChartLine("A", (100, 900), "red"), ChartLine("B", (900, 100), "green"), ChartLine("C", (300, 300))]
    found = colours_of(draw("t", ["1", "2"], lines, palette))
    for role in ("red", "green", "orange", "panel"):
        wanted = palette_of(palette, {})[role]  # packed into 256 colours, it may be a little off
        assert any(max(abs(a - b) for a, b in zip(wanted, one, strict=True)) < 6 for one in found), role


@pytest.mark.parametrize("draw", KINDS)
@pytest.mark.parametrize(
    ("turns", "lines"),
    [
        ([], []),
        (["1"], []),
        (["1"], [ChartLine("A", (0,))]),
        (["1", "2"], [ChartLine("A", (None, None))]),
        ([str(n) for n in range(200)], [ChartLine("A", tuple(range(200))), ChartLine("B", (7,) * 200)]),
        (["a turn with a very long name " * 9, "\n\x00"], [ChartLine("x" * 900, (1, 2)), ChartLine("\n", (3, None))]),
        (["1"], [ChartLine(f"side {n}", (500,)) for n in range(12)]),
    ],
)
def test_odd_campaigns_are_drawn_all_the_same(
    draw: Callable[..., bytes], turns: list[str], lines: list[ChartLine]
) -> None:
    picture = Image.open(io.BytesIO(draw("A title " * 40, turns, lines)))
    assert picture.size == (760, 360)


def test_an_unknown_palette_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no palette 'pink'"):
        draw_losses("t", ["1"], [], "pink")
