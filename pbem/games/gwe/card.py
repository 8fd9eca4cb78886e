"""The card of the game: what the house knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.games.gwe import set_up
from pbem.games.gwe.by_mail.cautions import cautions
from pbem.games.gwe.by_mail.counsel import counsel
from pbem.games.gwe.by_mail.coverage import coverage
from pbem.games.gwe.by_mail.grammar import GRAMMAR, SECTIONS, VERBS, read_order
from pbem.games.gwe.by_mail.layers import LAYERS
from pbem.games.gwe.by_mail.telling import TELLING
from pbem.games.gwe.counters import COUNTERS, SIDES
from pbem.games.gwe.loading import CHARTS, load, more_files
from pbem.games.gwe.own_charts import DEMANDS
from pbem.games.gwe.sequence import after, steps
from pbem.kernel.game import Game
from pbem.kernel.late import late

if TYPE_CHECKING:
    from pbem.kernel.pieces import Side
    from pbem.kernel.position import Position
    from pbem.kernel.scenario import Scenario


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """Nothing is hidden in this game: each side sees the whole position."""
    return position


VIEWS = "pbem.games.gwe.by_mail"  # what the game shows: imported by the command that shows it

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
    sheet=late(VIEWS, "sheet"),
    moves=late(VIEWS, "moves"),
    odds=late(VIEWS, "odds"),
    odds_verbs=("attack",),
    forms=GRAMMAR.forms,
    summary=late(VIEWS, "summary"),
    look=late(VIEWS, "look"),
    coverage=coverage,
    cautions=cautions,
    files=more_files,
    charts=CHARTS,
    demands=DEMANDS,
    layers=LAYERS,
    telling=TELLING,
)
