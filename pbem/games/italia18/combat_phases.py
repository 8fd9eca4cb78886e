"""12.1, 13.0 and 14.0 The Combat Phase and the Exploitation Phase of one side."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import assigning, disengagement, displacing, exploitation, guns, markers, pontoons
from pbem.games.italia18.allowance import EXPLOIT, RESERVE
from pbem.games.italia18.battle import Attack, Battle, combat_units_in
from pbem.games.italia18.by_mail.conditions import fits, holds
from pbem.games.italia18.by_mail.orders_combat import NONE, Assault, Drop, Exploit, Leave
from pbem.games.italia18.by_mail.orders_move import Displace, Unbridge
from pbem.games.italia18.combat import fight
from pbem.games.italia18.declaring import declare
from pbem.games.italia18.detachments import after_going_on
from pbem.games.italia18.foreseen import check_odds
from pbem.games.italia18.going_on import move_on
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import EXPLOITATION
from pbem.games.italia18.relief import Phase
from pbem.games.italia18.stacking import settle
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide
from pbem.kernel.text.preferences import Condition
from pbem.values import replace


def run_combat(board: Board, table: Table, orders: OrdersBySide, side: Side, sequence: int) -> None:
    """See 12.1a, 13.0a, 15.2.2e, ruling R96: attacks one by one, as long as more are sent; then who disengages."""
    given: list[Order] = []
    for number, batch in table.parts(side, "combat", orders[side].items):
        given += batch
        assigning.run(board, table, batch, side, is_start=number == 1)
        _preview(board, table, batch, side, sequence)
        for order in batch:
            if isinstance(order, Assault) and _is_met(board, table, order, side, sequence):
                with table.attempt(order):
                    fight(board, table, declared(board, order, side), sequence)
    settle(board, table, "combat")
    tests: list[disengagement.Test] = []
    for order in given:
        if isinstance(order, Leave):
            with table.attempt(order):
                test = disengagement.stack_to_test(board, side, order.hex, order.morale_of)
                disengagement.check_once(test, tests)
                tests.append(test)
    disengagement.run(board, table, tests, f"combat-{sequence}")
    settle(board, table, "disengagement")
    after_going_on(board, orders, ("called up",))
    _end(board)


def run_exploitation(board: Board, table: Table, orders: OrdersBySide, side: Side, sequence: int) -> None:
    """14.0c (see 14.1b, 14.2, 14.3, rulings R119, R123): combats, moves, guns in Offensive mode, and all markers. After
    `more` the next part is awaited, so that who has seen the combats can move."""
    given: list[Order] = []
    for number, batch in table.parts(side, "exploitation", orders[side].items):
        given += batch
        assigning.run(board, table, batch, side, is_start=number == 1)
        for order in batch:
            if isinstance(order, Assault | Drop) and _is_met(board, table, order, side, sequence):
                with table.attempt(order):
                    fight_on(board, table, order, side, sequence)
    exploitation.end_combats(board, side)
    phase = Phase(side)
    for order in given:
        if isinstance(order, Exploit) and _is_met(board, table, order, side, sequence):
            with table.attempt(order):
                move_on(board, table, order, phase)
    displacing.run(board, table, [order for order in given if isinstance(order, Displace)], side)
    sent = {**orders, side: replace(orders[side], items=tuple(given))}
    after_going_on(board, sent, ("called up", EXPLOIT, RESERVE))
    _end(board)
    pontoons.take_up(board, table, [order for order in given if isinstance(order, Unbridge)], side)
    markers.adjust(board)
    settle(board, table, "exploitation")


# -- attacks as they are ordered -----------------------------------------------------------------------------


def declared(board: Board, order: Assault, side: Side, *, is_exploitation: bool = False) -> Attack:
    """See 12.2.1, 15.3a, ruling R35: what the rules make of an order. Where it says nothing of Assault Troops, the
    first that go with an attacking unit are used."""
    used = tuple([UnitId(troops) for troops in order.assault if troops != NONE])
    if not order.assault:
        able = [unit for unit in order.units if board.is_on_map(unit) and board.unit(unit).side == side]
        used = tuple([troops for unit in able for troops in riding_with(board, unit)][:1])
    return Attack(
        side, order.target, order.units, order.guns, order.counter_battery, used, order.leads, is_exploitation,
        order.is_rommel, order.is_forced,
    )  # fmt: skip


def _is_met(board: Board, table: Table, order: Assault | Drop | Exploit, side: Side, sequence: int) -> bool:
    """See 12.1a: whether the conditions of an order hold; if not, it is left out, as ordered."""
    for condition in order.conditions:
        if not _holds(board, order, condition, side, sequence):
            table.skip(order, str(condition), "12.1a")
            return False
    return True


def _holds(board: Board, order: Order, condition: Condition, side: Side, sequence: int) -> bool:
    if not isinstance(order, Assault) or "odds" not in condition.subject:
        return holds(board, side, condition)
    attack = declared(board, order, side)
    battle = Battle(attack, combat_units_in(board, order.target, board.enemy_of(side)), sequence)
    return fits(board, condition, {"battle": battle})


def _preview(board: Board, table: Table, orders: Sequence[Order], side: Side, sequence: int) -> None:
    """In a check on receipt every attack is looked at, also those after the first die."""
    attacks = [order for order in orders if isinstance(order, Assault) and not order.conditions]
    for order, looked_at in table.previewed(attacks):
        with looked_at:
            check_odds(board, declare(board, declared(board, order, side), sequence))


def _end(board: Board) -> None:
    guns.end_phase(board)
    markers.forget_attacks(board)


def fight_on(board: Board, table: Table, order: Assault | Drop, side: Side, sequence: int) -> None:
    """14.1a (see 14.0c, 15.2.2c): a marked unit attacks by the normal rules, or gives its marker up."""
    if isinstance(order, Assault):
        fight(board, table, declared(board, order, side, is_exploitation=True), sequence)
        return
    if board.unit(order.unit).side != side or not board.is_marked(order.unit, EXPLOITATION):
        raise Illegal("14.1a", f"{order.unit} carries no Exploitation marker", found=order.unit, advice="leave it out")
    board.unmark(order.unit, EXPLOITATION, "14.1a")
