"""The check on receipt against what is then adjudicated, and orders against their own notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.dice.chosen import KindDice
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import with_stand_ins
from pbem.kernel.game import Game, Reading
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.position import Position
from pbem.kernel.questions import Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import MoreOrder, Order, Orders
from pbem.kernel.text.words import Words

DECIDED = ("rolled", "decided")  # facts that a check cannot know


def orders_survive_their_notation(game: Game, scenario: Scenario, step: Step, orders: Orders) -> None:
    """Every order reads back from its canonical text as the same order."""
    names = scenario.memo("unit names", lambda: UnitNames(scenario.units.values()))
    for section, items in ((step.kind, orders.items), ("standing", orders.standing)):
        reading = Reading(scenario, orders.side, section, names)
        for order in items:
            if not isinstance(order, MoreOrder):
                words = Words(Line(1, str(order)))
                assert game.read_order(words, reading) == order, str(order)
                words.end()


def receipt_agrees(game: Game, scenario: Scenario, before: Position, orders: Orders, played: Played) -> None:
    """What is dropped before any die or answer was objected to on receipt; where none came at all, nothing else was."""
    objected = _objected(game, scenario, before, orders)
    seen = game.view(scenario, before, orders.side)
    if seen != before:
        unfair = _objected(game, with_stand_ins(scenario, seen), seen, orders) - objected
        assert not unfair, f"legal, and objected to on receipt behind the fog: {sorted(unfair)}"
    own = {str(order) for order in orders.items}
    early = _dropped(_before_the_first_decision(played.facts)) & own
    assert early <= objected, f"not objected to on receipt: {sorted(early - objected)}"
    if not any(fact.kind in DECIDED for fact in played.facts):
        assert objected == _dropped(played.facts) & own, f"objected to and carried out: {sorted(objected - early)}"


def _objected(game: Game, scenario: Scenario, position: Position, orders: Orders) -> set[str]:
    """The orders to which a check has something to say."""
    given = Input({orders.side: orders})
    checked = play_step(_by_default(game), scenario, position, given, KindDice(), is_check=True)
    return {problem.spot.text for problem in checked.objections() if problem.spot}


def _before_the_first_decision(facts: Sequence[Fact]) -> list[Fact]:
    at = next((n for n, fact in enumerate(facts) if fact.kind in DECIDED), len(facts))
    return list(facts[:at])


def _dropped(facts: Sequence[Fact]) -> set[str]:
    return {fact["order"] for fact in facts if fact.kind == "dropped"}


def _by_default(game: Game) -> Game:
    """As the desk rehearses: what the file leaves open is decided by the default."""

    def counsel(
        board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
    ) -> tuple[tuple[str, ...], str]:
        chosen = question.default if question.allows(question.default) else (question.options[0].value,)
        return chosen, "default"

    return replace(game, counsel=counsel)


def check_files(game: Game, scenario: Scenario, before: Position, sent: dict[Side, Orders], played: Played) -> None:
    """Both checks. What both sides seal is not rehearsed together; later instalments are not in the file."""
    step = game.steps(scenario)[before.step]
    for side in step.needs:
        orders_survive_their_notation(game, scenario, step, sent[side])
    if len(step.needs) == 1 and not any(page.kind == "more" for page in played.pages):
        receipt_agrees(game, scenario, before, sent[step.needs[0]], played)
