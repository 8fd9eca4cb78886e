"""8.0 Combat: the Combat Phase, one combat after the other."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.gwe import attrition, command, supply
from pbem.games.gwe.advance import advance, is_vacated
from pbem.games.gwe.attack import Declared, Spent, check_minimum, declare, with_barrage, with_survivors
from pbem.games.gwe.by_mail.conditions import unmet
from pbem.games.gwe.by_mail.idle import idle_in_attack
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.defence import Routes, Stand, suffer
from pbem.games.gwe.results import choices, share, take_losses
from pbem.games.gwe.shield import ask_defence_barrage
from pbem.games.gwe.strengths import columns, crt, steps_of, units_in_defence
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide
from pbem.values import dataclass


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """4.0.A3b (see 4.0.A3a): fix command for combat, then fight the ordered attacks one by one."""
    command.combat_command(board, side)
    spent = Spent()
    for _, batch in table.parts(side, "combat", orders[side].items, first=0):
        look_ahead(board, table, side, batch)
        for order in batch:
            if isinstance(order, Attack):
                with table.attempt(order):
                    fight(board, table, side, order, spent)
    _clear(board)


def look_ahead(board: Board, table: Table, side: Side, batch: Sequence[Order]) -> None:
    """See 8.0: what is already wrong with an attack before any die falls; each is judged again when its turn comes."""
    spent = Spent()
    for order, preview in table.previewed(batch):
        for caution in idle_in_attack(board, order) if isinstance(order, Attack) else ():
            table.warn(caution, order)
        if isinstance(order, Attack) and not unmet(board, order.conditions, None):
            with preview:
                declared = declare(board, side, order, spent)
                check_minimum(board, declared)
                spend(board, spent, declared, order)


def _clear(board: Board) -> None:
    """See 10.42, 8.66: command for combat and the state of a guest end with the phase."""
    for unit in filter(board.is_on_map, board.marked()):
        board.unmark(unit, "out-of-command", "4.0.A3b")
        board.unmark(unit, "guest", "8.66")


@dataclass(slots=True)
class Combat:
    """One combat in progress: who fights, and how large both forces were."""

    declared: Declared
    defenders: tuple[UnitId, ...]
    attacking_steps: int = 0
    defending_steps: int = 0


def fight(board: Board, table: Table, side: Side, order: Attack, spent: Spent) -> None:
    """8.0: declaration first; an attack whose condition does not hold is left out."""
    failing = unmet(board, order.conditions, None)
    if failing:
        table.skip(order, failing, "8.12")
        return
    declared = declare(board, side, order, spent)
    check_minimum(board, declared)
    failing = unmet(board, order.conditions, declared)
    if failing:
        table.skip(order, f"{failing}, odds {declared.odds(board)}", "8.12")
        return
    spend(board, spent, declared, order)
    commit(board, declared)
    # Its name has no number: other attacks must not change its dice.
    with board.episode("combat", f"attack on {'+'.join(declared.targets)}", side=side, hexes=declared.targets):
        fight_out(board, table, declared)


def fight_out(board: Board, table: Table, declared: Declared) -> None:
    """See 8.0: the defender's barrage, attrition, odds, die, results, in this order."""
    shield = ask_defence_barrage(board, table, declared)
    declared = suffer_attrition(board, table, declared)
    declared = with_barrage(board, declared, shield) if shield else declared
    combat = Combat(declared, _defenders(board, declared))
    for unit in shield:
        board.mark(unit, "shielded", "17.24")
    if declared.column < 0 or not declared.attackers:
        call_off(board, combat)
        return
    resolve(board, table, combat)


def _defenders(board: Board, declared: Declared) -> tuple[UnitId, ...]:
    enemy = board.enemy_of(declared.side)
    return tuple(u for target in declared.targets for u in units_in_defence(board, target, enemy))


def spend(board: Board, spent: Spent, declared: Declared, order: Attack) -> None:
    """8.14 (see 10.11.1, 17.14): nobody here attacks, is attacked, shifts or barrages again."""
    spent.attackers |= dict.fromkeys(declared.attackers)
    spent.shifts |= dict.fromkeys(order.shifts)
    spent.guns |= dict.fromkeys(declared.barrage)
    enemy = board.enemy_of(declared.side)
    for target in declared.targets:
        spent.targets |= dict.fromkeys(u for u in board.units_at(target) if board.unit(u).side == enemy)
        spent.forts[target] = None


def commit(board: Board, declared: Declared) -> None:
    """See 13.0, 17.14, 5.36: the declared attack leaves its marks on both forces."""
    for unit in declared.barrage:
        board.mark(unit, "barraged", "17.14")
    for unit in (*declared.attackers, *_defenders(board, declared)):
        board.mark(unit, "fought", "13.0")
    for unit in _defenders(board, declared):
        if board.is_marked(unit, "entrained"):
            board.note("surprised-on-rails", "5.36", unit=unit)


def suffer_attrition(board: Board, table: Table, declared: Declared) -> Declared:
    """See 9.23, 11.22: unsupplied attackers roll before the odds are computed; those that lose steps are recounted."""
    hungry = [unit for unit in declared.attackers if not supply.is_supplied_to_attack(board, unit)]
    lost = [attrition.attacker_attrition(board, table, unit) for unit in hungry]
    return with_survivors(board, declared) if any(lost) else declared


def call_off(board: Board, combat: Combat) -> None:
    """See 8.8, rulings F11, F19: odds that fell below the smallest end the attack; its units have attacked all the
    same."""
    declared = combat.declared
    board.outcome(
        "called-off", "8.8", targets=list(declared.targets), attackers=list(declared.attackers),
        attack=declared.attack.as_json(), defence=declared.defence.as_json(),
    )  # fmt: skip


def resolve(board: Board, table: Table, combat: Combat) -> None:
    """8.54 (see 8.4, 8.8, 8.9.x2): the die, then the defender's result, then the attacker's, then the advance."""
    declared = combat.declared
    combat.attacking_steps = steps_of(board, declared.attackers)
    stand = Stand.taken(board, declared, combat.defenders)
    combat.defending_steps = stand.steps
    die = table.roll("crt", rule="8.8", by=declared.side)
    row = crt(board).row(die + declared.die.total)  # ruling F9
    result = table.read("crt", crt(board).result(row, declared.final_column))
    _note_combat(board, combat, die, row, result)
    ours, theirs = result.split("/")
    affected = min(combat.attacking_steps, combat.defending_steps)  # 8.9.x1
    routes = suffer(board, table, stand, theirs, affected)
    suffer_as_attacker(board, table, combat, ours, affected)
    move_up(board, table, combat, routes, stand)
    board.note("combat-over", "8.0")


def _note_combat(board: Board, combat: Combat, die: int, row: int, result: str) -> None:
    declared = combat.declared
    printed = columns(board, declared.rating)
    board.outcome(
        "combat", "8.0", side=declared.side, targets=list(declared.targets),
        attackers=list(declared.attackers), defenders=list(combat.defenders),
        places={u: board.place(u) for u in (*declared.attackers, *declared.barrage)},
        attack=declared.attack.as_json(), defence=declared.defence.as_json(),
        tcr=declared.rating, ratio=printed[declared.column], odds=printed[declared.final_column],
        shifts=declared.shifts.as_json(), die=die, modifiers=declared.die.as_json(), row=row,
        column=declared.final_column + 1, result=result,
        steps=[combat.attacking_steps, combat.defending_steps],
    )  # fmt: skip


def suffer_as_attacker(board: Board, table: Table, combat: Combat, result: str, affected: int) -> None:
    """8.9.A1, 8.9.A2, 17.16, ruling G14: the attacker loses half or all of the affected steps; support never does."""
    for choice in choices(board, "attacker", result):
        side, units = combat.declared.side, combat.declared.attackers
        with board.episode("losses", "attacker", side=side):
            take_losses(board, table, side, units, share(affected, choice.loss), "8.9.A" + result)


def move_up(board: Board, table: Table, combat: Combat, routes: Routes, stand: Stand) -> None:
    """8.75 (see 8.71, 20.0): advance into each vacated hex that the defenders have not denied, and pursue from there;
    a unit does so once, into one hex."""
    declared = combat.declared
    gone: dict[UnitId, None] = {}
    for target in declared.targets:
        if stand.is_denied:
            board.note("denied", "8.75", hex=target)
        elif is_vacated(board, target, declared.side):
            left = [unit for unit in declared.attackers if unit not in gone]
            went = advance(board, table, declared.side, target, left, routes.get(target, ()))
            gone |= dict.fromkeys(went)
