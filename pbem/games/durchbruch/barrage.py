"""11.2 Barrage fire: the points of the batteries, the table, and what its results do to a stack."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import accessory, fog, payment
from pbem.games.durchbruch.by_mail.orders import Fire
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.counters import AG, IT, artillery_range, corps_of, is_gun, is_real, is_regiment
from pbem.games.durchbruch.ground import trenches
from pbem.games.durchbruch.losses import choose_one, hurt
from pbem.games.durchbruch.marks import PINNED, SPENT
from pbem.games.durchbruch.morale import best, checks, passes, printed_value, result_term, value, worst
from pbem.games.durchbruch.passages import owners
from pbem.games.durchbruch.status import is_full, strength
from pbem.games.durchbruch.support import why_not_ready
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, summed, tally

NOTHING, SCATTER = "-", "S"


# -- before the dice -----------------------------------------------------------------------------------------


def check_fire(board: Board, side: Side, corps: str, order: Fire, taken: Sequence[Fire]) -> None:
    """11.2, 7.1-3, 2.3-e, rulings R127 and R128 (see 11.3-1): ready batteries of the corps, each once, in range of a
    hex with an enemy, one barrage for each hex."""
    place = board.map.called(order.target)
    if any(order.target == one.target for one in taken):
        raise Illegal("11.2.1-1", f"{place} is fired at once in a segment", wanted="all batteries in one line")
    guns = [gun for one in (*taken, order) for gun in one.units]
    twice = [gun for gun in order.units if guns.count(gun) > 1]
    if twice:
        raise Illegal("2.3-a", f"{twice[0]} fires once", found=f"{twice[0]} named twice", wanted="each battery once")
    if order.target not in enemy_hexes(board, side):
        raise Illegal("11.2", f"nobody stands in {place}", wanted="a hex with enemy units")
    for gun in order.units:
        problem = why_not_ready(board, gun)
        if problem:
            raise problem
        if board.unit(gun).side != side or corps_of(board.unit(gun)) != corps:
            raise Illegal("7-a", f"{gun} does not act now", found=corps_of(board.unit(gun)), wanted=f"guns of {corps}")
        far, most = board.map.grid.distance(board.hex_of(gun), order.target), artillery_range(board.unit(gun))
        if far > most:
            raise Illegal("2.3-d", f"{place} is out of range of {gun}", found=f"{far} hexes", wanted=f"at most {most}")


def segment(board: Board, table: Table, side: Side, corps: str, orders: Sequence[Fire]) -> bool:
    """2.3-f, 11 (see 7.1-3, 11.2.1-1): all targets are fixed before the first die; then one fire after the other. Says
    whether anybody fired."""
    taken: list[Fire] = []
    payment.preview(board, table, side, orders)
    for order in orders:
        with table.attempt(order):
            check_fire(board, side, corps, order, taken)
            payment.check_paid(board, side, taken, order)
            taken.append(order)
    payment.pay_for(board, side, taken)
    for order in taken:
        for gun in order.units:
            board.mark(gun, SPENT, "7.1-3")
    for order in taken:
        with board.episode("barrage", f"barrage on {order.target}", side=side, hexes=[order.target]):
            fire(board, table, side, order)
    return bool(taken)


# -- the table -----------------------------------------------------------------------------------------------


def shifts(board: Board, side: Side, guns: Sequence[UnitId], target: HexId) -> Tally:
    """See 11.2.2-3, 11.2.2-4, 11.2.2-5, 11.2.2-6, rulings R60 and R61: columns; of village, town and trench,
    whosesoever it is, the worst."""
    rows, found = board.scenario.charts["barrage"]["shifts"], []
    if side == AG and board.turn == 1:
        found.append(Term("Austro-German guns on turn 1", "11.2.2-3", int(rows["ag_turn_1"])))
        if any(corps_of(board.unit(gun)) == "I" for gun in guns):
            found.append(Term("guns of the I Korps on turn 1", "11.2.2-4", int(rows["ag_I_turn_1"])))
    if side == IT and 2 <= board.turn <= 4:
        found.append(Term("Italian guns on turns 2 to 4", "11.2.2-6", int(rows["italian_turns_2_to_4"])))
    cover = [Term(name, "11.2.2-5", int(rows[name])) for name in ("village", "town") if board.map.has(target, name)]
    if trenches(board.map, target) and not owners(board, target):
        cover.append(Term("trench", "11.2.2-5", int(rows["trench"])))
    return tally([*found, *([min(cover, key=lambda term: term.value)] if cover else [])])


def modifiers(board: Board, side: Side, target: HexId) -> Tally:
    """See 11.2.2-1, 11.2.2-2: one for each unit of more than four SP, two for the Austro-Germans on turn 1."""
    rows = board.scenario.charts["barrage"]["modifiers"]
    big = [unit for unit in board.units_at(target, board.enemy_of(side)) if strength(board, unit) > 4]
    found = [Term(f"{unit}: more than 4 SP", "11.2.2-1", int(rows["each_target_unit_over_4_sp"])) for unit in big]
    if side == AG and board.turn == 1:
        found.append(Term("Austro-German barrage on turn 1", "11.2.2-2", int(rows["ag_turn_1"])))
    return tally(found)


def fire(board: Board, table: Table, side: Side, order: Fire) -> None:
    """11.2.1-1, 11.2.1-2, 11.2.1-3, ruling R62 (see 1): one die, the column of the points, and its result."""
    chart, enemy, target = board.scenario.chart("barrage"), board.enemy_of(side), order.target
    accessory.turn_up(board, table, board.units_at(target, AG), "6.2.1-b")
    points = summed([Term(gun, "11.2.1-1", board.unit(gun).figure("points")) for gun in order.units])
    moved, drm = shifts(board, side, order.units, target), modifiers(board, side, target)
    assert chart.totals
    column = chart.shifted(chart.totals.column(points.total), moved.total)
    die = table.roll("barrage", rule="11.2.1-1", by=side)
    result = table.read("barrage", chart.result(die + drm.total, column))
    board.outcome(
        "barrage", "11.2.1-1", side=side, targets=[target], units=list(order.units), points=points.as_json(),
        shifts=moved.as_json(), modifiers=drm.as_json(), die=die, result=result,
    )  # fmt: skip
    if result == SCATTER:
        _scatter(board, table, side, target)
    elif result != NOTHING:
        fog.show_under_fire(board, target, "11.2")
        apply(board, table, enemy, target, result)


def _scatter(board: Board, table: Table, side: Side, target: HexId) -> None:
    """11.2.1-4, rulings R59 and R179: a second die moves the hit by one hex; counters face down are turned up there,
    and whoever stands there checks as for M."""
    rows = board.scenario.charts["scatter"]
    word = rows[str(table.roll("scatter", rule="11.2.1-4", by=side))]
    there = neighbour(board, target, word)
    board.note("scatter", "11.2.1-4", hex=there or "", direction=word)
    if there is None:
        return
    fog.show_under_fire(board, there, "11.2.1-4")
    for owner in board.scenario.sides:
        if any(is_real(board.unit(unit)) for unit in board.units_at(there, owner)):
            accessory.turn_up(board, table, board.units_at(there, AG), "6.2.1-b")
            _check_stack(board, table, owner, there, "M", rule="11.2.1-4")


def neighbour(board: Board, hex_id: HexId, direction: str) -> HexId | None:
    """See 11.2.1-4: the hex next to it in a direction; nothing off the map. North is up."""
    q, r = board.map.grid.axial[hex_id]
    dq, dr = _STEPS[direction]
    return next(
        (there for there in board.map.grid.neighbours[hex_id] if board.map.grid.axial[there] == (q + dq, r + dr)), None
    )


# Columns grow to the west, so that the first coordinate does too.
_STEPS = {"E": (-1, 0), "W": (1, 0), "NE": (0, -1), "NW": (1, -1), "SE": (-1, 1), "SW": (0, 1)}


# -- results -------------------------------------------------------------------------------------------------


def targets_in(board: Board, side: Side, hex_id: HexId) -> list[UnitId]:
    """See 11.2.1-5: who is hit: every unit that is known, and no station."""
    return [
        unit for unit in board.units_at(hex_id, side) if is_real(board.unit(unit)) and not fog.is_hidden(board, unit)
    ]


def apply(board: Board, table: Table, side: Side, hex_id: HexId, result: str) -> None:
    """2.4.4, 11.2.1-5P, ruling R129 (see 11.2.1-5, 11.2.1-6, 11.2.1-7): what a result does; no HQ ever loses by it."""
    units = targets_in(board, side, hex_id)
    if result == "P":
        _pin(board, units, "11.2.1-5P")
    elif result == "P-M2":
        _pin_and_check(board, table, units, hex_id)
    elif result == "X":
        _reduce(board, table, units, hex_id)
    else:
        _check_stack(board, table, side, hex_id, result, rule="11.2.1-5")


def _pin(board: Board, units: Sequence[UnitId], rule: str) -> None:
    for unit in units:
        if board.is_on_map(unit):
            board.mark(unit, PINNED, rule)


def _check_stack(board: Board, table: Table, side: Side, hex_id: HexId, result: str, *, rule: str) -> None:
    """11.2.1-5, ruling R57: one roll with the best morale; if it fails every unit of that value loses a step and is
    pinned."""
    top = best(board, targets_in(board, side, hex_id))
    if not top:
        return
    against = value(board, top[0], hex_id, (result_term(board, result),))
    if not passes(board, table, f"morale in {hex_id} of {side}", top, against, rule):
        is_one = board.scenario.option("barrage-loss") == "one"
        for unit in [choose_one(board, table, top, f"step in {hex_id}", rule, hex_id)] if is_one else top:
            _hurt_and_pin(board, unit, rule)


def _hurt_and_pin(board: Board, unit: UnitId, rule: str) -> None:
    hurt(board, unit, rule)
    _pin(board, [unit], rule)


def _pin_and_check(board: Board, table: Table, units: Sequence[UnitId], hex_id: HexId) -> None:
    """11.2.1-6, ruling R158: all are pinned, and one of the worst morale checks with M2; not where all are equal."""
    _pin(board, units, "11.2.1-6")
    able = [unit for unit in units if checks(board, unit)]
    if len(dict.fromkeys(printed_value(board, unit) for unit in able)) < 2:
        return
    unit = choose_one(board, table, worst(board, able), "who checks", "11.2.1-6", hex_id)
    against = value(board, unit, hex_id, (result_term(board, "M2"),))
    if not passes(board, table, f"morale in {hex_id} of {unit}", (unit,), against, "11.2.1-6"):
        hurt(board, unit, "11.2.1-6")


def _reduce(board: Board, table: Table, units: Sequence[UnitId], hex_id: HexId) -> None:
    """11.2.1-7, ruling R58: one full unit loses a step, as its owner likes; every other one checks with M1."""
    full = [u for u in units if is_full(board, u) and (is_regiment(board.unit(u)) or board.unit(u).type == "assault")]
    if not full:
        _pin_and_check(board, table, units, hex_id)
        return
    chosen = choose_one(board, table, full, "who is reduced", "11.2.1-7", hex_id)
    hurt(board, chosen, "11.2.1-7")
    for unit in [unit for unit in units if unit != chosen and checks(board, unit) and not is_gun(board.unit(unit))]:
        against = value(board, unit, hex_id, (result_term(board, "M1"),))
        if not passes(board, table, f"morale in {hex_id} of {unit}", (unit,), against, "11.2.1-7"):
            _hurt_and_pin(board, unit, "11.2.1-7")
