"""15.3b and 12.2.8f Steps lost: one at a time, and what goes with the last of them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.assault_troops import is_assault_troops, may_carry
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.counters import defence_factor
from pbem.games.italia18.disorder import morale
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

WITH = "with"  # the mark of Assault Troops that says with which unit they go


def worth(board: Board, unit: UnitId) -> tuple[int, int]:
    """What a unit is worth to its owner, for printed defaults: its defence, then its morale."""
    return defence_factor(board, unit), morale(board, unit)


def weakest_first(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The printed default of who pays."""
    return choosing.weakest_first(units, lambda unit: worth(board, unit))


# -- Assault Troops and their units --------------------------------------------------------------------------


def troops_of(board: Board, hex_id: HexId, side: Side) -> dict[UnitId, UnitId]:
    """See 4.0c, 11.3.2a, 15.3b: the Assault Troops of a hex with the unit of each, those that were assigned first, then
    in the counters' order."""
    found: dict[UnitId, UnitId] = {}
    here = [unit for unit in board.units_at(hex_id, side) if is_assault_troops(board.unit(unit))]
    for troops in sorted(here, key=lambda one: not board.mark_of(one, WITH)):
        kind = board.unit(troops).words.get("kind", "")
        able = [unit for unit in combat_units_in(board, hex_id, side) if may_carry(board.unit(unit), kind)]
        free = [unit for unit in able if unit not in found.values()]
        marked = board.mark_of(troops, WITH)
        carrier = next((unit for unit in free if unit == marked), next(iter(free), None))
        if carrier:
            found[troops] = carrier
    return found


def riding_with(board: Board, unit: UnitId) -> tuple[UnitId, ...]:
    """See 15.3b: the Assault Troops that go with the unit."""
    riders = troops_of(board, board.hex_of(unit), board.unit(unit).side)
    return tuple([troops for troops, carrier in riders.items() if carrier == unit])


def lose_step(board: Board, unit: UnitId, rule: str, *, is_attack: bool) -> None:
    """15.3b (see 11.3.2b, ruling R125): a step goes; Assault Troops die with their unit, unless an attack lets them
    pass to another one of the hex that has none."""
    hex_id, side, riders = board.hex_of(unit), board.unit(unit).side, riding_with(board, unit)
    board.lose(unit, 1, rule)
    if board.is_on_map(unit):
        return
    staying = troops_of(board, hex_id, side) if is_attack else {}
    for troops in riders:
        if troops not in staying:
            board.eliminate(troops, "15.3b", why="its unit is gone")


# -- steps without hit points --------------------------------------------------------------------------------


def lose_steps(
    board: Board, units: Sequence[UnitId], steps: int, wanted: Sequence[str], rule: str, *, is_attack: bool
) -> None:
    """12.2.8f (see rulings R45, R122): whole steps of combat units, at no price, in the order their owner likes."""
    for _ in range(steps):
        alive = [unit for unit in units if board.is_on_map(unit)]
        if alive:
            payer = choosing.in_order(list(dict.fromkeys(wanted)), weakest_first(board, alive))
            lose_step(board, next(unit for unit in payer if unit in alive), rule, is_attack=is_attack)


def pay_for_nothing(board: Board, table: Table, units: Sequence[UnitId], rule: str) -> None:
    """See 12.2.3b, 12.2.4c, ruling R29: an attack called off costs three steps, always of the highest morale left."""
    number = int(board.scenario.charts["odds"]["below_lowest_steps"])
    wanted = _ranked(board, table, units, number, rule) if _is_open(board, units, number) else ()
    for _ in range(number):
        alive = [unit for unit in units if board.is_on_map(unit)]
        best = max([morale(board, unit) for unit in alive], default=0)
        highest = [unit for unit in alive if morale(board, unit) == best]
        lose_steps(board, highest, 1, wanted, rule, is_attack=True)


def _is_open(board: Board, units: Sequence[UnitId], number: int) -> bool:
    """Whether units of equal morale could pay, and not all of them must."""
    left = number
    for value in sorted({morale(board, unit): None for unit in units}, reverse=True):
        equal = [unit for unit in units if morale(board, unit) == value]
        steps = sum([board.steps(unit) for unit in equal])
        if 0 < left < steps and len(equal) > 1:
            return True
        left -= steps
    return False


def _ranked(board: Board, table: Table, units: Sequence[UnitId], steps: int, rule: str) -> tuple[UnitId, ...]:
    shown = {unit: f"{counted(board.steps(unit), 'step')}, morale {morale(board, unit)}" for unit in units}
    return choosing.ranked(
        table, board.unit(units[0]).side, "called off", shown, rule=rule,
        text=f"{counted(steps, 'step')} of the highest morale must be lost: which of equal units pays first?",
        default=weakest_first(board, units), hint="losses: weakest first",
        about={"topic": "losses", "hexes": list(dict.fromkeys(board.place(unit) for unit in units)), "loss": steps},
    )  # fmt: skip
