"""11.0 Movement carried out: in step A of an Action, and in the Non Activated Unit Movement Phase."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import corps, digging, frozen, sectors
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.artillery import captured_when_entered
from pbem.games.strafexpedition.by_mail.orders_command import FORCED, Move
from pbem.games.strafexpedition.control import enters
from pbem.games.strafexpedition.costs import points
from pbem.games.strafexpedition.counters import is_fortress, is_hq
from pbem.games.strafexpedition.declaration import target_of
from pbem.games.strafexpedition.disorganization import disorganize, surrender
from pbem.games.strafexpedition.infiltration import fire_at, under_fire
from pbem.games.strafexpedition.stacking import check_room, overstack
from pbem.games.strafexpedition.walking import Walkers, walk, walkers_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide

MOVED, MARCHED, ACTED = "moved", "marched", "acted"


# -- step A of an Action -------------------------------------------------------------------------------------


def tactical(board: Board, table: Table, action: Action, order: Move, coming: Sequence[Order] = ()) -> None:
    """11.1 (see 11.1.1, 11.1.2, 11.3, 8.6): units of the Action move, into enemy zones and out of them.

    `coming` are later orders of the step: who leaves a hex by one of them makes room in it.
    """
    walkers, path, left = way_of(board, action, order, coming)
    sectors.check_stays(board, action, path)
    go(board, table, walkers, path, left)
    note_moved(action, order, left)


def way_of(
    board: Board, action: Action, order: Move, coming: Sequence[Order] = ()
) -> tuple[Walkers, tuple[HexId, ...], int]:
    """See 11.1, 11.3, 8.6, 12.3: who walks which way, and the half points left at its end if no enemy stops it."""
    for unit in order.units:
        if unit not in action.units:
            why = f"{unit} takes no part in this Action"
            wanted = f"a unit of {action.brigade} in Command, or one attached to it"
            raise Illegal("11.1", why, found=board.place(unit), wanted=wanted, advice="move it in the section `march`")
        check_unit(board, unit)
    walkers = walkers_of(board, order.units, order.how, is_march=False)
    path, left = walk(board, walkers, order.path)
    check_goal(board, order, path, coming)
    return walkers, path, left


def note_moved(action: Action, order: Move, left: int) -> None:
    """See 11.1.3, 11.3, 18.1: what its units have left for an assault, and which of them march for it."""
    for unit in order.units:
        action.left[unit] = left
        if order.how == FORCED:
            action.forced[unit] = None


def end_forced_marches(board: Board, action: Action) -> None:
    """See 11.3, 16.4, ruling R132: the point of a forced march comes after the declarations, before the bombardment."""
    for unit in action.forced:
        if board.is_on_map(unit):
            tire(board, unit)


def tire(board: Board, unit: UnitId) -> None:
    """See 11.3, 21.6, ruling R132: a point for the march, needed or not; no rally today."""
    board.mark(unit, MARCHED, "11.3")
    disorganize(board, unit, 1, "11.3")


# -- the Non Activated Unit Movement Phase -------------------------------------------------------------------


def march(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """4.0.10 (see 11.2.1, 11.2.2, 19.1): all that was not activated may move, guns in move mode too."""
    moves = [order for order in orders[side].items if isinstance(order, Move)]
    for number, order in enumerate(moves):
        with table.attempt(order):
            march_one(board, table, side, order, moves[number + 1 :])
    settle_stacks(board, side)


def march_one(board: Board, table: Table, side: Side, order: Move, coming: Sequence[Order] = ()) -> None:
    """See 4.0.10, 11.2.1: one order of the phase."""
    for unit in order.units:
        check_unit(board, unit)
        if board.is_marked(unit, ACTED):
            why = f"{unit} was activated today"
            wanted = "a unit that was not activated"
            raise Illegal("4.0.10", why, found="an activated unit", wanted=wanted, advice="move it in its Action")
    walkers = walkers_of(board, order.units, order.how, is_march=True)
    path, left = walk(board, walkers, order.path)
    check_goal(board, order, path, coming)
    go(board, table, walkers, path, left)
    for unit in order.units:
        if order.how == FORCED and board.is_on_map(unit):
            tire(board, unit)


# -- both ----------------------------------------------------------------------------------------------------


def check_unit(board: Board, unit: UnitId) -> None:
    """11.0.7 (see 19.1, S5.sp1, ruling R131): a unit that can move and has not had its one move of the day."""
    counter = board.unit(unit)
    if not board.is_on_map(unit):
        raise Illegal("11.0", f"{unit} is not on the map", found=board.place(unit), wanted="a unit on the map")
    if is_hq(counter) or is_fortress(counter):
        raise Illegal("11.0", f"{unit} does not move", found=counter.type, wanted="infantry or artillery")
    if board.is_marked(unit, MOVED):
        why = f"{unit} has had its one move of the day"
        raise Illegal("11.0.7", why, found="a second move", wanted="one move a day", advice="put its way into one line")
    if target_of(board, unit) is not None:
        why = f"{unit} has declared an assault on {target_of(board, unit)}"
        raise Illegal(
            "13.1.1", why, found="a move", wanted="units that stay for their assault", advice="move it before"
        )
    if board.is_marked(unit, "held"):
        raise Illegal("11.0.7", f"{unit} came today and cannot move", found="its day of arrival", wanted="another day")
    frozen.check_free(board, unit, "cannot move")
    corps.check_move(board, unit)


def check_goal(board: Board, order: Move, path: Sequence[HexId], coming: Sequence[Order]) -> None:
    """See 12.3, 11.0: the way leads somewhere, and at its end there is room, or will be when others have left."""
    if len(path) < 2:
        wanted = "a hex to go to"
        raise Illegal("11.0", f"the order leaves {', '.join(order.units)} in {path[0]}", found=path[0], wanted=wanted)
    later = [one for one in coming if isinstance(one, Move) and one.path[-1] != path[-1]]
    leaving = [unit for one in later for unit in one.units if board.place(unit) == path[-1]]
    check_room(board, path[-1], order.units, leaving)


def go(board: Board, table: Table, walkers: Walkers, path: Sequence[HexId], left: int) -> None:
    """See 11.0, 11.1.2, 18.2.1: along the path; where an enemy may fire, the survivors go on."""
    for unit in walkers.units:
        board.mark(unit, MOVED, "11.0.7")
        digging.interrupt(board, unit)
    start = 0
    for at in range(1, len(path)):
        is_last = at == len(path) - 1
        firers = () if walkers.is_march else under_fire(board, walkers.side, path[at - 1], path[at])
        if firers or is_last:
            _stride(board, walkers, path[start : at + 1], left if is_last else None)
            start = at
        if firers:
            legs = list(itertools.pairwise(path[: at + 1]))
            fire_at(board, table, firers, _alive(board, walkers), path[at], path[at - 1], legs.count(legs[-1]))
            if not _alive(board, walkers):
                return


def _alive(board: Board, walkers: Walkers) -> tuple[UnitId, ...]:
    return tuple([unit for unit in walkers.units if board.is_on_map(unit)])


def _stride(board: Board, walkers: Walkers, path: Sequence[HexId], left: int | None) -> None:
    """See 11.0.6, 19.4, 23.1: a part of the way; lone enemy guns on it are captured, and the ground is theirs."""
    about = {} if left is None else {"left": points(left), "allowance": points(walkers.halves)}
    for unit in _alive(board, walkers):
        board.move(unit, list(path), "11.0", how="march" if walkers.is_march else "move", **about)
    for hex_id in path[1:]:
        for gun in captured_when_entered(board, hex_id, walkers.side):
            surrender(board, gun, "19.4")
    for unit in _alive(board, walkers):
        enters(board, unit, path[1:], "11.0")


def settle_stacks(board: Board, side: Side) -> None:
    """See 12.3, ruling R150: a stack over its limit at the end of the step, since somebody could not leave, suffers."""
    moved = {board.place(unit): None for unit in board.marked(side) if board.is_marked(unit, MOVED)}
    for hex_id in dict.fromkeys(board.hex_of(unit) for unit in board.on_map(side)) if moved else ():
        if hex_id in moved:
            overstack(board, hex_id, side, "12.7")
