"""13.2 A combat from its declaration to the last advance."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import accessory, fog, masks
from pbem.games.durchbruch.advance import NEAR, advance
from pbem.games.durchbruch.attack import Declared, Phase, declare, defenders_in
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.counters import AG, is_gun, is_real
from pbem.games.durchbruch.defence import defend, suffer
from pbem.games.durchbruch.losses import Bill, pay
from pbem.games.durchbruch.marks import ATTACKED, ATTACKS, EXTRA, SPENT, USED
from pbem.games.durchbruch.modifiers import die_modifiers, shifts
from pbem.games.durchbruch.muster import Absent, as_known
from pbem.games.durchbruch.ratio import chart, column_of
from pbem.games.durchbruch.strengths import attack_strength, defence_strength
from pbem.kernel.board import Board
from pbem.kernel.table import Table
from pbem.values import replace


def fight(board: Board, table: Table, phase: Phase, order: Attack, absent: Sequence[Absent] = ()) -> None:
    """13.2.1-12 (see 13.2.1-1, 3.2-a): one combat, finished with all its consequences before the next."""
    declared = declare(board, phase, order)
    if not any(board.is_marked(unit, EXTRA) for unit in order.units):
        check_not_hopeless(board, declared)
    for one in absent:
        words, why = f"attack {order.target} with {', '.join(order.units)}", one.refusal.problem
        board.note("left-out", why.rule, order=words, unit=one.unit, why=why.why)
    phase.attacked[order.target] = None
    phase.attackers |= dict.fromkeys(order.units)
    with board.episode("combat", f"attack on {order.target}", side=phase.side, hexes=[order.target]):
        fog.show(board, order.units, "1.5")
        masks.unmask(board, [board.hex_of(unit) for unit in order.units], "1.5-opt")
        fog.show_in_combat(board, order.target, "1.5")
        if not any(is_real(board.unit(unit)) for unit in board.units_at(order.target, board.enemy_of(phase.side))):
            board.outcome(
                "combat", "14.2.1", side=phase.side, targets=[order.target], attackers=list(order.units), result="empty"
            )
            advance(board, table, phase.side, order.target, order.units, is_far=False, most=NEAR)
            return
        accessory.turn_up(board, table, [*order.units, *board.units_at(order.target, AG)], "6.2.1-b")
        enemy = board.enemy_of(phase.side)
        resolve(board, table, replace(declared, defenders=defenders_in(board, enemy, order.target)))


def check_not_hopeless(board: Board, declared: Declared) -> None:
    """See 13.2.1-6, ruling R141: odds below 1:3 before the defender has added anything are refused on receipt; the
    attacker's own points face down count."""
    known = as_known(board, declared)
    if not known:
        return
    board = accessory.laid_open(board, declared.attackers)
    ours, theirs = attack_strength(board, known).total, defence_strength(board, known).total
    if column_of(board, known, ours, theirs) < 0:
        why = f"the attack on {declared.target} has odds below 1:3"
        raise Illegal("13.2.1-6", why, found=f"{ours} to {theirs} before shifts", wanted="1:3 or better after shifts")


def resolve(board: Board, table: Table, declared: Declared) -> None:
    """See 13.2.1-2, 13.2.1-6, 13.2.1-11: the defender's part, the dice, and what follows; nothing can be called off."""
    side, enemy = declared.side, board.enemy_of(declared.side)
    for gun in declared.support:
        board.mark(gun, SPENT, "2.3-a")
    if declared.hq:
        board.mark(declared.hq, USED, "13.2.1-10")
    declared = defend(board, table, declared)
    for gun in declared.shield:
        board.mark(gun, SPENT, "2.3-a")
    for gun in [unit for unit in board.units_at(declared.target, enemy) if is_gun(board.unit(unit))]:
        board.mark(gun, ATTACKED, "2.3-b")
    if declared.their_hq:
        board.mark(declared.their_hq, USED, "13.2.1-10")
    ours, theirs = _roll(board, table, declared)
    if side == AG and board.turn == 1 and not declared.is_preliminary:
        board.write(ATTACKS, board.number(ATTACKS) + 1, "7.2-3b")
    pay(board, table, Bill(side, declared.attackers, ours, declared.gunner, declared.target), "13.6.1")
    is_far = suffer(board, table, declared, theirs)
    if not any(is_real(board.unit(unit)) for unit in board.units_at(declared.target, enemy)):
        advance(board, table, side, declared.target, declared.attackers, is_far=is_far)
    board.note("combat-over", "13.2.1-12")


# -- the dice ------------------------------------------------------------------------------------------------


def _roll(board: Board, table: Table, declared: Declared) -> tuple[int, int]:
    """1, 13.6, 13.2.1-6, 13.2.1-11, ruling R15: two dice and all modifiers on the table, hits of the attacker before
    the dash; below 1:3 no dice, and four steps of the attacker."""
    attack, defence = attack_strength(board, declared), defence_strength(board, declared)
    moved, drm = shifts(board, declared), die_modifiers(board, declared)
    column = column_of(board, declared, attack.total, defence.total)
    scale, dice = chart(board).scale(), tuple[int, ...]()
    if column < 0:
        is_off = board.scenario.option("hopeless") == "called-off"
        result = f"{0 if is_off else board.scenario.charts['assault']['limits']['below_lowest_steps']}-0"
    else:
        dice = table.rolls("crt", 2, rule="13.2.1-11", by=declared.side)
        result = table.read("assault", chart(board).result(sum(dice) + drm.total, column))
    board.outcome(
        "combat", "13.2.1-11", side=declared.side, targets=[declared.target], attackers=list(declared.attackers),
        defenders=list(declared.defenders), places={unit: board.place(unit) for unit in declared.attackers},
        support=list(declared.support), shield=list(declared.shield), attack=attack.as_json(),
        defence=defence.as_json(), shifts=moved.as_json(), modifiers=drm.as_json(),
        ratio=scale.text(scale.virtual(attack.total, defence.total)),
        odds=scale.text(column), dice=list(dice), result=result,
    )  # fmt: skip
    ours, theirs = result.split("-")
    return int(ours), int(theirs)
