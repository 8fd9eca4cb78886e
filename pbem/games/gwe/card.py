"""The card of the game: what the house knows of it."""

from __future__ import annotations

from pbem.games.gwe import set_up, victory
from pbem.games.gwe.by_mail.cautions import cautions
from pbem.games.gwe.by_mail.counsel import counsel
from pbem.games.gwe.by_mail.coverage import coverage
from pbem.games.gwe.by_mail.grammar import SECTIONS, VERBS, read_order
from pbem.games.gwe.by_mail.layers import LAYERS
from pbem.games.gwe.by_mail.look import look
from pbem.games.gwe.by_mail.moves import moves
from pbem.games.gwe.by_mail.odds import odds
from pbem.games.gwe.by_mail.sheet import sheet
from pbem.games.gwe.by_mail.telling import TELLING
from pbem.games.gwe.counters import COUNTERS, SIDES
from pbem.games.gwe.loading import CHARTS, load, more_files
from pbem.games.gwe.sequence import after, steps
from pbem.kernel.board import Board
from pbem.kernel.game import Game
from pbem.kernel.pieces import ASIDE, GONE, WAITING, Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.views.summary import Summary, forces


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """Nothing is hidden in this game: each side sees the whole position."""
    return position


def summary(board: Board) -> Summary:
    """The score as it stands and what is left of both sides."""
    units = {side: [unit for unit in board.units(side) if board.place(unit) != ASIDE] for side in SIDES}
    left = {side: forces(board, own, (WAITING, GONE)) for side, own in units.items()}
    return Summary(board.turn, board.step, left, victory.score(board))


GAME = Game(
    name="gwe",
    title="Great War in the East: Caporetto, 1917",
    edition=1,
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
    layers=LAYERS,
    telling=TELLING,
)
