"""12.2.4 The odds as they can be foreseen when an attack is declared: without guns, by what the attacker sees."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.italia18 import lead, ratio
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.columns import Leads, shifts
from pbem.games.italia18.counters import is_detachment
from pbem.games.italia18.detachments import is_down
from pbem.games.italia18.ratio import Strength
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.tally import Tally
from pbem.values import NamedTuple


class Odds(NamedTuple):
    """Both strengths, the lead units, every shift, and the column before and after them."""

    attack: Strength
    defence: Strength
    leads: Leads
    shifts: Tally
    ratio: int
    column: int


def foreseen(board: Board, battle: Battle) -> Odds:
    """See 12.2.4a, 12.2.4i, 3.0b, ruling R31: as the units stand, with the best morale that is seen as the defender's
    lead. Of a detachment that lies face down it is known that it is one, and no more."""
    attackers, defenders = battle.units(board, ATTACKER), battle.units(board, DEFENDER)
    seen = [unit for unit in defenders if not is_hidden(board, unit)]
    hidden = len(defenders) - len(seen)
    attack = Strength.of([ratio.attack_of(board, unit, battle.target) for unit in attackers])
    figures = [ratio.defence_of(board, unit, battle.target) for unit in seen]
    if hidden:
        side = battle.side(board, DEFENDER)
        nameless = ratio.in_place(board, "a detachment", least_defence(board, side), battle.target, side)
        figures += [nameless] * hidden
    defence = Strength.of(figures)
    best = next(iter(lead.best_first(board, seen)), None)
    leads = Leads(lead.attacker_lead(board, battle), best)
    moved = shifts(board, battle, leads)
    column = ratio.ratio_column(board, attack.total, defence.total)
    return Odds(attack, defence, leads, moved, column, ratio.shifted_column(column, moved.total))


def is_hidden(board: Board, unit: UnitId) -> bool:
    """See 3.0b: whether the enemy knows nothing of it but that it is a detachment."""
    return is_stand_in(unit) or is_down(board, unit)


def least_defence(board: Board, side: Side) -> int:
    """See 3.0b, ruling R123: what a nameless detachment counts at least: the lowest defence printed on one."""
    printed = [unit for unit in board.scenario.units.values() if unit.side == side and not is_stand_in(unit.id)]
    own = [unit for unit in printed if is_detachment(unit)]
    return min([unit.figure("defence") for unit in own], default=1)


def check_odds(board: Board, battle: Battle) -> None:
    """See 12.2.4c, ruling R31: an attack that would be called off as things stand takes a word more."""
    odds = foreseen(board, battle)
    if odds.column < 0 and not battle.attack.is_forced:
        text = ratio.odds_text(board, odds.column)
        raise Illegal(
            "12.2.4c", f"the attack on {battle.target} would be called off, at the price of three steps", found=text,
            wanted="1:2 at least, after all shifts",
            advice="add units, or write `force` if you count on your guns",
        )  # fmt: skip
