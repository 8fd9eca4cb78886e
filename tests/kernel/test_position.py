"""The notation of positions: exact both ways, one text for one position, a line-true error for what cannot be read."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Unreadable
from pbem.kernel.ground.hexes import HexId, hexside
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position, UnitState, mark_value, read_position, with_mark, without_mark

WORD = st.text(st.sampled_from(string.ascii_letters + string.digits + "-.=/#%äß→"), min_size=1, max_size=8)
MARKS = st.lists(WORD, max_size=3).map(lambda marks: tuple(sorted(marks)))
STATES = st.builds(UnitState, WORD, st.integers(0, 9), MARKS)
PLAIN = st.text(st.sampled_from("WE0123456789"), min_size=1, max_size=5)
PAIRS = st.tuples(PLAIN.map(HexId), PLAIN.map(HexId)).filter(lambda pair: pair[0] != pair[1])
SIDES = PAIRS.map(lambda pair: hexside(*pair))
POSITIONS = st.builds(
    Position,
    st.just("") | WORD,
    st.integers(0, 40),
    st.just("") | WORD,
    st.dictionaries(WORD, STATES, max_size=5),
    st.dictionaries(WORD, MARKS.filter(bool), max_size=4),
    st.dictionaries(WORD, WORD, max_size=4),
    st.dictionaries(SIDES, MARKS.filter(bool), max_size=4),
)


@given(POSITIONS)
@settings(max_examples=200, deadline=None)
def test_reading_what_was_written_gives_the_same_position(position: Position) -> None:
    again = read_position(position.text())
    assert again == position
    assert again.text() == position.text()


@given(POSITIONS)
@settings(max_examples=60, deadline=None)
def test_the_order_in_which_things_were_put_does_not_show(position: Position) -> None:
    turned = Position(
        position.game, position.turn, position.step,
        dict(reversed(position.units.items())),
        dict(reversed(position.hexes.items())),
        dict(reversed(position.notes.items())),
        dict(reversed(position.sides.items())),
    )  # fmt: skip
    assert turned.digest() == position.digest()


EXAMPLE = """\
position mini
turn 3
step red-moves
unit BLUE-1 0102 2
unit RED-1 gone 0
unit RED-2 0101 1 entrained rail=12
hex 0104 fort=2 held=red
side 0104/0105 bridge=blown
note strike 2
"""


def test_the_notation_and_its_digest_never_change() -> None:
    position = Position(
        "mini", 3, "red-moves",
        {
            "RED-2": UnitState("0101", 1, ("entrained", "rail=12")),
            "RED-1": UnitState("gone", 0),
            "BLUE-1": UnitState("0102", 2),
        },
        {"0104": ("fort=2", "held=red")},
        {"strike": "2"},
        {hexside(HexId("0105"), HexId("0104")): ("bridge=blown",)},
    )  # fmt: skip
    assert position.text() == EXAMPLE
    assert position.digest() == "b9db73e1afe217fd1fa5d52620d7f254de50e99c5c4f6a67ff534889f8a57cdf"
    plain = replace(position, sides={})
    assert plain.digest() == "e429567014daf16853c6db43aa858e4577099e5890a0b49d135440b4afd38113"


def test_people_may_write_it_loosely() -> None:
    head = "# a comment\n\n step   red-moves\nnote strike 2\n"
    read = read_position(head + "unit RED-2 0101 1 rail=12 entrained\n\tturn 3\nposition mini\n")
    assert read.units == {"RED-2": UnitState("0101", 1, ("entrained", "rail=12"))}
    assert (read.game, read.turn, read.step, read.notes) == ("mini", 3, "red-moves", {"strike": "2"})
    assert read_position("unit RED-1 0101 2").turn == 1


@pytest.mark.parametrize(
    "line",
    [
        "unit RED-1 0101",
        "unit RED-1 0101 many",
        "unit RED-1 0101 -1",
        "unit RED-1 0101 ²",
        "hex 0101",
        "note strike",
        "note strike two words",
        "turn soon",
        "turn ²",
        "turn 1 2",
        "step red moves",
        "units RED-1 0101 2",
    ],
)
def test_a_line_that_cannot_be_read_is_shown_with_its_number(line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_position(f"position mini\n\n{line}\nturn 2\n")
    problem = caught.value.problem
    assert (problem.family, problem.why, problem.found) == (
        "unreadable", "this line of the position cannot be read", line,
    )  # fmt: skip
    assert "`unit ID PLACE STEPS [marks]`" in problem.wanted
    assert "docs/cases.md" in problem.advice
    assert problem.spot is not None
    assert (problem.spot.line, problem.spot.text) == (3, line)


@pytest.mark.parametrize(
    "line", ["side 0101 blown", "side 0101/0101 blown", "side 0101/0102/0103 blown", "side /0102 x"]
)
def test_a_hexside_is_written_as_two_hexes(line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_position(f"position mini\n{line}\n")
    problem = caught.value.problem
    assert (problem.found, problem.spot and problem.spot.line) == (line, 2)
    assert "`side NUMBER/NUMBER marks`" in problem.wanted
    assert problem.advice == "a hexside is written as its two hexes: side 2418/2518 bridge=blown"


def test_a_hexside_may_be_named_from_either_bank() -> None:
    read = read_position("side 2518/2418 mined bridge=blown\n")
    assert read.sides == {("2418", "2518"): ("bridge=blown", "mined")}
    assert "side 2418/2518 bridge=blown mined\n" in read.text()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("side 2418/2518 bridge=blown", "side 2518/2418 pontoon"),
        ("unit RED-1 0101 2", "unit RED-1 0102 1"),
        ("hex 0101 fort", "hex 0101 held=CP"),
        ("note strike 2", "note strike 3"),
        ("turn 3", "turn 4"),
    ],
)
def test_what_is_said_twice_is_refused_rather_than_forgotten(first: str, second: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_position(f"{first}\n{second}\n")
    assert (caught.value.problem.found, caught.value.problem.advice) == (
        second, "a line above says it already: keep one of the two",
    )  # fmt: skip


def test_marks_have_one_value_each_and_stand_in_order() -> None:
    marks = with_mark(with_mark((), "rail=12"), "moved")
    assert marks == ("moved", "rail=12")
    assert with_mark(marks, "rail=3") == ("moved", "rail=3")
    assert with_mark(marks, "railed") == ("moved", "rail=12", "railed")
    assert (mark_value(marks, "rail"), mark_value(marks, "moved"), mark_value(marks, "ra")) == ("12", "", "")
    assert without_mark(marks, "rail") == ("moved",)
    assert without_mark(marks, "rail=12") == marks  # marks are taken away by name


@given(POSITIONS, st.dictionaries(WORD, STATES, max_size=3))
@settings(max_examples=60, deadline=None)
def test_lines_that_an_earlier_position_has_written_are_the_same(
    before: Position, changed: dict[UnitId, UnitState]
) -> None:
    """Whether units are others, gone or new: the text does not show where it comes from."""
    before.text()
    plain = replace(before, units={**before.units, **changed})
    after = replace(before, units={**before.units, **changed})
    after.comes_after(before)
    assert after.text() == plain.text()
    assert after.showing({}).text() == replace(plain, notes={}).text()
