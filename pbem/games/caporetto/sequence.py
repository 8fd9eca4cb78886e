"""4.0 Sequence of play: a visible list of steps; those in which nobody has anything to do are passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.errors import Illegal
from pbem.games.caporetto import (
    allied_options,
    combat,
    events,
    headquarters,
    infiltration,
    morale,
    movement,
    pause,
    reinforcements,
    replacements,
    set_up,
    strategic,
    supply,
    victory,
    withdrawals,
)
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.by_mail.idle import idle_in_withdrawal
from pbem.games.caporetto.by_mail.orders_turn import Mode, Raid, Withdraw
from pbem.games.caporetto.counters import AL, CP, SIDES
from pbem.games.caporetto.venezia import is_over
from pbem.kernel.board import Board
from pbem.kernel.clearing import take_off
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Run, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

OVER = "over"
FIRST = "cp-first-combat"  # 4.1/1: where turn 1 begins
BOTH = tuple(SIDES)
SPENT_MARKS = ("spent", "attacked", "defended", "recon", "raid")
SPENT_NOTES = ("event", "mined", "offensive", *(f"{what}.{side}" for what in ("attacks", "artillery") for side in BOTH))

# -- the list ------------------------------------------------------------------------------------------------


def steps(scenario: Scenario) -> Mapping[str, Step]:
    """4.1/4, 4.0 (see 4.1, 4.1/2): all steps in their order: the set-up, then the turn."""
    return scenario.memo("steps", _steps)


def _steps() -> dict[str, Step]:
    listed = [_own(side, "set-up", "Set-up", set_up.run, "3.1") for side in (AL, CP)]
    listed += [
        Step("pause", "Operational Pause", "pause", pause.run, BOTH, "17.0"),
        Step("events", "Random Events Phase", "events", events.run, (), "6.2"),
        Step("recovery", "Reinforcement Phase: after a pause", "recovery", pause.recover, (), "17.1/2"),
        *(_own(side, "reinforcement", "Reinforcement Phase", reinforcements.run, "13.1") for side in BOTH),
        Step("replacement", "Replacement Phase", "replacement", replacements.run, BOTH, "13.2"),
        Step("withdrawal", "Withdrawal Phase", "withdrawal", withdraw, (), "13.3"),
        *(_own(side, "strategic", "Strategic Movement Phase", strategic.run, "7.12") for side in (AL, CP)),
    ]
    for side in BOTH:
        listed += _segment(side)
    listed.append(Step("end", "End of Turn Phase", "end", end_of_turn, (), "4.1/5"))
    return {step.id: step._replace(run=_in_its_turn(step)) for step in listed}


def _in_its_turn(step: Step) -> Run:
    """See 4.1/1: orders for a step that turn 1 does not have are refused one by one, if anybody comes to play it."""

    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        missing = _why_not_in_turn_1(board, step.id) if board.turn == 1 and step.kind != "pause" else None
        if missing is None:
            step.run(board, table, orders)
            return
        for order in [order for side in SIDES for order in orders[side].items]:
            with table.attempt(order):
                raise missing

    return run


def _segment(side: Side) -> list[Step]:
    """4.1/2: first combat, infiltration, second combat, movement, supply."""
    return [
        _own(side, "first-combat", "1st Combat Sub-phase", first_combat, "11.1", number=1),
        _own(side, "infiltration", "Infiltration Sub-phase", infiltration.run, "11.8"),
        _own(side, "second-combat", "2nd Combat Sub-phase", partial(combat.run, number=2), "11.1", number=2),
        _own(side, "movement", "Movement Sub-phase", movement.run, "7.0"),
        _own(side, "supply", "Supply Sub-phase", supply.run, "14.3", needs_orders=False),
    ]


def _own(
    side: Side, kind: str, title: str, rules: Callable[..., None], rule: str, needs_orders: bool = True, number: int = 0
) -> Step:
    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        rules(board, table, orders, side)

    needs, name = (side,) if needs_orders else (), f"{SIDES[side]}: {title}"
    return Step(f"{side.lower()}-{kind}", name, kind, run, needs, rule, side=side, number=number)


# -- steps that have more than one chapter -------------------------------------------------------------------


def first_combat(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 15.1, 19.3, 11.1, rulings R60, R112: a segment begins with the modes of the HQs and the raid; then combat."""
    run_modes(board, table, orders, side)
    for order in orders[side].items:
        if isinstance(order, Raid):
            with table.attempt(order):
                allied_options.land(board, table, order)
    combat.run(board, table, orders, side, number=1)


def withdraw(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 13.3: the Withdrawal Phase; a check on receipt first says whom no demand can take."""
    for side in SIDES:
        for order, _ in table.previewed([order for order in orders[side].items if isinstance(order, Withdraw)]):
            for caution in idle_in_withdrawal(board, side, order.units):
                table.warn(caution, order)
    withdrawals.run(board, table, orders)


def run_modes(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 15.1, ruling R60: each HQ as ordered; without an order it keeps its mode."""
    for order in orders[side].items:
        if isinstance(order, Mode):
            for hq in order.hqs:
                with table.attempt(order):
                    headquarters.set_mode(board, side, hq, order.mode)


def end_of_turn(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.1/5 (see 10.3, 16.1/2): morale, casualties back to 0, support units free again; after turn 13 the victory."""
    morale.lose_morale(board)
    take_off(board, SPENT_MARKS, "16.1/2")
    for note in SPENT_NOTES:
        board.write(note, "", "4.1/5")
    replacements.forget_points(board)
    victory.decide(board)


# -- what comes next -----------------------------------------------------------------------------------------


def after(scenario: Scenario, board: Board) -> Place:
    """4.1, 4.1/1 (see 4.0, 5.1): where play continues when the board's step is finished."""
    if is_over(board):
        return Place(board.turn, OVER)
    order = list(steps(scenario))
    if board.step == "cp-set-up":
        return Place(board.turn, FIRST)
    if board.step == order[-1]:
        turn = board.turn + 1
        return Place(turn, "pause" if turn >= int(pause.chart(board)["from_turn"]) else "events")
    coming = order[order.index(board.step) + 1 :]
    return Place(board.turn, next(step for step in coming if is_played(board, step)))


def is_played(board: Board, step: str) -> bool:
    """See 4.0, 4.1/3: whether anybody has something to do in the step, in this turn."""
    asked = _ASKED.get(step)
    return asked is None or asked(board)


def why_missing(board: Board, step: str) -> Illegal | None:
    """See 4.1/1, 4.1/3, 13.1, 17.0: the rule that leaves a step out of this turn, whatever happens before it."""
    if step == "pause" and not pause.may_pause(board):
        wanted = f"a turn from {pause.chart(board)['from_turn']} on"
        return Illegal("17.0", "this turn has no operational pause", found=f"turn {board.turn}", wanted=wanted)
    if step == "al-infiltration" and board.turn < infiltration.first_allied_turn(board):
        wanted = f"a turn from {infiltration.first_allied_turn(board)} on"
        why = f"the {SIDES[AL]} have no Infiltration Sub-phase yet"
        return Illegal("4.1/3", why, found=f"turn {board.turn}", wanted=wanted)
    side = next((side for side in SIDES if step == f"{side.lower()}-reinforcement"), None)
    if side and board.turn > 1 and not reinforcements.due(board, side):
        why = f"no reinforcements of the {SIDES[side]} are due"
        return Illegal("13.1", why, found=f"turn {board.turn}", wanted="a turn in which some arrive")
    return _why_not_in_turn_1(board, step)


def _why_not_in_turn_1(board: Board, step: str) -> Illegal | None:
    """See 4.1/1: turn 1 begins with the first combat of the Central Powers; before it there is the set-up alone."""
    order = list(steps(board.scenario))
    if board.turn > 1 or step.endswith("set-up") or step not in order or order.index(step) >= order.index(FIRST):
        return None
    title = steps(board.scenario)[step].title
    why = (
        f"turn 1 begins with the 1st Combat Sub-phase of the {SIDES[CP]}: it has no {title.partition(': ')[2] or title}"
    )
    return Illegal("4.1/1", why, found="turn 1", wanted="turn 2 or later", advice="leave the section out")


def may_infiltrate(board: Board, side: Side) -> bool:
    """4.1/3, ruling R105 (see 11.8/4): the side has assault infantry on the map; the Allies not before turn 3."""
    if side == AL and board.turn < infiltration.first_allied_turn(board):
        return False
    return any(is_assault(board, unit) for unit in board.on_map(side))


_ASKED: Mapping[str, Callable[[Board], bool]] = {
    "recovery": lambda board: bool(pause.recovering(board)),
    "cp-reinforcement": lambda board: bool(reinforcements.due(board, CP)),
    "al-reinforcement": lambda board: bool(reinforcements.due(board, AL)),
    "replacement": lambda board: any(replacements.has_work(board, side) for side in BOTH),
    "withdrawal": withdrawals.is_demanding,
    "cp-infiltration": lambda board: may_infiltrate(board, CP),
    "al-infiltration": lambda board: may_infiltrate(board, AL),
}
