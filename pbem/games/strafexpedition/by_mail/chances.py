"""The exact chances of fire and assaults: whole fractions, a star resolved, no rounding anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbem.games.strafexpedition.assault import Assault, chart, final_column
from pbem.games.strafexpedition.assault_shifts import shifts
from pbem.games.strafexpedition.defensive_fire import Volley, column
from pbem.games.strafexpedition.defensive_fire import chart as fire_chart
from pbem.games.strafexpedition.fire import STAR
from pbem.kernel.board import Board
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Outcome

Spread = Mapping[str, Fraction]


def assault_chances(board: Board, assault: Assault) -> Spread:
    """See 13.4.3.D, 13.4.3.C: each result on the final column; below the table one alone."""
    return on_column(board, final_column(board, assault, shifts(board, assault).total))


def on_column(board: Board, column: int) -> Spread:
    """See 13.4.3.D: the results of one column."""
    if column < 0:
        return {str(board.scenario.charts["assault_rules"]["below"]): Fraction(1)}
    return chart(board.scenario).chances(column)


def fire_chances(board: Board, volley: Volley) -> Spread:
    """See 13.3.11: each result of one fire; what a star comes to is counted in."""
    return starred(board, fire_chart(board.scenario).chances(column(board, volley)))


def starred(board: Board, spread: Spread) -> Spread:
    """See 13.2.6, 13.3.11: the results of a column of either fire table, with what a star comes to."""
    found: dict[str, Fraction] = {}
    for result, share in spread.items():
        last = board.scenario.chart("star").chances() if result == STAR else {result: Fraction(1)}
        for text, part in last.items():
            found[text] = found.get(text, Fraction(0)) + share * part
    return found


def faces(board: Board, assault: Assault) -> Mapping[str, tuple[int, ...]]:
    """See 13.4.3.D: by result the faces of the die that give it; none where no die is cast."""
    column = final_column(board, assault, shifts(board, assault).total)
    return chart(board.scenario).rolls(column) if column >= 0 else {}


def shown(spread: Spread, whole: int = 6) -> tuple[Outcome, ...]:
    """Results with their chances, as players read them."""
    return tuple([Outcome(result, Chance(share, whole)) for result, share in spread.items()])
