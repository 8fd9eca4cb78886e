"""Boards with brigades and headquarters, and orders read from text, for the tests of a day.

b = field("AH-a BATTALION 0203 brigade=58\nAH-hq-58 HQ hq brigade=58")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.strafexpedition.by_mail.grammar import GRAMMAR
from pbem.games.strafexpedition.counters import COUNTERS, SIDES
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.words import Words
from tests.games.strafexpedition import boards
from tests.games.strafexpedition.boards import flat
from tests.games.strafexpedition.data import CHARTS, GAME

ROADS = "line road: 0101-0102-0103-0104-0105\nhex source owner=AH: 0101\n"
ROADS += "line road: 0812-0811-0810-0809-0808\nhex source owner=IT: 0812\n"


def ground(features: str = "") -> Map:
    """A plain of eight rows with twelve hexes; a source of each side in its corner, with a road."""
    return flat(8, 12, ROADS + features)


def made(
    map: Map, units: str, *, notes: Mapping[str, str] | None = None, step: str = "", turn: int = 1,
    hexes: Mapping[str, tuple[str, ...]] | None = None, charts: Mapping[str, Any] | None = None,
) -> Board:  # fmt: skip
    """Lines such as `AH-a BATTALION 0203 1 moved brigade=58`: name, kind, place, then steps, marks and the brigade."""
    counters, states = {}, {}
    for row in units.strip().splitlines():
        name, kind, place, *rest = row.split()
        words = [word for word in rest if word.startswith("brigade=")]
        figures, _, keys = getattr(boards, kind).partition(" back=")
        line = " ".join([name, figures, *words, *([f"back={keys}"] if keys else [])])
        counter = COUNTERS.read_unit(line)
        marks = [word for word in rest if word not in words]
        steps = int(marks.pop(0)) if marks and marks[0].isdigit() else counter.figure("steps")
        counters[UnitId(name)] = counter
        states[UnitId(name)] = UnitState(place, steps, tuple(sorted(marks)))
    card = {"first_day": 1, "turns": 5, "area": "all"}
    scenario = Scenario(GAME, "small", "small", map, counters, charts or CHARTS, card, {}, tuple(SIDES))
    return Board(
        scenario,
        Position(
            GAME, turn, step, states, {HexId(one): marks for one, marks in (hexes or {}).items()}, dict(notes or {})
        ),
    )


def field(units: str, features: str = "", **more: Any) -> Board:
    """Units on the plain."""
    return made(ground(features), units, **more)


def read(board: Board, side: Side, text: str, section: str) -> tuple[Order, ...]:
    """The orders in a text, one in each line."""
    names = UnitNames(board.scenario.units.values())
    reading = Reading(board.scenario, side, section, names)
    lines = [Line(number, row) for number, row in enumerate(text.strip().splitlines(), 1) if row.strip()]
    found = []
    for line in lines:
        words = Words(line)
        found.append(GRAMMAR.read(words, reading))
        words.end()
    return tuple(found)


def orders(board: Board, section: str, **texts: str) -> dict[Side, Orders]:
    """The orders of both sides for a section: `orders(b, "command", AH="spend 4")`."""
    return {side: Orders(side, read(board, side, texts.get(side, ""), section)) for side in SIDES}
