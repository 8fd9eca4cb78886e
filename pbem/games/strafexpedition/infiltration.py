"""11.1.2 Infiltration: from one hex of an enemy's zone to another, under his machine guns."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition.defensive_fire import Volley, shoot
from pbem.games.strafexpedition.trenches import hides_infiltration
from pbem.games.strafexpedition.zoc import controllers
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

TOPIC = "infiltration-fire"
FIRE, HOLD = "fire", "hold"


def under_fire(board: Board, side: Side, a: HexId, b: HexId) -> tuple[UnitId, ...]:
    """11.1.2 (see 18.7): the enemies in whose zones both hexes lie; those who control only one of them do not fire.

    Between two hexes with own trenches nobody is fired at.
    """
    if hides_infiltration(board, side, a, b):
        return ()
    there = controllers(board, b, side)
    return tuple([unit for unit in controllers(board, a, side) if unit in there])


def fire_at(
    board: Board, table: Table, firers: Sequence[UnitId], units: Sequence[UnitId], at: HexId, start: HexId,
    time: int = 1,
) -> None:  # fmt: skip
    """See 11.1.2, rulings R29, R31: machine guns alone, at those who move, in the hex that they have entered.

    Whoever may fire is asked, and fires by default: it costs nothing. `time` counts how often they have come this way.
    """
    side, names = board.unit(firers[0]).side, ", ".join(units)
    again = f" for time {time}" if time > 1 else ""
    options = (Option(FIRE, "it costs nothing"), Option(HOLD, "let them pass"))
    question = Question(
        side, f"fire at {units[0]} from {start} to {at}{again}", options, "11.1.2",
        f"{names} infiltrate from {start} to {at}, before {', '.join(firers)}{again}: fire?",
        default=(FIRE,), hint=f"{TOPIC}: {FIRE}", about={"topic": TOPIC, "hexes": [at], "side": side},
    )  # fmt: skip
    if table.choose(question) == FIRE:
        volley = Volley(side, at, tuple(units), tuple(firers))
        shoot(board, table, [volley], f"infiltration of {units[0]} from {start}{again} to", "11.1.2")
