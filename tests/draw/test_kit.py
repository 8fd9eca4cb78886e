"""The printed map for pages that draw what lies on it: the picture, and where its hexes lie."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pbem.draw import Margin, Size, View
from pbem.draw.board import paint
from pbem.draw.kit import geometry, ground, printed
from pbem.draw.scene import scene_of, sheet_for
from pbem.errors import UsageError
from tests.draw.scenes import FACTS, events, look, position, scenario

SCALE = 100
BARE = Margin(legend=False, stacks=False)


def view() -> View:
    return View(scenario(), position(), look(), events(FACTS))


def test_the_map_is_that_of_a_board_and_the_same_bytes_each_time() -> None:
    data, where = ground(view(), Size(scale=SCALE))
    assert data == ground(view(), Size(scale=SCALE))[0]
    found = Image.open(io.BytesIO(data))
    _, background = paint(scene_of(view(), Size(scale=SCALE), BARE), SCALE)
    assert list(found.size) == where["size"] == list(background.picture.size)
    small, there = printed(view(), Size(scale=SCALE))
    assert there == where
    assert len(small) < len(data)


def test_where_the_hexes_lie() -> None:
    scene = scene_of(view(), Size(scale=SCALE), BARE)
    sheet = sheet_for(scene, SCALE)
    found = geometry(sheet)
    assert found["size"] == [sheet.width, sheet.height]
    assert list(found["hexes"]) == list(sheet.grid.hexes)
    assert len(found["corners"]) == 6


def test_it_shows_the_whole_map() -> None:
    with pytest.raises(UsageError, match="shows the whole map at a scale"):
        ground(view(), Size(scale=None))
