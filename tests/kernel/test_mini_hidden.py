"""Units hidden from the other side: it sees that something is there, neither what nor how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.errors import BadRecord
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import PUBLIC, is_stand_in, retold, veiled, with_stand_ins
from pbem.kernel.hexes import HexId
from pbem.kernel.orders import OrdersBySide
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from tests.kernel.mini import BLUE, RED, card, given, play, position, say, scenario


def scout(board: Board, table: Table, orders: OrdersBySide) -> None:
    """6.2: who comes beside hidden enemies uncovers them; a dummy is taken off the map."""
    for order in orders[RED].items:
        unit, goal = UnitId(str(order).split()[1]), HexId(str(order).split()[2])
        board.move(unit, (board.hex_of(unit), goal), "6.1")
        for other in board.on_map(BLUE):
            if board.is_marked(other, "hidden") and board.map.grid.are_adjacent(goal, board.hex_of(other)):
                board.unmark(other, "hidden", "6.2")
                if board.unit(other).type == "dummy":
                    board.eliminate(other, "6.2")


def hidden_from(scene: Scenario, whole: Position, side: Side) -> list[UnitId]:
    """6.1: hidden units on the map, of the enemy; without a side, of both."""
    marked = [unit for unit, state in whole.units.items() if "hidden" in state.marks]
    return [unit for unit in marked if scene.side_of(unit) != side and whole.units[unit].place in scene.map.grid]


def view(scene: Scenario, whole: Position, side: Side) -> Position:
    """6.1: of hidden enemies only their number in a hex is seen."""
    return veiled(scene, whole, hidden_from(scene, whole, side))


def tell(scene: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> Sequence[Fact]:
    """6.1: the ways of hidden enemies are seen, and what they lose."""
    shown = {"moved": ("unit", "path"), "lost": ("unit", "hex", "steps")}
    return retold(scene, facts, hidden_from(scene, after, side), shown)


GAME = card(
    (Step("scout", "Red scouts", "scout", scout, (RED,)),), view=view, tell=tell, hides=lambda scene: "6.1: dummies"
)
SCENE = scenario(["RED-1", "BLUE-1", "BLUE-2 dummy", "BLUE-3 dummy", "BLUE-4"])


def start() -> Position:
    """Three hidden enemies, two of them in one hex, and one in plain sight."""
    board = Board(SCENE, position("scout", {
        "RED-1": "0101", "BLUE-1": "0103", "BLUE-2": "0103", "BLUE-3": "0404", "BLUE-4": "0405",
    }))  # fmt: skip
    for unit in ("BLUE-1", "BLUE-2", "BLUE-3"):
        board.mark(UnitId(unit), "hidden", "6.1")
    return board.freeze(1, "scout")


def test_the_enemy_sees_how_many_and_not_what() -> None:
    seen = GAME.view(SCENE, start(), RED)
    assert seen.text().splitlines()[3:] == [
        "unit BLUE-4 0405 2", "unit RED-1 0101 2",
        "unit blue-?0103.1 0103 1", "unit blue-?0103.2 0103 1", "unit blue-?0404.1 0404 1",
    ]  # fmt: skip


def test_nothing_tells_a_dummy_from_a_unit() -> None:
    one, other = start(), Board(SCENE, start())
    other.put(UnitId("BLUE-2"), "0404", "test")
    other.put(UnitId("BLUE-3"), "0103", "test")
    assert one != other.freeze(1, "scout")
    assert GAME.view(SCENE, one, RED).digest() == GAME.view(SCENE, other.freeze(1, "scout"), RED).digest()


def test_the_owner_sees_everything() -> None:
    assert GAME.view(SCENE, start(), BLUE) == start()


def test_what_is_seen_is_a_board_like_any_other() -> None:
    board = Board(SCENE, GAME.view(SCENE, start(), RED))
    assert board.on_map(BLUE) == ("BLUE-4", "blue-?0103.1", "blue-?0103.2", "blue-?0404.1")
    unseen = board.unit(UnitId("blue-?0103.1"))
    assert (unseen.side, unseen.name, unseen.type, dict(unseen.figures)) == (BLUE, "?", "unseen", {})
    assert Board(SCENE, start()).scenario is SCENE  # nothing is added where nothing is hidden


def test_a_stand_in_takes_the_nation_of_a_unit_that_is_seen_beside_it() -> None:
    moved = Board(SCENE, start())
    moved.put(UnitId("BLUE-4"), "0103", "test")
    board = Board(SCENE, GAME.view(SCENE, moved.freeze(1, "scout"), RED))
    assert [board.unit(unit).nation for unit in board.on_map(BLUE)] == ["BLUE", "BLUE", "BLUE", ""]


def test_what_is_seen_can_be_veiled_again() -> None:
    seen = GAME.view(SCENE, start(), RED)
    assert veiled(SCENE, seen, [unit for unit in seen.units if is_stand_in(unit)]) == seen


def test_only_stand_ins_are_added_to_a_scenario() -> None:
    with pytest.raises(BadRecord, match="does not know: GREEN-1"):
        Board(SCENE, position("scout", {"GREEN-1": "0101"}))


def test_without_a_side_what_both_may_see() -> None:
    both = Board(SCENE, start())
    both.mark(UnitId("RED-1"), "hidden", "test")
    assert [unit for unit in GAME.view(SCENE, both.freeze(1, "scout"), PUBLIC).units if not is_stand_in(unit)] == [
        "BLUE-4"
    ]


# -- facts -----------------------------------------------------------------------------------------------------


FACTS = [
    Fact("moved", "5.0", {"unit": "BLUE-1", "path": ["0104", "0103"], "cost": 2}),
    Fact("marked", "5.1", {"unit": "BLUE-1", "mark": "tired"}),
    Fact("lost", "5.2", {"unit": "BLUE-2", "hex": "0103", "steps": 1, "left": 1}),
    Fact("supply", "9.1", {"cut": ["BLUE-2", "RED-1"], "by": {"BLUE-1": 3}, "why": "BLUE-1, not BLUE-11, is near"}),
    Fact("dropped", "5.3", {"order": "move BLUE-3 0402", "why": "too far", "advice": ""}),
    Fact("dropped", "5.3", {"order": "move RED-1 0103", "why": "BLUE-2 is there", "advice": ""}),
    Fact("rolled", "6.0", {"name": "morale of RED-1", "sides": 6, "faces": [3], "epoch": 1}),
]  # fmt: skip


def told_to(side: Side) -> list[tuple[str, Mapping[str, Any]]]:
    return [(fact.kind, fact.about) for fact in GAME.tell(SCENE, start(), start(), FACTS, side)]


def test_facts_tell_the_enemy_what_can_be_seen_of_hidden_units() -> None:
    assert told_to(RED) == [
        ("supply", {"cut": ["RED-1", "blue-?1"], "by": {"blue-?2": 3}, "why": "blue-?2, not BLUE-11, is near"}),
        ("dropped", {"order": "move RED-1 0103", "why": "blue-?1 is there", "advice": ""}),
        ("rolled", {"name": "morale of RED-1", "sides": 6, "faces": [3], "epoch": 1}),
        ("lost", {"unit": "blue-?1", "hex": "0103", "steps": 1, "left": "?"}),
        ("moved", {"unit": "blue-?2", "path": ["0104", "0103"]}),
    ]


def test_the_owner_is_told_everything() -> None:
    assert told_to(BLUE) == [(fact.kind, fact.about) for fact in FACTS]


def test_a_game_that_hides_nothing_tells_everything() -> None:
    open_game = card((Step("scout", "Red scouts", "scout", scout, (RED,)),))
    assert open_game.hides(SCENE) == ""
    assert open_game.tell(SCENE, start(), start(), FACTS, RED) is FACTS


def test_counters_of_stand_ins_in_facts_are_known_too() -> None:
    scene = with_stand_ins(SCENE, start(), facts=GAME.tell(SCENE, start(), start(), FACTS, RED))
    assert [unit for unit in scene.units if is_stand_in(unit)] == ["blue-?1", "blue-?2"]
    assert with_stand_ins(SCENE, start(), facts=FACTS) is SCENE


def test_scouts_uncover_units_and_dummies() -> None:
    end = play(GAME, SCENE, start(), given(say("move RED-1 0102"))).position
    assert [u for u in GAME.view(SCENE, end, RED).units if u.startswith("BLUE")] == ["BLUE-1", "BLUE-2", "BLUE-4"]
    assert (end.units[UnitId("BLUE-1")].place, end.units[UnitId("BLUE-2")].place) == ("0103", "gone")
    assert end.units[UnitId("BLUE-3")].marks == ("hidden",)
