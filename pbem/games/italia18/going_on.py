"""14.2 Exploitation movement: units under an Exploitation or Reserves marker go on, with a pontoon if need be."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.italia18.allowance import EXPLOIT, RESERVE
from pbem.games.italia18.by_mail.orders_combat import Exploit
from pbem.games.italia18.costs import shown
from pbem.games.italia18.crossing import Crossing, build_and_go_on
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.entering import go
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import EXPLOITATION, RESERVES
from pbem.games.italia18.pinned import is_held_in
from pbem.games.italia18.planning import go_on
from pbem.games.italia18.relief import Phase
from pbem.games.italia18.starving import check_heads_for_supply
from pbem.games.italia18.walking import walk
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.trips import Trip

MARKS = {EXPLOIT: EXPLOITATION, RESERVE: RESERVES}  # which marker allows which kind of move


def move_on(board: Board, table: Table, order: Exploit, phase: Phase) -> None:
    """11.2.8d, 14.2 (see 9.2b, 11.2.1, 11.2.4a, 14.0c): half of its points under an Exploitation marker, all and two
    more as a reserve, by the rules of every move; a forced march is none of them."""
    how = _how(board, order.unit, phase.side)
    units = (order.unit, *riding_with(board, order.unit))
    trip = go_on(board, Trip(units, (board.hex_of(order.unit),)), order.hexes, how)
    if order.span:
        crossing = Crossing(order.span, order.onward, order.otherwise, order.again)
        build_and_go_on(board, table, trip, crossing, phase, how, "14.2")
    else:
        check_heads_for_supply(board, (trip,), how)
        points = shown(walk(board, units, how).points)
        go(board, units, trip.path, "14.2", how=how, cost=shown(trip.spent), allowance=points)
    for name in MARKS.values():
        board.unmark(order.unit, name, "14.2")


def _how(board: Board, unit: UnitId, side: Side) -> str:
    """The kind of move that the unit's marker allows; a unit without one, or held by an enemy zone, has none, nor
    (12.5a, ruling R78) one in disorder that would exploit."""
    how = next((how for how, mark in MARKS.items() if board.is_marked(unit, mark)), "")
    if board.unit(unit).side != side or not how:
        raise Illegal(
            "14.2", f"{unit} may not move in this phase", found=unit,
            wanted="a unit of yours under an Exploitation or Reserves marker", advice="leave it out",
        )  # fmt: skip
    if how == EXPLOIT and is_disorganized(board, unit):
        why = f"{unit} is Disorganized or Reorganizing and does not exploit"
        raise Illegal("12.5a", why, found=unit, advice="leave it out")
    if is_held_in(board, (unit,), board.hex_of(unit)):
        why = f"{unit} is held in an enemy zone of control"
        raise Illegal("14.2", why, found=board.place(unit), advice="leave it out")
    return how
