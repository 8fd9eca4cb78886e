"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import confusion
from pbem.games.strafexpedition.by_mail import counsel_combat, counsel_command
from pbem.games.strafexpedition.by_mail.conditions import fits
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.losses import weakest_first
from pbem.games.strafexpedition.reaction import TOPIC as REACTION
from pbem.kernel.board import Board
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Counsel
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Preference
from pbem.values import replace

BY_DEFAULT = "default"  # where an answer came from that `defaults` gave
SAYINGS = Counsel(
    weakest_first,
    orders={Assault: counsel_combat.from_assault},
    preferences={
        **counsel_command.PREFERENCES,
        **counsel_combat.PREFERENCES,
        **dict.fromkeys(confusion.TOPICS.values(), confusion.toward),
    },
    fits=fits,
)


def counsel(
    board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
) -> tuple[Chosen, str] | None:  # fmt: skip
    """What orders and standing orders say. A line whose `if` does not hold leaves the default, if no other fits.

    So does a line on reactions whose brigades cannot react. Nobody is waited for then: such lines look at one's own
    points and plans, which the waiting must not tell.
    """
    found = SAYINGS(board, question, items, standing)
    if (found is None or found[1] == BY_DEFAULT) and any(
        _looks_at_secrets(board, question, order) for order in standing
    ):
        return question.default, "standing"
    return found


def _looks_at_secrets(board: Board, question: Question, order: Order) -> bool:
    """Whether the line is about this question but for its conditions, or for the plans of its owner."""
    if not isinstance(order, Preference) or not (order.conditions or order.topic == REACTION):
        return False
    return SAYINGS.is_meant(board, question, replace(order, conditions=()))
