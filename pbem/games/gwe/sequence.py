"""4.0 Sequence of play: a visible list, the same in every Game-Turn; the Central Powers go first (16.0/4.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.gwe import combat, heroes, movement, replacement, set_up, victory, withdrawal
from pbem.games.gwe.by_mail.orders import AgreeToEnd
from pbem.games.gwe.counters import AL, CP, SIDES
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

Rules = Callable[[Board, Table, OrdersBySide, Side], None]
OVER = "over"


def steps(scenario: Scenario) -> Mapping[str, Step]:
    """16.0/4.0 (see 4.0): all steps: the set-ups of this scenario, then the Game-Turn in its order."""
    return scenario.memo("steps", lambda: _steps(scenario))


def _steps(scenario: Scenario) -> dict[str, Step]:
    listed = [_step(side, "set-up", "Set-up", set_up.run, "25.31", True) for side in set_up.sides_that_set_up(scenario)]
    for side in (CP, AL):
        listed += [
            _step(side, "movement", "Movement Phase", movement.run, "4.0.A1d", True),
            _step(side, "withdrawal", "Withdrawal Before Combat Phase", withdrawal.run, "4.0.A2", False),
            _step(side, "combat", "Combat Phase", combat.run, "4.0.A3b", True),
            _step(side, "replacement", "Step Replacement Phase", replacement.run, "4.0.A4", False),
        ]
    listed.append(Step("interphase", "Game-Turn Record Interphase", "interphase", _interphase, (), "4.0.C"))
    return {step.id: step for step in listed}


def _step(side: Side, kind: str, title: str, rules: Rules, rule: str, needs_orders: bool) -> Step:
    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        rules(board, table, orders, side)
        _close(board)

    needs = (side,) if needs_orders else ()
    return Step(f"{side.lower()}-{kind}", f"{SIDES[side]}: {title}", kind, run, needs, rule, side=side)


def _close(board: Board) -> None:
    """See 21.11, 24.13, 24.22: after every step Rommel follows his division and the losses are booked."""
    heroes.keep_rommel(board)
    victory.count_losses(board, tuple(board.facts))


def _interphase(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.0.C, 16.0/4.1: the turn is closed; the game ends after the last one, or earlier if both sides agree."""
    agreed = all(any(isinstance(o, AgreeToEnd) for o in (*orders[s].items, *orders[s].standing)) for s in SIDES)
    if agreed:
        board.write("ended", board.turn, "16.0/4.1")
    heroes.run_interphase(board, table, orders)
    _close(board)


def after(scenario: Scenario, board: Board) -> Place:
    """4.0: where play continues when the board's step is finished."""
    order = list(steps(scenario))
    if board.step != order[-1]:
        return Place(board.turn, order[order.index(board.step) + 1])
    if heroes.is_last_turn(board):
        return Place(board.turn, OVER)
    return Place(board.turn + 1, "cp-movement")
