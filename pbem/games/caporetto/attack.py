"""11.1 to 11.6: declaring an attack: who may attack what, with which support."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import limits
from pbem.games.caporetto.by_mail.orders_combat import Attack
from pbem.games.caporetto.control import is_enemy_held
from pbem.games.caporetto.counters import (
    SIDES,
    attack_factor,
    combat_units,
    is_combat_unit,
    is_out_of_supply,
    is_support,
)
from pbem.games.caporetto.support import take_support
from pbem.games.caporetto.terrain import is_closed
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple, dataclass, field


@dataclass(slots=True)
class Spent:
    """What has been used up in this Combat Sub-phase (11.3), and which hexes aircraft watch (16.8)."""

    attackers: dict[UnitId, None] = field(default_factory=dict)
    attacked: dict[UnitId, None] = field(default_factory=dict)
    support: dict[UnitId, None] = field(default_factory=dict)
    watched: dict[HexId, None] = field(default_factory=dict)
    combats: int = 0
    is_ahead: bool = False  # only a look at what is ordered: nothing of it is counted anywhere else


class Declared(NamedTuple):
    """An attack as announced: nobody can call it off any more (11.6)."""

    side: Side
    number: int  # of the Combat Sub-phase: 1 or 2
    target: HexId
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]  # those that have not been attacked in this Sub-phase
    support: tuple[UnitId, ...] = ()
    is_watched: bool = False


def declare(board: Board, side: Side, number: int, order: Attack, spent: Spent) -> Declared:
    """11.2/3, 11.5 (see 11.2, 11.3, 16.1, 17.2): checks in the rulebook's order, all before anything is announced."""
    limits.check_attacks(board, side, spent.combats if spent.is_ahead else 0)
    defenders = check_target(board, side, order.target, spent)
    check_named_once(order.units)
    for unit in order.units:
        check_attacker(board, side, unit, order.target, spent)
    support = take_support(board, side, order.support, order.units, order.target)
    _check_unspent(() if order.support.most else support, spent)
    if spent.is_ahead:
        limits.check_guns(board, side, (*spent.support, *support))
    is_watched = order.target in spent.watched
    return Declared(side, number, order.target, order.units, defenders, support, is_watched)


def check_target(board: Board, side: Side, target: HexId, spent: Spent) -> tuple[UnitId, ...]:
    """See 11.2, 11.3, rulings R22, R23, R27: enemy combat units, some of them not yet attacked. Returns those."""
    called = board.map.called(target)
    defenders = combat_units(board, target, board.enemy_of(side))
    if not defenders:
        why = (
            "holds only headquarters, which cannot be attacked"
            if is_enemy_held(board, target, side)
            else "holds no enemy"
        )
        raise Illegal("11.2", f"{called} {why}", found=called, wanted="a hex with enemy combat units")
    fresh = tuple([unit for unit in defenders if unit not in spent.attacked])
    if not fresh:
        why = f"every unit in {called} has been attacked in this Sub-phase already"
        raise Illegal("11.3", why, wanted="one attack on each unit per Combat Sub-phase", advice="leave the attack out")
    return fresh


def check_named_once(units: Sequence[UnitId]) -> None:
    """See 11.3: a unit cannot be divided."""
    twice = [unit for unit in units if units.count(unit) > 1]
    if twice:
        raise Illegal("11.3", f"{twice[0]} is named twice in this attack", advice="name each unit once")


def check_attacker(board: Board, side: Side, unit: UnitId, target: HexId, spent: Spent) -> None:
    """See 11.2, 11.3, 14.3/2, 15.2/2, rulings R27, R32, R39, R118: who may take part; the target's terrain is no
    bar."""
    counter = board.unit(unit)
    if counter.side != side:
        raise Illegal("4.0", f"{unit} belongs to the {SIDES[counter.side]}", wanted="your own units after `with`")
    if is_support(counter):
        raise Illegal("16.1", f"{unit} is a support unit and does not attack", advice="name it after `support`")
    if not board.is_on_map(unit):
        raise Illegal("11.2", f"{unit} is not on the map", found=board.place(unit), advice="leave it out of the attack")
    if not is_combat_unit(counter):
        raise Illegal("15.2/2", f"{unit} is a headquarters and never attacks", advice="leave it out of the attack")
    if attack_factor(board, unit) <= 0:
        cause = ", halved for want of supply" if is_out_of_supply(board, unit) else ""
        raise Illegal("14.3/2", f"{unit} has an attack factor of 0{cause}", advice="leave it out of the attack")
    if unit in spent.attackers:
        wanted = "one attack per unit in a Combat Sub-phase"
        raise Illegal("11.3", f"{unit} has already attacked in this Sub-phase", wanted=wanted)
    _check_reach(board, unit, target)


def _check_reach(board: Board, unit: UnitId, target: HexId) -> None:
    """11.2 (see 7.10, ruling R39): next to the target, and no lake between."""
    here = board.hex_of(unit)
    if not board.map.grid.are_adjacent(here, target):
        raise Illegal("11.2", f"{unit} at {here} is not next to {target}", found=here, wanted=f"a hex next to {target}")
    if is_closed(board, here, target):
        found = f"{here}/{target}"
        raise Illegal(
            "7.10", f"a lake lies between {unit} at {here} and {target}", found=found, wanted="a hexside without a lake"
        )


def _check_unspent(units: Sequence[UnitId], spent: Spent) -> None:
    """16.1/2: a look ahead at several orders sees that a support unit is named in two of them."""
    again = [unit for unit in units if unit in spent.support]
    if again:
        why = f"{again[0]} is already used by an order above"
        raise Illegal("16.1/2", why, wanted="each support unit once per turn", advice="leave it out")


def spend(spent: Spent, declared: Declared) -> None:
    """11.3 (see 16.1/2): nobody here attacks, is attacked or supports again in this Sub-phase."""
    spent.combats += 1
    spent.attackers |= dict.fromkeys(declared.attackers)
    spent.attacked |= dict.fromkeys(declared.defenders)
    spent.support |= dict.fromkeys(declared.support)
