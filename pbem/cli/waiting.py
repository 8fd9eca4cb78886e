"""Who owes what, with questions and their options, as a person reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.cli.printing import columns, wrapped
from pbem.kernel.naming import begun, does, played_by

if TYPE_CHECKING:
    from pbem.desk.record.debts import Owed


_NOBODY = {"drand": "the beacon", "moderator": "the moderator"}
_NEXT = {
    "drand": "Next: pbem adjudicate, once the round is out; --beacon FILE reads it from a file",
    "moderator": "Next: pbem adjudicate, by the moderator",
}


def owed_lines(
    waiting: Sequence[Owed], sides: Mapping[str, str], overdue: Sequence[str] = (), zone: str = ""
) -> list[str]:
    """Each side the game is waiting for, with the questions put to it; `overdue` are those that missed a deadline."""
    lines: list[str] = []
    for debt in waiting:
        is_late = (debt.seat or debt.side) in overdue
        by = f", {'overdue since' if is_late else 'by'} {_date(debt.due, zone)}" if debt.due else ""
        side = sides.get(debt.side, debt.side) or _NOBODY.get(debt.party, debt.party)
        who = played_by(f"{side}, {debt.seat}" if debt.seat else side, debt.player)
        lines.append(wrapped(f"{begun(does(who, 'owe'))} {debt.what}{by}", "    ", "  "))
        for question in debt.questions:
            lines += ["", *question_lines(question)]
    return lines


def _date(due: str, zone: str) -> str:
    """As the record has it, or by somebody's clocks."""
    if not zone:
        return due
    from pbem.desk.views.citing import date_in_words  # late: only a letter shows it so

    return date_in_words(due, zone)


def question_lines(question: Mapping[str, Any]) -> list[str]:
    """A question with its options, its default and the standing order that would have saved the mail."""
    rule = f" [{question['rule']}]" if question.get("rule") else ""
    number = question.get("number", "Q")
    lines = [wrapped(f"{question['text'] or question['key']}{rule}", "        ", f"    {number}  ")]
    if question["text"]:
        lines.append(wrapped(f"({question['key']})", "        ", "        "))
    rows = [(f"{n})", value, _meaning(question, value, meaning)) for n, (value, meaning) in _counted(question)]
    lines += columns(rows, "        ")
    if question["options"]:
        chosen = f"choose {question['wanted']}: answer {number}: {question['example']}"
        lines.append(wrapped(chosen, "        ", "        "))
    if question.get("default"):
        lines.append(wrapped(f"by default: {', '.join(question['default'])}", "        ", "        "))
    if question.get("hint"):
        lines.append(wrapped(f"to save this mail, use a standing order: {question['hint']}", "        ", "        "))
    return lines


def _counted(question: Mapping[str, Any]) -> enumerate[Any]:
    return enumerate(question["options"], 1)


def _meaning(question: Mapping[str, Any], value: str, meaning: str) -> str:
    """What an option means, and how often it may be taken where that is more than once."""
    often = question.get("times", {}).get(value, 0)
    return ", ".join(words for words in (meaning, f"at most {often}" if often else "") if words)


def next_step(waiting: Sequence[Owed], pen: str = "", side: str = "") -> str:
    """The next command to run; `pen` is the side that may write, where turn files go to and fro.

    `side` is who asks: nobody is sent to do another's work.
    """
    from pbem.desk.record.debts import Debt  # late: `pbem check` prints no debts

    if side and pen and pen != side and not any(debt.party == "drand" for debt in waiting):
        return f"Next: nothing for {side} until the turn file of {pen} arrives; then pbem import-turn FILE"
    if side and not pen:
        own = [debt for debt in waiting if debt.side == side]
        if not own:
            others = " and ".join(dict.fromkeys(debt.side or debt.party for debt in waiting))
            return f"Next: nothing for {side}; the game is waiting for {others}"
        waiting = own
    debt = next((debt for debt in waiting if debt.side and debt.side == (pen or debt.side)), waiting[0])
    if pen and debt.side != pen:
        later = "; once the round is out, pbem adjudicate by whoever writes next" if debt.party == "drand" else ""
        return f"Next: pbem export-turn, by {pen}{later}"
    if pen and debt.kind is Debt.ANCHOR:
        return f"Next: pbem import-turn FILE --me {pen}, by {pen}, to join"
    if pen and debt.kind in (Debt.DICE, Debt.OPENING):
        return f"Next: pbem adjudicate, by {pen}"
    if debt.party:
        of_side = f"Next: an order file of {debt.side} with `link:` in its header; pbem chain link writes the line"
        return _NEXT.get(debt.party, of_side)
    if debt.kind is Debt.CONSENT:
        return f"Next: pbem consent --side {debt.side}, or with --refuse"
    if debt.kind is Debt.ANCHOR:
        return f"Next: an order file of {debt.side} with `anchor:` in its header; pbem chain make writes the line"
    if debt.kind in (Debt.ANSWERS, Debt.INSTALMENT):
        return f"Next: pbem submit a file with `answer Q1: ...`, by {debt.seat or debt.side}"
    sheet = f"pbem sheet --side {debt.seat or debt.side} > orders.txt"
    return f"Next: {sheet}, fill it in, pbem submit orders.txt" + (f", by {pen}" if pen else "")
