"""17.0 Step losses: who can pay, who must pay first, and what becomes of who has paid all."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition.counters import is_battery, is_fortress
from pbem.games.strafexpedition.disorganization import current_morale, disorganization, disorganize, surrender
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Bill:
    """Steps that one side must lose in one combat; of `first`, if it names any, one unit must pay the first of them."""

    name: str
    side: Side
    hex: HexId
    units: tuple[UnitId, ...]
    steps: int
    rule: str
    first: tuple[UnitId, ...] = ()


def payers(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """17.3, 17.3.assault (see 20.5, ruling R117): infantry and, in an assault, fortresses; never a battery.

    A step that nobody of them can lose is void.
    """
    return tuple([unit for unit in units if board.is_on_map(unit) and not is_battery(board.unit(unit))])


def due(board: Board, bill: Bill) -> int:
    """See 17.1: how many steps there are to lose."""
    return min(bill.steps, sum(board.steps(unit) for unit in bill.units))


# -- who pays ------------------------------------------------------------------------------------------------


def weakest_first(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See ruling R54: full-strength units before reduced ones, the lowest current morale first, then by name."""

    def rank(unit: UnitId) -> tuple[bool, bool, int, str]:
        is_reduced = board.steps(unit) < board.unit(unit).figure("steps")
        return is_fortress(board.unit(unit)), is_reduced, current_morale(board, unit), unit

    return tuple(sorted(units, key=rank))


def by_default(board: Board, bill: Bill) -> tuple[UnitId, ...]:
    """See rulings R54, R118: step by step, of those at full strength the one of the lowest morale; a fortress last."""
    left = {unit: board.steps(unit) for unit in weakest_first(board, bill.units)}
    paid: list[UnitId] = []
    while len(paid) < due(board, bill):
        able = [unit for unit, steps in left.items() if steps and (paid or not bill.first or unit in bill.first)]
        payer = max(able, key=lambda unit: left[unit] if not is_fortress(board.unit(unit)) else 0)
        left[payer] -= 1
        paid.append(payer)
    return tuple(paid)


def settled(board: Board, table: Table, bills: Sequence[Bill]) -> dict[str, tuple[UnitId, ...]]:
    """See 13.4.4, rulings R54, R73: by bill who loses each step; the owners are asked for all of them at one moment."""
    asked = [bill for bill in bills if has_choice(board, bill)]
    answers = table.ask_all([_question(board, bill) for bill in asked]) if asked else []
    told = {bill.name: answer for bill, answer in zip(asked, answers, strict=True)}
    return {bill.name: _in_order(board, bill, told.get(bill.name, ())) for bill in bills}


def has_choice(board: Board, bill: Bill) -> bool:
    """See 13.4.4: whether it is open who pays, after the first step has been paid by who must."""
    steps, must = due(board, bill), len(bill.first) == 1
    is_all = steps == sum(board.steps(unit) for unit in bill.units)
    return len(bill.units) > 1 and steps > int(must) and not is_all


def _question(board: Board, bill: Bill) -> Question:
    steps = due(board, bill)
    options = tuple(Option(unit, counted(board.steps(unit), "step"), board.steps(unit)) for unit in bill.units)
    first = f"{', the first' if steps > 1 else ','} by {' or '.join(bill.first)}" if bill.first else ""
    each = "it" if steps == 1 else "each"
    text = f"{counted(steps, 'step')} must be lost in {bill.hex}{first}: which unit loses {each}?"
    return Question(
        bill.side, f"losses by {bill.name}", options, bill.rule, text, default=by_default(board, bill),
        hint="losses: weakest first", least=steps, most=steps,
        about={"topic": "losses", "hexes": [bill.hex], "loss": steps, "side": bill.side},
    )  # fmt: skip


def _in_order(board: Board, bill: Bill, answer: Sequence[str]) -> tuple[UnitId, ...]:
    """See 13.4.4: the first step by the unit whose morale was used, whatever the answer says; the others as it says."""
    chosen = [UnitId(unit) for unit in answer] or list(by_default(board, bill))
    if not chosen or not bill.first or any(unit in bill.first for unit in chosen):
        return tuple(chosen)
    return (bill.first[0], *chosen[:-1])


# -- paying --------------------------------------------------------------------------------------------------


def pay(board: Board, bill: Bill, paid: Sequence[UnitId]) -> None:
    """17.1, 17.2 (see 20.5, ruling R118): a battalion has two steps; with the second it is eliminated, not captured.

    A fortress that loses its one step in an assault is captured.
    """
    for unit in dict.fromkeys(paid):
        if is_fortress(board.unit(unit)):
            surrender(board, unit, "20.5")
        else:
            board.lose(unit, paid.count(unit), bill.rule)


def disorder(board: Board, units: Sequence[UnitId], points: int, rule: str, *, has_won: bool = False) -> None:
    """16.2, 16.4.1 (see 16.4, 16.4.2): points for each unit that is left after the steps; some surrender by them."""
    for unit in units:
        if points and board.is_on_map(unit):
            before, here = disorganization(board, unit), board.hex_of(unit)
            if not disorganize(board, unit, points, rule, has_won=has_won):
                now = disorganization(board, unit)
                board.note("disordered", rule, unit=unit, hex=here, points=now - before, now=now)
