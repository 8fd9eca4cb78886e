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
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.gwe import movement
from pbem.games.gwe.by_mail.orders import Leg, Move
from pbem.games.gwe.counters import COUNTERS, CP, SIDES
from pbem.games.gwe.loading import load
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import ASIDE, WAITING, Side, Unit, UnitId
from pbem.kernel.position import UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, Orders
from tests.games.small import FOLDER, charts_of, placed_units, small_board, small_map, texts_of
from tests.games.tables import ListedDice, dropped, facts, table

__all__ = ["ListedDice", "dropped", "facts", "table"]

SCENARIOS = FOLDER / "gwe"
LEGEND = "legend:\n  . clear\n  ^ mountain\n  % swamp\n  ~ sea\n  = lagoon\n  o lake\n  _ none\n"


def the_charts() -> dict[str, Any]:
    """The charts of the game, a fresh copy each time."""
    return charts_of("gwe")


def _elsewhere(unit: Unit) -> tuple[Unit, UnitState]:
    place = ASIDE if unit.set_up.startswith("tyrol") else WAITING
    return unit, UnitState(place, unit.figure("steps"))


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
    placed = placed_units(units_text, COUNTERS.read_unit, _elsewhere)
    given = charts if charts is not None else the_charts()
    more: dict[str, Any] = {"options": options, "hexes": hexes, "notes": notes}
    return small_board("gwe", small_map(map_text, LEGEND), placed, given, turn, step, card=card, **more)


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
    return load(texts_of("gwe"), name, options or {})
