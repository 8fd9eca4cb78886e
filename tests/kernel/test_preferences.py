"""Conditions, standing preferences and the phrases that all games share."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.mail import Line
from pbem.kernel.text.phrases import goes_on, take_path, take_who
from pbem.kernel.text.preferences import Condition, Defaults, Preference, among, compare, if_words
from pbem.kernel.text.words import Words


def words(text: str) -> Words:
    return Words(Line(1, text))


def sheet() -> Map:
    hexes = [HexId(f"01{column:02}") for column in range(1, 6)]
    found = Map(Grid(Numbering(), hexes), dict.fromkeys(hexes, "clear"), {})
    found.places["Udine"] = HexId("0103")
    return found


@pytest.mark.parametrize(
    ("relation", "held"), [(">=", (False, True, True)), ("<=", (True, True, False)), (">", (False, False, True)),
                           ("<", (True, False, False)), ("=", (False, True, False))],
)  # fmt: skip
def test_five_relations(relation: str, held: tuple[bool, bool, bool]) -> None:
    assert tuple(compare(number, relation, 2) for number in (1, 2, 3)) == held


def test_conditions_stand_at_the_end_of_an_order() -> None:
    two = (Condition("turn", ">=", "6"), Condition("1904", "occupied"))
    assert if_words(two) == " if turn >= 6 and 1904 occupied"
    assert if_words(()) == ""


def test_a_preference_writes_itself() -> None:
    line = Preference("defend", ("stand", "retreat"), "1904", "2", (Condition("turn", ">=", "6"),))
    assert str(line) == "defend 1904 on 2: stand, retreat if turn >= 6"
    assert str(Preference("losses", ("weakest first",))) == "losses: weakest first"
    assert str(Defaults()) == "defaults"


def test_only_what_is_offered_is_chosen_in_the_order_wanted() -> None:
    question = Question(Side("CP"), "x", (Option("a"), Option("b"), Option("c")), "1", many=True)
    assert among(question, ("c", "z", "a")) == ("c", "a")


def test_lists_go_on_with_commas_and_and() -> None:
    for text in (", x", "and x", ", and x", "+ x"):
        read = words(text)
        assert goes_on(read)
        assert read.peek() == "x"
    assert not goes_on(words("x"))


@pytest.mark.parametrize("text", ["0101 -> 0102 -> 0103", "to 0101-0102-0103", "via 0101 to 0102 to Udine"])
def test_a_path_in_any_spelling(text: str) -> None:
    assert take_path(words(text), sheet()) == ("0101", "0102", "0103")


def test_who_is_meant() -> None:
    assert take_who(words("all"), tuple) == ("all",)
    assert take_who(words("Weakest first"), tuple) == ("weakest first",)
    assert take_who(words("x"), lambda: ("GE-5",)) == ("GE-5",)
    with pytest.raises(Unreadable):
        take_who(words("weakest last"), tuple)
