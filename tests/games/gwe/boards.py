"""Small boards for tests: a map, counters and a position from text, and a table with listed dice.

    b = board('''
        terrain:
          01  . . ^
          02 . . .
        line rail owner=CP: 0101-0102
    ''', '''
        GE-5  XX 6-7-8 infantry stosstruppen at 0101
        IT-52 XX 3-4-8 alpine at 0103 1 moved
    ''')
    movement.run(b, table(b, dice=[3, 5]), orders, CP)

Imported as `from tests.games.gwe.boards import board, table, facts, dropped`.

A unit's line ends with its place (`at 0101`, `at waiting`, `turn 4 C`); behind the hex may stand the steps that are
left and any marks. Without a `legend:` the usual letters hold: . clear, ^ mountain, % swamp, ~ sea, = lagoon, o lake.
"""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.games.gwe import movement
from pbem.games.gwe.counters import CP, SIDES, read_unit
from pbem.games.gwe.loading import load
from pbem.games.gwe.orders import Leg, Move
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.hexes import HexId
from pbem.kernel.mapfile import read_map
from pbem.kernel.orders import Order, Orders
from pbem.kernel.pieces import ASIDE, WAITING, Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.questions import Answer, Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Roll, Table
from pbem.kernel.terrain import Map

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "gwe"
LEGEND = "legend:\n  . clear\n  ^ mountain\n  % swamp\n  ~ sea\n  = lagoon\n  o lake\n  _ none\n"


@cache
def chart_texts() -> str:
    """The charts as they lie in the scenario folder."""
    return (SCENARIOS / "charts.toml").read_text(encoding="utf-8")


def the_charts() -> dict[str, Any]:
    """The charts of the game, a fresh copy each time."""
    return tomllib.loads(chart_texts())


def the_map(text: str) -> Map:
    """A map from indented text; the usual legend is added where it has none."""
    text = textwrap.dedent(text).strip("\n") + "\n"
    return read_map(text if "legend:" in text else LEGEND + text)


def the_units(text: str) -> tuple[dict[UnitId, Unit], dict[UnitId, UnitState]]:
    """Counters and where they stand, from lines of the manifest."""
    units: dict[UnitId, Unit] = {}
    states: dict[UnitId, UnitState] = {}
    for row in text.splitlines():
        if row.split("#")[0].strip():
            unit, state = _unit_and_state(read_unit(row.strip()))
            units[unit.id], states[unit.id] = unit, state
    return units, states


def _unit_and_state(unit: Unit) -> tuple[Unit, UnitState]:
    first, *rest = unit.set_up.split() or ["turn"]
    if first != "at":
        place = ASIDE if first == "tyrol" else WAITING
        return unit, UnitState(place, unit.figure("steps"))
    place, *rest = rest
    steps = unit.figure("steps")
    if rest and rest[0].isdigit():
        steps, rest = int(rest[0]), rest[1:]
    return replace(unit, set_up=f"at {place}"), UnitState(place, steps, tuple(sorted(rest)))


def board(
    map_text: str,
    units_text: str,
    turn: int = 1,
    options: Mapping[str, str] | None = None,
    *,
    charts: Mapping[str, Any] | None = None,
    card: Mapping[str, Any] | None = None,
    step: str = "cp-movement",
    hexes: Mapping[str, tuple[str, ...]] | None = None,
    notes: Mapping[str, str] | None = None,
) -> Board:
    """A board with this map and these units."""
    units, states = the_units(units_text)
    given = charts if charts is not None else the_charts()
    scenario = Scenario("gwe", "test", "A small board", the_map(map_text), units, given, card or {}, options or {})
    marks = {HexId(hex_id): tuple(sorted(found)) for hex_id, found in (hexes or {}).items()}
    return Board(scenario, Position("gwe", turn, step, states, marks, dict(notes or {})))


class ListedDice:
    """Dice with faces listed in order, or by the name of the roll; a roll that is not listed fails the test."""

    def __init__(self, faces: Sequence[int] | Mapping[str, int | Sequence[int]]) -> None:
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


def table(
    board: Board,
    dice: Sequence[int] | Mapping[str, int | Sequence[int]] = (),
    answers: Mapping[str, tuple[str, ...]] | str | None = None,
    *,
    instalments: Mapping[str, Sequence[Order]] | None = None,
    forced: Mapping[str, list[str]] | None = None,
) -> Table:
    """A table with listed dice and answers by question key; `answers="default"` takes every printed default.

    A question without an answer raises `Waiting`; `dropped(board)` lists the orders that a rule forbade.
    """

    def counsel(_: Board, question: Question) -> Answer | None:
        if answers == "default":
            return Answer(question.default, "default")
        if isinstance(answers, Mapping) and question.key in answers:
            return Answer(tuple(answers[question.key]), "answer")
        return None

    parts = instalments or {}
    return Table(board, ListedDice(dice), counsel, forced=forced, instalments=lambda side, key: parts.get(key))


def facts(board: Board, kind: str, **about: Any) -> list[Fact]:
    """The facts of a kind that say all this."""
    return [f for f in board.facts if f.kind == kind and all(f.get(key) == value for key, value in about.items())]


def dropped(board: Board) -> list[tuple[str, str]]:
    """The rule and reason of every order that was dropped."""
    return [(fact.rule, fact["why"]) for fact in facts(board, "dropped")]


# -- movement ------------------------------------------------------------------------------------------------


def field(terrain: Mapping[str, str] | None = None, features: str = "", rows: int = 7, columns: int = 12) -> str:
    """A clear map of rows 01-07 and columns 01-12: CP rail along row 01 from the exit 0101, AL rail along row 07."""
    given = terrain or {}
    picture = [
        f"  {row:02} " + " ".join(given.get(f"{row:02}{column:02}", ".") for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    ]
    north = "-".join(f"01{column:02}" for column in range(1, columns + 1))
    south = "-".join(f"{rows:02}{column:02}" for column in range(1, columns + 1))
    lines = ["terrain:", *picture, f"line rail owner=CP: {north}", f"line rail owner=AL: {south}"]
    lines += ["hex rail-exit owner=CP: 0101", f"hex rail-exit owner=AL: {rows:02}{columns:02}"]
    return "\n".join([*lines, textwrap.dedent(features)])


def move(unit: str, *legs: str, march: bool = False, conditions: tuple[Any, ...] = ()) -> Move:
    """An order as a player writes it: `move("GE-5", "0102 -> 0103", "entrain", "rail 0108", "detrain")`."""
    return Move(UnitId(unit), tuple(map(leg, legs)), march, conditions)


def leg(text: str) -> Leg:
    """One leg of a move."""
    first, _, rest = text.partition(" ")
    if first in ("entrain", "detrain"):
        return Leg(first)
    kind, way = (first, rest) if first in ("rail", "off-map") else ("walk", text)
    return Leg(kind, tuple(HexId(part.strip()) for part in way.split("->")))


def given(side: Side, *items: Order, standing: Sequence[Order] = ()) -> dict[Side, Orders]:
    """The orders of one side; the other has sent none."""
    return {one: Orders(one, items if one == side else (), tuple(standing) if one == side else ()) for one in SIDES}


def play(
    board: Board,
    *orders: Order,
    side: Side = CP,
    dice: Sequence[int] | Mapping[str, int | Sequence[int]] = (),
    answers: Mapping[str, tuple[str, ...]] | str | None = None,
    instalments: Mapping[str, Sequence[Order]] | None = None,
) -> Table:
    """A whole Movement Phase with these orders."""
    made = table(board, dice, answers, instalments=instalments)
    movement.run(board, made, given(side, *orders), side)
    return made


def cost_of(board: Board, unit: str) -> int:
    """The movement points that the unit's last move took."""
    return int(facts(board, "moved", unit=unit)[-1]["cost"])


def printed(name: str = "historical", options: Mapping[str, str] | None = None) -> Scenario:
    """A scenario as it lies in the scenario folder."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.iterdir())}
    return load(texts, name, options or {})
