"""What expectations look at: the position after a step, its facts and questions, and what the game says of it."""

from __future__ import annotations

from collections.abc import Callable

from pbem.kernel.board import Board
from pbem.kernel.case.matching import fits, listed, text_of, value_at, value_in
from pbem.kernel.case.parts import Expect
from pbem.kernel.case.words import same_amount
from pbem.kernel.facts import Fact
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.questions import Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.views.moves import Moves
from pbem.kernel.views.plain import plain
from pbem.kernel.views.sheet import SheetUnit
from pbem.values import dataclass

Found = tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What expectations look at: the position after the step, its facts, its questions."""

    game: Game
    scenario: Scenario
    position: Position
    facts: tuple[Fact, ...]
    asked: tuple[Question, ...]
    waiting: tuple[Question, ...]

    def board(self) -> Board:
        """A fresh board in the position."""
        return Board(self.scenario, self.position)

    def facts_of(self, expect: Expect) -> list[Fact]:
        """The facts of the episode that the expectation speaks of, or all."""
        if not expect.episode:
            return list(self.facts)
        kind, number = expect.episode
        return [fact for fact in self.facts if str(value_in(fact, kind)) == number]


# -- what the game says of the position ----------------------------------------------------------------------


def _reaches(scene: Aftermath, expect: Expect) -> Found:
    unit, goal = expect.words
    moves = scene.game.moves(scene.board(), unit)
    ways = [(way.name, str(one.cost)) for way in moves.ways for one in way.goals if one.hex == goal]
    for way, cost in ways:
        if same_amount(expect.values.get("cost", cost), cost) and expect.values.get("by", way) == way:
            return None
    shown = tuple([f"reaches {goal} cost {cost} by {way}" for way, cost in ways])
    return shown or (f"it cannot reach {goal}: {_closed(moves, goal)}",)


def _closed(moves: Moves, goal: str) -> str:
    row = next((row for row in moves.closed if row.hex == goal), None)
    return f"{row.why} [{row.rule}]" if row else "the hex is out of its reach"


def _cannot(scene: Aftermath, expect: Expect) -> Found:
    """The ordinary way does not lead there; others may."""
    unit, goal = expect.words
    moves = scene.game.moves(scene.board(), unit)
    reached = [one for way in moves.ways[:1] for one in way.goals if one.hex == goal]
    if reached:
        return (f"{unit} reaches {goal} cost {reached[0].cost}",)
    rule = next((row.rule for row in moves.closed if row.hex == goal), "")
    is_met = expect.values.get("by", rule) == rule
    return None if is_met else (f"it cannot, but {_closed(moves, goal)}",)


def _entry(scene: Aftermath, unit: str) -> SheetUnit | None:
    """What the order sheet says of a unit."""
    return scene.game.sheet(scene.board(), scene.scenario.side_of(UnitId(unit))).unit(unit)


def _is(scene: Aftermath, expect: Expect) -> Found:
    unit, phrase = expect.words
    entry = _entry(scene, unit)
    if entry is None:
        return (f"the order sheet does not show {unit}",)
    texts = (*(state.words for state in entry.states), *entry.marks, entry.type)
    rule = f"({expect.values['by']}" if "by" in expect.values else ""
    is_so = any(text.lower().startswith(phrase.lower()) and rule in text for text in texts)
    return None if is_so else texts


def _may(scene: Aftermath, expect: Expect) -> Found:
    unit, phrase = expect.words
    entry = _entry(scene, unit)
    allowed = entry.may if entry else ()
    return None if phrase.lower() in [text.lower() for text in allowed] else (f"it may: {listed(allowed)}",)


def _has(scene: Aftermath, expect: Expect) -> Found:
    shown = _entry(scene, expect.words[0])
    entry = plain(shown) if shown else {}
    wrong = [key for key, value in expect.values.items() if key not in entry or not fits(value, entry[key])]
    return tuple(f"{key} {text_of(entry.get(key, 'nothing'))}" for key in wrong) or None


def _points(scene: Aftermath, expect: Expect) -> Found:
    side, wanted = Side(expect.words[0]), int(expect.words[1])
    score = scene.game.summary(scene.board()).score
    lines = [line for line in (score.lines if score else ()) if line.side == side]
    rule = expect.values.get("by", "")
    total = sum(line.points for line in lines if rule in ("", line.rule))
    shown = tuple(f"{line.points} by {line.rule}: {line.what}" for line in lines if line.points)
    return None if total == wanted else (f"points {side} {total}", *shown)


def _summary(scene: Aftermath, expect: Expect) -> Found:
    """What the summary says; the game's own tracks go by their names alone."""
    found = plain(scene.game.summary(scene.board()))
    values = {**found["tracks"], **found}
    wrong = [key for key, value in expect.values.items() if not fits(value, value_at(values, key))]
    return tuple(f"{key}={text_of(value_at(values, key))}" for key in wrong) or None


QUERIES: dict[str, Callable[[Aftermath, Expect], Found]] = {
    "reaches": _reaches, "cannot": _cannot, "is": _is, "may": _may, "has": _has, "points": _points,
    "summary": _summary,
}  # fmt: skip
