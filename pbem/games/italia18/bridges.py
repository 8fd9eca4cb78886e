"""11.2.5 Bridges: blown and put up again at the end of the Movement Phase."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import ways
from pbem.games.italia18.by_mail.orders_move import Demolish, Rebuild
from pbem.games.italia18.supply_lines import has_enemy, is_in_command
from pbem.games.italia18.turns import track_turn
from pbem.games.italia18.walking import enemy_near
from pbem.games.italia18.weather import is_poor
from pbem.games.italia18.zoc import is_closed_by_zoc, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId, hexside
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, tally
from pbem.kernel.text.orders import Order

BLOWN = "bridge=blown"


def run(board: Board, table: Table, orders: Sequence[Order], side: Side) -> None:
    """11.2.5e (see ruling R63): one try for each hexside and phase, whatever bridges lie on it."""
    tried: dict[object, None] = {}
    for order in orders:
        if not isinstance(order, Demolish | Rebuild):
            continue
        with table.attempt(order):
            place = hexside(order.here, order.there)
            if place in tried:
                raise Illegal("11.2.5e", f"{place} has had its try in this phase", wanted="one try for each hexside")
            check = check_demolish if isinstance(order, Demolish) else check_rebuild
            check(board, order.here, order.there, side)
            tried[place] = None
            (_demolish if isinstance(order, Demolish) else _rebuild)(board, table, order.here, order.there, side)


def _demolish(board: Board, table: Table, here: HexId, there: HexId, side: Side) -> None:
    place, most = hexside(here, there), int(board.scenario.charts["bridge"]["destroy"])
    with board.episode("demolition", f"bridge {place}", side=side, hexes=[here, there]):
        die = table.roll("demolition", rule="11.2.5a", by=side, kindest=1)
        drm = demolition_drm(board, here, there)
        if die + drm <= most:
            board.mark_side(here, there, BLOWN, "11.2.5a")
        board.outcome("demolition", "11.2.5a", hexside=str(place), die=die, drm=drm, done=die + drm <= most)


def _rebuild(board: Board, table: Table, here: HexId, there: HexId, side: Side) -> None:
    place, most = hexside(here, there), int(board.scenario.charts["bridge"]["rebuild"])
    with board.episode("rebuilding", f"bridge {place}", side=side, hexes=[here, there]):
        die = table.roll("rebuilding", rule="11.2.5c", by=side, kindest=1)
        drm = rebuilding_drm(board, here, there, side).total
        if die + drm <= most:
            board.unmark_side(here, there, "bridge", "11.2.5c")
        board.outcome("rebuilding", "11.2.5c", hexside=str(place), die=die, drm=drm, done=die + drm <= most)


# -- terms ---------------------------------------------------------------------------------------------------


def _check_bridge(board: Board, here: HexId, there: HexId, rule: str, *, is_blown: bool) -> None:
    if not ways.bridges(board.map, here, there):
        raise Illegal(rule, f"no bridge leads from {here} to {there}", wanted="a hexside with a bridge")
    if ways.is_blown(board, here, there) != is_blown:
        state = "stands" if is_blown else "is down already"
        raise Illegal(rule, f"the bridge from {here} to {there} {state}", advice="leave this order out")


def check_demolish(board: Board, here: HexId, there: HexId, side: Side) -> None:
    """11.2.5a (see 9.1j, rulings R64, R110): an enemy within three hexes of an end, an end in an HQ's radius."""
    _check_bridge(board, here, there, "11.2.5a", is_blown=False)
    within = int(board.scenario.charts["bridge"]["enemy_within"])
    if not any(enemy_near(board, end, side, within) for end in (here, there)):
        why = f"no enemy is within {within} hexes of the bridge from {here} to {there}"
        raise Illegal("11.2.5a", why, wanted="an enemy that comes near", advice="wait until one does")
    if not any(is_in_command(board, end, side) for end in (here, there)):
        why = f"neither {here} nor {there} is within the Command Radius of one of your HQs"
        raise Illegal("11.2.5a", why, advice="bring an HQ nearer")


def demolition_drm(board: Board, here: HexId, there: HexId) -> int:
    """11.2.5b: on turn 1 the bridges over the Isonzo are hard to blow."""
    over = [one.get("river") for one in board.map.hexside(here, there) if one.name == "bridge"]
    is_hard = track_turn(board) == 1 and "Isonzo" in over
    return int(board.scenario.charts["bridge"]["destroy_drm"]["isonzo_turn_1"]) if is_hard else 0


def check_rebuild(board: Board, here: HexId, there: HexId, side: Side) -> None:
    """11.2.5c (see 5.0b, 9.1j, rulings R63, R110): a friend at one end, the other open, both in an HQ's radius."""
    _check_bridge(board, here, there, "11.2.5c", is_blown=True)
    if not any(is_end_held(board, one, other, side) for one, other in ((here, there), (there, here))):
        why = f"nobody of yours holds one end of {here}/{there} while the other is open"
        wanted = "a unit at one end, and at the other no enemy and no enemy zone of control without a friend"
        raise Illegal("11.2.5c", why, wanted=wanted)
    far = [end for end in (here, there) if not is_in_command(board, end, side)]
    if far:
        why = f"{far[0]} is outside the Command Radius of your HQs"
        raise Illegal("11.2.5c", why, wanted="both ends inside", advice="bring an HQ nearer")


def is_end_held(board: Board, held: HexId, other: HexId, side: Side) -> bool:
    """See 11.2.5c: a friend in the first hex; no enemy in the second, and no zone that a friend does not cancel."""
    friends = [unit for unit in board.units_at(held, side) if board.unit(unit).type != "air"]
    is_open = not has_enemy(board, other, side) and not is_closed_by_zoc(board, other, side, "rebuilding")
    return bool(friends) and is_open


def rebuilding_drm(board: Board, here: HexId, there: HexId, side: Side) -> Tally:
    """11.2.5d (see 10.0b): an enemy zone on an end, friend there or not, a major river, poor weather."""
    drm = board.scenario.charts["bridge"]["rebuild_drm"]
    terms = []
    if any(is_in_enemy_zoc(board, end, side) for end in (here, there)):
        terms.append(Term("an end in an enemy zone of control", "11.2.5d", drm["enemy_zoc"]))
    if ways.river(board.map, here, there) == ways.MAJOR:
        terms.append(Term("a major river", "11.2.5d", drm["major_river"]))
    if is_poor(board):
        terms.append(Term("poor weather", "11.2.5d", drm["poor_weather"]))
    return tally(terms)
