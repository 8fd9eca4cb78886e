"""Reading the answers of a player: `answer Q1: 2`, by number or key, with the option's word or its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.desk.record.debts import is_instalment, numbered
from pbem.desk.record.state import State
from pbem.errors import Family, Problem
from pbem.kernel.questions import Question, question_from_json, split_part
from pbem.kernel.text.amounts import how_many, read_amount
from pbem.kernel.text.names import folded
from pbem.kernel.text.reading import AnswerOrder
from pbem.kernel.text.words import did_you_mean

_ALL = "all"

Row = Mapping[str, Any]
Replies = dict[str, tuple[str, tuple[str, ...]]]


def read_replies(
    state: State, side: str, answers: Sequence[AnswerOrder], problems: list[Problem], who: str = ""
) -> Replies:
    """The answers by the key of their question; what does not fit is added to the problems."""
    asked = numbered(state, side, who)
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


def instalment_key(state: State, side: str, who: str = "") -> str:
    """The question that asks for the next part of this side's orders, or of this player's."""
    return next((str(q["key"]) for _, q in numbered(state, side, who) if is_instalment(q)), "")


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


def _chosen(row: Row, answer: AnswerOrder, problems: list[Problem]) -> tuple[str, ...] | None:
    question = question_from_json(row)
    said = _all_of(question) if _says_all(question, answer) else answer.chosen
    found = [_meant(row, word) for word in said]
    unknown = [word for word, (option, _) in zip(said, found, strict=True) if option is None]
    if unknown:
        options = [option.value for option in question.options]
        advice = did_you_mean(unknown[0], options) or "write the option's word or its number"
        why = "this is not one of the options"
        problems.append(_problem(Family.ILLEGAL, why, unknown[0], _offer(question), advice, answer))
        return None
    chosen = tuple(option for option, times in found if option is not None for _ in range(times))
    fault = _too_often(question, chosen) or _too_many(question, chosen)
    if fault:
        why, advice = fault
        problems.append(
            _problem(Family.ILLEGAL, why, ", ".join(answer.chosen) or "none", _offer(question), advice, answer)
        )
        return None
    return chosen


def _says_all(question: Question, answer: AnswerOrder) -> bool:
    """`answer Q1: all`, unless an option is called so, or only one of them can be chosen."""
    is_word = [_plain(word) for word in answer.chosen] == [_ALL]
    return is_word and question.bounds[1] > 1 and all(_plain(option.value) != _ALL for option in question.options)


def _all_of(question: Question) -> tuple[str, ...]:
    """Every option, in the order in which they are offered."""
    return tuple(option.value for option in question.options)


def _meant(row: Row, word: str) -> tuple[str | None, int]:
    """The option that a word means, and how often it is taken; an option whose own name says `twice` comes first.

    Where a part of an option may be meant, the number says how many: `IT-7 1`, `IT-7 twice`.
    """
    offered, parts = row["options"], row.get("parts", {})
    whole = _option(offered, word)
    if whole is not None:
        return whole, 1
    name, times = split_part(word) if parts and split_part(word)[1] else read_amount(word)
    option = _option(offered, name)
    return (f"{option} {times}", 1) if option in parts else (option, times)


def _too_often(question: Question, chosen: tuple[str, ...]) -> tuple[str, str] | None:
    """An option that is taken more often than it may be, and what to do."""
    for option in question.options:
        count = chosen.count(option.value)
        if count > option.times == 1:
            return "the same option is chosen twice", "name each option once"
        if count > option.times:
            why = f"{option.value} is given {count} and takes at most {option.times}"
            return why, "give what is left over to another"
    whole = {option.value for option in question.options}  # `exploitation 2126` is a marker in a hex, not 2126 of it
    in_parts = [value for value in chosen if value not in whole and split_part(value)[1]]
    for value, number in map(split_part, in_parts):
        parts = next((option.parts for option in question.options if option.value == value), 0)
        if not 0 < number <= parts:
            return f"{value} has {parts} to give", "give what is left over to another"
    if any(in_parts.count(value) > 1 for value in in_parts):
        return "the same is chosen twice", "name each once, followed by the number"
    return None


def _too_many(question: Question, chosen: tuple[str, ...]) -> tuple[str, str] | None:
    """Too few or too many options for the question, and what to do."""
    least, most = question.bounds
    if least <= len(chosen) <= most:
        return None
    if (least, most) == (1, 1) and not question.is_bounded:
        return "exactly one option is wanted", "choose one of them"
    lacking = f"name {least - len(chosen)} more" if len(chosen) < least else f"leave out {len(chosen) - most}"
    return f"{len(chosen)} chosen, but the question wants {how_many(question).partition(':')[0]}", lacking


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


def _offer(question: Question) -> str:
    """What may be answered: how many, and each option with its number."""
    offered = ", ".join(
        f"{number} {option.value}" + (f" (at most {option.times})" if option.times > 1 else "")
        for number, option in enumerate(question.options, 1)
    )
    if question.is_bounded:
        return f"{how_many(question)}; they are {offered}"
    return f"any of {offered}, best first, or none" if question.many else f"one of {offered}"


def _plain(text: str) -> str:
    return " ".join(folded(text).split())


def _problem(family: Family, why: str, found: str, wanted: str, advice: str, answer: AnswerOrder) -> Problem:
    return Problem(family, why, found, wanted, advice=advice, spot=answer.spot)
