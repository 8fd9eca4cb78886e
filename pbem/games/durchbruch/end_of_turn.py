"""15 The Mutual End Turn Phase, and the end of the game."""

from __future__ import annotations

from pbem.games.durchbruch import accessory, cup, victory
from pbem.games.durchbruch.by_mail.orders import ChoosePlan
from pbem.games.durchbruch.counters import AG, IT, SIDES
from pbem.games.durchbruch.fog import is_hidden, show
from pbem.games.durchbruch.marks import (
    ATTACKED,
    HELD,
    PAID,
    PINNED,
    SPENT,
    STOPPED,
    TRIED,
    USED,
    WORK,
    held_at,
    lost,
    queue,
)
from pbem.games.durchbruch.set_up import PLAN
from pbem.kernel.board import Board
from pbem.kernel.clearing import take_off
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.hidden import reveal
from pbem.kernel.naming import the
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

SAPORITI = 5  # or more (7.0.1)


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """5-4, 15 (see 15.1, 15.2, 15.3): nobody decides anything; rally, score, and the marker moves on."""
    rally(board)
    record(board)
    call_saporiti(board, table)
    for note in sorted(note for note in board.notes if note.startswith(queue("")) or note == PAID):
        board.write(note, "", "15.3")
    if is_last(board):
        decide(board, table)
    elif not has_morning(board.turn + 1):
        cup.fill(board, with_late=board.noted("late") != "no")
        cup.draw(board, table, board.turn + 1)


def call_saporiti(board: Board, table: Table) -> None:
    """7.0.1, ruling R145: with the option a die after October 24 says whether the late chit comes next morning; on
    October 26 it comes anyhow."""
    if board.scenario.option("late-saporiti") != "on":
        return
    rows = board.scenario.charts["turns"]
    if board.turn + 1 == int(rows["xxviii_chit"]):
        comes = table.roll("XXVIII Corps", rule="7.0.1", by=IT, kindest=6) >= SAPORITI
        board.write("late", "" if comes else "no", "7.0.1")
    elif board.turn + 1 == int(rows["xxviii_chit_at_latest"]):
        board.write("late", "", "7.0.1")


def rally(board: Board) -> None:
    """15.1, rulings R89, R90 and R160: pinned units recover and guns are ready, without dice."""
    take_off(board, (PINNED, SPENT, ATTACKED, WORK, STOPPED, TRIED, USED), "15.1")


def record(board: Board) -> None:
    """15.2, 16.1 (see rulings R03 and R142): what is held now and which corps took it; what it is worth under the plan
    stays with the Austro-Germans till the end."""
    held = [f"{hex_id}:{corps}" for hex_id, corps in board.marked_hexes(HELD).items()]
    board.write(held_at(board.turn), ",".join(held) or "-", "15.2")
    board.note("held", "15.2", turn=board.turn, places=held)


def is_last(board: Board) -> bool:
    """15.3: the marker moves on until the scenario has no more turns."""
    return board.turn >= int(board.scenario.card["turns"])


def has_morning(turn: int) -> bool:
    """1.1: two turns a day, and the odd ones are mornings; turn 1 has the Preliminary Phase instead."""
    return turn > 1 and turn % 2 == 1


# -- the score -----------------------------------------------------------------------------------------------


def held_by_turns(board: Board) -> list[victory.Held]:
    """See 16.1: what was held when each turn ended, as `victory` counts it."""
    found: list[victory.Held] = []
    for turn in range(1, board.turn + 1):
        text = board.noted(held_at(turn))
        if text:
            pairs = [one.partition(":") for one in text.split(",") if ":" in one]
            found.append({HexId(hex_id): corps for hex_id, _, corps in pairs})
    return found


def losses(board: Board) -> victory.Losses:
    """See 16.2.1-2, 16.2.1-3: the lost steps so far."""
    return victory.Losses(*(board.number(lost(who)) for who in ("german", "austrian", "italian")))


def points(board: Board, plan: str = "") -> int:
    """See 16.2.1-1: the points of the Austro-Germans as things stand."""
    return victory.total(board.scenario, held_by_turns(board), losses(board), plan, board.number("exits"))


def decide(board: Board, table: Table) -> None:
    """16.5.3 (see 16.5, 5-4): plan and counters are turned up, the points counted, the winner named."""
    order = reveal(table, AG, PLAN, section="set-up", rule="16.5")
    plan = order.plan if isinstance(order, ChoosePlan) and board.scenario.card["victory"]["plan"] else ""
    accessory.prove(board, table)
    show(board, [unit for unit in board.units() if is_hidden(board, unit)], "1.5")
    total = points(board, plan)
    won = victory.winner(board.scenario, total)
    words = f"{the(SIDES[won])} win" if won in SIDES else "the game is a draw"
    board.note(
        "victory",
        "16.1",
        side=won,
        points=total,
        plan=plan,
        text=f"{words[0].upper()}{words[1:]} with {total} points for the Austro-Germans.",
    )
