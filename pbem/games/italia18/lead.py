"""12.2.3 Lead units (step 6)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.disorder import is_disorganized, is_elite_now, morale
from pbem.games.italia18.losses import pay_for_nothing
from pbem.games.italia18.supply_lines import is_in_command
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

LEAST_MORALE = 4


def may_lead_attack(board: Board, unit: UnitId) -> bool:
    """12.2.3a, 15.1 (see 9.1j, 12.5a, ruling R55a): morale 4 or better now, in order, in the radius of an HQ."""
    if morale(board, unit) < LEAST_MORALE or is_disorganized(board, unit):
        return False
    return is_in_command(board, board.hex_of(unit), board.unit(unit).side)


def possible_leads(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 12.2.3a, ruling R30: who of the attackers may lead."""
    return tuple([unit for unit in units if may_lead_attack(board, unit)])


def best_first(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The printed default: the highest morale, then an elite unit, then the one with the most steps."""
    return tuple(sorted(units, key=lambda u: (-morale(board, u), not is_elite_now(board, u), -board.steps(u))))


def attacker_lead(board: Board, battle: Battle) -> UnitId | None:
    """See 12.2.3a, ruling R5: the first of those whom the attack names that may lead, else the best."""
    able = possible_leads(board, battle.units(board, ATTACKER))
    named = [unit for unit in battle.attack.leads if unit in able]
    return next(iter((*named, *best_first(board, able))), None)


def defender_lead(board: Board, battle: Battle, wanted: Sequence[str] = ()) -> UnitId | None:
    """12.2.3e (see ruling R5): the first of the defenders that are left, in the order in which their owner ranked them
    when he saw who attacks."""
    units = battle.units(board, DEFENDER)
    return next((UnitId(unit) for unit in (*wanted, *best_first(board, units)) if unit in units), None)


def ask_lead(board: Board, battle: Battle) -> Question:
    """See 12.2.3e, ruling R5: a ranking, so that it holds whatever the guns do before."""
    units = battle.units(board, DEFENDER)
    shown = [Option(unit, f"morale {morale(board, unit)}, {counted(board.steps(unit), 'step')}") for unit in units]
    foremost = ", ".join(battle.attack.leads) or "the best of them"
    return Question(
        battle.side(board, DEFENDER), "lead", tuple(shown), "12.2.3e",
        f"which unit leads the defence of {battle.target}, which if it falls? The attack is to be led by {foremost}.",
        many=True, default=best_first(board, units), hint="lead: highest",
        about={"topic": "lead", "hexes": [battle.target]},
    )  # fmt: skip


def call_off(board: Board, table: Table, battle: Battle) -> None:
    """12.2.3b (see ruling R29): nobody is left who may lead, and the attack comes to nothing at a price."""
    board.note("called-off", "12.2.3b", hex=battle.target, why="no unit may lead it")
    pay_for_nothing(board, table, battle.units(board, ATTACKER), "12.2.3b")
