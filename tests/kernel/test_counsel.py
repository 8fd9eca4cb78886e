"""Answers in advance: who is asked first, and whom words mean."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.counsel import Chosen, by_words, first_answer, is_settled
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Defaults, Preference
from tests.kernel.mini import RED, position, scenario

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
