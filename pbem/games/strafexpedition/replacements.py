"""21.1 to 21.5 Replacements: a step for every brigade, and one for all independent units of a side."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition.by_mail.orders_guns import Replace
from pbem.games.strafexpedition.command import battalions, headquarters
from pbem.games.strafexpedition.control import enters, holder
from pbem.games.strafexpedition.counters import INFANTRY, brigade_of
from pbem.games.strafexpedition.disorganization import is_beside_enemy
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.supply import is_supplied, is_supplied_hex, sources
from pbem.games.strafexpedition.zoc import beside_enemy
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import GONE, Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Orders


def plan(board: Board, table: Table, orders: Orders) -> tuple[Replace, ...]:
    """21.2, 21.4 (see ruling R93): one step for each brigade, one for the independents; as ordered, else by default."""
    side, chosen = orders.side, dict[str, Replace]()
    for order in [one for one in (*orders.items, *orders.standing) if isinstance(one, Replace)]:
        if order in orders.items:
            with table.attempt(order):
                _check_once(board, order, chosen)
                chosen[brigade_of(board.unit(order.unit))] = check(board, side, order)
        elif brigade_of(board.unit(order.unit)) not in chosen and not why_not(board, side, order):
            chosen[brigade_of(board.unit(order.unit))] = check(board, side, order)
    for brigade in ("", *headquarters(board.scenario, side)):
        found = None if brigade in chosen else by_default(board, side, brigade)
        if found:
            chosen[brigade] = found
    return tuple(_with_room(board, list(chosen.values())))


def _with_room(board: Board, wanted: Sequence[Replace]) -> list[Replace]:
    """See 12.1: two battalions that come back into the same hex count both; the later one stays away."""
    found: list[Replace] = []
    copy = board.copy()
    for order in wanted:
        if order.at is None or has_room(copy, order.at, order.unit):
            found.append(order)
            if order.at is not None:
                copy.put(order.unit, order.at, "21.2")
    return found


def _check_once(board: Board, order: Replace, chosen: dict[str, Replace]) -> None:
    brigade = brigade_of(board.unit(order.unit))
    if brigade in chosen:
        rule, whose = ("21.2", f"brigade {brigade}") if brigade else ("21.4", "the independent units")
        why = f"{whose} can get back one step a turn"
        found = f"{chosen[brigade].unit} and {order.unit}"
        raise Illegal(rule, why, found=found, wanted="one of them", advice="leave one of the two out")


def why_not(board: Board, side: Side, order: Replace) -> Illegal | None:
    """See 21.1 to 21.5: what forbids the replacement; nothing if it is legal."""
    try:
        check(board, side, order)
    except Illegal as illegal:
        return illegal
    return None


def check(board: Board, side: Side, order: Replace) -> Replace:
    """21.1, 21.3 (see 21.2, 21.4, 21.5): whether the unit can get a step back; the order with the hex it needs."""
    unit, counter = order.unit, board.unit(order.unit)
    if counter.side != side or counter.type not in INFANTRY:
        why = f"{unit} gets no replacements"
        raise Illegal("21.1", why, found=counter.type, wanted="own infantry", advice="leave it out")
    if board.is_on_map(unit):
        _check_on_map(board, unit)
        return Replace(unit)
    brigade = brigade_of(counter)
    if board.place(unit) != GONE or not brigade:
        rule = "21.2" if brigade else "21.4"
        wanted = "an eliminated battalion of a brigade" if brigade else "a reduced unit on the map"
        raise Illegal(rule, f"{unit} cannot come back", found=board.place(unit), wanted=wanted, advice="leave it out")
    if not battalions(board, side, brigade):
        why = f"nobody of brigade {brigade} is on the map"
        raise Illegal("21.3", why, found="none", wanted="a battalion on the map", advice="leave it out")
    return Replace(unit, _check_hex(board, side, unit, order.at))


def _check_on_map(board: Board, unit: UnitId) -> None:
    """21.5: not beside an enemy, and in supply."""
    if board.steps(unit) >= board.unit(unit).figure("steps"):
        raise Illegal("21.2", f"{unit} has lost nothing", found="full strength", wanted="a reduced unit")
    if is_beside_enemy(board, unit):
        why = f"{unit} stands beside an enemy"
        raise Illegal("21.5", why, found=board.place(unit), wanted="no enemy beside it", advice="pull it back first")
    if not is_supplied(board, unit):
        raise Illegal("21.5", f"{unit} is out of supply", found=board.place(unit), wanted="a line of supply")


def _check_hex(board: Board, side: Side, unit: UnitId, at: HexId | None) -> HexId:
    hexes = homes(board, side, unit)
    if not hexes:
        wanted = "a hex at the nearest town or source, with room, in supply and away from enemies"
        raise Illegal("21.5", f"{unit} has nowhere to come back to", found="no such hex", wanted=wanted)
    if at is not None and at not in hexes:
        wanted = ", ".join(hexes[:8])
        raise Illegal("21.2", f"{unit} does not come back at {at}", found=at, wanted=wanted, advice="take one of these")
    return at or hexes[0]


def homes(board: Board, side: Side, unit: UnitId) -> tuple[HexId, ...]:
    """See 21.2, 21.5, ruling R92: in or beside the own town or source nearest to a supplied unit of its brigade."""
    friends = [one for one in battalions(board, side, brigade_of(board.unit(unit))) if is_supplied(board, one)]
    own = [one for one in board.map.hexes_with("town") if holder(board, one) == side]
    places = dict.fromkeys([*own, *sources(board, side)])
    distance = board.map.grid.distance
    away = {one: min([distance(one, board.hex_of(friend)) for friend in friends], default=0) for one in places}
    nearest = [one for one in places if friends and away[one] == min(away.values())]
    around = dict.fromkeys(hex_id for one in nearest for hex_id in (one, *board.map.grid.neighbours[one]))
    shut = beside_enemy(board, side)
    fit = [one for one in around if one not in shut and has_room(board, one, unit)]
    return tuple([one for one in fit if is_supplied_hex(board, one, side)])


def by_default(board: Board, side: Side, brigade: str) -> Replace | None:
    """See 21.2, 21.4: the reduced unit of the best morale that may, else an eliminated one at the nearest town."""
    units = board.derived(("reduced", side), (side, "steps"), lambda: _reduced(board, side)).get(brigade, ())
    lost = sorted(units, key=lambda unit: (not board.is_on_map(unit), -board.unit(unit).figure("morale"), unit))
    able = (Replace(unit) for unit in lost if not why_not(board, side, Replace(unit)))
    found = next(able, None)
    return check(board, side, found) if found else None


def _reduced(board: Board, side: Side) -> dict[str, list[UnitId]]:
    """By brigade the units that have lost steps, on the map or eliminated."""
    found: dict[str, list[UnitId]] = {}
    for unit in board.units(side):
        is_wanted = board.is_on_map(unit) or board.place(unit) == GONE
        if is_wanted and board.steps(unit) < board.unit(unit).figure("steps"):
            found.setdefault(brigade_of(board.unit(unit)), []).append(unit)
    return found


def carry_out(board: Board, wanted: Sequence[Replace]) -> None:
    """See 21.2, 21.4, ruling R94: the steps come back; who was eliminated stands at reduced strength, in good order."""
    for order in wanted:
        rule = "21.2" if brigade_of(board.unit(order.unit)) else "21.4"
        board.regain(order.unit, 1, rule, how="replacement")
        if order.at is not None:
            board.put(order.unit, order.at, rule, how="replacement")
            enters(board, order.unit, [order.at], rule)
