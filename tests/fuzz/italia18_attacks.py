"""The greedy player's attacks in Italia 1917-1918: whom, with whom, with which guns, and what it expects of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.italia18 import ratio
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Attack, Battle, combat_units_in
from pbem.games.italia18.by_mail.chances import bombardment_chances
from pbem.games.italia18.by_mail.orders_combat import ALL_GUNS, Assault
from pbem.games.italia18.counters import is_elite, is_reduced
from pbem.games.italia18.declaring import check_attacker
from pbem.games.italia18.disorder import morale
from pbem.games.italia18.foreseen import foreseen
from pbem.games.italia18.guns import Battery, is_offensive, may_counter, ready_guns
from pbem.games.italia18.lead import possible_leads
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.rommel import check as check_rommel
from pbem.games.italia18.turns import sequence
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.instructions import ANY, OnResult
from pbem.kernel.text.preferences import Condition
from tests.fuzz.italia18_following import goings
from tests.fuzz.italia18_goals import FAR, Wish

TAKEN = (1, 2, 4, 7, 10, 13, 16)  # chances in twenty that the hex falls, by column
MOST_WAY = 8  # points of way that an attack may save
MOST_GUNS = 3  # pieces in one attack
CROWD = Fraction(1, 12)  # hit points that each unit has to bring
BOLD = 2  # hit points that an attacker gives away for having attacked


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack that it thinks of: the order's parts, its column, and its worth in hit points."""

    attack: Attack
    column: int
    worth: Fraction


def attacks(board: Board, wish: Wish, units: Sequence[UnitId], *, is_late: bool = False) -> list[Assault]:
    """The attacks that pay, the best first; each unit takes part in one, each gun in as many as it may."""
    free, made, spent = list(units), list[Assault](), dict[UnitId, int]()
    weigh = Scales(board, wish, is_late)
    while True:
        found = [blow for one in targets(board, wish.side, free) if (blow := weigh.best(one, free, spent))]
        done = [order.target for order in made]
        able = [blow for blow in found if blow.attack.target not in done and blow.worth > 0]
        if not able:
            return made
        blow = max(able, key=lambda one: (one.worth, one.attack.target))
        made.append(written(board, wish, blow))
        free = [unit for unit in free if unit not in blow.attack.units]
        for gun in blow.attack.guns:
            spent[gun] = spent.get(gun, 0) + 1


def targets(board: Board, side: Side, units: Sequence[UnitId]) -> list[HexId]:
    """Enemy stacks next to these units."""
    near = dict.fromkeys([there for unit in units for there in board.map.grid.neighbours[board.hex_of(unit)]])
    return [one for one in sorted(near) if combat_units_in(board, one, board.enemy_of(side))]


class Scales:
    """Weighs blows of one phase, each of them once."""

    def __init__(self, board: Board, wish: Wish, is_late: bool) -> None:
        self.board, self.wish, self.is_late = board, wish, is_late
        self.known: dict[tuple[HexId, tuple[UnitId, ...], tuple[UnitId, ...]], Blow | None] = {}

    def best(self, target: HexId, free: Sequence[UnitId], spent: Mapping[UnitId, int]) -> Blow | None:
        """The strongest of those who can, as few of them as do well enough: with guns, Assault Troops, a good lead."""
        board, side = self.board, self.wish.side
        near = [unit for unit in free if board.map.grid.are_adjacent(board.hex_of(unit), target)]
        able = [unit for unit in near if may_attack(board, side, target, unit, self.is_late)]
        able.sort(key=lambda unit: (-ratio.attack_of(board, unit, target).value, unit))
        guns = () if self.is_late else guns_for(board, side, target, spent)
        found = [self.weighed(target, tuple(able[:number]), guns) for number in range(1, len(able) + 1)]
        return max([one for one in found if one], key=lambda one: one.worth, default=None)

    def weighed(self, target: HexId, units: tuple[UnitId, ...], guns: tuple[UnitId, ...]) -> Blow | None:
        """What these bring, less a little for each, so that the others are free for another blow."""
        key = target, units, guns
        if key not in self.known:
            self.known[key] = weighed(self.board, self.wish, target, units, guns, self.is_late)
        return self.known[key]


def may_attack(board: Board, side: Side, target: HexId, unit: UnitId, is_late: bool) -> bool:
    """Whether the rules let the unit take part."""
    try:
        check_attacker(board, Attack(side, target, (unit,), is_exploitation=is_late), unit)
    except Illegal:
        return False
    return True


def weighed(
    board: Board, wish: Wish, target: HexId, units: tuple[UnitId, ...], guns: tuple[UnitId, ...], is_late: bool
) -> Blow | None:
    """What an attack brings: hit points given and taken, and the hex if it is wanted."""
    leads = sorted(possible_leads(board, units), key=lambda unit: (-_lead_worth(board, unit), unit))
    if not leads:
        return None
    troops = tuple([one for unit in units for one in riding_with(board, unit)])[:1]
    plain = Attack(wish.side, target, units, guns, 0, troops, tuple(leads[:2]), is_late)
    attack = with_rommel(board, plain)
    battle = Battle(attack, combat_units_in(board, target, board.enemy_of(wish.side)), sequence(board))
    column = foreseen(board, battle).column
    printed = ratio.printed_column(board, column)
    if printed is None:
        return None
    lost, struck = Fraction(0), Fraction(0)
    for entry, share in ratio.crt(board).chances(printed).items():
        ours, _, theirs = entry.replace("*", "").partition("/")
        lost, struck = lost + int(ours) * share, struck + int(theirs) * share
    lost += answered(board, battle)
    if guns:
        fire = bombardment_chances(board, battle, Battery(guns), Battery(), ATTACKER)
        struck += sum((hits * share for hits, share in fire.items()), Fraction(0))
    prize = Fraction(wish.worth.get(target, 0) * TAKEN[printed], 10)
    nearer = Fraction(ahead(board, wish, target, units) * TAKEN[printed], 40)
    bold = BOLD if wish.is_attacker and not is_late else 0
    return Blow(attack, column, struck + prize + nearer - lost + bold - CROWD * len(units))


def ahead(board: Board, wish: Wish, target: HexId, units: Sequence[UnitId]) -> int:
    """How much of the way to the prizes the fall of the hex would save."""
    return max(0, min(MOST_WAY, min(wish.far.get(board.hex_of(one), FAR) for one in units) - wish.far.get(target, FAR)))


def answered(board: Board, battle: Battle) -> Fraction:
    """The hit points that two of the enemy's guns may cost, if they are within range and turn on nobody."""
    enemy = board.enemy_of(battle.attack.side)
    ready = ready_guns(board, enemy, battle.target, is_attack=False)[:2]
    if not ready:
        return Fraction(0)
    found = bombardment_chances(board, battle, Battery(ready), Battery(), DEFENDER)
    return sum((hits * share for hits, share in found.items()), Fraction(0)) * Fraction(2, 3)


def _lead_worth(board: Board, unit: UnitId) -> int:
    """Morale moves the column; an elite lead helps to coordinate, a weakened one dies."""
    return 4 * morale(board, unit) + (2 if is_elite(board.unit(unit)) else 0) - (1 if is_reduced(board, unit) else 0)


def guns_for(board: Board, side: Side, target: HexId, spent: Mapping[UnitId, int]) -> tuple[UnitId, ...]:
    """One piece in Offensive mode, which fires four times, and two others that have not fired."""
    ready = ready_guns(board, side, target, is_attack=True)
    heavy = [gun for gun in ready if is_offensive(board, gun) and spent.get(gun, 0) < 4]
    plain = [gun for gun in ready if not is_offensive(board, gun) and not spent.get(gun, 0)]
    plain.sort(key=lambda gun: (-board.unit(gun).figure("fire"), gun))
    return tuple([*heavy[:1], *plain][:MOST_GUNS])


def with_rommel(board: Board, attack: Attack) -> Attack:
    """The counter is played on the first height that the Alpenkorps attacks with it (S1)."""
    tried = Attack(
        attack.side, attack.target, attack.units, attack.guns, 0, attack.assault, attack.leads,
        attack.is_exploitation, is_rommel=True,
    )  # fmt: skip
    try:
        check_rommel(board, tried)
    except Illegal:
        return attack
    return tried


def written(board: Board, wish: Wish, blow: Blow) -> Assault:
    """The order, with all that may be asked after the dice."""
    attack = blow.attack
    corps = [gun for gun in attack.guns if may_counter(board, gun)]
    turned = ALL_GUNS if attack.is_exploitation and corps else 1 if len(corps) > 1 else 0
    least = max(0, min(blow.column, 3) - 1)
    odds = Condition("odds", ">=", f"{least}-1" if least else "1-2")
    ways = goings(board, wish, attack)
    fit = [UnitId(one.unit) for one in ways]
    lead = [unit for unit in attack.leads[:1] if unit not in fit]
    rest = [unit for unit in attack.units if unit not in (*fit, *lead)]
    wants: tuple[tuple[str, tuple[object, ...]], ...] = (
        ("bombarded", (*rest, *reversed(fit), *lead)),
        ("losses", (*lead, *rest, *reversed(fit))),
        ("stoss", ("always",)),
        ("advance", tuple(ways)),
    )
    if not attack.is_exploitation:
        wants = (*wants, ("exploit", ("strongest first",)))
    return Assault(
        attack.target, attack.units, attack.guns, turned, attack.leads, attack.assault, attack.is_rommel,
        conditions=(odds,), results=(OnResult(ANY, "", wants),),
    )  # fmt: skip
