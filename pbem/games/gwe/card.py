"""The card of the game: what the house knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.games.gwe import set_up
from pbem.games.gwe.by_mail.cautions import cautions
from pbem.games.gwe.by_mail.counsel import counsel
from pbem.games.gwe.by_mail.coverage import coverage
from pbem.games.gwe.by_mail.grammar import SECTIONS, VERBS, read_order
from pbem.games.gwe.by_mail.layers import LAYERS
from pbem.games.gwe.by_mail.telling import TELLING
from pbem.games.gwe.counters import COUNTERS, SIDES
from pbem.games.gwe.loading import CHARTS, load, more_files
from pbem.games.gwe.own_charts import DEMANDS
from pbem.games.gwe.sequence import after, steps
from pbem.kernel.game import Game

if TYPE_CHECKING:
    from pbem.kernel.board import Board
    from pbem.kernel.pieces import Side
    from pbem.kernel.position import Position
    from pbem.kernel.scenario import Scenario
    from pbem.kernel.text.orders import Order
    from pbem.kernel.views.look import Look
    from pbem.kernel.views.moves import Moves
    from pbem.kernel.views.odds import OddsView
    from pbem.kernel.views.sheet import Sheet
    from pbem.kernel.views.summary import Summary


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """Nothing is hidden in this game: each side sees the whole position."""
    return position


# -- what the game shows: imported by the command that shows it ----------------------------------------------


def sheet(board: Board, side: Side) -> Sheet:
    """The order sheet."""
    from pbem.games.gwe.by_mail.sheet import sheet

    return sheet(board, side)


def moves(board: Board, unit: str) -> Moves:
    """Where a unit can go."""
    from pbem.games.gwe.by_mail.moves import moves

    return moves(board, unit)


def odds(board: Board, order: Order) -> OddsView:
    """An attack before the dice."""
    from pbem.games.gwe.by_mail.odds import odds

    return odds(board, order)


def summary(board: Board) -> Summary:
    """The score and the forces."""
    from pbem.games.gwe.by_mail.summary import summary

    return summary(board)


def look(board: Board) -> Look:
    """How counters, hexes and markers are drawn."""
    from pbem.games.gwe.by_mail.look import look

    return look(board)


GAME = Game(
    name="gwe",
    title="Great War in the East: Caporetto, 1917",
    edition=2,
    sides=SIDES,
    load=load,
    set_up=set_up.initial_position,
    steps=steps,
    after=after,
    sections=SECTIONS,
    verbs=VERBS,
    joiners=("barrage", "shift"),
    clauses=("losses", "advance", "pursue"),
    read_order=read_order,
    counsel=counsel,
    read_unit=COUNTERS.read_unit,
    view=view,
    sheet=sheet,
    moves=moves,
    odds=odds,
    odds_verbs=("attack",),
    summary=summary,
    look=look,
    coverage=coverage,
    cautions=cautions,
    files=more_files,
    charts=CHARTS,
    demands=DEMANDS,
    layers=LAYERS,
    telling=TELLING,
)
