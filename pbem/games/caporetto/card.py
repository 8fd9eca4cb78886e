"""The card of the game: what the house knows of it."""

from __future__ import annotations

from dataclasses import replace

from pbem.games.caporetto import morale, set_up, victory
from pbem.games.caporetto.by_mail.cautions import cautions
from pbem.games.caporetto.by_mail.counsel import counsel
from pbem.games.caporetto.by_mail.coverage import coverage
from pbem.games.caporetto.by_mail.grammar import SECTIONS, VERBS, read_order
from pbem.games.caporetto.by_mail.layers import LAYERS
from pbem.games.caporetto.by_mail.look import look
from pbem.games.caporetto.by_mail.moves import moves
from pbem.games.caporetto.by_mail.odds import odds
from pbem.games.caporetto.by_mail.sheet import sheet
from pbem.games.caporetto.by_mail.telling import TELLING
from pbem.games.caporetto.counters import COUNTERS, SIDES, is_combat_unit, is_support
from pbem.games.caporetto.fog import hides, tell, view
from pbem.games.caporetto.loading import CHARTS, load
from pbem.games.caporetto.sequence import after, steps
from pbem.games.caporetto.withdrawals import WITHDRAWN
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.game import Game
from pbem.kernel.pieces import GONE, WAITING, Side
from pbem.kernel.views.summary import Forces, Summary, Track, forces


def summary(board: Board) -> Summary:
    """1.1 (see 10.0): the month, morale and casualties, the score as it stands, and what is left of both sides."""
    months = board.scenario.charts["weather"]["months"]
    tracks: dict[str, Track] = {
        "month": months[min(board.turn, len(months)) - 1],
        "event": board.noted("event"),
        "morale": {army: morale.level(board, army) for army in morale.ARMIES},
        "casualties": {army: morale.casualties(board, army) for army in morale.ARMIES},
    }
    left = {side: _forces(board, side) for side in SIDES}
    return Summary(board.turn, board.step, left, victory.score(board), tracks)


def _forces(board: Board, side: Side) -> Forces:
    units = [unit for unit in board.units(side) if not is_support(board.unit(unit))]
    fighting = [unit for unit in units if is_combat_unit(board.unit(unit))]  # an HQ has no steps (ruling R15)
    found = forces(board, units, (WAITING, GONE, WITHDRAWN), fighting=fighting)
    is_hiding = any(is_stand_in(unit) for unit in units if board.is_on_map(unit))
    return replace(found, steps=None) if is_hiding else found


GAME = Game(
    name="caporetto",
    title="Caporetto: The Italian Front 1917-18",
    edition=1,
    sides=SIDES,
    load=load,
    set_up=set_up.initial_position,
    steps=steps,
    after=after,
    sections=SECTIONS,
    verbs=VERBS,
    joiners=("support",),
    clauses=("losses", "advance", "second", "support"),
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
    hides=hides,
    tell=tell,
    charts=CHARTS,
    layers=LAYERS,
    telling=TELLING,
)
