"""Answers in advance to the questions of the phases before Operations: what `withdraw` lines say."""

from __future__ import annotations

from pbem.games.caporetto.by_mail.orders_turn import Withdraw
from pbem.kernel.board import Board
from pbem.kernel.questions import Question
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import among

TOPICS = ("withdrawals", "kaiserschlacht")


def answer(board: Board, question: Question, order: Order) -> tuple[str, ...] | None:
    """See 13.3: `withdraw AH-9, AH-16` names who leaves first, by the chart and by Kaiserschlacht."""
    if not isinstance(order, Withdraw) or question.about.get("topic") not in TOPICS:
        return None
    return among(question, order.units) or None
