"""The board: every verb records a fact, and the facts alone make the new position of the old one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import BadRecord
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId, Hexside
from pbem.kernel.laid import laid_over
from pbem.kernel.pieces import GONE, WAITING, Side, UnitId
from pbem.kernel.position import Position, UnitState, read_position
from tests.kernel.mini import BLUE, RED, position, scenario

SCENE = scenario(["RED-1", "RED-2", "BLUE-1"])
START = position("step", {"RED-1": "0101", "RED-2": "0101", "BLUE-1": "0203"})
ONE, TWO, FOE = UnitId("RED-1"), UnitId("RED-2"), UnitId("BLUE-1")
HEX = HexId("0104")


def board() -> Board:
    """A fresh board."""
    return Board(SCENE, START)


def done(play: Board) -> Position:
    """The position after it, proved by its facts."""
    end = play.freeze(2, "next")
    assert laid_over(START, play.facts, 2, "next") == end
    return end


def test_move() -> None:
    here = board()
    here.move(TWO, ("0101", "0102", "0103"), "5.1", cost=2)
    assert here.facts == [Fact("moved", "5.1", {"unit": TWO, "path": ["0101", "0102", "0103"], "cost": 2})]
    assert (here.place(TWO), here.units_at("0101"), here.units_at("0103")) == ("0103", (ONE,), (TWO,))
    assert done(here).units[TWO] == UnitState("0103", 2)


def test_put() -> None:
    here = board()
    here.put(ONE, WAITING, "14.0")
    assert here.facts == [Fact("placed", "14.0", {"unit": ONE, "was": "0101", "place": WAITING})]
    assert (here.is_on_map(ONE), here.on_map(RED), here.units(RED)) == (False, (TWO,), (ONE, TWO))
    assert done(here).units[ONE] == UnitState(WAITING, 2)


def test_lose_and_regain() -> None:
    here = board()
    assert here.lose(ONE, 1, "8.5") == 1
    here.regain(ONE, 1, "13.1")
    assert [(f.kind, f["hex"], f["steps"], f["left"]) for f in here.facts] == [
        ("lost", "0101", 1, 1), ("regained", "0101", 1, 2),
    ]  # fmt: skip
    assert done(here).units[ONE] == UnitState("0101", 2)


def test_the_last_step_lost_eliminates() -> None:
    here = board()
    here.mark(ONE, "moved", "5.1")
    assert here.lose(ONE, 5, "8.5") == 2
    assert [(f.kind, f["steps"]) for f in here.facts[1:]] == [("lost", 2), ("eliminated", 0)]
    assert (here.place(ONE), here.steps(ONE), here.marks(ONE), here.units_at(GONE)) == (GONE, 0, (), (ONE,))
    done(here)


def test_nothing_lost_is_no_fact() -> None:
    here = board()
    assert here.lose(ONE, 0, "8.5") == 0
    here.eliminate(FOE, "8.6")
    assert [fact.kind for fact in here.facts] == ["eliminated"]
    assert here.lose(FOE, 1, "8.5") == 0
    assert done(here).units[FOE] == UnitState(GONE, 0)


def test_marks_of_units() -> None:
    here = board()
    for mark in ("rail=12", "rail=9", "moved", "moved"):
        here.mark(ONE, mark, "5.1")
    here.unmark(ONE, "moved", "5.2")
    here.unmark(ONE, "moved", "5.2")
    assert [(f.kind, f["mark"]) for f in here.facts] == [
        ("marked", "rail=12"), ("marked", "rail=9"), ("marked", "moved"), ("unmarked", "moved"),
    ]  # fmt: skip
    assert (here.is_marked(ONE, "rail"), here.mark_of(ONE, "rail"), here.is_marked(ONE, "moved")) == (True, "9", False)
    assert done(here).units[ONE].marks == ("rail=9",)


def test_marks_of_hexes() -> None:
    here = board()
    for mark in ("fort=3", "fort=2", "blown", "blown"):
        here.mark_hex(HEX, mark, "9.1")
    assert [(f.kind, f["mark"]) for f in here.facts] == [
        ("hex-marked", "fort=3"), ("hex-marked", "fort=2"), ("hex-marked", "blown"),
    ]  # fmt: skip
    assert (here.hex_mark(HEX, "fort"), here.hex_mark(HEX, "blown"), here.is_hex_marked(HEX, "blown")) == (
        "2",
        "",
        True,
    )
    assert (here.marked_hexes("fort"), here.marked_hexes("blown")) == ({HEX: "2"}, {HEX: ""})
    assert done(here).hexes == {HEX: ("blown", "fort=2")}
    here.unmark_hex(HEX, "fort", "9.2")
    here.unmark_hex(HEX, "fort", "9.2")
    here.unmark_hex(HEX, "blown", "9.2")
    assert [f["mark"] for f in here.facts if f.kind == "hex-unmarked"] == ["fort", "blown"]
    assert done(here).hexes == {}


def test_marks_of_hexsides() -> None:
    here, far = board(), HexId("0105")
    for mark in ("bridge=whole", "bridge=blown", "mined", "mined"):
        here.mark_side(far, HEX, mark, "9.1")
    assert here.facts[0] == Fact("side-marked", "9.1", {"hexside": "0104/0105", "mark": "bridge=whole"})
    assert [(f.kind, f["mark"]) for f in here.facts] == [
        ("side-marked", "bridge=whole"), ("side-marked", "bridge=blown"), ("side-marked", "mined"),
    ]  # fmt: skip
    assert (here.side_mark(HEX, far, "bridge"), here.side_mark(far, HEX, "bridge")) == ("blown", "blown")
    assert (here.side_mark(HEX, far, "mined"), here.is_side_marked(far, HEX, "mined")) == ("", True)
    assert (here.marked_sides("bridge"), here.marked_sides("pontoon")) == ({(HEX, far): "blown"}, {})
    assert done(here).sides == {(HEX, far): ("bridge=blown", "mined")}
    here.unmark_side(far, HEX, "bridge", "9.2")
    here.unmark_side(far, HEX, "bridge", "9.2")
    here.unmark_side(HEX, far, "mined", "9.2")
    taken = [(f["mark"], f["was"]) for f in here.facts if f.kind == "side-unmarked"]
    assert taken == [("bridge", "blown"), ("mined", "")]
    assert done(here).sides == {}


def test_only_adjacent_hexes_have_a_side_between_them() -> None:
    with pytest.raises(AssertionError, match="0104 and 0101 do not touch: there is no hexside 0101/0104"):
        board().mark_side(HEX, HexId("0101"), "bridge=blown", "9.1")
    for text in ("side 0101/0104 bridge=blown", "side 0104/9999 bridge=blown", "side 9998/9999 bridge=blown"):
        with pytest.raises(BadRecord, match=r"the position marks the hexside .* no such two adjacent hexes"):
            Board(SCENE, replace(START, sides=read_position(text).sides))


def test_what_is_derived_from_hexsides_is_kept_until_that_marker_changes() -> None:
    here, far = board(), HexId("0105")

    def blown() -> dict[Hexside, str]:
        return here.derived("blown", ("side bridge",), lambda: here.marked_sides("bridge"))

    kept = blown()
    here.mark_side(HEX, far, "mined", "9.1")
    here.mark_hex(HEX, "bridge", "9.1")
    assert blown() is kept
    here.mark_side(HEX, far, "bridge=blown", "9.1")
    assert blown() == {(HEX, far): "blown"}
    here.unmark_side(HEX, far, "bridge", "9.1")
    assert blown() == {}


def test_notes() -> None:
    here = board()
    for value in ("1", 1, 2, "", ""):
        here.write("strike", value, "22.1")
    assert [f["value"] for f in here.facts] == ["1", "2", ""]
    assert (here.noted("strike", "none"), here.number("strike")) == ("none", 0)
    here.write("lost.IT", 7, "15.0")
    assert here.number("lost.IT") == 7
    assert done(here).notes == {"lost.IT": "7"}


VERBS: list[Any] = [
    lambda b, u: b.move(u, (b.place(u), "0102"), "r"),
    lambda b, u: b.put(u, "0203", "r"),
    lambda b, u: b.put(u, WAITING, "r"),
    lambda b, u: b.lose(u, 1, "r"),
    lambda b, u: b.regain(u, 1, "r"),
    lambda b, u: b.eliminate(u, "r"),
    lambda b, u: b.mark_side(HexId("0101"), HexId("0102"), f"bridge={u}", "r"),
    lambda b, u: b.mark_side(HexId("0203"), HexId("0202"), "mined", "r"),
    lambda b, u: b.unmark_side(HexId("0102"), HexId("0101"), "bridge", "r"),
    lambda b, u: b.mark(u, "rail=3", "r"),
    lambda b, u: b.mark(u, "moved", "r"),
    lambda b, u: b.unmark(u, "rail", "r"),
    lambda b, u: b.mark_hex(HEX, f"held={u}", "r"),
    lambda b, u: b.mark_hex(HEX, "blown", "r"),
    lambda b, u: b.unmark_hex(HEX, "held", "r"),
    lambda b, u: b.write("count", b.number("count") + 1, "r"),
    lambda b, u: b.write("count", "", "r"),
]


@given(st.lists(st.tuples(st.integers(0, len(VERBS) - 1), st.sampled_from((ONE, TWO, FOE))), max_size=25))
@settings(max_examples=200, deadline=None)
def test_facts_over_the_old_position_give_the_new_one(acts: list[tuple[int, UnitId]]) -> None:
    here = board()
    for verb, unit in acts:
        before, count = here.freeze(1, "step"), len(here.facts)
        VERBS[verb](here, unit)
        assert (here.freeze(1, "step") == before) or len(here.facts) > count  # nothing changes without a fact
    end = done(here)
    again = Board(SCENE, end)
    assert again.freeze(2, "next") == end
    for place in {state.place for state in end.units.values()}:
        assert here.units_at(place) == again.units_at(place)  # a stack's order tells nothing of how it came about


def test_stacks_are_in_the_order_of_the_manifest() -> None:
    here = board()
    here.move(FOE, ("0203", "0102"), "5.1")
    here.move(TWO, ("0101", "0102"), "5.1")
    here.move(ONE, ("0101", "0102"), "5.1")
    assert here.units_at("0102") == (ONE, TWO, FOE)
    assert dict(here.occupied()) == {"0102": [ONE, TWO, FOE]}


def test_what_is_derived_is_kept_until_its_sides_change() -> None:
    here, made = board(), []

    def look() -> int:
        return here.derived("red", (RED, "steps", "hex blown", "hidden"), lambda: made.append(1) or len(made))

    assert [look(), look()] == [1, 1]
    here.move(FOE, ("0203", "0202"), "5.1")  # the other side
    here.mark(ONE, "moved", "5.1")  # another marker
    here.write("strike", 1, "22.1")
    assert look() == 1
    for number, act in enumerate((
        lambda: here.move(ONE, ("0101", "0102"), "5.1"),
        lambda: here.lose(ONE, 1, "8.5"),
        lambda: here.mark_hex(HEX, "blown", "9.1"),
        lambda: here.unmark_hex(HEX, "blown", "9.1"),
        lambda: here.mark(FOE, "hidden=2", "6.1"),  # the marker counts on either side
        lambda: here.unmark(FOE, "hidden", "6.1"),
        lambda: here.mark(FOE, "hidden", "6.1"),
        lambda: here.eliminate(FOE, "8.6"),  # and it is gone with the unit
    ), 2):  # fmt: skip
        act()
        assert [look(), look()] == [number, number]


def test_a_position_hands_on_what_was_derived_to_boards_of_its_own_scenario() -> None:
    made: list[int] = []

    def look(here: Board) -> int:
        return here.derived("red", (RED,), lambda: made.append(1) or len(made))

    first = board()
    assert look(first) == 1
    end = first.freeze(2, "next")
    one, other, strange = Board(SCENE, end), Board(SCENE, end), Board(scenario(["RED-1", "RED-2", "BLUE-1"]), end)
    assert [look(one), look(other)] == [1, 1]
    one.move(ONE, ("0101", "0102"), "5.1")
    assert [look(one), look(other), look(first)] == [2, 1, 1]  # a change is the business of one board alone
    assert look(strange) == 3
    assert end == first.freeze(2, "next")
    assert "red" not in end.text()


def test_a_board_changes_neither_the_position_nor_another_board() -> None:
    one, other = board(), board()
    one.eliminate(ONE, "8.6")
    one.mark_hex(HEX, "blown", "9.1")
    assert (other.place(ONE), other.hex_mark(HEX, "blown"), START.units[ONE].place) == ("0101", "", "0101")
    assert (other.units(BLUE), other.facts) == ((FOE,), [])


def test_a_position_with_an_unknown_unit_is_no_position_of_this_scenario() -> None:
    with pytest.raises(BadRecord, match="units that are not in the scenario: RED-9"):
        Board(SCENE, position("step", {"RED-1": "0101", "RED-9": "0101"}))


def test_what_could_not_be_read_back_is_not_written() -> None:
    for write in (
        lambda: board().write("plan", "two words", "1"),
        lambda: board().write("a plan", "x", "1"),
        lambda: board().mark(ONE, "not so", "1"),
        lambda: board().mark_hex(HEX, "", "1"),
    ):
        with pytest.raises(AssertionError, match="is not one word and cannot appear in a position"):
            write()


def test_the_units_of_one_side_in_a_hex() -> None:
    here = Board(
        scenario(["RED-1", "BLUE-1", "RED-2"]), position("step", dict.fromkeys(["RED-1", "BLUE-1", "RED-2"], "0101"))
    )
    assert here.units_at("0101") == ("RED-1", "BLUE-1", "RED-2")
    assert (here.units_at("0101", RED), here.units_at("0101", BLUE), here.units_at("0102", RED)) == (
        ("RED-1", "RED-2"), ("BLUE-1",), (),
    )  # fmt: skip


def test_the_enemy_of_two_and_the_others_of_many() -> None:
    two = replace(scenario(), sides=(RED, BLUE))
    assert (two.enemy_of(RED), two.enemy_of(BLUE), two.others(RED)) == (BLUE, RED, (BLUE,))
    assert replace(two, sides=(RED, BLUE, Side("green"))).others(BLUE) == (RED, "green")


def test_a_position_does_not_get_what_a_board_derives_after_it_was_taken() -> None:
    def places(here: Board) -> list[str]:
        return here.derived("red", (RED,), lambda: [here.place(unit) for unit in here.units(RED)])

    here = board()
    places(here)
    unit = here.on_map(RED)[0]
    here.put(unit, "gone", "1")  # what was kept is stale, and nothing is kept in its place yet
    taken = here.freeze(1, "move")
    here.put(unit, "waiting", "1")
    assert "waiting" in places(here)
    assert "waiting" not in places(Board(here.scenario, taken))
