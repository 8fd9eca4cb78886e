"""7 The cup: which chits are in it, and which is drawn."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.durchbruch.counters import AG, CORPS, IT
from pbem.games.durchbruch.marks import CUP, DRAWN, acted
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table

CHITS = {f"corps-{corps}": corps for side in CORPS for corps in CORPS[side]}  # the step of each corps
STEPS = {corps: step for step, corps in CHITS.items()}


def side_of(corps: str) -> Side:
    """See 7-b, 7-c: whose corps it is."""
    return AG if corps in CORPS[AG] else IT


def in_cup(board: Board) -> tuple[str, ...]:
    """See 5-3: the chits that are still in the cup, in a fixed order."""
    return tuple([one for one in board.noted(CUP).split(",") if one])


def fill(board: Board, *, with_late: bool) -> None:
    """5-3, 7-d, ruling R91 (see 7-b, 7-c): a chit for every corps in play; that of the XXVIII from turn 3 on, if its
    owner likes."""
    rows = board.scenario.charts["chits"]
    late = [str(rows["late"])] if with_late and board.turn >= int(board.scenario.charts["turns"]["xxviii_chit"]) else []
    board.write(CUP, ",".join([*rows["AG"], *rows["IT"], *late]), "5-3")
    for side in (AG, IT):
        board.write(acted(side), "", "5-3")


def draw(board: Board, table: Table, turn: int) -> None:
    """7-a, 7.1-end: one chit out of the cup, which says what is played next; the last one ends the turn."""
    cup = in_cup(board)
    if not cup:
        board.write(DRAWN, "", "7.1-end")
        return
    number = 1 + sum(board.number(acted(side)) for side in CORPS)
    take(board, table.draw(f"chit {number} of turn {turn}", cup, rule="7-a", kind="chit"))


def take(board: Board, corps: str) -> None:
    """See 7-a: the chit lies on the table."""
    board.write(CUP, ",".join(one for one in in_cup(board) if one != corps), "7-a")
    board.write(DRAWN, corps, "7-a")
    board.note("chit", "7-a", corps=corps, side=side_of(corps))


def choose_first(board: Board, corps: str) -> None:
    """7.2-3a: on turn 1 the Austro-Germans may name the first chit."""
    if corps not in CORPS[AG]:
        raise Illegal("7.2-3a", f"{corps} is no corps of the Austro-Germans", found=corps, wanted=", ".join(CORPS[AG]))
    if board.noted("first"):
        raise Illegal("7.2-3a", "the first chit is named already", found=corps, wanted=board.noted("first"))
    board.write("first", corps, "7.2-3a")
