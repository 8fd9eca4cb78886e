"""Answers in advance: who is asked first, and whom words mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.counsel import Chosen, Counsel, by_words, first_answer, goal, is_settled
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference
from tests.kernel.mini import RED, Say, position, say, scenario

BOARD = Board(scenario(["RED-1"]), position("any", {"RED-1": "0101"}))
UNITS = (UnitId("A"), UnitId("B"), UnitId("C"))
QUESTION = Question(RED, "losses", tuple(map(Option, UNITS)), "1.0", many=True, default=("C",))
A, B, WRONG = (Preference("losses", (name,)) for name in ("A", "B", "Z"))


def says(board: Board, question: Question, order: Order) -> Chosen | None:
    return order.choices if isinstance(order, Preference) else None


@pytest.mark.parametrize(
    ("items", "standing", "answer"),
    [
        ((A,), (B, Defaults()), (("A",), "orders")),
        ((), (B, A), (("B",), "standing")),
        ((WRONG,), (A,), (("A",), "standing")),
        ((WRONG,), (), None),
        ((), (Defaults(), WRONG), (("C",), "default")),
        ((Defaults(),), (), (("C",), "default")),
    ],
)
def test_orders_then_standing_orders_then_defaults(
    items: Sequence[Order], standing: Sequence[Order], answer: tuple[Chosen, str] | None
) -> None:
    assert first_answer(BOARD, QUESTION, items, standing, says) == answer


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (["all"], ("A", "B")),
        (["none"], ()),
        (["weakest first"], ("B", "A")),
        (["strongest first"], ("A", "B")),
        (["C", "Z", "A"], ("C", "A")),
    ],
)
def test_units_by_word_or_by_name(wanted: list[str], chosen: Chosen) -> None:
    assert by_words(QUESTION, wanted, UNITS[:2], lambda units: units[::-1]) == chosen


def test_a_topic_is_settled_by_its_preference_or_by_defaults() -> None:
    assert is_settled((A,), "losses")
    assert is_settled((Defaults(),), "retreat")
    assert not is_settled((A, Order()), "retreat")


# -- a game's counsel ----------------------------------------------------------------------------------------

THREE = Board(scenario(["RED-1", "RED-2", "RED-3"]), position("any", {"RED-1": "0101"}))
COUNSEL = Counsel(
    weakest_first=lambda board, units: units[::-1],
    orders={Say: lambda board, question, order: order.words if question.topic == "losses" else None},
    preferences={"retreat": goal},
    fits=lambda board, condition, about: condition.value == about.get(condition.subject),
)


def losses(**fields: Any) -> Question:
    options = (Option("RED-1"), Option("RED-2"), Option("stay"))
    about = {"topic": "losses", "hexes": ["0101"], "unit": "RED-9", "result": "2", "odds": "3"}
    return Question(RED, "losses", options, "1.0", **{"many": True, "about": about, **fields})


@pytest.mark.parametrize(
    ("order", "chosen"),
    [
        (Preference("losses", ("RED-2", "RED-1")), ("RED-2", "RED-1")),
        (Preference("losses", ("all",)), ("RED-1", "RED-2")),  # units only
        (Preference("losses", ("weakest first",)), ("RED-2", "RED-1")),
        (Preference("advance", ("all",)), None),
        (Preference("losses", ("none",), where="0101"), ()),
        (Preference("losses", ("none",), where="RED-9"), ()),
        (Preference("losses", ("none",), where="0102"), None),
        (Preference("losses", ("none",), on="2"), ()),
        (Preference("losses", ("none",), on="E"), None),
        (Preference("losses", ("none",), conditions=(Condition("odds", "=", "3"),)), ()),
        (Preference("losses", ("none",), conditions=(Condition("odds", "=", "2"),)), None),
        (say("RED-1")[0], ("RED-1",)),
        (Defaults(), None),
    ],
)
def test_a_preference_speaks_where_topic_place_result_and_conditions_fit(order: Order, chosen: Chosen | None) -> None:
    assert COUNSEL.answer(THREE, losses(), order) == chosen


def test_as_many_are_named_as_the_question_takes() -> None:
    ranked = Preference("losses", ("RED-2", "RED-1"))
    assert COUNSEL.answer(THREE, losses(many=False), ranked) == ("RED-2",)
    assert COUNSEL.answer(THREE, losses(many=False, least=1, most=1), ranked) == ("RED-2",)
    assert COUNSEL.answer(THREE, losses(many=False), Preference("losses", ("RED-3",))) is None
    assert COUNSEL(THREE, losses(), [], [ranked, Defaults()]) == (("RED-2", "RED-1"), "standing")


def test_a_goal_is_a_hex_a_path_or_what_ends_nearest_to_a_hex() -> None:
    grid = THREE.map.grid
    here, *around = [grid.hexes[0], *grid.neighbours[grid.hexes[0]]]
    options = (Option("stay"), *(Option(f"{here}-{there}") for there in around))
    question = Question(RED, "retreat", options, "1.0", about={"topic": "retreat"})
    paths = [option.value for option in options[1:]]
    assert goal(THREE, question, Preference("retreat", ("9999", paths[-1]))) == (paths[-1],)
    assert goal(THREE, question, Preference("retreat", (f"toward {around[-1]}",))) == (paths[-1],)
    assert goal(THREE, question, Preference("retreat", (f"toward {here}",))) == (paths[0],)  # of equals the first
    nowhere = Question(RED, "retreat", options[:1], "1.0", about={"topic": "retreat"})
    assert goal(THREE, nowhere, Preference("retreat", (f"toward {here}", "stay"))) == ("stay",)
    assert goal(THREE, nowhere, Preference("retreat", (f"toward {here}",))) is None
