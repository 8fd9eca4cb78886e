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
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from pbem.games.caporetto import combat, infiltration
from pbem.games.caporetto.by_mail.counsel import counsel
from pbem.games.caporetto.by_mail.grammar import read_order
from pbem.games.caporetto.counters import COUNTERS, CP, SIDES, arrival, is_support
from pbem.games.caporetto.loading import load
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.pieces import ASIDE, WAITING, Side, Unit, UnitId
from pbem.kernel.position import UnitState
from pbem.kernel.questions import Answer, Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import MoreOrder, Order, Orders
from pbem.kernel.text.words import Words
from tests.games.small import FOLDER, charts_of, placed_units, small_board, small_map, texts_of
from tests.games.tables import Answers, Dice, ListedDice, counsel_of, facts

SCENARIOS = FOLDER / "caporetto"
HEAD = (
    "numbering: odd rows shifted, rows up, columns right, wrap 90\n"
    "legend:\n  . clear\n  : rough\n  ^ mountain\n  A alpine\n  D dominant\n  % marsh\n  ~ sea\n  _ none\n"
)


def _elsewhere(unit: Unit) -> tuple[Unit, UnitState]:
    """A support unit or a reinforcement; behind its turn may stand marks."""
    when, marks = unit.set_up.split()[:2], unit.set_up.split()[2:]
    place = ASIDE if is_support(unit) else WAITING if arrival(unit) else ASIDE
    return replace(unit, set_up=" ".join(when)), UnitState(place, unit.figure("steps"), tuple(sorted(marks)))


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
    placed = placed_units(units_text, COUNTERS.read_unit, _elsewhere)
    laid = charts_of("caporetto") | dict(charts or {})
    more: dict[str, Any] = {"options": options, "hexes": hexes, "notes": notes}
    return small_board("caporetto", small_map(map_text, HEAD), placed, laid, turn, step, **more)


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
    return load(texts_of("caporetto"), name, {})


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
        return Answer(*found) if found is not None else counsel_of(answers)(board, question)

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
    return next(dict(f.about) for f in facts(b, "combat") if f.episode and f.episode.number == number)


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
