"""8.1, 8.2, 10.2: declaring an attack: who may attack what, with which barrage and which shifts."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe import command
from pbem.games.gwe.barrage import barrage_strength, capped, check_attack_support, check_barrage_cap
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.counters import CP, is_combat_unit, is_stosstruppen, strength, tcr
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.occupation import is_held_by
from pbem.games.gwe.strengths import (
    attack_strength,
    columns,
    crt,
    defence_strength,
    die_modifiers,
    majority_tcr,
    own_strength,
    ratio_column,
    steps_of,
    units_in_defence,
)
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.tally import Tally, Term, tally
from pbem.values import NamedTuple, dataclass, field


@dataclass(slots=True)
class Spent:
    """What has been used up in this Combat Phase (8.14, 10.11.1)."""

    attackers: dict[UnitId, None] = field(default_factory=dict)
    targets: dict[UnitId, None] = field(default_factory=dict)
    forts: dict[HexId, None] = field(default_factory=dict)
    shifts: dict[UnitId, None] = field(default_factory=dict)
    guns: dict[UnitId, None] = field(default_factory=dict)


class Declared(NamedTuple):
    """An attack with everything that decides its column."""

    side: Side
    targets: tuple[HexId, ...]
    attackers: tuple[UnitId, ...]
    barrage: dict[UnitId, int]
    shifts: Tally
    attack: Tally
    defence: Tally
    rating: int
    column: int  # before shifts; -1 is below the smallest odds
    final_column: int  # 8.4, ruling F8: after shifts, never beyond the last
    die: Tally

    def ratio_odds(self, board: Board) -> str:
        """The odds before shifts; the smallest odds with a `<` where they are not reached."""
        printed = columns(board, self.rating)
        return printed[self.column] if self.column >= 0 else f"<{printed[0]}"

    def odds(self, board: Board) -> str:
        """The odds after shifts."""
        return columns(board, self.rating)[self.final_column] if self.column >= 0 else self.ratio_odds(board)


def declare(board: Board, side: Side, order: Attack, spent: Spent) -> Declared:
    """8.13, 8.22, 8.24 (see 8.0): check the order in the rulebook's sequence and count it up, before defensive
    barrage."""
    for target in order.targets:
        check_target(board, side, target, spent)
    for unit in order.units:
        check_attacker(board, side, unit, order.targets, spent)
    if len(dict.fromkeys(order.units)) != len(order.units):
        raise Illegal("8.24", "a unit is named twice in this attack", advice="name each unit once")
    barrage = check_support(board, order, spent)
    shifts = check_shifts(board, side, order, spent)
    return count_up(board, side, order.targets, order.units, barrage, shifts)


def check_target(board: Board, side: Side, target: HexId, spent: Spent) -> None:
    """12.15 (see 8.11, 8.14, 8.66, ruling I6): the hex holds enemy combat units or a standing enemy fortress, both
    fresh."""
    enemy = board.enemy_of(side)
    if not is_held_by(board, target, enemy) and not standing_fortress(board, target, enemy):
        alone = any(board.unit(u).type == "hq" for u in board.units_at(target))
        why = "holds only a headquarters, which cannot be attacked" if alone else "holds no enemy unit"
        called = board.map.called(target)
        raise Illegal(
            "8.11", f"{called} {why}", found=target, wanted="a hex with enemy combat units or an enemy fortress"
        )
    # 8.66: a unit that was driven into the hex is a guest there; its hosts can still be attacked.
    again = next((u for u in units_in_defence(board, target, enemy) if u in spent.targets), None)
    if again or target in spent.forts:
        who = again or f"the fortress at {target}"
        raise Illegal(
            "8.14", f"{who} has already been attacked in this phase", wanted="one attack on each unit per Combat Phase"
        )


def check_attacker(board: Board, side: Side, unit: UnitId, targets: Sequence[HexId], spent: Spent) -> None:
    """8.12, 8.11 (see 8.14, 8.23, 5.34, 5.36, 5.4.blocked): who may take part in the attack."""
    counter = board.unit(unit)
    if counter.side != side:
        raise Illegal("8.11", f"{unit} is not yours", wanted="your own units after `with`")
    if not board.is_on_map(unit):
        raise Illegal("8.11", f"{unit} is not on the map", found=board.place(unit), advice="leave it out of the attack")
    if not is_combat_unit(counter) or strength(board, unit, "attack") <= 0:
        advice = "name artillery and the Monitor after `barrage`, headquarters after `shift`"
        raise Illegal("8.12", f"{unit} has no attack strength and may not attack", advice=advice)
    if unit in spent.attackers:
        raise Illegal(
            "8.14", f"{unit} has already attacked in this phase", wanted="one attack per unit in a Combat Phase"
        )
    if board.is_marked(unit, "entrained"):
        raise Illegal("5.36", f"{unit} is entrained and may not attack", advice="detrain it in the Movement Phase")
    if board.is_marked(unit, "railed") and tcr(counter) != 1:
        raise Illegal("5.34", f"{unit} used rail in this Player-Turn; only TCR 1 units attack after that")
    here = board.hex_of(unit)
    for target in targets:
        _check_reach(board, unit, here, target, len(targets) > 1)


def _check_reach(board: Board, unit: UnitId, here: HexId, target: HexId, is_joint: bool) -> None:
    if not board.map.grid.are_adjacent(here, target):
        rule = "8.23" if is_joint else "8.11"
        wanted = "every attacker next to every hex attacked" if is_joint else f"a place next to {target}"
        raise Illegal(rule, f"{unit} at {here} is not next to {target}", found=here, wanted=wanted)
    if board.map.crosses(here, target, "impassable"):
        raise Illegal("5.4.blocked", f"the hexside between {here} and {target} is impassable", found=f"{here}/{target}")


def check_support(board: Board, order: Attack, spent: Spent) -> dict[UnitId, int]:
    """See 17.11, 17.12, 17.15: the barrage points of each support unit; without figures as much as the cap allows."""
    for support in order.barrage:
        if support.unit in spent.guns:
            raise Illegal(
                "17.14",
                f"{support.unit} already supports another attack in this phase",
                wanted="one attack per Game-Turn",
            )
        check_attack_support(board, support.unit, order.units, order.targets)
        if support.points > barrage_strength(board, support.unit):
            most = barrage_strength(board, support.unit)
            raise Illegal(
                "17.11",
                f"{support.unit} has {most} barrage points",
                found=str(support.points),
                wanted=f"at most {most}",
            )
    attack = own_strength(board, order.units, order.targets)
    fixed = sum(support.points for support in order.barrage if support.points >= 0)
    check_barrage_cap(attack, fixed)
    left = 2 * attack - fixed
    given: dict[UnitId, int] = {}
    for support in order.barrage:
        points = support.points if support.points >= 0 else min(left, barrage_strength(board, support.unit))
        left -= points if support.points < 0 else 0
        given[support.unit] = points
    return given


def check_shifts(board: Board, side: Side, order: Attack, spent: Spent) -> Tally:
    """10.22, 23.1 (see 10.11.1, 10.21): one shift per command level; on turn 1 one more for Stosstruppen (ruling
    F10)."""
    levels: dict[str, UnitId] = {}
    terms = []
    for hq in order.shifts:
        check_shift(board, side, hq, order.units, spent)
        level = board.unit(hq).words.get("level", "")
        if level in levels:
            why = f"{levels[level]} and {hq} are both {level} headquarters"
            raise Illegal("10.22", why, wanted="at most one shift of each command level")
        levels[level] = hq
        terms.append(Term(f"{hq} ({level})", "10.21", board.unit(hq).figure("shift")))
    surprise = board.scenario.charts["surprise"]
    if (
        side == CP
        and board.turn in surprise["shift_turns"]
        and any(is_stosstruppen(board.unit(u)) for u in order.units)
    ):
        terms.append(Term("surprise of the Stosstruppen", "23.1", surprise["shift"]))
    return tally(terms)


def check_shift(board: Board, side: Side, hq: UnitId, attackers: Sequence[UnitId], spent: Spent) -> None:
    """10.11.1, 10.21, ruling C5: an unused HQ with at least half of the attacking steps in its radius now."""
    counter = board.unit(hq)
    if counter.type != "hq" or counter.side != side or not board.is_on_map(hq):
        raise Illegal("10.21", f"{hq} is not one of your headquarters on the map", wanted="an HQ after `shift`")
    if counter.figure("shift") == 0:
        raise Illegal("10.11.1", f"{hq} has an attack shift of 0", advice="leave it out")
    if hq in spent.shifts:
        raise Illegal(
            "10.11.1", f"{hq} has already shifted an attack in this phase", wanted="one attack per Combat Phase"
        )
    inside = [unit for unit in attackers if command.is_in_radius(board, hq, unit)]
    have, need = steps_of(board, inside), steps_of(board, attackers)
    if 2 * have < need:
        why = f"only {have} of {need} attacking steps are within the radius of {hq}"
        raise Illegal("10.21", why, found=f"{have} steps", wanted=f"at least {(need + 1) // 2}")


def count_up(
    board: Board,
    side: Side,
    targets: tuple[HexId, ...],
    attackers: tuple[UnitId, ...],
    barrage: dict[UnitId, int],
    shifts: Tally,
) -> Declared:
    """8.4 (see 8.0, ruling F8): both strengths, the rating, the columns and the die modifiers as things stand before
    the defender gives any barrage."""
    attack = attack_strength(board, attackers, targets, barrage)
    defence = defence_strength(board, board.enemy_of(side), targets, ())
    rating = majority_tcr(board, attackers)
    column = ratio_column(board, rating, attack.total, defence.total)
    final = crt(board).shifted(column, shifts.total, least=-1)
    die = die_modifiers(board, attackers, targets)
    return Declared(side, targets, attackers, barrage, shifts, attack, defence, rating, column, final, die)


def with_barrage(board: Board, declared: Declared, guns: Sequence[UnitId]) -> Declared:
    """See 8.4, 17.24: the same attack against a defence with these guns; the attacker's figures stay as they are."""
    defence = defence_strength(board, board.enemy_of(declared.side), declared.targets, guns)
    column = ratio_column(board, declared.rating, declared.attack.total, defence.total)
    final = crt(board).shifted(column, declared.shifts.total, least=-1)
    return declared._replace(defence=defence, column=column, final_column=final)


def check_minimum(board: Board, declared: Declared) -> None:
    """See 8.8, ruling F7: the odds before shifts must reach the first column of the attacker's row."""
    if declared.column < 0:
        least = columns(board, declared.rating)[0]
        found = f"{declared.attack.total} to {declared.defence.total}"
        why = f"the odds are below the lowest column for TCR {declared.rating}"
        advice = "bring more units or barrage, or leave the attack out"
        raise Illegal("8.8", why, found=found, wanted=f"at least {least} before shifts", advice=advice)


def with_survivors(board: Board, declared: Declared) -> Declared:
    """See 9.23, 17.15, ruling H4: the same attack, recounted when attrition has cost its units steps or removed some
    of them; barrage above the cap, the last guns first, is not given."""
    left = tuple(unit for unit in declared.attackers if board.is_on_map(unit))
    barrage = capped(declared.barrage, 2 * own_strength(board, left, declared.targets))
    return count_up(board, declared.side, declared.targets, left, barrage, declared.shifts)
