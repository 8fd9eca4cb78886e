"""The greedy player's attacks in Italia 1917-1918: whom, with whom, with which guns, and what it expects of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.italia18 import ratio
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Attack, Battle, combat_units_in
from pbem.games.italia18.by_mail.chances import bombardment_chances
from pbem.games.italia18.by_mail.orders_combat import ALL_GUNS, Assault, Going
from pbem.games.italia18.counters import attack_factor, is_elite, is_reduced
from pbem.games.italia18.declaring import check_attacker
from pbem.games.italia18.disorder import morale
from pbem.games.italia18.foreseen import foreseen
from pbem.games.italia18.guns import Battery, is_offensive, may_counter, ready_guns
from pbem.games.italia18.lead import possible_leads
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.rommel import check as check_rommel
from pbem.games.italia18.stacking import points_of
from pbem.games.italia18.turns import sequence
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.instructions import ANY, OnResult
from pbem.kernel.text.preferences import Condition
from tests.fuzz.italia18_goals import Wish

FULL = 4  # stacking points of a hex
TAKEN = (1, 2, 4, 7, 10, 13, 16)  # chances in twenty that the hex falls, by column
MOST_GUNS = 3  # pieces in one attack
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
    while True:
        found = [
            blow for one in targets(board, wish.side, free) if (blow := best(board, wish, one, free, spent, is_late))
        ]
        done = [order.target for order in made]
        able = [blow for blow in found if blow.attack.target not in done and blow.worth > 0]
        if not able:
            return made
        blow = max(able, key=lambda one: (one.worth, one.attack.target))
        made.append(written(board, blow))
        free = [unit for unit in free if unit not in blow.attack.units]
        for gun in blow.attack.guns:
            spent[gun] = spent.get(gun, 0) + 1


def targets(board: Board, side: Side, units: Sequence[UnitId]) -> list[HexId]:
    """Enemy stacks next to these units."""
    near = dict.fromkeys([there for unit in units for there in board.map.grid.neighbours[board.hex_of(unit)]])
    return [one for one in sorted(near) if combat_units_in(board, one, board.enemy_of(side))]


def best(
    board: Board, wish: Wish, target: HexId, free: Sequence[UnitId], spent: dict[UnitId, int], is_late: bool
) -> Blow | None:
    """All who can, or the half of them that do as well: with guns, Assault Troops and the best lead."""
    able = [unit for unit in free if may_attack(board, wish.side, target, unit, is_late)]
    able.sort(key=lambda unit: (-attack_factor(board, unit), unit))
    found = None
    for number in range(len(able), 0, -1):
        blow = weighed(board, wish, target, tuple(able[:number]), spent, is_late)
        if blow and (found is None or blow.worth > found.worth):
            found = blow
        if number < len(able) - 1:
            break
    return found


def may_attack(board: Board, side: Side, target: HexId, unit: UnitId, is_late: bool) -> bool:
    """Whether the rules let the unit take part."""
    try:
        check_attacker(board, Attack(side, target, (unit,), is_exploitation=is_late), unit)
    except Illegal:
        return False
    return True


def weighed(
    board: Board, wish: Wish, target: HexId, units: tuple[UnitId, ...], spent: dict[UnitId, int], is_late: bool
) -> Blow | None:
    """What an attack brings: hit points given and taken, and the hex if it is wanted."""
    leads = sorted(possible_leads(board, units), key=lambda unit: (-_lead_worth(board, unit), unit))
    if not leads:
        return None
    guns = () if is_late else guns_for(board, wish.side, target, spent)
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
    nearer = Fraction(max(0, 6 - wish.far.get(target, 9)) * TAKEN[printed], 40)
    bold = BOLD if wish.is_attacker and not is_late else 0
    return Blow(attack, column, struck + prize + nearer - lost + bold)


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


def guns_for(board: Board, side: Side, target: HexId, spent: dict[UnitId, int]) -> tuple[UnitId, ...]:
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


def written(board: Board, blow: Blow) -> Assault:
    """The order, with all that may be asked after the dice."""
    attack = blow.attack
    corps = [gun for gun in attack.guns if may_counter(board, gun)]
    turned = ALL_GUNS if attack.is_exploitation and corps else 1 if len(corps) > 1 else 0
    least = max(0, min(blow.column, 3) - 1)
    odds = Condition("odds", ">=", f"{least}-1" if least else "1-2")
    fit = followers(board, attack)
    lead = [unit for unit in attack.leads[:1] if unit not in fit]
    rest = [unit for unit in attack.units if unit not in (*fit, *lead)]
    wants: tuple[tuple[str, tuple[object, ...]], ...] = (
        ("bombarded", (*rest, *reversed(fit), *lead)),
        ("losses", (*lead, *rest, *reversed(fit))),
        ("stoss", ("always",)),
        ("advance", tuple([Going(unit) for unit in fit])),
    )
    if not attack.is_exploitation:
        wants = (*wants, ("exploit", ("strongest first",)))
    return Assault(
        attack.target, attack.units, attack.guns, turned, attack.leads, attack.assault, attack.is_rommel,
        conditions=(odds,), results=(OnResult(ANY, "", wants),),
    )  # fmt: skip


def followers(board: Board, attack: Attack) -> list[UnitId]:
    """Who goes into the hex, as many as may stand there: whole units that do not lead, since the lead pays first."""
    able = [unit for unit in attack.units if not is_reduced(board, unit)] or list(attack.units)
    able = [unit for unit in able if unit not in attack.leads[:1]] or able
    found, room = list[UnitId](), FULL
    for unit in sorted(able, key=lambda unit: (-morale(board, unit), -attack_factor(board, unit), unit)):
        if points_of(board, unit) <= room:
            found.append(unit)
            room -= points_of(board, unit)
    return found
