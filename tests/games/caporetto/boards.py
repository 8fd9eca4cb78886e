"""Small boards for tests: a map, counters and a position from text, and orders as a player writes them.

    b = board('''
        terrain:
          03  . . . .
          02   . ^ . .
          01  . . . .
    ''', '''
        GE-12 XX 6-8-8 infantry assault at 0201
        IT-7  XX 3-4-8 infantry at 0202 1 oos
        GE-art1 - - artillery support 1
    ''', turn=4)
    fight(b, "attack 0202 with GE-12 support GE-art1", dice=[3, 5])

Numbering is the game's: rows grow to the north, odd rows stand half a hex to the east. A unit's line ends with its
place; behind the hex may stand the steps that are left and any marks. Without a `legend:` the game's letters hold.
"""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.games.caporetto import combat, infiltration
from pbem.games.caporetto.counsel import counsel
from pbem.games.caporetto.counters import CP, SIDES, arrival, is_support, read_unit
from pbem.games.caporetto.grammar import read_order
from pbem.games.caporetto.loading import load
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.hexes import HexId
from pbem.kernel.mail import Line
from pbem.kernel.mapfile import read_map
from pbem.kernel.names import UnitNames
from pbem.kernel.orders import Order, Orders
from pbem.kernel.pieces import ASIDE, WAITING, Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.questions import Answer, Question
from pbem.kernel.reading import MoreOrder
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.terrain import Map
from pbem.kernel.words import Words
from tests.games.tables import Answers, Dice, ListedDice, facts

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "caporetto"
HEAD = (
    "numbering: odd rows shifted, rows up, columns right, wrap 90\n"
    "legend:\n  . clear\n  : rough\n  ^ mountain\n  A alpine\n  D dominant\n  % marsh\n  ~ sea\n  _ none\n"
)


@cache
def chart_text() -> str:
    """The charts as they lie in the scenario folder."""
    return (SCENARIOS / "charts.toml").read_text(encoding="utf-8")


def the_map(text: str) -> Map:
    """A map from indented text; numbering and letters of the game are added where it has none."""
    text = textwrap.dedent(text).strip("\n") + "\n"
    return read_map(text if "legend:" in text else HEAD + text)


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
    first, *rest = unit.set_up.split() or [""]
    steps = unit.figure("steps")
    if first != "at":
        marks = tuple(sorted(rest[1:]))
        place = ASIDE if is_support(unit) else WAITING if arrival(unit) else ASIDE
        set_up = " ".join([first, *rest[:1]]).strip()
        return replace(unit, set_up=set_up), UnitState(place, steps, marks)
    place, *rest = rest
    if rest and rest[0].isdigit():
        steps, rest = int(rest[0]), rest[1:]
    return replace(unit, set_up=f"at {place}"), UnitState(place, steps, tuple(sorted(rest)))


def board(
    map_text: str,
    units_text: str,
    turn: int = 4,
    options: Mapping[str, str] | None = None,
    *,
    charts: Mapping[str, Any] | None = None,
    step: str = "cp-first-combat",
    hexes: Mapping[str, tuple[str, ...]] | None = None,
    notes: Mapping[str, str] | None = None,
) -> Board:
    """A board with this map and these units, on turn 4 unless said otherwise: no surprise, no gas, no German rush."""
    units, states = the_units(units_text)
    laid = tomllib.loads(chart_text()) | dict(charts or {})
    scenario = Scenario("caporetto", "test", "A small board", the_map(map_text), units, laid, {}, options or {})
    marks = {HexId(hex_id): tuple(sorted(found)) for hex_id, found in (hexes or {}).items()}
    return Board(scenario, Position("caporetto", turn, step, states, marks, dict(notes or {})))


def field(terrain: Mapping[str, str] | None = None, features: str = "") -> str:
    """A clear map of rows 01-07 and columns 01-07: the Central Powers in rows 05-07, the Allies in rows 01-04.

    0404 touches 0503 and 0504 in the north, 0403 and 0405 beside it, 0303 and 0304 behind it.
    """
    laid, numbers = terrain or {}, [f"{n:02}" for n in range(1, 8)]
    rows = [f"  {r} " + " ".join(laid.get(r + c, ".") for c in numbers) for r in reversed(numbers)]
    sides = [
        f"hex {name}: " + " ".join(r + c for r in numbers if (r > "04") == (name == "cp-side") for c in numbers)
        for name in ("al-side", "cp-side")
    ]
    sources = ["hex source owner=CP: 0704", "hex source owner=AL: 0104"]
    return "\n".join(["terrain:", *rows, *sides, *sources, textwrap.dedent(features)])


@cache
def printed(name: str = "historical") -> Scenario:
    """A scenario as it lies in the scenario folder."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.iterdir()) if path.is_file()}
    return load(texts, name, {})


# -- orders --------------------------------------------------------------------------------------------------


def read(b: Board, text: str, side: Side = CP, section: str = "first-combat") -> Order:
    """One order line, read as from a file."""
    reading = Reading(b.scenario, side, section, UnitNames(b.scenario.units.values()))
    words = Words(Line(1, text))
    order = read_order(words, reading)
    words.end()
    return order


def read_all(b: Board, text: str, side: Side, section: str) -> tuple[Order, ...]:
    """Order lines; `more` makes an instalment of them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return tuple(MoreOrder() if line == "more" else read(b, line, side, section) for line in lines)


def table_for(
    b: Board, orders: Mapping[Side, Orders], dice: Dice = (), answers: Answers = None, forced: str = ""
) -> Table:
    """A table whose counsel is the game's own: orders, standing orders, then the listed answers."""

    def ask(board: Board, question: Question) -> Answer | None:
        given = orders[question.side]
        found = counsel(board, question, given.items, given.standing)
        if found is not None:
            return Answer(*found)
        if answers == "default":
            return Answer(question.default, "default")
        if isinstance(answers, Mapping) and question.key in answers:
            return Answer(tuple(answers[question.key]), "answer")
        return None

    return Table(b, ListedDice(dice), ask, forced={"crt": forced.split(",")} if forced else None)


def given(
    b: Board, text: str, side: Side = CP, section: str = "first-combat", standing: Mapping[Side, str] | None = None
) -> dict[Side, Orders]:
    """Orders of one side and standing orders of both."""
    kept = {one: read_all(b, (standing or {}).get(one, ""), one, "standing") for one in SIDES}
    items = read_all(b, text, side, section)
    return {one: Orders(one, items if one == side else (), kept[one]) for one in SIDES}


def fight(
    b: Board,
    text: str,
    *,
    side: Side = CP,
    number: int = 1,
    dice: Dice = (),
    answers: Answers = "default",
    result: str = "",
    standing: Mapping[Side, str] | None = None,
) -> Table:
    """A whole Combat Sub-phase with these orders; `result` (`0/1,0/E` for two) is laid over the results table."""
    orders = given(b, text, side, "first-combat" if number == 1 else "second-combat", standing)
    made = table_for(b, orders, dice, answers, result)
    combat.run(b, made, orders, side, number)
    return made


def infiltrate(b: Board, text: str, *, side: Side = CP, dice: Dice = ()) -> Table:
    """A whole Infiltration Sub-phase with these orders."""
    orders = given(b, text, side, "infiltration")
    made = table_for(b, orders, dice)
    infiltration.run(b, made, orders, side)
    return made


def the_combat(b: Board, number: int = 1) -> dict[str, Any]:
    """What the report says of a combat."""
    return dict(facts(b, "combat", combat=number)[0].about)


def terms(sums: Mapping[str, Any]) -> dict[str, int]:
    """The terms of a sum by their rules; several of one rule are added up."""
    found: dict[str, int] = {}
    for _, rule, value in sums["terms"]:
        found[rule] = found.get(rule, 0) + value
    return found


def asked(t: Table) -> Sequence[str]:
    """The names of the dice that were cast."""
    dice = t.dice
    assert isinstance(dice, ListedDice)
    return dice.asked


def at(b: Board, unit: str) -> tuple[str, int]:
    """Where a unit is and how many steps it has left."""
    return b.place(UnitId(unit)), b.steps(UnitId(unit))
