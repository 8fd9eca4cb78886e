"""Stand-ins for hidden units and facts retold, on the miniature game that hides some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.errors import BadRecord
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import PUBLIC, is_stand_in, retold, veiled, with_stand_ins
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sequence import Step
from tests.kernel.mini import BLUE, RED, card, position
from tests.kernel.test_mini_hidden import GAME, SCENE, scout, start


def test_a_stand_in_takes_the_nation_of_a_unit_that_is_seen_beside_it() -> None:
    moved = Board(SCENE, start())
    moved.put(UnitId("BLUE-4"), "0103", "test")
    board = Board(SCENE, GAME.view(SCENE, moved.freeze(1, "scout"), RED))
    assert [board.unit(unit).nation for unit in board.on_map(BLUE)] == ["BLUE", "BLUE", "BLUE", ""]


def test_what_is_seen_can_be_veiled_again() -> None:
    seen = GAME.view(SCENE, start(), RED)
    assert veiled(SCENE, seen, [unit for unit in seen.units if is_stand_in(unit)]) == seen


def test_only_stand_ins_are_added_to_a_scenario() -> None:
    with pytest.raises(BadRecord, match="not in the scenario: GREEN-1"):
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


# -- hidden markers and notes --------------------------------------------------------------------------------


def hides(kind: str, where: str, what: str) -> bool:
    """Blue's mines, his dummies and his plan."""
    return (kind, what.partition("=")[0]) in (("side", "mined"), ("hex", "dummy")) or (kind, where) == ("note", "plan")


def laid() -> Board:
    """A board on which hidden things lie beside open ones."""
    board = Board(SCENE, start())
    one, other = HexId("0101"), HexId("0102")
    board.mark_side(one, other, "bridge=blown", "1")
    board.mark_side(one, other, "mined=blue", "1")
    board.mark_side(HexId("0202"), HexId("0203"), "mined=blue", "1")
    board.mark_hex(one, "dummy", "1")
    board.mark_hex(other, "fort=2", "1")
    board.write("plan", "3", "1")
    board.write("weather", "rain", "1")
    return board


def test_hidden_markers_and_notes_leave_no_trace_in_a_position() -> None:
    seen = veiled(SCENE, laid().freeze(1, "scout"), (), hides)
    assert seen.sides == {("0101", "0102"): ("bridge=blown",)}
    assert (seen.hexes, seen.notes) == ({"0102": ("fort=2",)}, {"weather": "rain"})
    assert "mined" not in seen.text()
    assert "dummy" not in seen.text()


def test_hidden_markers_and_notes_are_not_told() -> None:
    board = laid()
    board.unmark_side(HexId("0202"), HexId("0203"), "mined", "2")
    board.unmark_side(HexId("0101"), HexId("0102"), "bridge", "2")
    board.unmark_hex(HexId("0101"), "dummy", "2")
    board.write("plan", "", "2")
    told = retold(SCENE, board.facts, (), {}, hides)
    assert [fact.kind for fact in told] == ["side-marked", "hex-marked", "noted", "side-unmarked"]
    assert "mined" not in str(told)


def test_who_laid_a_marker_may_decide_who_sees_it() -> None:
    def from_red(kind: str, where: str, what: str) -> bool:
        return what.endswith("=blue")

    board = laid()
    board.unmark_side(HexId("0202"), HexId("0203"), "mined", "2")
    assert [fact["mark"] for fact in retold(SCENE, board.facts, (), {}, from_red) if "hexside" in fact.about] == [
        "bridge=blown"
    ]
