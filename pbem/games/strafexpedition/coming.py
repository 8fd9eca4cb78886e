"""4.0 For which steps a side may send orders as play stands, the soonest first."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition.counters import AH
from pbem.games.strafexpedition.initiative import order_of
from pbem.games.strafexpedition.sequence import REINFORCEMENT, action_step, numbers, reinforcement_step, steps
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place


def may_come(scenario: Scenario, position: Position, side: Side) -> Sequence[Place]:
    """See 4.0.1 to 4.0.12: the places that take a side's orders, the soonest first; then the next morning's."""
    board = Board(scenario, position)
    at = _rank(board, position.step)
    is_begun = at > _rank(board, "command")
    today = _of_the_day(board, side, () if is_begun else _mornings(board, side))
    found = [Place(position.turn, step) for step in today if _rank(board, step) >= at]
    if position.turn < int(scenario.card["turns"]) and is_begun:
        board.turn += 1  # nobody else looks at this board
        found += [Place(board.turn, step) for step in _mornings(board, side)]
    return found


def _of_the_day(board: Board, side: Side, mornings: Sequence[str]) -> list[str]:
    own, done = side.lower(), board.number(f"actions.{side}")
    actions = [action_step(side, number) for number in numbers(board.scenario) if number > done]
    return [f"{own}-set-up", *mornings, f"{own}-artillery", *actions, f"{own}-march", "rally"]


def _mornings(board: Board, side: Side) -> list[str]:
    own, step = side.lower(), reinforcement_step(board)
    return [one for one in (step,) if one in (REINFORCEMENT, f"{own}-{REINFORCEMENT}")] + ["command"]


_KINDS = (
    "set-up", "morning", REINFORCEMENT, "command", "dawn", "artillery", "events", "action", "march", "rally", "night",
)  # fmt: skip


def _rank(board: Board, step: str) -> tuple[int, int]:
    """The place of a step within the day; of two set-ups and marches the order counts too."""
    found = steps(board.scenario)[step]
    kind = "action" if found.number else found.kind
    is_second = kind == "set-up" and found.side == AH
    if kind in ("artillery", "march") and board.noted("initiative"):
        is_second = found.side == order_of(board)[1]
    return _KINDS.index(kind), int(is_second)
