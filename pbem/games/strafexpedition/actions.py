"""4.0.8, 4.0.9 The Action Phases: one activation after another, by turns, and the steps of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import (
    assaults,
    bombardment,
    called_up,
    counterattack,
    digging,
    doctrine,
    events,
    sectors,
)
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.action_preview import check_digger, look_ahead, look_below
from pbem.games.strafexpedition.activation import complete, place
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Activate, Move, Pass
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard, Dig
from pbem.games.strafexpedition.declaration import declare_as_ordered, declared
from pbem.games.strafexpedition.movement import end_forced_marches, settle_stacks, tactical
from pbem.games.strafexpedition.observation import observed_by
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import MoreOrder, Order
from pbem.values import NamedTuple


class Script(NamedTuple):
    """An activation and the orders behind it, up to the next activation of the section."""

    activate: Activate
    orders: tuple[Order, ...]


def scripts(items: Sequence[Order]) -> tuple[Script, ...]:
    """See 4.0.8: the activations of a section, of which the first that is possible is played."""
    found: list[Script] = []
    for order in items:
        if isinstance(order, Activate):
            found.append(Script(order, ()))
        elif found:
            found[-1] = found[-1]._replace(orders=(*found[-1].orders, order))
    return tuple(found)


def act(board: Board, table: Table, side: Side, items: Sequence[Order], name: str) -> Action | None:
    """See 4.0.8, 4.0.9, EV.it.1, ruling R123: the first activation that can be carried out; none: the side passes.

    Where all fail and the section ends with `more`, its owner is asked for another one. So is who must not pass.
    """
    action, part = _first(board, table, side, table.parts(side, name, items))
    if action is None and events.forbids_pass(board, side):
        wanted = f"{name}, with the assault that the High Command wants"
        action, _ = _first(board, table, side, table.parts(side, wanted, table.more(side, wanted), part + 1))
    return action


def _first(
    board: Board, table: Table, side: Side, parts: Iterable[tuple[int, Sequence[Order]]]
) -> tuple[Action | None, int]:  # fmt: skip
    """The first activation of these parts that can be carried out, and the number of the last part."""
    part = 0
    for part, batch in parts:
        check_leading(table, batch)
        for number, script in enumerate(scripts(batch)):
            action = _attempt(board, table, side, script, f"{part}.{number}" if part > 1 or number else "")
            if action is not None:
                return action, part
        if passes(board, table, side, batch):
            break
    return None, part


def check_leading(table: Table, batch: Sequence[Order]) -> None:
    """See 4.0.8, ruling R153: lines above the first activation belong to nothing; a pass stands below all of them.

    All such lines are one fault: mostly the line above them could not be read.
    """
    first = next((number for number, order in enumerate(batch) if isinstance(order, Activate)), len(batch))
    lost = [order for order in batch[:first] if isinstance(order, Move | Assault | Bombard | Dig)]
    if lost:
        with table.attempt(lost[0]):
            below = f" and {counted(len(lost) - 1, 'line')} below it" if len(lost) > 1 else ""
            why, wanted = (
                f"the line{below} belong{'' if below else 's'} to no activation",
                "an `activate` line above it",
            )
            raise Illegal("4.0.8", why, found=str(lost[0]), wanted=wanted, advice="put the lines into their order")
    for order in [one for one in batch[:first] if isinstance(one, Pass) and first < len(batch)]:
        with table.attempt(order):
            why, wanted = "a pass stands above an activation", "`pass` as the last line"
            raise Illegal("4.0.8", why, found=str(order), wanted=wanted, advice="put the lines into their order")


def passes(board: Board, table: Table, side: Side, batch: Sequence[Order]) -> bool:
    """See EV.it.1, ruling R123: a side that owes an attack does not pass while its brigade can still make one."""
    for order in [one for one in batch if isinstance(one, Pass)]:
        with table.attempt(order):
            events.check_pass(board, side)
        return True
    return False


def _attempt(board: Board, table: Table, side: Side, script: Script, number: str) -> Action | None:
    """One activation from step A to step H; nothing where a rule forbids it."""
    name, action = f"action of {script.activate.brigade}{' ' if number else ''}{number}", None
    with board.episode("action", name, side=side, hexes=script.activate.hexes[:1]), table.attempt(script.activate):
        has_assault = any(isinstance(order, Assault | MoreOrder) for order in script.orders)
        counterattack.check_action(board, side, script.activate.brigade, has_assault=has_assault)
        action = place(board, table, side, script.activate)
        play(board, table, action, script.orders)
        return action
    if action is None:
        look_below(board, table, side, script.activate, script.orders)
    return None


def play(board: Board, table: Table, action: Action, orders: Sequence[Order]) -> None:
    """4.0.8.steps (see 13.0, 14.0): steps A to H, always in this order."""
    look_ahead(board, table, action, orders)
    given = move_and_declare(board, table, action, orders)
    end_forced_marches(board, action)
    bombard(board, table, action, given)
    if stops_after_fire(given):
        given = (*given, *after_fire(board, table, action))
    doctrine.fall_away(board, action.side)
    assaults.resolve(board, table, action, given)
    digging.clear_up(board)
    dig(board, table, action, given)
    digging.complete(board, action.side, action.units)
    complete(board, action)


# -- step A --------------------------------------------------------------------------------------------------


def move_and_declare(board: Board, table: Table, action: Action, orders: Sequence[Order]) -> tuple[Order, ...]:
    """See 4.0.8.steps, 11.1, 13.1.1: moves and declarations as written; after `more` the next part."""
    given: list[Order] = []
    for batch in _before_fire(table, action, orders):
        given += batch
        for number, order in enumerate(batch):
            if isinstance(order, Move):
                with table.attempt(order):
                    tactical(board, table, action, order, batch[number + 1 :])
            elif isinstance(order, Assault):
                with table.attempt(order):
                    shelled = [one.target for one in given if isinstance(one, Bombard)]
                    doctrine.check(board, action.side, order.target, shelled)
                    sectors.check_stays(board, action, [order.target])
                    declare_as_ordered(board, action, order)
    counterattack.insist(board, table, action)
    settle_stacks(board, action.side)
    action.assaulted = tuple(declared(board, action.side))
    return tuple(given)


def _before_fire(table: Table, action: Action, orders: Sequence[Order]) -> Iterator[Sequence[Order]]:
    """The parts of step A: `more` behind a bombardment waits for its results, and is none of them."""
    part = 1
    yield orders
    while orders and isinstance(orders[-1], MoreOrder) and not stops_after_fire(orders):
        part += 1
        orders = table.more(action.side, f"orders for {action.brigade} instalment {part}")
        yield orders


def stops_after_fire(orders: Sequence[Order]) -> bool:
    """See 4.0.8.steps: whether the section ends with a bombardment and `more`."""
    return len(orders) > 1 and isinstance(orders[-1], MoreOrder) and isinstance(orders[-2], Bombard)


def after_fire(board: Board, table: Table, action: Action) -> tuple[Order, ...]:
    """See 4.0.8.steps, 13.1.3, 13.2.1: what its owner adds when he has seen step B: digging, and nothing of A and B."""
    given = table.more(action.side, f"orders for {action.brigade} after the bombardment")
    for order in given:
        if isinstance(order, Move | Assault | Bombard | Activate):
            with table.attempt(order):
                why = "steps A and B of this Action are over"
                wanted = "`dig` lines, or `done`"
                raise Illegal("4.0.8.steps", why, found=str(order), wanted=wanted, advice="order it before `more`")
    return tuple([order for order in given if isinstance(order, Dig)])


# -- steps B and H -------------------------------------------------------------------------------------------


def bombard(board: Board, table: Table, action: Action, orders: Sequence[Order]) -> None:
    """See 13.2.1, 13.2.2, 4.0.8.steps: step B; all targets are named before the first die."""
    salvos: list[bombardment.Salvo] = []
    is_seen = observed_by(board, table, action.side, action.command)
    for order in [one for one in orders if isinstance(one, Bombard)]:
        with table.attempt(order):
            salvo = bombardment.Salvo(order.target, order.guns)
            bombardment.check(board, action.side, salvo, action.guns, is_seen)
            bombardment.check_once([*salvos, salvo])
            salvos.append(salvo)
    if salvos:
        bombardment.run(board, table, action.side, salvos)


def dig(board: Board, table: Table, action: Action, orders: Sequence[Order]) -> None:
    """See 18.1, 18.2, 18.3: who has neither moved nor assaulted digs, five levels of the Action at most."""
    count = 0
    for order in [one for one in orders if isinstance(one, Dig)]:
        for unit in order.units:
            with table.attempt(order):
                check_digger(board, action, unit, action.moved)
                called_up.check_dig(board, action.side, action.brigade)
                digging.check(board, unit, count)
                count += 1
                digging.dig(board, table, unit, count - 1)
