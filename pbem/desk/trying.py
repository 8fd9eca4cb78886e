"""Trying orders on a copy of the position, with chosen or averaged dice. The campaign is never touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.rehearsal import Rehearsal, rehearse
from pbem.desk.inbox.submission import judge, tidy
from pbem.desk.inbox.tried import TriedStep
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import hidden_now
from pbem.desk.record.state import State, label
from pbem.desk.replay.load import load
from pbem.dice.chosen import dice_from_words
from pbem.errors import Family, Problem
from pbem.kernel.rolls import Dice
from pbem.store.entry import Reads
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """What would come of the orders with these dice."""

    campaign: str
    side: str
    steps: tuple[TriedStep, ...]
    problems: tuple[Problem, ...]
    assumed: tuple[Mapping[str, Any], ...]  # questions that were answered by the default
    hidden: str = ""  # what the side could not see, and was left out

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "side": self.side,
            "steps": [step.as_json() for step in self.steps],
            "problems": [problem.as_json() for problem in self.problems],
            "assumed": [dict(question) for question in self.assumed],
            **({"hidden": self.hidden} if self.hidden else {}),
        }


def try_orders(store: Reads, campaign: str, data: bytes, dice: str | Dice = "average") -> Tried:
    """Play the file on a copy. Dice in words as `pbem.dice.chosen` reads them, or any dice."""
    loaded, state = load(store, campaign)
    judged = Judged(turn=state.position.turn)
    judge(loaded, state, data, judged)
    if judged.problems:
        tidy(judged.problems)
        return Tried(loaded.name, judged.side, (), tuple(judged.problems), ())
    rehearsal = rehearse(loaded, state, judged, dice_from_words(dice) if isinstance(dice, str) else dice)
    problems = [problem for item in rehearsal.steps for problem in item.played.problems]
    if not rehearsal.steps:
        problems.append(_not_now(loaded, state, judged))
    hidden = hidden_now(loaded, state)
    return Tried(loaded.name, judged.side, _steps(rehearsal), tuple(problems), tuple(rehearsal.assumed), hidden)


def _steps(rehearsal: Rehearsal) -> tuple[TriedStep, ...]:
    return tuple(
        TriedStep(
            label(item.before.turn, item.step.id), item.step.title, tuple(item.played.facts), item.before,
            item.played.position, item.played.stopped,
        )
        for item in rehearsal.steps
    )  # fmt: skip


def _not_now(campaign: Campaign, state: State, judged: Judged) -> Problem:
    step = campaign.step_of(state)
    now = step.title if step else "the end of the game"
    found = ", ".join(campaign.steps[name].title for name in judged.orders) or "no orders for a step"
    why = f"the campaign is at {now}: you can try these orders once their step comes up"
    return Problem(
        Family.ILLEGAL, why, found, f"orders for {now}", advice="`pbem check` reads them without playing them"
    )
