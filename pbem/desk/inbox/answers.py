"""Reading the answers of a player: `answer Q1: 2`, by number or key, with the option's word or its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.desk.record.debts import is_instalment, numbered
from pbem.desk.record.state import State
from pbem.errors import Family, Problem
from pbem.kernel.text.names import folded
from pbem.kernel.text.reading import AnswerOrder
from pbem.kernel.text.words import did_you_mean

Row = Mapping[str, Any]
Replies = dict[str, tuple[str, tuple[str, ...]]]


def read_replies(state: State, side: str, answers: Sequence[AnswerOrder], problems: list[Problem]) -> Replies:
    """The answers by the key of their question; what does not fit is added to the problems."""
    asked = numbered(state, side)
    found: Replies = {}
    for answer in answers:
        question = _question_meant(asked, answer, problems)
        if question is None:
            continue
        if question["key"] in found:
            why = f"{answer.question} is answered twice"
            problems.append(
                _problem(Family.AMBIGUOUS, why, str(answer), "one answer", "strike one of them out", answer)
            )
            continue
        chosen = _chosen(question, answer, problems)
        if chosen is not None:
            found[question["key"]] = ("answer", chosen)
    return found


def _question_meant(asked: Sequence[tuple[str, Row]], answer: AnswerOrder, problems: list[Problem]) -> Row | None:
    said = _plain(answer.question)
    for number, question in asked:
        if said in (number.lower(), number[1:], _plain(question["key"])):
            if not is_instalment(question):
                return question
            why = f"{number} asks for the next part of your orders, not for a choice"
            wanted = "orders under the name of the step, or `done`"
            problems.append(_problem(Family.UNREADABLE, why, str(answer), wanted, "see the question", answer))
            return None
    if not asked:
        why, wanted = "no question waits for an answer of yours", "orders, or nothing"
        advice = "`pbem status` shows who owes what"
    else:
        why = "there is no such question"
        wanted = "one of " + ", ".join(f"{number} ({question['key']})" for number, question in asked)
        advice = did_you_mean(answer.question, [q["key"] for _, q in asked]) or "use the number of the question"
    problems.append(_problem(Family.UNREADABLE, why, answer.question, wanted, advice, answer))
    return None


def _chosen(question: Row, answer: AnswerOrder, problems: list[Problem]) -> tuple[str, ...] | None:
    options = [value for value, _ in question["options"]]
    meant = [_option(question["options"], word) for word in answer.chosen]
    wanted = _offer(question)
    unknown = [word for word, option in zip(answer.chosen, meant, strict=True) if option is None]
    if unknown:
        advice = did_you_mean(unknown[0], options) or "write the option's word or its number"
        problems.append(
            _problem(Family.ILLEGAL, "this is no option of the question", unknown[0], wanted, advice, answer)
        )
        return None
    chosen = tuple(option for option in meant if option is not None)
    if len(set(chosen)) != len(chosen):
        why = "the same option is chosen twice"
        problems.append(
            _problem(Family.ILLEGAL, why, ", ".join(answer.chosen), wanted, "name each option once", answer)
        )
        return None
    if not question["many"] and len(chosen) != 1:
        found = ", ".join(answer.chosen) or "none"
        why = "exactly one option is wanted"
        problems.append(_problem(Family.ILLEGAL, why, found, wanted, "choose one of them", answer))
        return None
    return chosen


def _option(offered: Sequence[Sequence[str]], word: str) -> str | None:
    """The option's own word first, then its number from 1, then the beginning of what it means if only one fits."""
    for value, _ in offered:
        if _plain(value) == _plain(word):
            return value
    digits = word.strip("() .")
    if digits.isascii() and digits.isdigit() and len(digits) < 6:
        return offered[int(digits) - 1][0] if 1 <= int(digits) <= len(offered) else None
    begun = [value for value, meaning in offered if _plain(word) and _plain(meaning).startswith(_plain(word))]
    return begun[0] if len(begun) == 1 else None


def _offer(question: Row) -> str:
    offered = ", ".join(f"{number} {value}" for number, (value, _) in enumerate(question["options"], 1))
    return f"any of {offered}, best first, or none" if question["many"] else f"one of {offered}"


def _plain(text: str) -> str:
    return " ".join(folded(text).split())


def _problem(family: Family, why: str, found: str, wanted: str, advice: str, answer: AnswerOrder) -> Problem:
    return Problem(family, why, found, wanted, advice=advice, spot=answer.spot)
