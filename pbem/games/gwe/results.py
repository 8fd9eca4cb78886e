"""8.5 and 8.9: what a combat result does: options, affected steps, losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.games.gwe.counters import strength
from pbem.games.gwe.fortress import lose_fortress_steps, standing_fortress
from pbem.games.gwe.occupation import hqs_in, is_held_by
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of the option table: its number, the share of affected steps that is lost, the hexes of retreat."""

    number: int
    loss: str  # none, half or all
    retreat: int
    is_last_stand: bool

    def words(self) -> str:
        """The option as the table says it."""
        loss = {"none": "", "half": "lose half of the affected steps", "all": "all affected units are eliminated"}[
            self.loss
        ]
        hexes = f"retreat {self.retreat} hex{'es' if self.retreat > 1 else ''}" if self.retreat else ""
        return " and ".join(part for part in (loss, hexes) if part)


def choices(board: Board, who: str, result: str) -> tuple[Choice, ...]:
    """8.5 (see 8.9.A1, 8.9.A2, 8.9.D1, 8.9.D2, 8.9.D3, 8.9.E): the printed options of a result."""
    rows = [row for row in board.scenario.charts["option"] if row["who"] == who and row["result"] == result]
    return tuple(Choice(row["n"], row["loss"], row["retreat"], "last_stand" in row) for row in rows)


def share(affected: int, loss: str) -> int:
    """8.9.x3: half of a number of steps rounds up."""
    return {"none": 0, "half": (affected + 1) // 2, "all": affected}[loss]


def fortress_share(affected: int, result: str, board: Board) -> int:
    """See 11.12, 11.13, ruling J1: a garrison pays 50, 100 or 150 per cent of the affected steps, rounded up."""
    percent: int = board.scenario.charts["fortress"]["loss_percent"][result]
    return -(-affected * percent // 100)


def weakest_first(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The default order of losses: smallest strength first, so that the strong units last longest."""
    return choosing.weakest_first(units, lambda unit: _worth(board, unit))


def _worth(board: Board, unit: UnitId) -> int:
    best = max(strength(board, unit, figure) for figure in ("attack", "defence", "barrage"))
    return best * 10 + board.steps(unit)


def take_losses(board: Board, table: Table, side: Side, units: Sequence[UnitId], steps: int, rule: str) -> int:
    """8.9.x1 (see 8.9.x4): the owner names the units that pay, in his order; each pays until it is gone."""
    steps = min(steps, sum(board.steps(unit) for unit in units))
    if steps == 0:
        return 0
    for unit in loss_order(board, table, side, units, steps):
        paid = min(steps, board.steps(unit))
        steps -= board.lose(unit, paid, rule)
    return steps


def loss_order(board: Board, table: Table, side: Side, units: Sequence[UnitId], steps: int) -> tuple[UnitId, ...]:
    """8.9.x4: who pays first. Nobody is asked where there is nothing to choose."""
    if len(units) == 1 or steps >= sum(board.steps(unit) for unit in units):
        return tuple(units)
    shown = {unit: f"{counted(board.steps(unit), 'step')}, {board.unit(unit).size}" for unit in units}
    return choosing.ranked(
        table, side, "losses", shown, rule="8.9.x4",
        text=f"{counted(steps, 'step')} must be lost: which units pay, in this order?",
        default=weakest_first(board, units), hint="losses: weakest first",
        about={"topic": "losses", "hexes": [board.place(unit) for unit in units], "steps": steps},
    )  # fmt: skip


def pay_with_fortress(
    board: Board, table: Table, side: Side, hex_id: HexId, units: Sequence[UnitId], steps: int
) -> None:
    """See 11.12, 11.13, rulings J2, J3: a fortress step pays for two unit steps; the owner says what is paid with
    what."""
    fortress = standing_fortress(board, hex_id, side)
    have = sum(board.steps(unit) for unit in units)
    if fortress is None or steps >= have + 2 * fortress.steps:
        for unit in units:
            board.lose(unit, board.steps(unit), "11.12")
        lose_fortress_steps(board, hex_id, fortress.steps if fortress else 0, "11.12")
        return
    least = max(0, -(-(steps - have) // 2))
    most = min(fortress.steps, -(-steps // 2))
    options = tuple(
        Option(str(n), f"{counted(n, 'fortress step')}, {counted(max(0, steps - 2 * n), 'unit step')}")
        for n in range(least, most + 1)
    )
    given = most
    if len(options) > 1:
        question = Question(
            side, "fortress steps", options, "11.13",
            f"{counted(steps, 'step')} must be lost: how many fortress steps pay for it (each counts for two)?",
            default=(str(most),), hint=f"fortress {hex_id}: most", about={"topic": "fortress", "hexes": [hex_id]},
        )  # fmt: skip
        given = int(table.choose(question))
    lose_fortress_steps(board, hex_id, given, "11.13")
    take_losses(board, table, side, units, max(0, steps - 2 * given), "11.13")


def share_fate_of_hosts(board: Board, guests: Sequence[UnitId], is_half: bool) -> None:
    """8.66, 12.17, ruling G13: guests lose half with hosts that lost half, and are gone when the hosts leave or die."""
    for unit in guests:
        if not board.is_on_map(unit):
            continue
        if is_half:
            board.lose(unit, share(board.steps(unit), "half"), "8.66")
        elif board.steps(unit):
            board.lose(unit, board.steps(unit), "8.66")


def drop_lonely_hqs(board: Board, hex_id: HexId, side: Side) -> None:
    """10.53, ruling B7: an HQ whose combat units are all eliminated goes with them."""
    if is_held_by(board, hex_id, side) or standing_fortress(board, hex_id, side):
        return
    for hq in hqs_in(board, hex_id, side):
        board.eliminate(hq, "10.53", why="its troops are eliminated")
