"""A picture fits where it is looked at, and what a player looks for can be read there."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from pbem.draw import Size, View, draw_board
from pbem.draw.board import paint
from pbem.draw.counters import counter_size
from pbem.draw.crop import window
from pbem.draw.hexnumbers import draw_numbers
from pbem.draw.ink import font, text_size
from pbem.draw.look import read_look
from pbem.draw.notes import _combat, plan_notes
from pbem.draw.palettes import PALETTES
from pbem.draw.room import Room, covered
from pbem.draw.scene import scale_for, scene_of, sheet_for
from pbem.draw.screens import SCREENS
from pbem.draw.sheet import busiest, sheet_of
from pbem.draw.stacks import stack_box
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.terrain import Map
from pbem.kernel.scenario import Scenario
from tests.draw.scenes import FACTS, NUMBERS, events, look, position, scenario, scene_in

PALE = PALETTES["light"]


def plain(rows: int, columns: int) -> Scenario:
    """A plain of so many hexes, with the units of the valley."""
    hexes = tuple(HexId(f"{row:02}{column:02}") for row in range(1, rows + 1) for column in range(1, columns + 1))
    ground = Map(Grid(Numbering(), hexes), dict.fromkeys(hexes, "clear"), {})
    return Scenario("plain", "plain", "The plain", ground, scenario().units, {})


def large_scene(crop: object = None, screen: str = "forum", **view: object) -> object:
    """A board as wide as those of the games."""
    shown = View(plain(28, 34), position(), read_look(look()), **view)  # type: ignore[arg-type]
    return scene_of(shown, Size(scale=None, crop=crop, screen=screen))  # type: ignore[arg-type]


# -- a whole map in a forum ------------------------------------------------------------------------------------


def test_a_whole_map_is_as_wide_as_a_forum_and_lists_its_stacks_below() -> None:
    scene = large_scene()
    scale = scale_for(scene)  # type: ignore[arg-type]
    picture, _ = paint(scene, scale)  # type: ignore[arg-type]
    assert 900 < picture.width <= SCREENS["forum"].width
    bare, _ = paint(scene._replace(lists_stacks=False), scale)  # type: ignore[attr-defined]
    assert picture.width == bare.width
    assert picture.height > bare.height + 60


def test_factors_on_a_whole_map_have_eight_pixels_or_more() -> None:
    sheet = sheet_for(large_scene(), scale_for(large_scene()))  # type: ignore[arg-type]
    size = counter_size(sheet.across)
    assert size >= 24
    assert text_size("6-7-8", font(8, "bold"))[0] <= size * 97 // 100


def test_hexes_that_are_too_small_for_all_numbers_show_every_fourth() -> None:
    def inked(across: int) -> list[HexId]:
        sheet = sheet_of(plain(6, 6).map.grid, across * 100 // 48 + 1)
        paper = Image.new("RGB", (sheet.width, sheet.height), (255, 255, 255))
        draw_numbers(paper, sheet, PALE)
        hexes = []
        for hex_id in sheet.grid.hexes:
            x, y = sheet.pixel(hex_id)
            part = paper.crop((x - across // 2 + 2, y - across // 2, x + across // 2 - 2, y + across // 4))
            if ImageChops.invert(part).getbbox():
                hexes.append(hex_id)
        return hexes

    assert inked(28) == ["0202", "0204", "0206", "0402", "0404", "0406", "0602", "0604", "0606"]
    assert len(inked(48)) == 36


def test_no_hex_number_is_cut_by_the_edge_of_the_picture() -> None:
    """Half a number is the number of another hex."""
    grid = plain(8, 8).map.grid
    sheet = sheet_of(grid, 100, (HexId("0303"), HexId("0505")))
    paper = Image.new("RGB", (sheet.width, sheet.height), (255, 255, 255))
    draw_numbers(paper, sheet, PALE)
    rim = Image.new("L", paper.size, 255)
    rim.paste(0, (1, 1, paper.width - 1, paper.height - 1))
    assert Image.composite(ImageChops.invert(paper), Image.new("RGB", paper.size), rim).getbbox() is None


# -- what a step did -------------------------------------------------------------------------------------------


def test_the_box_of_a_combat_names_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str] = []
    monkeypatch.setattr("pbem.draw.notes.write", lambda image, spot, text, *more: words.append(text))
    sheet = sheet_of(scenario().map.grid, 120)
    fought = next(event for event in events(FACTS, NUMBERS) if event.draw == "combat")
    _combat(sheet, PALE, fought, Room(sheet.width, sheet.height, []))
    assert "0303: 4-1 5: D2" in words


def test_notes_leave_the_factors_of_a_crowded_front_alone() -> None:
    scene = scene_in(look(), facts=FACTS, numbers=NUMBERS)
    sheet = sheet_of(scene.scenario.map.grid, 120)
    notes = plan_notes(sheet, scene.palette, scene.look, scene.scenario, scene.events, scene.stacks)
    for stack in scene.stacks.values():
        left, top, right, bottom = stack_box(sheet, stack)
        factors = (left, bottom - (bottom - top) * 35 // 100, right, bottom)
        hidden = sum(covered(note.box, [(factors, 1)]) for note in notes)
        assert hidden * 4 <= (right - left) * (bottom - top) * 35 // 100, stack.hex


# -- crops -----------------------------------------------------------------------------------------------------


def test_an_automatic_crop_shows_what_the_overlay_is_about() -> None:
    far = (HexId("2804"), HexId("2734"))
    hexes = window(plain(28, 34), "auto", (), events(FACTS[3:4]), far)
    assert {"0303", *far} <= set(hexes)


def test_an_automatic_crop_for_a_unit_leaves_the_front_alone() -> None:
    made = plain(28, 34)
    scene = scene_of(View(made, position(), read_look(look()), focus=(HexId("2010"),)), Size(crop="auto"))
    assert {hex_id[:2] for hex_id in scene.shown} == {"19", "20", "21"}


# -- a telephone -----------------------------------------------------------------------------------------------


def test_a_board_for_a_phone_is_upright_with_large_counters() -> None:
    made = View(plain(28, 34), position(), read_look(look()), events(FACTS[3:4]))
    picture = Image.open(io.BytesIO(draw_board(made, Size(scale=None, crop="auto", screen="phone"))))
    assert picture.width <= 780
    assert picture.height > picture.width
    scene = scene_of(made, Size(scale=None, crop="auto", screen="phone"))
    assert counter_size(sheet_for(scene, scale_for(scene)).across) >= 60


def test_an_unknown_screen_is_refused() -> None:
    with pytest.raises(UsageError, match="'tv'; write one of: forum, phone"):
        scene_in(look(), screen="tv")


def far_apart(*hexes: str) -> View:
    """The units of the valley on a large plain, nothing happening: in these hexes, one after the other."""
    made, ready = plain(28, 34), position()
    units = [unit for unit, state in ready.units.items() if state.place in scenario().map.grid]
    places = {unit: HexId(hexes[number % len(hexes)]) for number, unit in enumerate(sorted(units, key=made.side_of))}
    moved = {unit: state._replace(place=places.get(unit, state.place)) for unit, state in ready.units.items()}
    return View(made, replace(ready, units=moved), read_look(look()))


@pytest.mark.parametrize("rows", [12, 28])
def test_a_quiet_board_for_a_phone_is_upright_where_the_sides_stand_close(rows: int) -> None:
    """The front runs across the whole map: the phone shows the part of it with most stacks, counters still large."""
    made = plain(rows, 34)
    crowd = [HexId(f"{row:02}{column:02}") for row in (6, 7) for column in (5, 20, 21, 22, 23, 33)]
    shown = busiest(made.map.grid, crowd, 21, 20)
    columns = sorted({int(hex_id[2:]) for hex_id in shown})
    assert {20, 21, 22, 23} <= set(columns)
    assert not {5, 33} & set(columns)
    sheet = sheet_of(made.map.grid, 130, shown)
    assert sheet.height > sheet.width
    assert sheet.width + 20 <= 780


def test_a_phone_shows_the_nearest_enemies_where_there_is_no_front() -> None:
    scene = scene_of(far_apart("0202", "0910", "0915", "2834"), Size(scale=None, crop="auto", screen="phone"))
    picture, _ = paint(scene, scale_for(scene))
    assert picture.width <= 780
    assert picture.height > picture.width
    assert scene.shown


@pytest.mark.parametrize("crop", ["auto", ("0101", "2834")])
def test_no_board_for_a_phone_is_wider_than_a_phone(crop: object) -> None:
    """Also where the whole map was asked for, or where a unit's line of supply runs across it."""
    focus = (HexId("0101"), HexId("1234"))
    scene = large_scene(crop, "phone", focus=focus)
    assert sheet_for(scene, scale_for(scene)).width + 20 <= 780  # type: ignore[arg-type]
    assert set(focus) <= set(scene.shown) or crop != "auto"  # type: ignore[attr-defined]
