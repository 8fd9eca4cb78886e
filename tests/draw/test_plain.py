"""A board as plain values: whatever a picture shows of a position, the values have, with words beside it."""

from __future__ import annotations

import pytest

from pbem import library
from pbem.draw import Size, View
from pbem.draw.look import read_look
from pbem.draw.plain import counter_of, pieces
from pbem.draw.scene import Margin, scene_of, sheet_for
from pbem.draw.sidemarks import side_marks
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import hexside
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.values import replace
from tests.draw.scenes import FACTS, events, look, position, scenario

GAMES = ("caporetto", "durchbruch", "gwe", "italia18", "strafexpedition")


def test_counters_markers_ghosts_and_events_are_there() -> None:
    found = pieces(scenario(), position(), look(), events(FACTS))
    by_hex = {stack["hex"]: stack["units"] for stack in found["stacks"]}
    assert by_hex["0202"][0]["figures"] == "6-7-8"
    tags = [tag for units in by_hex.values() for unit in units for tag in unit["tags"]]
    assert ["U", "red", "out of supply"] in tags
    assert found["ghosts"]
    assert all(ghost["hex"] not in by_hex for ghost in found["ghosts"])
    assert {event["draw"] for event in found["events"]} >= {"move", "combat"}
    assert not any("id" in unit for units in by_hex.values() for unit in units)


def test_a_counter_face_down_has_its_colour_and_nothing_else() -> None:
    found = read_look(look())
    unit = found.units["GE-5"]
    assert counter_of(found, unit, is_hidden=True) == {"is_hidden": True, "colour": "german"}


def marked(game: str) -> tuple[Scenario, Position]:
    """A position in which each marker of the game lies somewhere: on a unit, in a hex, on a hexside."""
    card = library.game(game)
    name = next(iter(library.scenarios(game)))
    loaded = card.load(library.texts_of(card, name), name, {})
    start = card.set_up(loaded)
    marks = tuple(read_look(card.look(Board(loaded, start))).marks)
    first = loaded.map.grid.hexes[0]
    second = loaded.map.grid.neighbours[first][0]
    side = hexside(first, second)
    owner = next(iter(card.sides))
    on_sides = ("bridge=blown", "bridge", f"pontoon={owner}>{second}", "mined")
    return loaded, replace(start, hexes={first: marks}, sides={side: on_sides})


@pytest.mark.parametrize("game", GAMES)
def test_every_marker_that_a_game_draws_is_there_in_letters_and_in_words(game: str) -> None:
    loaded, shown = marked(game)
    look_ = read_look(library.game(game).look(Board(loaded, shown)))
    found = pieces(loaded, shown, look_)
    assert [letters for _, letters, _, _ in found["markers"]] == [mark.letters for mark in look_.marks.values()]
    assert all(words for *_, words in found["markers"])
    scene = scene_of(View(loaded, shown, look_, ()), Size(scale=60), Margin(legend=False, stacks=False))
    drawn = side_marks(sheet_for(scene, 60), look_, shown)
    assert [(a, b, draw) for a, b, draw, *_ in found["side_markers"]] == [
        (one.side.a, one.side.b, one.style.draw) for one in drawn
    ]
    assert all(words for *_, words in found["side_markers"])
