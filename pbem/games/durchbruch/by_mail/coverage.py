"""The mail meter: which questions may still come, how likely each is, and the order that saves the mail."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch import barrage, bridges, crowding, passages
from pbem.games.durchbruch.by_mail.coverage_attacks import Row, of_attack
from pbem.games.durchbruch.by_mail.odds import as_seen
from pbem.games.durchbruch.by_mail.orders import Attack, Fire, Gas, Move, Overrun
from pbem.games.durchbruch.counters import AG, IT, corps_of, is_regiment
from pbem.games.durchbruch.cup import CHITS
from pbem.games.durchbruch.fog import is_hidden
from pbem.games.durchbruch.losses import payers
from pbem.games.durchbruch.morale import checks, printed_value, value, worst, worst_value
from pbem.games.durchbruch.planning import Segment, plan
from pbem.games.durchbruch.retreat import groups
from pbem.games.durchbruch.routes import ways
from pbem.games.durchbruch.set_up import wants_plan
from pbem.games.durchbruch.status import is_full
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.hidden import is_secret
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.meter import Point

SURE, NEVER = Fraction(1), Fraction(0)
WEAKEST = ("the weakest pays", "losses: weakest first")


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """Every point of the step that neither orders nor standing orders decide, as far as the side can know it."""
    found: list[Point] = []
    for side, given in orders.items():
        seen, moved = as_seen(board, side), _after_moves(as_seen(board, side), given.items)
        unsure = _unsure(seen, side, given.items)
        for order in given.items:
            rows = _rows(seen, moved, order, side, unsure)
            unsure |= dict.fromkeys(_next_to_fight(order, given.items))
            found += [point for about, row in rows for point in _points(row, about, orders)]
        others = [*_crowded(moved, side, given), *_plan(seen, given)]
        found += [point for row in others for point in _points(row, "", orders)]
    return list(dict.fromkeys(found))


def _points(row: Row, about: str, orders: Mapping[Side, Orders]) -> list[Point]:
    """One point, unless a standing order of the topic settles it or it cannot come to that."""
    standing = orders[row.side].standing if row.side in orders else ()
    if not row.share or is_settled(standing, row.topic):
        return []
    return [Point(row.side, row.topic, Chance(row.share), row.default, row.hint, about, is_most=row.is_most)]


def _rows(seen: Board, moved: Board, order: Order, side: Side, unsure: Mapping[UnitId, None]) -> list[tuple[str, Row]]:
    if isinstance(order, Attack):
        is_later = any(unit in unsure for unit in order.units)
        return [(f"attack on {order.target}", row) for row in of_attack(moved, order, is_later=is_later)]
    if isinstance(order, Fire) and seen.step in CHITS:
        return [(f"barrage on {order.target}", row) for row in _of_fire(seen, order, side)]
    if isinstance(order, Gas):
        return [(f"gas on {order.target}", row) for row in _of_gas(seen, order)]
    if isinstance(order, Move | Overrun) and not (isinstance(order, Move) and order.enters):
        return [(f"move of {order.units[0]}", row) for row in _of_way(seen, order, side)]
    return []


def _unsure(board: Board, side: Side, items: Sequence[Order]) -> dict[UnitId, None]:
    """The units that a check, a bridge or an order before theirs may keep from where they are sent."""
    orders = [order for order in items if isinstance(order, Move | Overrun)]
    return {unit: None for order in orders if not _is_sure(board, side, order) for unit in order.units}


def _is_sure(board: Board, side: Side, order: Move | Overrun) -> bool:
    """Whether nothing on the way of a move takes a die or an answer, as the board stands."""
    if isinstance(order, Overrun) or order.enters or order.conditions:
        return False
    try:
        path = plan(board, order.units, order.path, board.hex_of(order.units[0])).path
    except (Illegal, KeyError):
        return False
    checked = any(passages.needs_check(board, side, *step) for step in itertools.pairwise(path))
    return not checked and not any(bridges.new_bridges(board, side, hex_id) for hex_id in path[1:])


def _next_to_fight(order: Order, items: Sequence[Order]) -> tuple[UnitId, ...]:
    """See 13.2.1-12: after a combat everything may stand otherwise for those who attack later."""
    later = items[items.index(order) + 1 :] if isinstance(order, Attack) else ()
    return tuple([unit for one in later if isinstance(one, Attack) for unit in one.units])


def _after_moves(board: Board, items: Sequence[Order]) -> Board:
    """The board as it will be if every check of the moves holds."""
    found = board.copy()
    for order in [order for order in items if isinstance(order, Move) and not order.enters]:
        try:
            goal = plan(found, order.units, order.path, found.hex_of(order.units[0])).path[-1]
        except (Illegal, KeyError):
            continue
        for unit in order.units:
            if found.hex_of(unit) != goal:
                found.put(unit, goal, "12-b")
    return found


# -- barrages and gas ----------------------------------------------------------------------------------------


def _of_fire(board: Board, order: Fire, side: Side) -> list[Row]:
    """See 11.2.1-6, 11.2.1-7: X, where several full units could pay, and P-M2, where several share the worst morale."""
    enemy, chart = board.enemy_of(side), board.scenario.chart("barrage")
    units = [u for u in barrage.targets_in(board, enemy, order.target) if not is_stand_in(u)]
    assert chart.totals
    points = sum(board.unit(gun).figure("points") for gun in order.units)
    moved = barrage.shifts(board, side, order.units, order.target).total
    column = chart.shifted(chart.totals.column(points), moved)
    chances = chart.chances(column, barrage.modifiers(board, side, order.target).total)
    full = [u for u in units if is_full(board, u) and (is_regiment(board.unit(u)) or board.unit(u).type == "assault")]
    asking = {"X": len(full) > 1 or (not full and _is_open(board, units)), "P-M2": _is_open(board, units)}
    share = sum((chances.get(result, NEVER) for result, asks in asking.items() if asks), NEVER)
    return [Row(enemy, "losses", share, *WEAKEST, is_most=_has_backs(board, order.target))]


def _is_open(board: Board, units: Sequence[UnitId]) -> bool:
    """See 11.2.1-6, ruling R158: two values at least, and several units of the worst."""
    able = [unit for unit in units if checks(board, unit)]
    values = dict.fromkeys(printed_value(board, unit) for unit in able)
    return len(values) > 1 and len(worst(board, able)) > 1


def _has_backs(board: Board, hex_id: HexId) -> bool:
    return any(is_stand_in(unit) or is_hidden(board, unit) for unit in board.units_at(hex_id))


def _of_gas(board: Board, order: Gas) -> list[Row]:
    """See 2.5.3.2-b, 2.5.3.2-c, 2.5.3.2-d: whose steps, and which of equal ways back."""
    rows, stack = board.scenario.charts["gas"], [u for u in board.units_at(order.target, IT) if not is_stand_in(u)]
    pairs = itertools.product(range(1, 7), repeat=2)
    hit = Fraction(sum(1 for a, b in pairs if a + b in rows["hits"]), 36)
    retreating = [group for group in groups(board, [u for u in stack if corps_of(board.unit(u))]) if group]
    is_tied = any(len(ways(board, group, order.target, int(rows["retreat"]))) > 1 for group in retreating)
    hint = f"retreat-to {order.target}: toward HEX"
    return [
        Row(IT, "losses", hit if len(payers(board, stack)) > 1 else NEVER, *WEAKEST),
        Row(IT, "retreat-to", hit if is_tied else NEVER, "the first way", hint, is_most=True),
    ]


# -- on the way ----------------------------------------------------------------------------------------------


def _of_way(board: Board, order: Move | Overrun, side: Side) -> list[Row]:
    """See 9.2-a, 9.2-b: the bridges to which the move comes first, as likely as the checks before them hold."""
    path = order.path if isinstance(order, Move) else order.path[:-1]
    try:
        found = plan(board, order.units, path, board.hex_of(order.units[0])) if path else None
    except (Illegal, KeyError):
        return []
    rows, share, enemy = list[Row](), SURE, board.enemy_of(side)
    for here, there in itertools.pairwise(found.path if found else ()):
        if passages.needs_check(board, side, here, there):
            share *= _holds(board, order, there)
        new = bridges.new_bridges(board, side, there)
        asked = [one for one in new if side == IT or (bridges.stands(board, *one) and bridges.is_watched(board, one))]
        rows += [Row(enemy, "blow", share, "it is blown up if the die says so", "blow: yes") for _ in asked]
    return rows


def _holds(board: Board, order: Move | Overrun, there: HexId) -> Fraction:
    """See 1.4-a1, 1.4-a2: how likely the check of the first who may try holds; with `else next` one of several."""
    able = [unit for unit in order.units if passages.may_try(board.unit(unit))]
    trying = able if isinstance(order, Move) and order.otherwise == "next" else able[:1]
    fails = SURE
    for unit in trying:
        is_at_home = board.unit(unit).type == "engineer" and board.unit(unit).side == AG
        most = (value if is_at_home else worst_value)(board, unit, there).total
        fails *= 1 - Fraction(sum(1 for a, b in itertools.product(range(1, 7), repeat=2) if a + b <= most), 36)
    return 1 - fails


def _plan(board: Board, given: Orders) -> list[Row]:
    """See 6.1-c: the plan that the campaign wants of the Austro-Germans."""
    is_owed = board.step == "set-up" and given.side == AG and wants_plan(board)
    if not is_owed or any(is_secret(order) for order in given.items):
        return []
    return [Row(AG, "plan", SURE, "none: play waits for it", "choose waffentreue")]


def _crowded(board: Board, side: Side, given: Orders) -> list[Row]:
    """See 14.1.5: stacks over the limit that no order of their corps thins out."""
    corps = CHITS.get(board.step, "")
    own = [unit for unit in board.on_map(side) if not is_stand_in(unit) and corps_of(board.unit(unit)) == corps]
    moving = dict.fromkeys(u for order in given.items if isinstance(order, Move | Overrun) for u in order.units)
    rows: list[Row] = []
    for hex_id in dict.fromkeys(board.hex_of(unit) for unit in own if corps):
        offers = crowding.offers(board, Segment(side, corps, moving), hex_id, ())
        if crowding.is_crowded(board, side, hex_id) and next(iter(offers), None):
            rows.append(Row(side, "room", SURE, "the weakest leaves for the nearest hex", f"move UNIT out of {hex_id}"))
    return rows
