"""Whole steps for tests: a field with a front through its middle, and orders of both sides for one step.

b = field_board("IT-7 XX 3-4-8 infantry at 0303", turn=3, step="al-movement")
play(b, AL, "move IT-7 to 0305")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.caporetto import sequence
from pbem.games.caporetto.counters import CP, SIDES
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Orders
from tests.games.caporetto.boards import board, read_all, table_for
from tests.games.tables import Answers, Dice, facts


def field(terrain: Mapping[str, str] | None = None, features: str = "", rows: int = 8, columns: int = 12) -> str:
    """A clear map; rows 01 to 04 are the Allies', the rest the Central Powers'; a source in the corner of each."""
    given = terrain or {}
    picture, sides = [], {"al": [], "cp": []}
    for row in range(rows, 0, -1):
        hexes = [f"{row:02}{column:02}" for column in range(1, columns + 1)]
        picture.append(f"  {row:02} " + " ".join(given.get(h, ".") for h in hexes))
        sides["al" if row <= rows // 2 else "cp"] += hexes
    lines = ["terrain:", *picture, f"hex al-side: {' '.join(sides['al'])}", f"hex cp-side: {' '.join(sides['cp'])}"]
    lines += ["hex source owner=AL: 0101", f"hex source owner=CP: {rows:02}{columns:02}"]
    return "\n".join([*lines, *(line.strip() for line in features.strip().splitlines())])


def field_board(
    units: str,
    terrain: Mapping[str, str] | None = None,
    features: str = "",
    *,
    turn: int = 6,
    step: str = "cp-movement",
    **more: Any,
) -> Board:
    """A board on the field, on turn 6 unless said otherwise: no winter, nothing special."""
    return board(field(terrain, features), units, turn, step=step, **more)


def orders_for(b: Board, texts: Mapping[Side, str], standing: Mapping[Side, str] | None = None) -> dict[Side, Orders]:
    """Orders of both sides for the board's step, and their standing orders."""
    kind = sequence.steps(b.scenario)[b.step].kind
    kept = standing or {}
    return {
        side: Orders(
            side, read_all(b, texts.get(side, ""), side, kind), read_all(b, kept.get(side, ""), side, "standing")
        )
        for side in SIDES
    }


def play(
    b: Board,
    side: Side = CP,
    text: str = "",
    *,
    other: str = "",
    dice: Dice = (),
    answers: Answers = None,
    standing: Mapping[Side, str] | None = None,
) -> Table:
    """The board's step with these orders of one side, and perhaps of the other."""
    texts = {one: text if one == side else other for one in SIDES}
    given = orders_for(b, texts, standing)
    made = table_for(b, given, dice, answers)
    sequence.steps(b.scenario)[b.step].run(b, made, given)
    return made


def place_of(b: Board, unit: str) -> str:
    """Where the unit is."""
    return b.place(UnitId(unit))


def moved(b: Board, unit: str) -> dict[str, Any]:
    """What the report says of the unit's last move."""
    return dict(facts(b, "moved", unit=unit)[-1].about)
