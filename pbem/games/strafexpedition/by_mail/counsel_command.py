"""Answers in advance to questions about reactions and infiltration."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition import plans
from pbem.games.strafexpedition.by_mail.grammar_standing import ANY, NEVER
from pbem.games.strafexpedition.by_mail.orders_command import written
from pbem.games.strafexpedition.command import headquarters
from pbem.games.strafexpedition.reaction import NONE, TOPIC, hq_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.hidden import kept
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Saying
from pbem.kernel.text.orders import HIDDEN
from pbem.kernel.text.preferences import Preference, compare


def react(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 15.0, ruling R6: as named, best first: brigades that may be planned, `any` of these, boldest first, `never`.

    A brigade whose hexes behind `at` are closed does not react. A line for nobody gives way to the next.
    """
    if "brigade" in question.about:
        return _hex(question, order)
    values: Mapping[str, int] = question.about.get("initiative", {})
    able = [one for one in values if may_be_planned(board, question.side, one) and _is_bold(order, values[one])]
    bold = sorted(able, key=lambda one: (-values[one], one))
    for choice in order.choices:
        if choice == NEVER:
            return (NONE,)
        wanted = bold if choice == ANY else [one for one in able if _is_open(board, question.side, one, choice)]
        if wanted:
            return (wanted[0],)
    return None


def _is_open(board: Board, side: Side, brigade: str, choice: str) -> bool:
    """See 8.5.placement: whether the choice means the brigade, and its headquarters may go where it says."""
    name, *place = choice.split()
    if name != brigade or not place:
        return name == brigade
    full = next(one for one in headquarters(board.scenario, side) if written(one) == brigade)
    return HexId(place[-1]) in hq_hexes(board, side, full)


def _hex(question: Question, order: Preference) -> Chosen | None:
    """See 8.5.placement: the first legal hex behind `at`; without one the best. A line for others says nothing."""
    brigade, offered = question.about["brigade"], [option.value for option in question.options]
    meant = [choice.split() for choice in order.choices if choice == ANY or choice.split()[0] == brigade]
    wanted = [words[2] for words in meant if len(words) > 1]
    found = next((one for one in wanted if one in offered), None if wanted or not meant else offered[0])
    return (found,) if found else None


def _is_bold(order: Preference, value: int) -> bool:
    limits = [one for one in order.conditions if one.subject == "initiative"]
    return all(compare(value, one.relation, int(one.value)) for one in limits)


def may_be_planned(board: Board, side: Side, brigade: str) -> bool:
    """See 4.0.2.secret: as far as the owner's own lines tell; one that only his store can read may be any brigade."""
    known = [written(one) for one in plans.opened(board, side)]
    lines = [line.replace("_", " ").split() for line in kept(board, side, plans.PLAN).values()]
    return brigade in known or any(words[0] == HIDDEN or words[1] == brigade for words in lines)


PREFERENCES: Mapping[str, Saying] = {TOPIC: react}
