"""12.2.8 Hit points: what a step costs, who pays, and who is Disorganized by what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.italia18.assault_troops import STOSSTRUPPEN, is_assault_troops
from pbem.games.italia18.counters import is_detachment, is_division
from pbem.games.italia18.disorder import DG, disorganize
from pbem.games.italia18.losses import lose_step, weakest_first
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.values import NamedTuple, dataclass

STEP, DISORDER = "step", "disorder"


@dataclass(frozen=True, slots=True)
class Bill:
    """Hit points that one side must convert, and by whom."""

    side: Side
    units: tuple[UnitId, ...]
    points: int
    lead: UnitId | None = None  # nobody leads under a bombardment
    first: tuple[UnitId, ...] = ()  # Assault Troops used in the attack that must pay first, the first of them does
    instead: tuple[UnitId, ...] = ()  # Stosstruppen that may pay in place of the lead unit
    is_attack: bool = False


class Payment(NamedTuple):
    """A unit loses a step, or its order."""

    unit: UnitId
    kind: str


# -- prices --------------------------------------------------------------------------------------------------


def price(board: Board, unit: UnitId) -> int:
    """12.2.8a: what a step of the unit costs."""
    chart, counter = board.scenario.charts["hp_price"], board.unit(unit)
    if is_assault_troops(counter):
        return int(chart["assault"])
    if is_division(counter):
        return int(chart["division"])
    if is_detachment(counter):
        return int(chart["detachment"])
    kind = "brigade" if counter.size == "X" else "regiment"
    return int(chart.get(f"{kind}_{counter.nation}", chart["regiment"]))


# -- who pays ------------------------------------------------------------------------------------------------


def conversion(board: Board, bill: Bill, wanted: Sequence[UnitId]) -> tuple[Payment, ...]:
    """12.2.8c (see 12.2.8b, 12.2.8d, rulings R36, R37, R55b): first losses, then steps while any can be bought, then
    disorder. `wanted` names who pays, a unit once for each of its steps that it may cost."""
    left = {unit: board.steps(unit) for unit in bill.units}
    paid = list(first_losses(board, bill, wanted))
    for payment in paid:
        if payment.unit in left:
            left[payment.unit] -= 1
    points = bill.points - sum([price(board, payment.unit) for payment in paid])
    asked = [unit for unit in wanted if unit in left]
    others = weakest_first(board, bill.units)
    while able := [unit for unit, steps in left.items() if steps and price(board, unit) <= points]:
        payer = next(unit for unit in (*asked, *others) if unit in able)
        if payer in asked:
            asked.remove(payer)
        left[payer] -= 1
        points -= price(board, payer)
        paid.append(Payment(payer, STEP))
    alive = [unit for unit in dict.fromkeys([*wanted, *others]) if left.get(unit)]
    return (*paid, *(Payment(unit, DISORDER) for unit in disordered(board, bill, alive)[: max(0, points)]))


def first_losses(board: Board, bill: Bill, wanted: Sequence[UnitId]) -> tuple[Payment, ...]:
    """12.2.8b (see 12.2.3c, 12.2.3d, 12.2.8e, 15.3.1, 15.3.2, 15.3.3): Sturmbataillon or Arditi that were used, then
    the lead unit, or Stosstruppen in its place where their owner names them."""
    points, paid = bill.points, []
    if bill.first and price(board, bill.first[0]) <= points:
        paid.append(Payment(bill.first[0], STEP))
        points -= price(board, bill.first[0])
    substitute = instead_of_lead(board, bill, wanted, points) if not paid else None
    if substitute:
        paid.append(Payment(substitute, STEP))
    elif bill.lead in bill.units and bill.lead and price(board, bill.lead) <= points:
        paid.append(lead_pays(bill.lead))
    return tuple(paid)


def lead_pays(lead: UnitId) -> Payment:
    """12.2.3c (see 12.2.8b): the lead unit has the first step of the combat to lose."""
    return Payment(lead, STEP)


def instead_of_lead(board: Board, bill: Bill, wanted: Sequence[UnitId], points: int) -> UnitId | None:
    """12.2.3d, 12.2.8e (see 15.3.1, ruling R36): one support and no more pays by hit points in a combat."""
    able = [unit for unit in wanted if unit in bill.instead and price(board, unit) <= points]
    return able[0] if able else None


def disordered(board: Board, bill: Bill, alive: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """12.2.8d (see ruling R37): whom single hit points disorganize, the lead unit first; once is enough."""
    orderly = [unit for unit in alive if not board.is_marked(unit, DG)]
    return tuple(sorted(orderly, key=lambda unit: unit != bill.lead))


# -- asking and paying ---------------------------------------------------------------------------------------


def samples(board: Board, bill: Bill, instead: Sequence[UnitId] = ()) -> list[tuple[Payment, ...]]:
    """Every unit named first in its turn, to its last step: what can come of the owner's choice."""
    named = [(), *((unit,) * board.steps(unit) for unit in (*bill.units, *bill.instead))]
    return [conversion(board, bill, (*instead, *wanted)) for wanted in named]


def has_choice(board: Board, bill: Bill) -> bool:
    """See 12.2.8c: whether it matters whom the owner names."""
    return bool(bill.units) and len({tuple(sorted(one)): None for one in samples(board, bill)}) > 1


def may_stay_fit(board: Board, bill: Bill, unit: UnitId) -> bool:
    """See 12.2.8c, 12.4a: whether its owner can keep the unit out of the losses."""
    return any(all(payment.unit != unit for payment in one) for one in samples(board, bill))


def ask_order(board: Board, bill: Bill, key: str, rule: str, **about: Any) -> Question:
    """See 12.2.8c: who pays first; a unit may be named once for each step that it has."""
    default = weakest_first(board, bill.units)
    options = tuple([Option(unit, _standing(board, unit), board.steps(unit)) for unit in default])
    text = f"{counted(bill.points, 'hit point')} to convert: which units pay, in order, as far as the rules allow?"
    topic = "bombarded" if bill.lead is None else "losses"
    if topic == "bombarded":
        text = "which units pay first for what the enemy's guns do?"
    hexes = list(dict.fromkeys(board.place(unit) for unit in bill.units))
    return Question(
        bill.side, key, options, rule, text, many=True, default=default, hint=f"{topic}: weakest first",
        about={"topic": topic, "hexes": hexes, "hp": bill.points, **about},
    )  # fmt: skip


def _standing(board: Board, unit: UnitId) -> str:
    return f"{counted(board.steps(unit), 'step')} of {price(board, unit)} hit points each, in {board.place(unit)}"


def convert(board: Board, bill: Bill, wanted: Sequence[str], rule: str) -> None:
    """See 12.2.8a, 12.2.8c, 12.2.8d, 15.2.2g: the hit points are paid, in the order that the owner has named."""
    if not bill.units or bill.points <= 0:
        return
    for payment in conversion(board, bill, [UnitId(unit) for unit in wanted]):
        _suffer(board, payment, bill.is_attack, rule)


def _suffer(board: Board, payment: Payment, is_attack: bool, rule: str) -> None:
    unit = payment.unit
    if not board.is_on_map(unit):
        return  # Assault Troops that went with their unit
    if payment.kind == DISORDER:
        disorganize(board, unit, "12.2.8d")
    elif is_assault_troops(board.unit(unit)):
        board.lose(unit, 1, rule)
    else:
        lose_step(board, unit, rule, is_attack=is_attack)


def is_substitute(board: Board, troops: UnitId) -> bool:
    """See 15.3.1: Stosstruppen may pay for the lead unit; the others must pay before it."""
    return board.unit(troops).words.get("kind") == STOSSTRUPPEN
