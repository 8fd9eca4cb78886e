"""8.5 and 8.9: what a combat result does: options, affected steps, losses."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.gwe.counters import strength
from pbem.games.gwe.fortress import lose_fortress_steps, standing_fortress
from pbem.games.gwe.occupation import hqs_in, is_held_by
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question, split_part
from pbem.kernel.table import Table
from pbem.values import NamedTuple

ALL = 999  # more steps than any force has


class Choice(NamedTuple):
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


def take_losses(board: Board, table: Table, side: Side, units: Sequence[UnitId], steps: int, rule: str) -> None:
    """8.9.x1 (see 8.9.x4): the owner says who pays, unit by unit or step by step."""
    steps = min(steps, sum(board.steps(unit) for unit in units))
    if steps == 0:
        return
    for unit, paid in payments(board, units, loss_order(board, table, side, units, steps), steps).items():
        board.lose(unit, paid, rule)


def loss_order(board: Board, table: Table, side: Side, units: Sequence[UnitId], steps: int) -> tuple[str, ...]:
    """See 8.9.x4: who pays first, and with how many steps. Nobody is asked where there is nothing to choose."""
    if len(units) == 1 or steps >= sum(board.steps(unit) for unit in units):
        return tuple(units)
    shown = {unit: f"{counted(board.steps(unit), 'step')}, {board.unit(unit).size}" for unit in units}
    question = Question(
        side, "losses", tuple(Option(unit, words, parts=board.steps(unit)) for unit, words in shown.items()),
        "8.9.x4", f"{counted(steps, 'step')} must be lost: which units lose them, in this order?",
        many=True, default=weakest_first(board, units), hint="losses: weakest first",
        about={"topic": "losses", "hexes": [board.place(unit) for unit in units], "steps": steps},
    )  # fmt: skip
    return table.ask(question)


def payments(board: Board, units: Sequence[UnitId], wanted: Sequence[str], steps: int) -> dict[UnitId, int]:
    """8.9.x4: any mixture. `GE-12 1` pays one step, `GE-12` alone until it is gone; then who was named with a number,
    then the others, the weakest first."""
    named = [split_part(word) for word in wanted]
    order = [(UnitId(unit), part or steps) for unit, part in named]
    order += [(UnitId(unit), steps) for unit, part in named if part]
    order += [(unit, steps) for unit in weakest_first(board, units)]
    paid: dict[UnitId, int] = {}
    for unit, most in order:
        due = min(most, board.steps(unit) - paid.get(unit, 0), steps - sum(paid.values()))
        if due > 0:
            paid[unit] = paid.get(unit, 0) + due
    return paid


def pay_with_fortresses(
    board: Board, table: Table, side: Side, forts: Sequence[HexId], units: Sequence[UnitId], steps: int
) -> None:
    """See 11.12, 11.13, rulings J2, J3, J6: a fortress step pays for two unit steps; the owner says what is paid with
    what, fortress by fortress."""
    standing = {f.hex: f.steps for hex_id in forts if (f := standing_fortress(board, hex_id, side))}
    have = sum(board.steps(unit) for unit in units)
    if steps >= have + 2 * sum(standing.values()):
        for unit in units:
            board.lose(unit, board.steps(unit), "11.12")
        for hex_id, left in standing.items():
            lose_fortress_steps(board, hex_id, left, "11.12")
        return
    for hex_id in list(standing):
        left = standing.pop(hex_id)
        least = max(0, -(-(steps - have - 2 * sum(standing.values())) // 2))
        most = min(left, -(-steps // 2))
        given = _fortress_steps(board, table, side, hex_id, range(least, most + 1), steps, is_only=len(forts) == 1)
        lose_fortress_steps(board, hex_id, given, "11.13")
        steps = max(0, steps - 2 * given)
    take_losses(board, table, side, units, steps, "11.13")


def _fortress_steps(
    board: Board, table: Table, side: Side, hex_id: HexId, numbers: range, steps: int, is_only: bool
) -> int:
    """See 11.13: how many steps of one fortress pay. Nobody is asked where there is nothing to choose."""
    if len(numbers) == 1:
        return numbers[0]
    options = tuple(
        Option(str(n), f"{counted(n, 'fortress step')}, {counted(max(0, steps - 2 * n), 'step')} from others")
        for n in numbers
    )
    where = "" if is_only else f" of {board.map.called(hex_id)}"
    question = Question(
        side, "fortress steps" if is_only else f"fortress steps of {hex_id}", options, "11.13",
        f"{counted(steps, 'step')} must be lost: how many fortress steps{where} absorb them (each counts for two)?",
        default=(str(numbers[-1]),), hint=f"fortress {hex_id}: most", about={"topic": "fortress", "hexes": [hex_id]},
    )  # fmt: skip
    return int(table.choose(question))


def share_fate_of_hosts(board: Board, guests: Sequence[UnitId], is_half: bool) -> None:
    """8.66, 12.17, rulings G13, G19: guests lose half with hosts that lost half, and are gone, HQs among them, when the
    hosts leave or die."""
    for unit in filter(board.is_on_map, guests):
        if board.steps(unit):
            board.lose(unit, share(board.steps(unit), "half" if is_half else "all"), "8.66")
        elif not is_half:
            board.eliminate(unit, "8.66", why="its hosts were driven out or eliminated")


def drop_lonely_hqs(board: Board, hex_id: HexId, side: Side) -> None:
    """10.53, ruling B7: an HQ whose combat units are all eliminated goes with them."""
    if is_held_by(board, hex_id, side) or standing_fortress(board, hex_id, side):
        return
    for hq in hqs_in(board, hex_id, side):
        board.eliminate(hq, "10.53", why="its troops are eliminated")
