"""4.0.2, 8.2, 8.3 The Command Phase: which brigades may act today, with how many guns, kept face down."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import called_up, logistics, sectors
from pbem.games.strafexpedition.by_mail.orders_command import Brigade, Spend
from pbem.games.strafexpedition.command import battalions, headquarters
from pbem.kernel.board import Board
from pbem.kernel.hidden import is_secret, keep, kept, reveal
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hidden, Order

PLAN = "plan"  # the name under which the lines lie
SECTION = "command"


def cost(scenario: Scenario, guns: int) -> int:
    """8.3 (see 4.0.2): a point for the brigade, and one for each five guns or part of five, fortresses included."""
    chart = scenario.charts["command"]
    return int(chart["brigade"]) + -(-guns // int(chart["batteries"]))


def boxes(scenario: Scenario) -> tuple[int, ...]:
    """8.2 (see ruling R14): the boxes of the Brigade Display by the most guns that they take; none takes 16."""
    chart = scenario.charts["command"]
    return tuple(range(0, int(chart["most_batteries"]) + 1, int(chart["batteries"])))


# -- laying the plan down ------------------------------------------------------------------------------------


def lay_down(board: Board, table: Table, side: Side, items: Sequence[Order]) -> None:
    """4.0.2, 4.0.2.secret (see 8.3, 7.0, rulings R1, R108): the planned brigades face down, and their points are gone.

    What is spent beyond the plans is the bid for the Initiative. Only the sum is open.
    """
    forget(board, side)
    for line, looking in table.previewed([one for one in items if isinstance(one, Brigade | Spend)]):
        with looking:
            check_line(board, side, line, items)
    budget = _budget(board, side, items)
    accepted: list[Order] = []
    for order in [one for one in items if is_secret(one) or isinstance(one, Spend)]:
        try:
            if isinstance(order, Brigade):
                check_plan(board, side, order, [one for one in accepted if isinstance(one, Brigade)], budget)
            elif isinstance(order, Spend):
                _check_one_sum(board, order, items)
                continue
        except Illegal as refused:
            _refuse(board, side, order, refused)
        else:
            accepted.append(order)
    keep(board, side, PLAN, accepted, "4.0.2.secret")
    points = budget if _declared(board, items) is not None else _least(board, accepted)
    logistics.spend(board, side, points, "4.0.2")
    board.write(f"spent.{side}", points or "", "4.0.3")


def check_line(board: Board, side: Side, order: Brigade | Spend, items: Sequence[Order]) -> None:
    """See 4.0.2, 8.3: what a check on receipt has against one line of the section."""
    if isinstance(order, Spend):
        _check_one_sum(board, order, items)
        logistics.check(board, side, order.points, "8.3")
        return
    before = [one for one in items[: items.index(order)] if isinstance(one, Brigade)]
    check_plan(board, side, order, before, _budget(board, side, items))


def _check_one_sum(board: Board, order: Spend, items: Sequence[Order]) -> None:
    """See 4.0.3, rulings R151, R195: one player names one sum."""
    first = next(one for one in items if isinstance(one, Spend))
    if first is not order and not sectors.is_on(board.scenario):
        why, wanted = "the section names two sums", "one `spend` line"
        raise Illegal("4.0.3", why, found=f"{first} and {order}", wanted=wanted, advice="leave one of them out")


def check_plan(board: Board, side: Side, order: Brigade, before: Sequence[Brigade], budget: int) -> None:
    """See 8.2, 8.3: a brigade of the side with units on the map, once, within the boxes and the points."""
    if order.brigade not in headquarters(board.scenario, side):
        raise Illegal("8.3", f"you have no brigade {order.brigade}", found=order.brigade, wanted="one of your brigades")
    if not battalions(board, side, order.brigade):
        why = f"{order.brigade} has no unit of its own on the map"
        raise Illegal("8.3", why, found="none", wanted="at least one battalion on the map", advice="plan another one")
    if any(one.brigade == order.brigade for one in before):
        raise Illegal("8.2", f"{order.brigade} is planned twice", found=str(order), wanted="each brigade once")
    if order.guns not in boxes(board.scenario):
        most = boxes(board.scenario)[-1]
        raise Illegal("8.2", "no box takes so many guns", found=str(order.guns), wanted=f"at most {most}")
    total = sum(cost(board.scenario, one.guns) for one in (*before, order))
    if total > budget:
        why = f"{order.brigade} costs more logistics points than are left"
        is_short = budget < logistics.stock(board, side)
        advice = f"plan less, or write `spend {total}` or more" if is_short else "plan less"
        raise Illegal("8.3", why, found=f"{total} with the lines above", wanted=f"at most {budget}", advice=advice)


def _declared(board: Board, items: Sequence[Order]) -> int | None:
    """See ruling R195: of two players who share a side both lines count; of one player only the first."""
    found = [order.points for order in items if isinstance(order, Spend)]
    return sum(found if sectors.is_on(board.scenario) else found[:1]) if found else None


def _budget(board: Board, side: Side, items: Sequence[Order]) -> int:
    """What may be spent: what the side says, and never more than it has."""
    have, declared = logistics.stock(board, side), _declared(board, items)
    return have if declared is None else min(have, declared)


def _least(board: Board, accepted: Sequence[Order]) -> int:
    """What the lines cost; a line that only its owner can read costs a brigade at least."""
    guns = [order.guns if isinstance(order, Brigade) else 0 for order in accepted]
    return sum(cost(board.scenario, one) for one in guns)


def _refuse(board: Board, side: Side, order: Order, refused: Illegal) -> None:
    """See 4.0.2.secret: its owner alone is told; the name of the secret keeps the fact from everybody else."""
    problem, name = refused.problem, f"@{side}.{PLAN}"
    board.note("plan-refused", problem.rule, plan=name, order=str(order), why=problem.why, advice=problem.advice)


def forget(board: Board, side: Side) -> None:
    """See 4.0.9.end, 7.0: yesterday's plans are void, whether they were used or not; their points do not come back."""
    for note in kept(board, side, PLAN):
        board.write(note, "", "4.0.2")
    for note in (f"open.{side}", f"opened.{side}"):
        board.write(note, "", "4.0.2")


# -- turning one over ----------------------------------------------------------------------------------------


def opened(board: Board, side: Side) -> dict[str, int]:
    """See 15.0, EV.it.1: the brigades whose plan everybody knows and that have not acted, with their guns."""
    rows = [row for row in board.noted(f"open.{side}").split(",") if row]
    return {row.partition(":")[0]: int(row.partition(":")[2]) for row in rows}


def add_open(board: Board, side: Side, brigade: str, guns: int, rule: str) -> None:
    """See 15.0, EV.it.1, ruling R19: everybody may know that this brigade is planned."""
    _write_open(board, side, {**opened(board, side), brigade: guns}, rule)


def use(board: Board, side: Side, brigade: str, rule: str) -> None:
    """See 14.0: the brigade acts, and its plan is used up."""
    _write_open(board, side, {one: guns for one, guns in opened(board, side).items() if one != brigade}, rule)


def _write_open(board: Board, side: Side, plans: dict[str, int], rule: str) -> None:
    board.write(f"open.{side}", ",".join(f"{brigade}:{guns}" for brigade, guns in plans.items()), rule)


def turn_over(board: Board, table: Table, side: Side, brigade: str) -> int:
    """8.3.naming (see 4.0.2.secret, 4.0.8): the plan of a brigade is opened, and with it how many guns it may use.

    Only a brigade of the Display can be activated. A plan that nobody has paid for is void: between two stores it can
    be looked at only now.
    """
    if brigade not in opened(board, side):
        found = reveal(table, side, PLAN, lambda order: _is_for(order, brigade), section=SECTION, rule="4.0.2.secret")
        if not isinstance(found, Brigade) and called_up.call_up(board, side, brigade):
            add_open(board, side, brigade, 0, "EV.it.1")
            return 0
        if not isinstance(found, Brigade):
            why = f"{brigade} was not planned in the Command Phase"
            raise Illegal("4.0.8", why, found=brigade, wanted="a planned brigade", advice="plan it tomorrow")
        _check_paid(board, side, found)
        add_open(board, side, brigade, found.guns, "4.0.2.secret")
    return opened(board, side)[brigade]


def _is_for(order: Order, brigade: str) -> bool:
    return isinstance(order, Brigade) and not isinstance(order, Hidden) and order.brigade == brigade


def _check_paid(board: Board, side: Side, order: Brigade) -> None:
    points, paid = cost(board.scenario, order.guns), board.number(f"spent.{side}")
    total = board.number(f"opened.{side}") + points
    if total > paid:
        raise Illegal("8.3", f"{order.brigade} was never paid for", found=f"{total} points", wanted=f"at most {paid}")
    board.write(f"opened.{side}", total, "8.3")
