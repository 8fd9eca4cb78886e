"""What may come: the steps for which a side can still send orders, as the position stands. It is asked of the game."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import Problem
from pbem.kernel.board import Board
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step


def coming(game: Game, scenario: Scenario, position: Position, side: Side) -> tuple[Place, ...]:
    """The places that take orders of a side, the soonest first; nothing when the game is over.

    The step that the position waits for is the first one, if it takes the side's orders. A step that may come again
    is named again: while it is being played, orders for its next time are taken.
    """
    if position.step not in game.steps(scenario):
        return ()
    if game.may_come is not None:
        return tuple(game.may_come(scenario, position, side))
    return rest_of_turn(game, scenario, position, side)


def missing(game: Game, board: Board, steps: Iterable[Step]) -> Problem | None:
    """The rule that leaves all these steps out of the board's turn; nothing where one of them may come."""
    found = [game.missing(board, step.id) for step in steps]
    known = [illegal.problem for illegal in found if illegal is not None]
    return known[0] if known and len(known) == len(found) else None


def rest_of_turn(game: Game, scenario: Scenario, position: Position, side: Side) -> tuple[Place, ...]:
    """Of a sequence of play that is a list: the steps from here to the end of the turn that take the side's orders.

    Those that the rules leave out of this turn are not among them.
    """
    steps, board = list(game.steps(scenario).values()), Board(scenario, position)
    first = [step.id for step in steps].index(position.step)
    rest = [step for step in steps[first:] if side in step.needs or not step.needs]
    return tuple([Place(position.turn, step.id) for step in rest if game.missing(board, step.id) is None])
