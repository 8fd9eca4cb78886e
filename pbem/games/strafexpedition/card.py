"""The card of the game: what the house knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.games.strafexpedition import sequence
from pbem.games.strafexpedition.by_mail.cautions import cautions
from pbem.games.strafexpedition.by_mail.conditions import CONDITIONS
from pbem.games.strafexpedition.by_mail.counsel import counsel
from pbem.games.strafexpedition.by_mail.coverage import coverage
from pbem.games.strafexpedition.by_mail.fog import hides, tell, view
from pbem.games.strafexpedition.by_mail.grammar import SECTIONS, VERBS, read_order
from pbem.games.strafexpedition.by_mail.layers import LAYERS
from pbem.games.strafexpedition.by_mail.telling import TELLING
from pbem.games.strafexpedition.coming import may_come
from pbem.games.strafexpedition.counters import COUNTERS, SIDES
from pbem.games.strafexpedition.deployment import initial_position
from pbem.games.strafexpedition.own_charts import DEMANDS
from pbem.games.strafexpedition.sectors import seats
from pbem.games.strafexpedition.set_up import CHARTS, load
from pbem.kernel.game import Game

if TYPE_CHECKING:
    from pbem.kernel.board import Board
    from pbem.kernel.pieces import Side
    from pbem.kernel.text.orders import Order
    from pbem.kernel.views.look import Look
    from pbem.kernel.views.moves import Moves
    from pbem.kernel.views.odds import OddsView
    from pbem.kernel.views.sheet import Sheet
    from pbem.kernel.views.summary import Summary


# -- what the game shows: imported by the command that shows it ----------------------------------------------


def sheet(board: Board, side: Side) -> Sheet:
    """The order sheet."""
    from pbem.games.strafexpedition.by_mail.sheet import sheet

    return sheet(board, side)


def moves(board: Board, unit: str) -> Moves:
    """Where a unit can go."""
    from pbem.games.strafexpedition.by_mail.moves import moves

    return moves(board, unit)


def odds(board: Board, order: Order) -> OddsView:
    """An attack before the dice."""
    from pbem.games.strafexpedition.by_mail.odds import odds

    return odds(board, order)


def summary(board: Board) -> Summary:
    """The score and the forces."""
    from pbem.games.strafexpedition.by_mail.summary import summary

    return summary(board)


def look(board: Board) -> Look:
    """How counters, hexes and markers are drawn."""
    from pbem.games.strafexpedition.by_mail.look import look

    return look(board)


GAME = Game(
    name="strafexpedition",
    title="Strafexpedition 1916",
    edition=1,
    sides=SIDES,
    load=load,
    set_up=initial_position,
    steps=sequence.steps,
    after=sequence.after,
    sections=SECTIONS,
    verbs=VERBS,
    clauses=("losses",),
    read_order=read_order,
    counsel=counsel,
    read_unit=COUNTERS.read_unit,
    view=view,
    sheet=sheet,
    moves=moves,
    odds=odds,
    odds_verbs=("assault",),
    summary=summary,
    look=look,
    coverage=coverage,
    cautions=cautions,
    may_come=may_come,
    seats=seats,
    conditions=CONDITIONS,
    hides=hides,
    tell=tell,
    charts=CHARTS,
    demands=DEMANDS,
    layers=LAYERS,
    telling=TELLING,
)
