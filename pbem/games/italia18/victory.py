"""16.0 The end of a turn and of the game: how each scenario stands, and who has won."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.italia18 import victory_caporetto, victory_heights, victory_piave, victory_vittorio
from pbem.games.italia18.turns import initiative
from pbem.games.italia18.verdicts import Verdict
from pbem.kernel.board import Board
from pbem.kernel.score import Score, ScoreLine
from pbem.values import NamedTuple

WINNER, LEVEL, DRAW = "winner", "level", "draw"


class Count(NamedTuple):
    """How a scenario counts and judges."""

    score: Callable[[Board], tuple[ScoreLine, ...]]
    verdict: Callable[[Board], Verdict]


HEIGHTS = Count(victory_heights.score, victory_heights.verdict)
PIAVE = Count(victory_piave.score, victory_piave.verdict)
COUNTS = {
    "grappa": HEIGHTS,
    "caporetto": Count(victory_caporetto.score, victory_caporetto.verdict),
    "radetzky": HEIGHTS,
    "albrecht": PIAVE,
    "solstice": PIAVE,
    "vittorio": Count(victory_vittorio.score, victory_vittorio.verdict),
}


def _count(board: Board) -> Count:
    return COUNTS[str(board.scenario.card["name"])]


def score(board: Board) -> Score:
    """See 16.0: the points of the scenario, line by line, as if the game ended now."""
    return Score(_count(board).score(board), board.scenario.sides)


def verdict(board: Board) -> Verdict:
    """See 16.0: who would win as things stand, and at which level."""
    return _count(board).verdict(board)


def is_over(board: Board) -> bool:
    """See 16.0: whether the game has been decided."""
    return bool(board.noted(WINNER))


def is_last_turn(board: Board) -> bool:
    """See 16.0: the turn after which the players count."""
    return board.turn >= int(board.scenario.card["turns"])


def end_turn(board: Board) -> None:
    """16.0 (see 7.0d): the points are noted; after the last turn the scenario says who has won."""
    side, found = initiative(board.scenario), score(board)
    board.note("points", "16.0", side=side, points=found.total(side), **found.as_json())
    if is_last_turn(board):
        decide(board)


def decide(board: Board) -> None:
    """See 16.0: the verdict is written down; nothing is played after it."""
    won = verdict(board)
    board.write(WINNER, won.winner or DRAW, "16.0")
    if won.level:
        board.write(LEVEL, won.level, "16.0")
    side = initiative(board.scenario)
    points = score(board).total(side)
    board.note("victory", "16.0", winner=won.winner or DRAW, level=won.level, points=points, text=won.words)


def in_words(board: Board) -> str:
    """See 16.0: how the scenario stands, in a line."""
    points = score(board).total(initiative(board.scenario))
    return f"{points} {'point' if abs(points) == 1 else 'points'}: {verdict(board).words}"
