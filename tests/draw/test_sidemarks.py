"""Markers on hexsides in the picture: where they are drawn, in whose colour, which way they point."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from pbem.draw.background import background
from pbem.draw.board import legend_entries, paint
from pbem.draw.look import read_look
from pbem.draw.palettes import PALETTES
from pbem.draw.scene import Margin, View, scene_of, sheet_for
from pbem.draw.style import SIDE_MARKS, side_style_of
from pbem.kernel.ground.hexes import HexId, hexside
from tests.draw.scenes import look, position, scenario

SIDE = hexside(HexId("0305"), HexId("0304"))


def painted(*marks: str, **rows: dict[str, str]) -> Image.Image:
    """The valley without its counters, with these marks on one hexside."""
    there = replace(position(), units={}, sides={SIDE: tuple(marks)} if marks else {})
    shown = {**look(), "units": {}, "styles": {f"side {name}": row for name, row in rows.items()}}
    return paint(scene_of(View(scenario(), there, shown), margin=Margin(legend=False)), 100)[0]


def changed(picture: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """The box in which two pictures differ."""
    box = ImageChops.difference(picture.convert("RGB"), other.convert("RGB")).getbbox()
    assert box is not None
    return box


PLAIN = painted()


@pytest.mark.parametrize("mark", ["bridge=blown", "bridge=whole", "pontoon", "pontoon=0304", "mined=AL"])
def test_a_mark_is_drawn_on_its_hexside_and_nowhere_else(mark: str) -> None:
    left, top, right, bottom = changed(PLAIN, painted(mark))
    assert 6 < right - left < 60
    assert 6 < bottom - top < 60
    scene = scene_of(View(scenario(), position(), look()))
    sheet = sheet_for(scene, 100)
    (ax, _), (bx, _) = sheet.pixel(SIDE.a), sheet.pixel(SIDE.b)
    assert abs((left + right) - (ax + bx)) < 60 + 2 * (PLAIN.width - sheet.width)


def test_marks_look_different() -> None:
    looks = [painted(mark).tobytes() for mark in ("bridge=blown", "bridge=whole", "pontoon", "mined")]
    assert len(set(looks)) == 4


def test_an_arrow_points_to_the_hex_that_the_mark_names() -> None:
    boxes = [changed(PLAIN, painted(f"pontoon={goal}")) for goal in ("0304", "0305")]
    plain = changed(PLAIN, painted("pontoon"))
    assert boxes[0] != boxes[1]
    assert all(box[2] - box[0] >= plain[2] - plain[0] for box in boxes)
    assert painted("pontoon=CP>0304").tobytes() != painted("pontoon=CP").tobytes()


def test_the_owner_of_a_mark_gives_it_his_colour() -> None:
    assert len({painted(f"pontoon={side}").tobytes() for side in ("CP", "AL", "nobody")}) == 3


def test_a_game_may_draw_its_own_marks_and_redraw_those_of_the_house() -> None:
    assert painted("ferry").tobytes() == PLAIN.tobytes()
    assert painted("ferry", ferry={"draw": "dots", "colour": "blue"}).tobytes() != PLAIN.tobytes()
    assert painted("pontoon", pontoon={"draw": "bars"}).tobytes() != painted("pontoon").tobytes()
    assert side_style_of(read_look({}), "bridge=blown") == ("bridge=blown", SIDE_MARKS["bridge=blown"])
    assert side_style_of(read_look({}), "bridge=rebuilt") == ("bridge", SIDE_MARKS["bridge"])


def test_the_legend_explains_the_marks_that_are_seen() -> None:
    there = replace(position(), sides={SIDE: ("bridge=blown", "ferry")})
    scene = scene_of(View(scenario(), there, look()))
    sheet = sheet_for(scene, 100)
    ground = background(scene.scenario.map, sheet, PALETTES["light"], scene.look)
    words = [entry.words for entry in legend_entries(scene, sheet, ground, 20)]
    assert "Bridge blown" in words
    assert "Pontoon bridge" not in words
