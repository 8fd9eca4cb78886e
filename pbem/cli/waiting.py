"""Who owes what, with questions and their options, as a person reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.cli.printing import columns, wrapped

if TYPE_CHECKING:
    from pbem.desk.record.debts import Owed


_NOBODY = {"drand": "The beacon", "moderator": "The moderator"}
_NEXT = {
    "drand": "Next: pbem adjudicate when the round has fallen; --beacon FILE takes it from a file",
    "moderator": "Next: pbem adjudicate, by the moderator",
}


def owed_lines(waiting: Sequence[Owed], sides: Mapping[str, str]) -> list[str]:
    """Each side that is waited for, with the questions it was asked."""
    lines: list[str] = []
    for debt in waiting:
        named = ", ".join(word for word in (debt.seat, debt.player) if word)
        player = f" ({named})" if named else ""
        by = f", by {debt.due}" if debt.due else ""
        who = sides.get(debt.side, debt.side) or _NOBODY.get(debt.party, debt.party)
        lines.append(wrapped(f"{who}{player} owes {debt.what}{by}", "    ", "  "))
        for question in debt.questions:
            lines += ["", *question_lines(question)]
    return lines


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
        lines.append(wrapped(f"a standing order saves this mail: {question['hint']}", "        ", "        "))
    return lines


def _counted(question: Mapping[str, Any]) -> enumerate[Any]:
    return enumerate(question["options"], 1)


def _meaning(question: Mapping[str, Any], value: str, meaning: str) -> str:
    """What an option means, and how often it may be taken where that is more than once."""
    often = question.get("times", {}).get(value, 0)
    return ", ".join(words for words in (meaning, f"at most {often}" if often else "") if words)


def next_step(waiting: Sequence[Owed], pen: str = "") -> str:
    """The command that helps on; `pen` is the side that may write, where turn files go to and fro."""
    from pbem.desk.record.debts import Debt  # late: `pbem check` prints no debts

    debt = next((debt for debt in waiting if debt.side == pen), waiting[0])
    if pen and debt.side != pen:
        later = "; when the round has fallen pbem adjudicate, by whoever has the pen" if debt.party == "drand" else ""
        return f"Next: pbem export-turn, by {pen}{later}"
    if pen and debt.kind is Debt.ANCHOR:
        return f"Next: pbem import-turn FILE --me {pen}, by {pen}, who joins with it"
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
        return "Next: send a file with `answer Q1: ...` and `pbem submit` it"
    return f"Next: pbem sheet --side {debt.side} > orders.txt, fill it in, pbem submit orders.txt"
