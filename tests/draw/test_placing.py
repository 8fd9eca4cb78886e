"""Where things go: labels that keep out of each other's way, the list of stacks, the legend, sketches."""

from __future__ import annotations

from PIL import Image, ImageChops

from pbem.draw.board import paint
from pbem.draw.ink import Mask
from pbem.draw.legend import LegendLine
from pbem.draw.look import read_look
from pbem.draw.margin import panel_of
from pbem.draw.notes import plan_notes
from pbem.draw.palettes import PALETTES
from pbem.draw.room import Room, box_at, covered
from pbem.draw.scene import scale_for
from pbem.draw.sheet import sheet_of
from pbem.draw.sketch import Sketch
from pbem.draw.stacks import stacks_of
from pbem.kernel.ground.hexes import HexId
from tests.draw import scenes
from tests.draw.scenes import FACTS, NUMBERS, look, position, scenario, scene_in

# -- room ----------------------------------------------------------------------------------------------------------


def test_a_label_takes_the_best_spot_that_is_free() -> None:
    room = Room(200, 100, [(0, 0, 60, 100)])
    assert room.take([(30, 50), (120, 50)], 20, 10) == (120, 50)
    assert room.take([(120, 50), (160, 50)], 20, 10) == (160, 50)  # the first is taken now


def test_a_label_stays_in_the_window() -> None:
    assert Room(200, 100, []).take([(-40, 300)], 20, 10) == (11, 94)


def test_a_label_rather_covers_a_counter_than_another_label() -> None:
    room = Room(200, 100, [(0, 0, 40, 40)])
    first = room.take([(20, 20)], 20, 10)
    assert room.take([first, (20, 35)], 20, 10) == (20, 35)


def test_notes_of_a_busy_step_do_not_cover_each_other() -> None:
    scene = scene_in(look(), facts=FACTS, numbers=NUMBERS)
    sheet = sheet_of(scenario().map.grid, 120)
    notes = plan_notes(sheet, scene.palette, scene.look, scene.scenario, scene.events, scene.stacks)
    assert len(notes) == len(NUMBERS.values()) - 1  # two units on one way share a number
    boxes = [note.box for note in notes]
    assert not any(covered(a, [(b, 1)]) for k, a in enumerate(boxes) for b in boxes[:k])


def test_boxes_lie_round_their_spot() -> None:
    assert box_at((50, 20), 20, 10) == (40, 15, 60, 25)
    assert covered((0, 0, 10, 10), [((8, 8, 20, 20), 1)]) == 4
    assert covered((0, 0, 10, 10), [((8, 8, 20, 20), 2), ((0, 0, 5, 5), 1)]) == 33
    assert covered((0, 0, 10, 10), [((8, 8, 20, 20), 2), ((0, 0, 5, 5), 1)], most=8) == 8  # enough is known


# -- stacks --------------------------------------------------------------------------------------------------------


def test_units_that_a_side_may_not_see_lie_face_down_below_the_others() -> None:
    made, seen = scenes.veiled_from_allies("GE-12", "GE-art")
    stack = stacks_of(made, seen, read_look(look()))[HexId("0202")]
    assert stack.units == ("GE-5", "CP-?0202.1", "CP-?0202.2")
    assert stack.hidden == (False, True, True)


def test_many_stacks_are_listed_under_the_map() -> None:
    stack = stacks_of(scenario(), position(), read_look(look()))[HexId("0202")]
    few, many = (panel_of([stack] * count, (600, 400), 16, 1000) for count in (4, 40))
    assert few is not None
    assert many is not None
    assert not few.is_below
    assert few.height <= 400
    assert many.is_below
    assert many.width == 600


def test_stacks_with_nothing_to_see_are_not_listed() -> None:
    stacks = stacks_of(*scenes.veiled_from_allies("GE-12", "GE-art"), read_look(look()))
    assert panel_of(list(stacks.values()), (900, 400), 16, 1000) is None


# -- legend and size -----------------------------------------------------------------------------------------------


def words_of(monkeypatch: object, crop: object) -> list[str]:
    """The words of the legend of a picture."""
    from pbem.draw import board

    found: list[str] = []
    real = board.framed  # type: ignore[attr-defined]

    def spy(*given: object) -> Image.Image:
        entries: list[LegendLine] = given[4]  # type: ignore[assignment]
        found.extend(entry.words for entry in entries)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(board, "framed", spy)  # type: ignore[attr-defined]
    paint(scene_in(look(), crop=crop), 100)
    return found


def test_the_legend_explains_what_the_window_shows_and_no_more(monkeypatch: object) -> None:
    whole, part = (words_of(monkeypatch, crop) for crop in (None, ("0105", "0206")))
    assert {"Sea", "Fortress", "Germany", "Ridge", "out of supply"} <= set(whole)
    assert "Ridge" in part
    assert not {"Sea", "Fortress", "Germany", "out of supply"} & set(part)


def test_a_small_map_is_not_blown_up_without_end() -> None:
    assert scale_for(scene_in(look())) == 150


# -- sketches ------------------------------------------------------------------------------------------------------


def test_a_sketch_inks_what_a_mask_of_the_whole_window_would() -> None:
    sheet = sheet_of(scenario().map.grid, 100)
    paper = [Image.new("RGB", (sheet.width, sheet.height), (250, 240, 230)) for _ in range(2)]
    for _ in range(2):  # the second time on a mask that was used before
        mask, sketch = Mask(sheet.width, sheet.height), Sketch(sheet)
        for one in (mask, sketch):
            one.stroke([(30, 40), (700, 90), (300, 500)], 17)
            one.dashes([(900, 20), (20, 600)], 9, 60, 30)
            one.fill([(400, 400), (520, 410), (460, 520)])
            one.disc((5, 5), 40)
        mask.onto(paper[0], (10, 60, 200))
        sketch.onto(paper[1], (10, 60, 200))
    assert ImageChops.difference(*paper).getbbox() is None


def test_a_sketch_covers_only_what_was_drawn() -> None:
    sheet = sheet_of(scenario().map.grid, 100)
    sketch = Sketch(sheet)
    sketch.fill([(300, 300), (390, 300), (390, 390), (300, 390)])
    assert sketch.cover().getbbox() == (100, 100, 131, 131)


def test_palettes_differ_and_have_the_same_roles() -> None:
    roles = [sorted(palette.roles) for palette in PALETTES.values()]
    assert roles[0] == roles[1] == roles[2]
    assert len({scenes.PICTURES[f"{name}.png"]() for name in ("light", "dark", "safe")}) == 3
