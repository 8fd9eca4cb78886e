"""11.0 Combat: a Combat Sub-phase, one attack after the other."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto import fog, limits, mandatory, mines, recon
from pbem.games.caporetto.advance import Opening, move_up
from pbem.games.caporetto.attack import Declared, Spent, declare, spend
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.idle import idle
from pbem.games.caporetto.by_mail.orders_combat import Attack, Mine, Recon
from pbem.games.caporetto.by_mail.orders_turn import Mode, Raid
from pbem.games.caporetto.counters import CP
from pbem.games.caporetto.defence import ask_support, suffer
from pbem.games.caporetto.employment import Call, employ
from pbem.games.caporetto.headquarters import remove_lone_hqs
from pbem.games.caporetto.instalments import check_is_early
from pbem.games.caporetto.losses import Bill, take_losses
from pbem.games.caporetto.modifiers import Effort, die_modifiers, shifts
from pbem.games.caporetto.morale import count_casualties
from pbem.games.caporetto.morale_check import Stand
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.ratio import (
    attack_strength,
    columns,
    defence_strength,
    modified_row,
    printed_result,
    ratio_column,
    shifted_column,
)
from pbem.games.caporetto.stacking import check_overstack
from pbem.games.caporetto.support import SPENT
from pbem.games.caporetto.venezia import is_over
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally
from pbem.kernel.text.orders import MoreOrder, Order, OrdersBySide
from pbem.values import dataclass

NAMES = {1: "first combat", 2: "second combat"}


@dataclass(frozen=True, slots=True)
class SubPhase:
    """Whose Combat Sub-phase it is, which of the two, and what has been used up."""

    side: Side
    number: int
    spent: Spent


def run(board: Board, table: Table, orders: OrdersBySide, side: Side, number: int) -> None:
    """11.0, 11.1 (see 11.4, 8.1): recon first, then the ordered attacks and no others, then stacking is checked."""
    here = SubPhase(side, number, Spent())
    for part, batch in table.parts(side, NAMES[number], orders[side].items):
        _play(board, table, here, batch, part)
        if is_over(board):
            break
    if side == CP and number == 2 and not is_over(board):
        _fulfil(board, table, here, orders)
        mines.lapse(board)
    if not is_over(board):
        check_overstack(board, table, (side, board.enemy_of(side)), NAMES[number])


def _play(board: Board, table: Table, here: SubPhase, batch: Sequence[Order], part: int) -> None:
    """11.4 (see 16.8.1): one batch of orders; what is wrong with any of them is seen before the first die."""
    look_ahead(board, table, here, batch)
    fog.run_tops(board, table, here.side, batch)
    for order in batch:
        if isinstance(order, Recon):
            with table.attempt(order):
                check_is_early(order, NAMES[here.number], part)
                recon.fly(board, table, here.side, order, here.spent)
    for order in batch:
        if not is_over(board):
            with table.attempt(order):
                _carry_out(board, table, here, order, part)


def _carry_out(board: Board, table: Table, here: SubPhase, order: Order, part: int) -> None:
    if isinstance(order, Attack):
        fight(board, table, here, order)
    elif isinstance(order, Mine):
        mines.blow(board, table, here.side, order)
    elif isinstance(order, Mode | Raid):  # carried out before the first part
        check_is_early(order, NAMES[here.number], part)


def look_ahead(board: Board, table: Table, here: SubPhase, batch: Sequence[Order]) -> None:
    """See 11.0: what is already wrong before any die falls; each order is judged again when its turn comes."""
    spent = Spent(dict(here.spent.attackers), dict(here.spent.attacked), is_ahead=True)
    for order, preview in table.previewed(batch):
        for caution in idle(board, order):
            table.warn(caution, order)
        with preview:
            _look_at(board, here, order, spent)
            if order is batch[-1] and not isinstance(order, MoreOrder):
                mandatory.check_enough(board, here.side, here.number, _ordered(batch))


def _look_at(board: Board, here: SubPhase, order: Order, spent: Spent) -> None:
    """One order as things stand now; one whose condition does not hold yet is not checked."""
    if isinstance(order, Recon | Attack | Mine) and unmet(board, order.conditions):
        return
    if isinstance(order, Recon):
        recon.check_recon(board, here.side, order, spent)
        spent.support |= dict.fromkeys(order.units)
    elif isinstance(order, Attack):
        spend(spent, declare(board, here.side, here.number, order, spent))
    elif isinstance(order, Mine):
        mines.check_mine(board, here.side, order.hex)


def _ordered(batch: Sequence[Order]) -> list[UnitId]:
    """Every unit that some attack names, also one that depends on something."""
    return [unit for order in batch if isinstance(order, Attack) for unit in order.units]


# -- one attack ----------------------------------------------------------------------------------------------


def fight(board: Board, table: Table, here: SubPhase, order: Attack) -> None:
    """11.2 to 11.7, 16.1, rulings R12, R36, R122: declaration, support of both, dice, result, in this order."""
    failing = unmet(board, order.conditions)
    if failing:
        table.skip(order, failing, "11.4")
        return
    declared = declare(board, here.side, here.number, order, here.spent)
    resolve(board, table, here, declared)


def resolve(board: Board, table: Table, here: SubPhase, declared: Declared) -> None:
    """See 11.6, 11.7, 16.1, 16.3, ruling R122: from here on the attack cannot be called off."""
    spend(here.spent, declared)
    announce(board, declared)
    # Its name has no number: other attacks must not change its dice.
    with board.episode("combat", f"attack on {declared.target}", side=declared.side, hexes=[declared.target]):
        fight_out(board, table, declared)


def fight_out(board: Board, table: Table, declared: Declared) -> None:
    """See 11.6, 11.7, 12.0, 16.1, 16.3, rulings R12, R122: support of both, dice, the result, in this order."""
    side = board.enemy_of(declared.side)
    shield = ask_support(board, table, declared)
    use_up(board, side, shield, attacks=0)
    ours, theirs = roll(board, table, _employed(board, table, declared, shield)).split("/")
    suffer_as_attacker(board, table, declared, ours)
    stand = Stand(side, declared.target, declared.defenders, len(declared.attackers))
    has_fled = suffer(board, table, stand, theirs)
    for owner in (side, declared.side):
        remove_lone_hqs(board, owner)
    _move_up(board, table, declared, has_fled)
    board.note("combat-over", "11.4")


def announce(board: Board, declared: Declared) -> None:
    """See 16.1, 16.1/2, 17.2, EV.B.mandatory, ruling R95: what the attack uses up, whatever comes of it."""
    use_up(board, declared.side, declared.support, attacks=1)
    mandatory.count_attack(board, declared)


def use_up(board: Board, side: Side, support: Sequence[UnitId], attacks: int) -> None:
    """See 16.1/2, 17.2, 17.2/4, ruling R77: support units are spent whether or not they are employed."""
    for unit in support:
        board.mark(unit, SPENT, "16.1/2")
    limits.note_pause(board, side, attacks, support)


def _employed(board: Board, table: Table, declared: Declared, shield: Sequence[UnitId]) -> Effort:
    """See 16.3, ruling R122: all employment dice, the attacker's first."""
    target = declared.target
    ours = [Call(unit, target, declared.attackers, True, declared.is_watched) for unit in declared.support]
    theirs = [Call(unit, target, declared.defenders, False) for unit in shield]
    employed = employ(board, table, ours)
    return Effort(declared, employed, employ(board, table, theirs))


def roll(board: Board, table: Table, effort: Effort) -> str:
    """See 11.6, 11.7, 11.7.2, rulings R02, R03, R04: odds, all modifiers, the die, the result."""
    declared = effort.declared
    attack, defence = attack_strength(board, declared.attackers), defence_strength(board, declared.defenders)
    sums, drm = shifts(board, effort), die_modifiers(board, effort)
    column = ratio_column(board, attack.total, defence.total)
    final = shifted_column(board, column, sums.total)
    die = table.roll("crt", rule="11.7", by=declared.side)
    row = modified_row(board, die, drm.total)
    result = table.read("crt", printed_result(board, row, final))
    printed = columns(board)
    _note(board, effort, attack, defence, sums, drm, ratio=printed[column], odds=printed[final],
          column=final + 1, die=die, row=row, result=result)  # fmt: skip
    return result


def _note(
    board: Board, effort: Effort, attack: Tally, defence: Tally, sums: Tally, drm: Tally, **figures: object
) -> None:
    """The combat as the report, the drawing and the cases read it."""
    declared = effort.declared
    steps = [sum(board.steps(unit) for unit in units) for units in (declared.attackers, declared.defenders)]
    board.outcome(
        "combat", "11.7", side=declared.side, targets=[declared.target],
        attackers=list(declared.attackers), defenders=list(declared.defenders),
        places={unit: board.place(unit) for unit in declared.attackers},
        support=list(declared.support), employed=list(effort.employed), shield=list(effort.shield),
        attack=attack.as_json(), defence=defence.as_json(), shifts=sums.as_json(), modifiers=drm.as_json(),
        steps=steps, **figures,
    )  # fmt: skip


# -- after the die -------------------------------------------------------------------------------------------


def suffer_as_attacker(board: Board, table: Table, declared: Declared, result: str) -> None:
    """11.7.1/2, 10.2/3 (see 11.7.1, 11.7.1/4, rulings R13, R26): the attacker pays first and can never retreat
    instead."""
    bill = Bill(declared.side, declared.attackers, int(result), declared.target)
    with board.episode("losses", "attacker", side=declared.side):
        lost = take_losses(board, table, bill, "11.7.1/2")
    if chosen(board, "attackers-casualties") == "yes":
        for nation, steps in lost.items():
            count_casualties(board, nation, steps, "10.2")


def _move_up(board: Board, table: Table, declared: Declared, has_fled: bool) -> None:
    """12.0 (see 12.1, 12.1/2, ruling R50): into the vacated hex, and beyond."""
    may_go_on = not has_fled or chosen(board, "second-advance") == "vacated"
    move_up(board, table, Opening(declared.side, declared.target, declared.attackers), may_go_on=may_go_on)


# -- the Mandatory Offensive ---------------------------------------------------------------------------------


def _fulfil(board: Board, table: Table, here: SubPhase, orders: OrdersBySide) -> None:
    """See EV.B.mandatory, rulings R94, R95: what the orders leave undone is done for the player, weakest hex first."""
    while not is_over(board):
        declared = mandatory.next_attack(board, here.side, here.number, here.spent, orders[here.side].standing)
        if declared is None:
            return
        board.note("mandatory-attack", "EV.B.mandatory", hex=declared.target, attackers=list(declared.attackers))
        resolve(board, table, here, declared)
