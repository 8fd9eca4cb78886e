"""Lines: chains, curves, dashes; names that keep out of the way."""

from __future__ import annotations

from PIL import Image

from pbem.draw.chains import chains, curve
from pbem.draw.ink import dashed
from pbem.draw.labels import Label, draw_labels
from pbem.draw.palettes import PALETTES


def test_pieces_are_joined_to_one_line() -> None:
    assert chains([((0, 0), (1, 0)), ((2, 0), (1, 0)), ((2, 0), (3, 0))]) == [[(0, 0), (1, 0), (2, 0), (3, 0)]]


def test_a_line_ends_where_three_meet() -> None:
    found = chains([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1))])
    assert sorted(len(line) for line in found) == [2, 2, 2]


def test_a_ring_is_closed() -> None:
    (ring,) = chains([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))])
    assert ring[0] == ring[-1]
    assert len(ring) == 4


def test_a_stop_ends_a_line() -> None:
    assert len(chains([((0, 0), (1, 0)), ((1, 0), (2, 0))], stops=[(1, 0)])) == 2


def test_a_curve_keeps_its_ends() -> None:
    line = [(0, 0), (100, 0), (100, 100)]
    smooth = curve(line)
    assert (smooth[0], smooth[-1]) == (line[0], line[-1])
    assert (100, 0) not in smooth


def test_dashes_are_measured_round_corners() -> None:
    pieces = dashed([(0, 0), (10, 0), (10, 10)], 6, 2)
    assert pieces == [[(0, 0), (6, 0)], [(8, 0), (10, 0), (10, 4)], [(10, 6), (10, 10)]]


def test_a_name_goes_where_no_counter_is() -> None:
    picture = Image.new("RGB", (300, 200), (255, 255, 255))
    label = Label("Udine", 12, "bold", "ink", ((150, 100), (150, 160)))
    draw_labels(picture, PALETTES["light"], [label], [(100, 70, 200, 130)])
    assert picture.crop((0, 0, 300, 140)).getcolors() == [(300 * 140, (255, 255, 255))]
    assert len(picture.crop((0, 140, 300, 200)).getcolors() or []) > 1


def test_a_name_that_would_be_covered_is_left_out() -> None:
    picture = Image.new("RGB", (300, 200), (255, 255, 255))
    draw_labels(picture, PALETTES["light"], [Label("Udine", 12, "bold", "ink", ((150, 100),))], [(0, 0, 300, 200)])
    assert picture.getcolors() == [(300 * 200, (255, 255, 255))]
