"""4.0 Sequence of play: the steps of a day, and which comes next, as a function of the position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.games.strafexpedition import (
    artillery_phase,
    barrage,
    dawn,
    deployment,
    digging,
    events,
    movement,
    night,
    paired_actions,
    plans,
    rally,
    reinforcements,
    sectors,
    victory,
)
from pbem.games.strafexpedition.actions import act
from pbem.games.strafexpedition.by_mail.orders_command import Pass
from pbem.games.strafexpedition.counters import AH, IT, SIDES
from pbem.games.strafexpedition.initiative import order_of
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.reaction import TOPIC, react
from pbem.games.strafexpedition.set_up import brigades
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.orders import OrdersBySide
from pbem.kernel.views.caution import Caution

OVER = "over"
BOTH = (IT, AH)
REINFORCEMENT = "reinforcement"

# -- the list ------------------------------------------------------------------------------------------------


def steps(scenario: Scenario) -> Mapping[str, Step]:
    """See 4.0.1 to 4.0.12: every step of a day, and the set-up before the first."""
    return scenario.memo("steps", lambda: _steps(scenario))


def _steps(scenario: Scenario) -> dict[str, Step]:
    others = ((IT, AH), (AH, IT))  # a reaction may call up any Action that its side has filed
    calls = {side: tuple([action_step(other, one) for one in numbers(scenario)]) for side, other in others}
    listed = [_own(side, "set-up", "Set-up", set_up, "5.0") for side in BOTH]
    listed += [
        Step("morning", "Logistics points", "morning", reinforcements.morning, (), "4.0.1"),
        Step(REINFORCEMENT, "Reinforcement Phase", REINFORCEMENT, reinforcements.run, BOTH, "4.0.1"),
        *(_own(side, REINFORCEMENT, "Reinforcement Phase", _enter, "4.0.1") for side in BOTH),
        Step("command", "Command Phase", "command", command, BOTH, "4.0.2"),
        Step("dawn", "Initiative, Weather and Supply Phases", "dawn", begin_day, (), "4.0.3"),
        *(_own(side, "artillery", "Artillery Phase", artillery_phase.run, "4.0.6") for side in BOTH),
        Step("events", "Event Phase", "events", events.run, (), "4.0.7"),
        *(_action(side, number, calls[side]) for number in numbers(scenario) for side in BOTH),
        *(_own(side, "march", "Non Activated Unit Movement Phase", march, "4.0.10") for side in BOTH),
        Step("rally", "Replacement and Rally Phase", "rally", rally.run, BOTH, "4.0.11"),
        Step("night", "End of the day", "night", night.run, (), "4.0.12"),
    ]
    return {step.id: step for step in listed}


def numbers(scenario: Scenario) -> Sequence[int]:
    """See 4.0.9.end: how often a side can come to choose: once for each brigade, and once for each that it passes."""
    return scenario.memo(
        "numbers", lambda: range(1, len([brigade for _, brigade in brigades(scenario) if brigade]) + 2)
    )


def action_step(side: Side, number: int) -> str:
    """The step in which a side chooses for the so-manieth time of the day."""
    return f"{side.lower()}-action-{number}"


def _own(side: Side, kind: str, title: str, rules: Callable[..., None], rule: str) -> Step:
    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        rules(board, table, orders, side)

    return Step(f"{side.lower()}-{kind}", f"{SIDES[side]}: {title}", kind, run, (side,), rule, side=side)


def _action(side: Side, number: int, calls: tuple[str, ...]) -> Step:
    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        choose(board, table, orders, side, number)

    title = f"{SIDES[side]}: Action Phase {number}"
    made = Step(action_step(side, number), title, f"action-{number}", run, (side,), "4.0.8", side=side, number=number)
    return made._replace(calls=calls)


# -- steps that have more than one chapter -------------------------------------------------------------------


def set_up(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 5.0, S2.sp3: a side is set up; where the scenario has a barrage it follows the second."""
    deployment.run(board, table, orders, side)
    if side == AH:
        barrage.run(board, table, orders)
    else:
        barrage.refuse(table, orders[side].items)


def _enter(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    reinforcements.run(board, table, orders)


def command(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 4.0.2, 15.0, ruling R152: both sides plan, neither sees the other's plan.

    Whoever has no standing order on reactions is told on receipt that he will be asked after every enemy Action.
    """
    for side in BOTH:
        plans.lay_down(board, table, side, orders[side].items)
        given = orders[side]
        if given.items and not is_settled(given.standing, TOPIC):  # of the other side a check has no orders at all
            words = "without a standing order `react` you are asked after every enemy Action of the day"
            table.warn(Caution(words, "15.0"), given.items[0])


def begin_day(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 4.0.3, 4.0.5, 4.0.8: Initiative, weather, supply; the first Action Phase will be the Initiative Player's."""
    dawn.run(board, table, orders)
    board.write("turn.side", order_of(board)[0], "4.0.8")
    board.write("passes", "", "4.0.8")


def march(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 4.0.10, 18.2: the side marches, and trenches that were begun yesterday are finished."""
    movement.march(board, table, orders, side)
    digging.complete(board, side)


def choose(board: Board, table: Table, orders: OrdersBySide, side: Side, number: int) -> None:
    """4.0.9, 4.0.9.end (see 4.0.8, 15.0, rulings R3, R7): one more Action, or a pass, which hands the choice over.

    Two passes in a row end the Action Phases. Who passes may act again if the other acts first. What is left on the
    Brigade Display has no say in it, so that nobody can tell. By an option the Initiative Player chooses after a
    reaction.
    """
    board.write(f"actions.{side}", number, "4.0.8")
    if is_acting(board, table, orders, side, number):
        return
    said = [order.is_for_today for order in orders[side].items if isinstance(order, Pass)]
    is_for_today = any(said) and (all(said) or not sectors.is_on(board.scenario))  # 24.1: both players say so
    board.note("passed", "4.0.8", side=side, today=is_for_today)
    board.write(f"closed.{side}", "yes" if is_for_today else "", "4.0.8")
    hand_over(board, side)


def is_acting(board: Board, table: Table, orders: OrdersBySide, side: Side, number: int) -> bool:
    """See 4.0.8, 15.0, 24.2: the Action of the side, and the reaction to it; whether there was one."""
    enemy, items, name = board.enemy_of(side), orders[side].items, f"action {number} of {side}"
    waiting = [action_step(enemy, one) for one in numbers(board.scenario) if one > board.number(f"actions.{enemy}")]
    if sectors.is_on(board.scenario):
        begun = paired_actions.act(board, table, side, items, name)
        has_reacted = bool(begun) and paired_actions.react(board, table, enemy, begun, waiting)
        has_acted = bool(begun)
    else:
        action = act(board, table, side, items, name)
        has_acted = action is not None
        has_reacted = action is not None and react(board, table, enemy, action, waiting)
    if has_acted:
        board.write("passes", "", "4.0.8")
    if has_reacted and chosen(board, "reaction-return") == "initiative":
        board.write("turn.side", order_of(board)[0], "15.0")
    return has_acted


def hand_over(board: Board, side: Side) -> None:
    """See 4.0.8, 4.0.9: the other side chooses; one that has passed for the day passes without being asked."""
    board.write("passes", board.number("passes") + 1, "4.0.8")
    enemy = board.enemy_of(side)
    if board.noted(f"closed.{enemy}"):
        board.write("passes", board.number("passes") + 1, "4.0.8")
    board.write("turn.side", enemy, "4.0.8")


# -- what comes next -----------------------------------------------------------------------------------------


def after(scenario: Scenario, board: Board) -> Place:
    """See 4.0.1 to 4.0.12, 22.0, 23.0: where play goes on when the board's step is finished."""
    if victory.is_over(board):
        return Place(board.turn, OVER)
    if board.step == "night":
        return Place(board.turn + 1, "morning")
    return Place(board.turn, _next(board))


def _next(board: Board) -> str:
    fixed = {"it-set-up": "ah-set-up", "ah-set-up": "morning", "command": "dawn", "rally": "night"}
    if board.step in fixed:
        return fixed[board.step]
    if board.step == "morning":
        return reinforcement_step(board) or "command"
    step = steps(board.scenario)[board.step]
    if step.kind == REINFORCEMENT:
        return "command"
    first, second = (side.lower() for side in order_of(board))
    if step.kind == "march":
        return f"{second}-march" if board.step == f"{first}-march" else "rally"
    if step.id == "dawn":
        return f"{first}-artillery"
    if step.id == f"{first}-artillery":
        return f"{second}-artillery"
    if step.kind == "artillery" and events.take_place(board):
        return "events"
    return _next_action(board) or f"{first}-march"


def _next_action(board: Board) -> str:
    """See 4.0.9.end: whose choice it is now; nothing after two passes in a row."""
    side = Side(board.noted("turn.side"))
    number = board.number(f"actions.{side}") + 1
    is_over = board.number("passes") >= len(BOTH) or number not in numbers(board.scenario)
    return "" if is_over else action_step(side, number)


def reinforcement_step(board: Board) -> str:
    """See 4.0.1: one step for both sides, or for the one that has something to place; none if nobody has."""
    sides = [side for side in BOTH if reinforcements.due(board, side)]
    if len(sides) == len(BOTH):
        return REINFORCEMENT
    return f"{sides[0].lower()}-{REINFORCEMENT}" if sides else ""
