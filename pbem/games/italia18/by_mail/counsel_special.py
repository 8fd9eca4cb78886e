"""Answers in advance to the scenarios' own questions: when to claim the air."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.air import CLAIM, CLAIMED, NOT_NOW
from pbem.kernel.board import Board
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Saying
from pbem.kernel.text.preferences import Preference


def claim(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See S5.sp3: on the turn that is named, and on no other."""
    return (CLAIM if str(question.about["turn"]) in order.choices else NOT_NOW,)


PREFERENCES: Mapping[str, Saying] = {CLAIMED: claim}
