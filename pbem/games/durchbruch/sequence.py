"""5 Sequence of play: the Preliminary Phase, mornings, the corps as their chits are drawn, the end of the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import cup, end_of_turn, operations, preliminary, replacements, set_up, surprise
from pbem.games.durchbruch.by_mail.orders import LateChit
from pbem.games.durchbruch.counters import AG, IT, SIDES
from pbem.games.durchbruch.marks import CUP, DRAWN
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

OVER = "over"
BEFORE = ("set-up", "bombardment", "surprise")
CHITS = tuple(cup.CHITS)


def steps(scenario: Scenario) -> Mapping[str, Step]:
    """See 5-1, 5-2, 5-3, 5-4: all steps; which chit comes when is the cup's to say."""
    return scenario.memo("steps", _steps)


def _steps() -> dict[str, Step]:
    corps = [(cup.side_of(cup.CHITS[chit]), chit) for chit in CHITS]
    listed = [
        Step("set-up", "Set-up", "set-up", set_up.run, (AG, IT), "6.1-a"),
        Step("bombardment", "Preliminary bombardment", "bombardment", preliminary.run, (AG,), "6.3.1", side=AG),
        Step("surprise", "Preliminary attack", "surprise", surprise.run, (AG,), "6.4.1", side=AG),
        Step("morning", "Morning", "morning", morning, (AG, IT), "5-2"),
        *(
            Step(chit, f"{SIDES[s]}: {_title(chit)}", chit, operations.operate, (s,), "7-a", side=s)
            for s, chit in corps
        ),
        Step("end", "Mutual End Turn Phase", "end", end_of_turn.run, (), "15"),
    ]
    return {step.id: step for step in listed}


def _title(chit: str) -> str:
    corps = cup.CHITS[chit]
    return f"{corps} {'Korps' if cup.side_of(corps) == AG else 'Corps'}"


def morning(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 5-2, 7-d, 8.2-d: replacements of both sides, and whether the late chit goes into the cup."""
    for side in SIDES:
        replacements.replace(board, table, side, orders[side].items)
    for side in SIDES:
        for order in [order for order in orders[side].items if isinstance(order, LateChit)]:
            with table.attempt(order):
                _say_late(board, order, side)
    cup.fill(board, with_late=board.noted("late") != "no")
    cup.draw(board, table, board.turn)


def _say_late(board: Board, order: LateChit, side: Side) -> None:
    """See 7-d, 7.0.1: whether the chit of the XXVIII goes into the cup, unless General Saporiti's die says so."""
    if side != IT:
        raise Illegal("7-d", "the XXVIII Corps is Italian", found=str(order), wanted="no such order")
    if board.scenario.option("late-saporiti") == "on":
        raise Illegal("7.0.1", "the die decides when the XXVIII Corps comes", found=str(order), wanted="no such order")
    board.write("late", "" if order.is_wanted else "no", "7-d")


# -- what comes next -----------------------------------------------------------------------------------------


def after(scenario: Scenario, board: Board) -> Place:
    """See 5-1, 5-3, 15.3: where play goes on when the board's step is finished."""
    if board.step in BEFORE[:2]:
        return Place(board.turn, BEFORE[BEFORE.index(board.step) + 1])
    if board.step != "end":
        return Place(board.turn, cup.STEPS.get(board.noted(DRAWN), "end"))
    if end_of_turn.is_last(board):
        return Place(board.turn, OVER)
    turn = board.turn + 1
    return Place(turn, "morning" if end_of_turn.has_morning(turn) else cup.STEPS[board.noted(DRAWN)])


def may_come(scenario: Scenario, position: Position, side: Side) -> Sequence[Place]:
    """See 7-a: the steps that take orders of a side: those before turn 1, the chit on the table, then the cup."""
    turn, now, notes = position.turn, position.step, position.notes
    before = [step for step in BEFORE if now in BEFORE and BEFORE.index(step) >= BEFORE.index(now)]
    first = [step for step in before if step == "set-up" or side == AG] + (["morning"] if now == "morning" else [])
    drawn = [one for one in (now, *(cup.STEPS.get(one, "") for one in notes.get(CUP, "").split(","))) if one in CHITS]
    chits = drawn if now in CHITS else [one for one in CHITS if _is_in_play(scenario, turn, one)]
    own = [one for one in chits if cup.side_of(cup.CHITS[one]) == side] if now != "end" else []
    return [Place(turn, step) for step in (*first, *own)]


def _is_in_play(scenario: Scenario, turn: int, chit: str) -> bool:
    """See 7-d: the chit of the XXVIII Corps waits for turn 3."""
    is_late = cup.CHITS[chit] == str(scenario.charts["chits"]["late"])
    return not is_late or turn >= int(scenario.charts["turns"]["xxviii_chit"])
