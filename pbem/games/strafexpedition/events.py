"""EV The Event Phase: one die a day, and the tables of the two sides."""

from __future__ import annotations

from pbem.games.strafexpedition import (
    brusilov,
    called_up,
    confusion,
    counterattack,
    doctrine,
    logistics,
    short_firing,
    victory,
)
from pbem.games.strafexpedition.bombardment import BOMBARDED
from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

TABLES = {"italian": (IT, "event_italian", "EV.it"), "austro-hungarian": (AH, "event_austro_hungarian", "EV.ah")}
RUSSIAN = "russian"
OF_THE_DAY = (short_firing.NOTE, doctrine.NOTE, called_up.NOTE, called_up.FREE)


def take_place(board: Board) -> bool:
    """S1.ev, S2.ev, S5.ev (see S3.sp1, S4.sp): whether the scenario has an Event Phase today."""
    card = board.scenario.card["events"]
    return not card.get("none") and board.turn >= int(card["from_turn"])


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.0.7, EV.main (see ruling R24): the Initiative Player's die and the modifier of the day; then what it says."""
    day = int(board.scenario.card["first_day"]) + board.turn - 1
    modifier = int(board.scenario.charts["day"]["event_modifier"][day - 1])
    die = table.roll("event", rule="4.0.7", by=Side(board.noted("initiative", IT)))
    chart = board.scenario.chart("event_main")
    row = table.read("event_main", chart.result(die + modifier))
    board.note("event", "EV.main", die=die, modifier=modifier, result=row)
    if row == RUSSIAN:
        brusilov.succeed(board)
        if brusilov.is_over(board):
            victory.count(board)
    elif row in TABLES:
        _of_a_side(board, table, *TABLES[row])


def _of_a_side(board: Board, table: Table, side: Side, chart: str, rule: str) -> None:
    """EV.it.5-6, EV.ah.5-6 (see EV.it.1, EV.ah.1): a second die on the side's own table; 5 and 6 are nothing."""
    die = table.roll(f"event of {side}", rule=f"{rule}.1", by=side, kind="event of a side")
    found = table.read(chart, board.scenario.chart(chart).result(die))
    board.note("event", f"{rule}.{die if die < 5 else '5-6'}", die=die, modifier=0, result=found, side=side)
    if found == "counterattack":
        counterattack.draw(board, table)
    elif found in ("confusion", "wrong-direction"):
        confusion.happen(board, table, side)
    elif found == "short-firing":
        board.write(short_firing.NOTE, side, f"{rule}.3")
    elif found == "logistics":
        help_logistics(board, side)
    elif found == "doctrine":
        board.write(doctrine.NOTE, "yes", "EV.ah.1")


def help_logistics(board: Board, side: Side) -> None:
    """EV.it.4, EV.ah.4 (see 7.0, 22.0, ruling R196): five points more, and everybody hears of it; none if cut off."""
    if brusilov.is_cut_off(board, side):
        return
    points = int(board.scenario.charts["event_logistics"]["points"])
    rule = "EV.it.4" if side == IT else "EV.ah.4"
    logistics.gain(board, side, points, rule)
    board.note("points-arrive", rule, side=side, points=points)


def forget(board: Board) -> None:
    """See EV.it.1, EV.it.3, EV.ah.1, EV.ah.3: a new day begins, and yesterday's events are over."""
    for note in OF_THE_DAY:
        board.write(note, "", "4.0.1")
    for hex_id in board.marked_hexes(BOMBARDED):
        board.unmark_hex(hex_id, BOMBARDED, "4.0.1")


def forbids_pass(board: Board, side: Side) -> bool:
    """See EV.it.1, ruling R123: whether the side owes an attack that it can still make."""
    return side == IT and bool(counterattack.owing(board))


def check_pass(board: Board, side: Side) -> None:
    """See EV.it.1, ruling R123: who owes an attack does not pass as long as it can be made."""
    counterattack.check_pass(board, side)
