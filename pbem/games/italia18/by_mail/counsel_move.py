"""Answers in advance beside those of combat: arrivals, HQs, how far to disengage."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.board import Board
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Saying, goal
from pbem.kernel.text.preferences import Preference


def distance(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 13.0c: as far as possible, as near as possible, or the number, if it is offered."""
    offered = sorted((option.value for option in question.options), key=int)
    for choice in order.choices:
        if choice in ("max", "min"):
            return (offered[-1 if choice == "max" else 0],)
        if choice in offered:
            return (choice,)
    return None


PREFERENCES: Mapping[str, Saying] = {"arrive": goal, "hq-to": goal, "distance": distance}
