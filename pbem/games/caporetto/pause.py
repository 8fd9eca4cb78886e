"""17.0 Operational pause: its declaration, what it brings, and what it forbids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.orders_turn import DeclarePause
from pbem.games.caporetto.counters import CP, NATION_NAMES, NATIONS, SIDES, movement_factor
from pbem.games.caporetto.morale import ARMY_OF, change
from pbem.games.caporetto.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide


def chart(board: Board) -> Mapping[str, Any]:
    """The figures of chapter 17."""
    found: Mapping[str, Any] = board.scenario.charts["pause"]
    return found


def is_paused(board: Board, side: Side) -> bool:
    """17.2: whether the side has declared a pause for this very turn."""
    return board.number(f"paused.{side}") == board.turn


def may_pause(board: Board) -> bool:
    """See 17.0: not on turns 1 and 2."""
    return board.turn >= int(chart(board)["from_turn"])


def allowance(board: Board, unit: UnitId) -> int:
    """17.2/3, 7.5 (see 7.2, 7.6, ruling R46): the movement factor, in a pause half, fractions up; nothing else
    counts."""
    points = movement_factor(board, unit)
    return (points + 1) // 2 if is_paused(board, board.unit(unit).side) else points


# -- declaring -----------------------------------------------------------------------------------------------


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """17.1 (see 17.0): before the Random Events Phase either or both sides may pause; sealed, both at once."""
    for side in (CP, *(other for other in SIDES if other != CP)):
        for order in orders[side].items:
            if isinstance(order, DeclarePause):
                with table.attempt(order):
                    _declare(board, table, side, order)


def _declare(board: Board, table: Table, side: Side, order: DeclarePause) -> None:
    failing = unmet(board, order.conditions)
    if not order.is_wanted or failing:
        if failing:
            table.skip(order, failing, "17.0")
        return
    check_may_pause(board, side)
    board.write(f"paused.{side}", board.turn, "17.0")
    board.note("pause", "17.0", side=side, turn=board.turn)
    die = table.roll(f"pause of {side}", rule="17.1", by=side, kind="pause", kindest=1)
    is_better = die in chart(board)["morale_die"]
    board.note("pause-roll", "17.1", side=side, die=die, success=is_better)
    if is_better:
        change(board, ARMY_OF[side], int(chart(board)["morale"]), "17.1", "operational pause")


def check_may_pause(board: Board, side: Side) -> None:
    """17.0: refuses a pause on turns 1 and 2, and a second one in the same turn."""
    if not may_pause(board):
        found, wanted = f"turn {board.turn}", f"turn {chart(board)['from_turn']} or later"
        raise Illegal("17.0", "an operational pause cannot be declared yet", found=found, wanted=wanted)
    if is_paused(board, side):
        raise Illegal("17.0", "the pause is declared already", wanted="one declaration", advice="strike one out")


# -- the turn after ------------------------------------------------------------------------------------------


def recovering(board: Board) -> tuple[Side, ...]:
    """See 17.1/2: the sides that paused in the turn before."""
    return tuple([side for side in SIDES if 0 < board.number(f"paused.{side}") == board.turn - 1])


def recover(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 17.1/2, rulings R91, R93: in the Reinforcement Phase after a pause a die of 1-3 gives one more RP."""
    lucky = []
    for side in recovering(board):
        die = table.roll(f"replacement point of {side}", rule="17.1/2", by=side, kind="replacement point", kindest=1)
        is_given = die in chart(board)["rp_die"]
        board.note("pause-rp", "17.1/2", side=side, die=die, success=is_given)
        lucky += [side] if is_given else []
    answers = table.ask_all([question for side in lucky if (question := _question(board, side))])
    nations = [*(_only(board, side) for side in lucky if not _question(board, side)), *(a[0] for a in answers)]
    for nation in nations:
        board.write(f"extra.{nation}", board.number(f"extra.{nation}") + int(chart(board)["rp"]), "17.1/2")


def nations_for(board: Board, side: Side) -> Sequence[str]:
    """17.1/2, ruling R91: who may get the point: any nation of the side that the Replacement Chart knows."""
    found = [nation for nation, owner in NATIONS.items() if owner == side and nation != "CZ"]  # ruling R87
    return [ARMY_OF[side]] if chosen(board, "pause-rp") == "own-army" else found


def _only(board: Board, side: Side) -> str:
    return nations_for(board, side)[0]


def _question(board: Board, side: Side) -> Question | None:
    nations = nations_for(board, side)
    if len(nations) < 2:
        return None
    return Question(
        side,
        f"replacement point after the pause of {side}",
        tuple(Option(nation, NATION_NAMES[nation]) for nation in nations),
        "17.1/2",
        "The pause has brought one replacement point. Which nation gets it?",
        default=(ARMY_OF[side],),
        hint=f"pause-rp: {ARMY_OF[side]}",
        about={"topic": "pause-rp"},
    )
