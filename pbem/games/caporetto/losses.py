"""11.7.1 Losses: which steps may be lost, and whose they are."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.counters import nation_of
from pbem.games.caporetto.stacking import worth
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Bill:
    """Steps that one side must lose in a combat, by these units."""

    side: Side
    units: tuple[UnitId, ...]
    steps: int
    storm: HexId | None = None  # the hex they attack; nothing for defenders


def weakest_first(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The default order of losses, so that the strong units last longest."""
    return choosing.weakest_first(units, lambda unit: worth(board, unit))


# -- who pays ------------------------------------------------------------------------------------------------


def payments(board: Board, bill: Bill, wanted: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """11.7.1/3, 11.7.1/4 (see rulings R24, R25, R26): the steps one by one; for each the first wanted unit that may
    pay."""
    left = {unit: board.steps(unit) for unit in wanted}
    paid: list[UnitId] = []
    while len(paid) < bill.steps and any(left.values()):
        able = _able(board, bill, left, is_first=not paid)
        payer = next(unit for unit in wanted if unit in able)
        left[payer] -= 1
        paid.append(payer)
    return tuple(paid)


def _able(board: Board, bill: Bill, left: dict[UnitId, int], is_first: bool) -> list[UnitId]:
    """See 11.7.1/3, 11.7.1/4, ruling R24: units at full strength before others; assault infantry first among them."""
    alive = [unit for unit, steps in left.items() if steps]
    full = [unit for unit in alive if left[unit] > 1]
    able = full or alive
    if bill.storm and is_first:
        assault = [unit for unit in able if is_storming(board, unit, bill.storm)]
        return assault or able
    return able


def is_storming(board: Board, unit: UnitId, target: HexId) -> bool:
    """See 11.7.1/4, 19.6: assault infantry in this attack; Alpini are that only against a mountain or alpine hex."""
    return is_assault(board, unit, target)


def has_choice(board: Board, bill: Bill) -> bool:
    """See 11.7.1/3: whether it matters in which order the units are named."""
    spreads = {tuple(sorted(payments(board, bill, _with_first(bill.units, unit)))): None for unit in bill.units}
    return len(spreads) > 1


def _with_first(units: Sequence[UnitId], first: UnitId) -> tuple[UnitId, ...]:
    return (first, *(unit for unit in units if unit != first))


def loss_order(board: Board, table: Table, bill: Bill) -> tuple[UnitId, ...]:
    """See 11.7.1/3: the owner says who pays first. Nobody is asked where there is nothing to choose."""
    default = weakest_first(board, bill.units)
    if not has_choice(board, bill):
        return default
    shown = {unit: _standing(board, unit) for unit in bill.units}
    return choosing.ranked(
        table, bill.side, "losses", shown, rule="11.7.1/3",
        text=f"{counted(bill.steps, 'step')} must be lost: which units lose them, in order, as far as the rules allow?",
        default=default, hint="losses: weakest first",
        about={"topic": "losses", "hexes": _hexes(board, bill), "loss": bill.steps},
    )  # fmt: skip


def _standing(board: Board, unit: UnitId) -> str:
    return f"{counted(board.steps(unit), 'step')}, in {board.place(unit)}"


def _hexes(board: Board, bill: Bill) -> list[str]:
    """Where the units stand, and for attackers the hex that they attack."""
    return list(dict.fromkeys([*([bill.storm] if bill.storm else []), *(board.place(unit) for unit in bill.units)]))


# -- paying --------------------------------------------------------------------------------------------------


def take_losses(board: Board, table: Table, bill: Bill, rule: str) -> dict[str, int]:
    """See 11.7.1, 11.7.1/3, 11.7.1/4, rulings R26, R27: the steps are lost. Returns how many by nation."""
    lost: dict[str, int] = {}
    if not bill.steps or not bill.units:
        return lost
    paid = payments(board, bill, loss_order(board, table, bill))
    for unit in dict.fromkeys(paid):
        nation, steps = nation_of(board, unit), paid.count(unit)
        board.lose(unit, steps, rule)
        lost[nation] = lost.get(nation, 0) + steps
    return lost


def loses_a_unit(board: Board, bill: Bill) -> bool:
    """See 11.7.1/3: whether this many steps cost at least one whole unit; which one does not matter."""
    paid = payments(board, bill, bill.units)
    return any(paid.count(unit) >= board.steps(unit) for unit in paid)


def survivors(board: Board, bill: Bill) -> int:
    """See 11.7.1/3: how many of the units are left after the bill; the same whoever pays."""
    paid = payments(board, bill, bill.units)
    return sum(1 for unit in bill.units if paid.count(unit) < board.steps(unit))
