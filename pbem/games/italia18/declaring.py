"""12.1 and 12.2.1 An attack is declared (step 1): what may attack what."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.italia18 import rommel
from pbem.games.italia18.battle import Attack, Battle, combat_units_in
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.guns import check_guns
from pbem.games.italia18.lead import possible_leads
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import ABOARD, ATTACKED, DISENGAGE, EXPLOITATION, FROZEN, RESERVES
from pbem.games.italia18.supply import is_out_of_supply
from pbem.games.italia18.ways import is_passable
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId

BARRED = {
    FROZEN: ("11.2.10a", "it stands under a Reserves marker of the set-up"),
    RESERVES: ("14.1a", "it stands under a Reserves marker"),
    DISENGAGE: ("11.2.7", "it is to disengage"),
    ABOARD: ("11.3.4.1b", "it is aboard Trucks"),
    ATTACKED: ("12.1c", "it has attacked in this phase"),
}


def declare(board: Board, attack: Attack, sequence: int) -> Battle:
    """12.2.1 (see 12.1a, 12.1b, 12.1c, rulings R30, R139): everything is checked; from now on nothing can change."""
    defenders = _check_target(board, attack)
    _check_once(attack)
    for unit in attack.units:
        check_attacker(board, attack, unit)
    _check_assault(board, attack)
    check_guns(board, attack)
    rommel.check(board, attack)
    if not possible_leads(board, attack.units):
        raise Illegal(
            "12.2.3a", "none of these units may lead an attack", found=", ".join(attack.units),
            wanted="one of morale 4 or more, in order, within the Command Radius of an HQ",
            advice="let such a unit take part, or leave the attack out",
        )  # fmt: skip
    return Battle(attack, defenders, sequence)


def _check_once(attack: Attack) -> None:
    """See 12.1c, 15.2.2b: nobody attacks or fires twice in one attack, however often the order names him."""
    for named in (attack.units, attack.guns, attack.assault):
        again = [unit for number, unit in enumerate(named) if unit in named[:number]]
        if again:
            why = f"{again[0]} is named twice in this attack"
            raise Illegal("12.1c", why, found=", ".join(named), wanted="each of them once", advice="name it once")


def _check_target(board: Board, attack: Attack) -> tuple[UnitId, ...]:
    """12.1b (see rulings R51, R129): a hex with enemy combat units, all of them together, once in a phase."""
    defenders = combat_units_in(board, attack.target, board.enemy_of(attack.side))
    if not defenders:
        raise Illegal(
            "12.1b", "only hexes with enemy combat units are attacked", found=attack.target,
            advice="supports that stand alone are not attacked: move next to them",
        )  # fmt: skip
    if board.is_hex_marked(attack.target, ATTACKED):
        raise Illegal(
            "12.1b", "a hex is attacked once in a phase", found=attack.target, advice="attack another hex, or wait"
        )  # fmt: skip
    return defenders


def check_attacker(board: Board, attack: Attack, unit: UnitId) -> None:
    """12.1a (see 12.5a, 14.1a, ruling R114): an own combat unit next to the hex, with a way across, that may attack."""
    counter = board.unit(unit)
    if counter.side != attack.side or not board.is_on_map(unit) or not is_combat_unit(counter):
        raise Illegal("12.1a", "only your own combat units on the map attack", found=unit, advice="take it out")
    here = board.hex_of(unit)
    if not board.map.grid.are_adjacent(here, attack.target) or not is_passable(board.map, here, attack.target):
        raise Illegal(
            "12.1a", f"{unit} cannot get at {attack.target}", found=f"it stands in {here}",
            wanted="an adjacent hex, with no impassable hexside between", advice="leave it out of this attack",
        )  # fmt: skip
    if is_disorganized(board, unit):
        raise Illegal("12.5a", f"{unit} is Disorganized or Reorganizing", found=unit, advice="leave it out")
    check_supply(board, unit)
    check_markers(board, attack, unit)


def check_supply(board: Board, unit: UnitId) -> None:
    """9.2a (see 12.2.4f): who is out of supply does not attack."""
    if is_out_of_supply(board, unit):
        raise Illegal("9.2a", f"{unit} is out of supply", found=unit, advice="leave it out of this attack")


def check_markers(board: Board, attack: Attack, unit: UnitId) -> None:
    """12.1c (see 11.2.7, 11.2.10a, 14.1a, ruling R52): one attack a phase, and none under certain markers."""
    for mark, (rule, why) in BARRED.items():
        if board.is_marked(unit, mark):
            raise Illegal(rule, f"{unit} does not attack: {why}", found=unit, advice="leave it out of this attack")
    if attack.is_exploitation and not board.is_marked(unit, EXPLOITATION):
        raise Illegal(
            "14.1a", f"{unit} carries no Exploitation marker", found=unit,
            wanted="units under Exploitation markers", advice="leave it out of this attack",
        )  # fmt: skip


def _check_assault(board: Board, attack: Attack) -> None:
    """15.3a (see ruling R35): Assault Troops are used by choice, and go with a unit that attacks."""
    along = [troops for unit in attack.units for troops in riding_with(board, unit)]
    for troops in attack.assault:
        if troops not in along:
            other = next((unit for unit in attack.units if board.place(unit) == board.place(troops)), "")
            better = f"write `assign {troops} to {other}` first, or take it out of `assault`"
            raise Illegal(
                "15.3a", f"{troops} goes with none of the attacking units", found=troops,
                wanted=", ".join(along) or "no Assault Troops",
                advice=better if other else "take it out of `assault`",
            )  # fmt: skip
