"""A board from its kit is the board as it is painted: the same counters and lines in the same places."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from pbem.draw import Margin, Size, View
from pbem.draw.board import paint
from pbem.draw.ink import Patch
from pbem.draw.kit import Kit, geometry
from pbem.draw.margin import head_of
from pbem.draw.scene import scene_of, sheet_for
from pbem.draw.screens import PAD, letters
from pbem.draw.sheet import FINE
from pbem.draw.trace import Head, Line
from pbem.errors import UsageError
from tests.draw.scenes import FACTS, events, look, position, scenario

SCALE = 100
BARE = Margin(legend=False, stacks=False)


def view() -> View:
    return View(scenario(), position(), look(), events(FACTS))


def put_together(kit: Kit, laid: list[list[Any]], ground: Image.Image) -> Image.Image:
    """What a browser does, done by Pillow."""
    sheets, spots = kit.sheets()
    pictures = [Image.open(io.BytesIO(data)) for data in sheets]
    board = ground.copy()
    for one in laid:
        if isinstance(one[0], str):
            ink(board, *one)
            continue
        sheet, left, top, width, height = spots[one[0]]
        sprite = pictures[sheet].crop((left, top, left + width, top + height))
        board.paste(sprite, (one[1], one[2]), sprite)
    return board


def ink(board: Image.Image, colour: str, strength: int, lines: list[list[int]], heads: list[list[int]]) -> None:
    strokes = [Line(pairs(points), width, (dash, gap) if dash else None) for width, dash, gap, *points in lines]
    tips = [Head(pairs(head)) for head in heads]
    every = [point for one in strokes for point in one.points] + [point for tip in tips for point in tip.corners]
    patch = Patch(every, 40 * FINE)
    patch.strokes = [*strokes, *tips]
    red, green, blue = bytes.fromhex(colour[1:])
    patch.onto(board, (red, green, blue), strength)


def pairs(values: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(values[::2], values[1::2], strict=True))


def test_a_board_from_the_kit_has_the_pixels_of_the_painted_one() -> None:
    kit, shown = Kit(Size(scale=SCALE)), view()
    laid = kit.board(shown)
    scene = scene_of(shown, Size(scale=SCALE), BARE)
    painted, ground = paint(scene, SCALE)
    sheet = sheet_for(scene, SCALE)
    head = head_of(letters(scene.screen, sheet))
    map_alone = painted.crop((PAD, head, PAD + sheet.width, head + sheet.height))
    assert any(isinstance(one[0], str) for one in laid)  # arrows are lines
    assert put_together(kit, laid, ground.picture).tobytes() == map_alone.tobytes()


def test_what_stands_on_two_boards_is_kept_once() -> None:
    kit = Kit(Size(scale=SCALE))
    first = kit.board(View(scenario(), position(), look()))
    count = len(kit.sprites.images)
    assert kit.board(View(scenario(), position(), look())) == first
    assert len(kit.sprites.images) == count


def test_the_ground_and_the_sheets_are_the_same_bytes_each_time() -> None:
    one, other = Kit(Size(scale=SCALE)), Kit(Size(scale=SCALE))
    for kit in (one, other):
        kit.board(view())
    assert one.ground() == other.ground()
    assert one.sheets() == other.sheets()
    assert Image.open(io.BytesIO(one.ground())).size == one.extent()


def test_sprites_on_a_sheet_do_not_overlap() -> None:
    kit = Kit(Size(scale=SCALE))
    kit.board(view())
    _, spots = kit.sheets()
    taken: set[tuple[int, int, int]] = set()
    for sheet, left, top, width, height in spots:
        cells = {(sheet, x, y) for x in range(left, left + width) for y in range(top, top + height)}
        assert not cells & taken
        taken |= cells


def test_where_the_hexes_lie() -> None:
    scene = scene_of(view(), Size(scale=SCALE), BARE)
    sheet = sheet_for(scene, SCALE)
    found = geometry(sheet)
    assert found["size"] == [sheet.width, sheet.height]
    assert list(found["hexes"]) == list(sheet.grid.hexes)
    assert len(found["corners"]) == 6


def test_a_kit_shows_the_whole_map() -> None:
    with pytest.raises(UsageError, match="shows the whole map at a scale"):
        Kit(Size(scale=None))
    with pytest.raises(UsageError, match="without a board has no ground"):
        Kit(Size(scale=SCALE)).ground()
