"""What expectations look at: the position after a step, its facts and questions, and what the game says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.case.matching import fits, listed, text_of, value_at, value_in
from pbem.kernel.case.parts import Expect
from pbem.kernel.facts import Fact
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.questions import Question
from pbem.kernel.scenario import Scenario

Found = tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Scene:
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


def _reaches(scene: Scene, expect: Expect) -> Found:
    unit, goal = expect.words
    moves = scene.game.moves(scene.board(), unit)
    ways = [(way, row) for way, rows in moves.items() if way != "closed" and isinstance(rows, list) for row in rows]
    ways = [(way, row) for way, row in ways if isinstance(row, dict) and row.get("hex") == goal]
    for way, row in ways:
        cost = str(row.get("cost", row.get("hexes", "")))
        if expect.values.get("cost", cost) == cost and expect.values.get("by", way) == way:
            return None
    shown = tuple(f"reaches {goal} cost {row.get('cost', row.get('hexes', '?'))} by {way}" for way, row in ways)
    return shown or (f"it cannot reach {goal}: {_closed(moves, goal)}",)


def _closed(moves: Mapping[str, Any], goal: str) -> str:
    row = next((row for row in moves.get("closed", ()) if row["hex"] == goal), None)
    return f"{row['why']} [{row['rule']}]" if row else "the hex is out of its reach"


def _cannot(scene: Scene, expect: Expect) -> Found:
    unit, goal = expect.words
    moves = scene.game.moves(scene.board(), unit)
    row = next((row for row in moves.get("walk", ()) if row["hex"] == goal), None)
    if row:
        return (f"{unit} reaches {goal} cost {row['cost']}",)
    closed = next((row for row in moves.get("closed", ()) if row["hex"] == goal), {"rule": ""})
    is_met = expect.values.get("by", closed["rule"]) == closed["rule"]
    return None if is_met else (f"it cannot, but {_closed(moves, goal)}",)


def _entry(scene: Scene, unit: str) -> dict[str, Any]:
    """What the order sheet says of a unit."""
    sheet = scene.game.sheet(scene.board(), scene.scenario.side_of(UnitId(unit)))
    todo: list[Any] = [sheet]
    for value in todo:
        if isinstance(value, dict) and value.get("id") == unit:
            return value
        todo += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {}


def _is(scene: Scene, expect: Expect) -> Found:
    unit, phrase = expect.words
    texts = [value for value in _entry(scene, unit).values() if isinstance(value, str)]
    rule = f"({expect.values['by']}" if "by" in expect.values else ""
    if any(text.lower().startswith(phrase.lower()) and rule in text for text in texts):
        return None
    return tuple(text for text in texts if " " in text) or (f"the order sheet does not show {unit}",)


def _may(scene: Scene, expect: Expect) -> Found:
    unit, phrase = expect.words
    allowed = [text for text in _entry(scene, unit).get("may", ()) if isinstance(text, str)]
    return None if phrase.lower() in [text.lower() for text in allowed] else (f"it may: {listed(allowed)}",)


def _has(scene: Scene, expect: Expect) -> Found:
    entry = _entry(scene, expect.words[0])
    wrong = [key for key, value in expect.values.items() if key not in entry or not fits(value, entry[key])]
    return tuple(f"{key} {text_of(entry.get(key, 'nothing'))}" for key in wrong) or None


def _points(scene: Scene, expect: Expect) -> Found:
    side, wanted = Side(expect.words[0]), int(expect.words[1])
    score = scene.game.summary(scene.board()).get("score", {})
    lines = [line for line in score.get("lines", ()) if line["side"] == side]
    rule = expect.values.get("by", "")
    total = sum(line["points"] for line in lines if rule in ("", line["rule"]))
    shown = tuple(f"{line['points']} by {line['rule']}: {line['what']}" for line in lines if line["points"])
    return None if total == wanted else (f"points {side} {total}", *shown)


def _summary(scene: Scene, expect: Expect) -> Found:
    summary = scene.game.summary(scene.board())
    wrong = [key for key, value in expect.values.items() if not fits(value, value_at(summary, key))]
    return tuple(f"{key}={text_of(value_at(summary, key))}" for key in wrong) or None


QUERIES: dict[str, Callable[[Scene, Expect], Found]] = {
    "reaches": _reaches, "cannot": _cannot, "is": _is, "may": _may, "has": _has, "points": _points,
    "summary": _summary,
}  # fmt: skip
