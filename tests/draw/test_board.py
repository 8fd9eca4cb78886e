"""The board as a picture: window, scale, sides, bytes, and what is kept for the next one."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from pbem.draw import Film, Size, draw_animation
from pbem.draw.background import background
from pbem.draw.board import STAGES, legend_entries
from pbem.draw.look import read_look
from pbem.draw.palettes import PALETTES
from pbem.draw.scene import sheet_for
from pbem.draw.sheet import sheet_of
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from tests.draw.scenes import FACTS, drawn, film, frames, look, position, scenario, scene_in, veiled_from_allies


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def test_the_map_lies_as_its_numbering_says() -> None:
    """Rows go down, columns to the left, even rows half a hex toward the higher column."""
    sheet = sheet_of(scenario().map.grid, 100)
    x, y = sheet.pixel(HexId("0101"))
    assert sheet.pixel(HexId("0102")) == (x - 48, y)
    assert sheet.pixel(HexId("0201")) == (x - 24, y + 42)
    assert sheet.pixel(HexId("0301")) == (x, y + 84)


def test_adjacent_hexes_share_the_hexside_that_is_drawn() -> None:
    grid = scenario().map.grid
    sheet = sheet_of(grid, 100)
    for a in grid.hexes:
        for b in grid.neighbours[a]:
            assert sorted(sheet.side(a, b)) == sorted(sheet.side(b, a))
            assert set(sheet.side(a, b)) <= set(sheet.corners(a)) & set(sheet.corners(b))


def test_a_larger_scale_is_a_larger_picture() -> None:
    small, large = (opened(drawn(scenario(), position(), look(), scale=s, legend=False)) for s in (60, 120))
    assert large.width > small.width * 3 // 2


def test_a_crop_shows_its_two_hexes() -> None:
    scene = scene_in(look(), crop=("0103", "0304"))
    sheet = sheet_for(scene, 100)
    assert sheet.shows(HexId("0103"))
    assert sheet.shows(HexId("0304"))
    assert not sheet.shows(HexId("0501"))


def test_an_automatic_crop_shows_what_happened() -> None:
    scene = scene_in(look(), crop="auto", facts=FACTS[:1])
    sheet = sheet_for(scene, 100)
    assert sheet.shows(HexId("0405"))
    assert not sheet.shows(HexId("0101"))


def test_an_automatic_crop_without_facts_shows_the_front() -> None:
    scene = scene_in(look(), crop="auto")
    sheet = sheet_for(scene, 100)
    assert sheet.shows(HexId("0202"))
    assert sheet.shows(HexId("0203"))


@pytest.mark.parametrize("crop", ["here", ("0101", "9999"), ("0101",)])
def test_a_crop_that_cannot_be_is_refused(crop: str) -> None:
    with pytest.raises(UsageError, match="crop"):
        drawn(scenario(), position(), look(), crop=crop)


def test_a_picture_fits_into_the_bytes_that_are_allowed() -> None:
    full = drawn(scenario(), position(), look())
    for share in (80, 50, 30):
        limit = len(full) * share // 100
        found = drawn(scenario(), position(), look(), max_bytes=limit)
        assert limit // 2 < len(found) <= limit


def test_a_picture_for_few_bytes_goes_without_list_and_legend_before_it_gets_tiny() -> None:
    crop = ("0103", "0304")
    full = drawn(scenario(), position(), look(), crop=crop, scale=150)
    bare = drawn(scenario(), position(), look(), crop=crop, scale=150, stacks=False, legend=False)
    found = drawn(scenario(), position(), look(), crop=crop, scale=150, max_bytes=len(full) * 45 // 100)
    assert opened(found).width > opened(bare).width // 2


def test_too_few_bytes_are_refused_with_the_number_that_is_needed() -> None:
    with pytest.raises(UsageError, match=r"needs [0-9]+"):
        drawn(scenario(), position(), look(), max_bytes=100)


def test_a_hidden_unit_leaves_no_trace_in_the_picture() -> None:
    """Whichever two of the three Germans are hidden below the third: the picture is the same but for the third."""
    pictures = []
    for unit in ("GE-12", "GE-art"):
        made, seen = veiled_from_allies("GE-5", unit)
        other = "GE-art" if unit == "GE-12" else "GE-12"
        same = look(**{other.replace("-", "_"): {"figures": "x", "symbol": "none", "name": "n", "size": "", "rank": 1}})
        same["units"][other] = {**same["units"][other], "reduced": False}
        pictures.append(drawn(made, seen, same))
    assert pictures[0] == pictures[1]


def test_the_background_is_drawn_once() -> None:
    made, read = scenario(), read_look(look())
    sheet = sheet_of(made.map.grid, 100)
    first = background(made.map, sheet, PALETTES["light"], read)
    assert background(made.map, sheet, PALETTES["light"], read) is first
    assert background(made.map, sheet, PALETTES["dark"], read) is not first


def test_a_board_drawn_after_another_is_the_same_as_a_fresh_one() -> None:
    made = scenario()
    units = {**position().units}
    moved = Position("valley", 1, "movement", {u: UnitState("0404", s.steps) for u, s in units.items()})
    drawn(made, moved, look())
    assert drawn(made, position(), look()) == drawn(scenario(), position(), look())


def test_a_part_of_the_map_drawn_after_another_of_its_size_is_the_same_as_a_fresh_one() -> None:
    def part(made: Scenario, *crop: str) -> bytes:
        return drawn(made, position(), look(), crop=crop, legend=False, stacks=False)

    made, fresh = scenario(), part(scenario(), "0303", "0404")
    assert opened(part(made, "0101", "0202")).size == opened(fresh).size
    assert part(made, "0303", "0404") == fresh


def test_the_stages_of_a_drawing_are_told_in_order() -> None:
    told: list[tuple[int, int, str]] = []
    drawn(scenario(), position(), look(), progress=lambda *stage: told.append(stage))
    assert [stage for _, _, stage in told] == list(STAGES)
    assert [done for done, _, _ in told] == list(range(len(STAGES)))


def test_a_film_has_its_frames_and_fits() -> None:
    data = film()
    assert opened(data).n_frames == 2  # type: ignore[attr-defined]
    small = draw_animation(frames(), Size(scale=None, max_bytes=6000), Film("webp"))
    assert len(small) <= 6000
    assert opened(small).n_frames == 2  # type: ignore[attr-defined]


def test_a_film_shows_the_place_where_something_happens() -> None:
    shown = frames(FACTS[:1])
    near, whole = (opened(draw_animation(shown, Size(crop=crop, scale=60))).size for crop in ("auto", None))
    assert near[0] < whole[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"palette": "pink"}, "light, dark, safe"),
        ({"scale": 5}, "from 15 to 400"),
        ({"overlays": [{"kind": "fog"}]}, "hatch"),
        ({"overlays": [{"kind": "path", "hexs": []}]}, "hexes"),
    ],
)
def test_wrong_wishes_are_refused_with_what_there_is(changes: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        drawn(scenario(), position(), look(), **changes)  # type: ignore[arg-type]


def test_a_look_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(UsageError, match="figurs"):
        read_look({"units": {"GE-5": {"figurs": "6-7-8"}}})


def test_the_legend_tells_the_stripe_where_a_striped_counter_is_seen() -> None:
    striped, plain = look() | {"stripe": "Assault troops"}, look(GE_5={"stripe": False}) | {"stripe": "Assault troops"}
    assert [words for words in legend_of(striped) if words not in legend_of(look())] == ["Assault troops"]
    assert legend_of(plain) == legend_of(look())


def legend_of(looks: dict[str, Any]) -> list[str]:
    scene = scene_in(looks)
    sheet = sheet_for(scene, 100)
    ground = background(scene.scenario.map, sheet, scene.palette, scene.look)
    return [entry.words for entry in legend_entries(scene, sheet, ground, 20)]
