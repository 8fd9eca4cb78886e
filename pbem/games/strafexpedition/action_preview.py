"""4.0.8 What a check on receipt can say of an Action before its dice, and of one that is refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import bombardment, digging
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Activate, Move
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard, Dig
from pbem.games.strafexpedition.command import Command, battalions, headquarters
from pbem.games.strafexpedition.counters import is_artillery
from pbem.games.strafexpedition.declaration import declare_as_ordered
from pbem.games.strafexpedition.movement import note_moved, way_of
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order


def look_ahead(board: Board, table: Table, action: Action, orders: Sequence[Order]) -> None:
    """See 4.0.8.steps, 18.1: on receipt, digging is looked at too, though it comes after the enemy's questions."""
    busy = [unit for order in orders if isinstance(order, Move | Assault) for unit in order.units]
    for order, looking in table.previewed([one for one in orders if isinstance(one, Dig)]):
        with looking:
            for unit in order.units:
                check_digger(board, action, unit, busy)


def check_digger(board: Board, action: Action, unit: UnitId, busy: Collection[UnitId]) -> None:
    """See 18.1: infantry of the Action that neither moves nor assaults in it, where a trench can be dug."""
    if unit not in action.units or unit in busy:
        found = "it moves or assaults" if unit in busy else board.place(unit)
        wanted = f"a unit of {action.brigade} in Command that neither moves nor assaults"
        raise Illegal("18.1", f"{unit} cannot dig in this Action", found=found, wanted=wanted, advice="leave it out")
    digging.check(board, unit, 0)


# -- below an activation that is refused ---------------------------------------------------------------------


def look_below(board: Board, table: Table, side: Side, activate: Activate, orders: Sequence[Order]) -> None:
    """See 4.0.8, 4.0.8.steps: on receipt, the orders of an activation that is refused are looked at all the same.

    As if the whole brigade were in Command, everybody attached who is named, nobody fired, and the target were seen.
    """
    assumed: Board | None = None
    busy = [unit for order in orders if isinstance(order, Move | Assault) for unit in order.units]
    for number, (order, looking) in enumerate(table.previewed(orders)):
        if assumed is None:
            assumed, action = board.copy(), _assumed(board, side, activate)
        with looking:
            _look(assumed, action, order, orders[number + 1 :], busy)


def _assumed(board: Board, side: Side, activate: Activate) -> Action:
    """The Action that its owner has in mind; all his units where the brigade is none of his."""
    at, hqs = activate.hexes[0], headquarters(board.scenario, side)
    own = battalions(board, side, activate.brigade) if activate.brigade in hqs else board.on_map(side)
    guns = tuple([unit for unit in activate.attached if is_artillery(board.unit(unit))])
    infantry = [unit for unit in activate.attached if unit not in guns]
    hq = hqs.get(activate.brigade, UnitId(""))
    return Action(side, activate.brigade, hq, at, Command(at, 0, {}, {}), (*own, *infantry), guns)


def _look(board: Board, action: Action, order: Order, coming: Sequence[Order], busy: Collection[UnitId]) -> None:
    if isinstance(order, Move):
        _, path, left = way_of(board, action, order, coming)
        for unit in order.units:
            board.move(unit, path, "11.0")
        note_moved(action, order, left)
    elif isinstance(order, Assault):
        declare_as_ordered(board, action, order)
    elif isinstance(order, Bombard):
        salvo = bombardment.Salvo(order.target, order.guns)
        bombardment.check(board, action.side, salvo, action.guns, lambda target: True)
    elif isinstance(order, Dig):
        for unit in order.units:
            check_digger(board, action, unit, busy)
