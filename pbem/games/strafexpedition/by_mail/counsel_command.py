"""Answers in advance to questions about reactions and infiltration."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition import plans
from pbem.games.strafexpedition.by_mail.grammar_standing import ANY, NEVER
from pbem.games.strafexpedition.by_mail.orders_command import written
from pbem.games.strafexpedition.reaction import NONE, TOPIC
from pbem.kernel.board import Board
from pbem.kernel.hidden import kept
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Saying
from pbem.kernel.text.orders import HIDDEN
from pbem.kernel.text.preferences import Preference, compare


def react(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 15.0: `never`; the first named brigade that may be planned; or `any` planned one, the boldest first."""
    if "brigade" in question.about:
        return _hex(question, order)
    if NEVER in order.choices:
        return (NONE,)
    values: Mapping[str, int] = question.about.get("initiative", {})
    able = [one for one in values if may_be_planned(board, question.side, one) and _is_bold(order, values[one])]
    named = [choice.split()[0] for choice in order.choices if choice != ANY]
    wanted = named or sorted(able, key=lambda one: (-values[one], one))
    return (next((one for one in wanted if one in able), NONE),)


def _hex(question: Question, order: Preference) -> Chosen | None:
    """See 8.5.placement: the hex behind `at`, if the headquarters may go there; else the best one."""
    offered = [option.value for option in question.options]
    wanted = [choice.split()[2] for choice in order.choices if choice.startswith(f"{question.about['brigade']} at ")]
    return (next((one for one in wanted if one in offered), offered[0]),)


def _is_bold(order: Preference, value: int) -> bool:
    limits = [one for one in order.conditions if one.subject == "initiative"]
    return all(compare(value, one.relation, int(one.value)) for one in limits)


def may_be_planned(board: Board, side: Side, brigade: str) -> bool:
    """See 4.0.2.secret: as far as the owner's own lines tell; one that only his store can read may be any brigade."""
    known = [written(one) for one in plans.opened(board, side)]
    lines = [line.replace("_", " ").split() for line in kept(board, side, plans.PLAN).values()]
    return brigade in known or any(words[0] == HIDDEN or words[1] == brigade for words in lines)


PREFERENCES: Mapping[str, Saying] = {TOPIC: react}
