"""Tables with listed dice and answers, and what was recorded, for the tests of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.questions import Answer, Question
from pbem.kernel.rolls import Roll
from pbem.kernel.table import Counsel, Table
from pbem.kernel.text.orders import Order

Dice = Sequence[int] | Mapping[str, int | Sequence[int]]
Answers = Mapping[str, tuple[str, ...]] | str | None


class ListedDice:
    """Dice with faces listed in order, or by the name of the roll; a roll that is not listed fails the test."""

    def __init__(self, faces: Dice) -> None:
        self.by_name = (
            {n: (f,) if isinstance(f, int) else tuple(f) for n, f in faces.items()}
            if isinstance(faces, Mapping)
            else {}
        )
        self.in_order = [] if isinstance(faces, Mapping) else list(faces)
        self.asked: list[str] = []

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The next listed faces."""
        self.asked.append(roll.name)
        if roll.name in self.by_name:
            return self.by_name[roll.name]
        if len(self.in_order) < roll.number:
            raise AssertionError(f"the test lists no die for the roll {roll.name!r}")
        faces = tuple(self.in_order[: roll.number])
        del self.in_order[: roll.number]
        return faces


def counsel_of(answers: Answers) -> Counsel:
    """Answers by question key; `default` takes every printed default, nothing answers nothing."""

    def counsel(_: Board, question: Question) -> Answer | None:
        if answers == "default":
            return Answer(question.default, "default")
        if isinstance(answers, Mapping) and question.key in answers:
            return Answer(tuple(answers[question.key]), "answer")
        return None

    return counsel


def table(
    board: Board,
    dice: Dice = (),
    answers: Answers = None,
    *,
    instalments: Mapping[str, Sequence[Order]] | None = None,
    forced: Mapping[str, list[str]] | None = None,
) -> Table:
    """A table with listed dice and answers by question key; `answers="default"` takes every printed default.

    A question without an answer raises `Waiting`; `dropped(board)` lists the orders that a rule forbade.
    """
    parts = instalments or {}
    instalment = lambda side, key: parts.get(key)  # noqa: E731
    return Table(board, ListedDice(dice), counsel_of(answers), forced=forced, instalments=instalment)


def facts(board: Board, kind: str, **about: Any) -> list[Fact]:
    """The facts of a kind that say all this."""
    return [f for f in board.facts if f.kind == kind and all(f.get(key) == value for key, value in about.items())]


def dropped(board: Board) -> list[tuple[str, str]]:
    """The rule and reason of every order that was dropped."""
    return [(fact.rule, fact["why"]) for fact in facts(board, "dropped")]
