"""The card of the game: what the house knows of it."""

from __future__ import annotations

from pbem.games.strafexpedition import sequence
from pbem.games.strafexpedition.by_mail.cautions import cautions
from pbem.games.strafexpedition.by_mail.conditions import CONDITIONS
from pbem.games.strafexpedition.by_mail.counsel import counsel
from pbem.games.strafexpedition.by_mail.coverage import coverage
from pbem.games.strafexpedition.by_mail.fog import hides, tell, view
from pbem.games.strafexpedition.by_mail.grammar import SECTIONS, VERBS, read_order
from pbem.games.strafexpedition.by_mail.layers import LAYERS
from pbem.games.strafexpedition.by_mail.look import look
from pbem.games.strafexpedition.by_mail.moves import moves
from pbem.games.strafexpedition.by_mail.odds import odds
from pbem.games.strafexpedition.by_mail.sheet import sheet
from pbem.games.strafexpedition.by_mail.summary import summary
from pbem.games.strafexpedition.by_mail.telling import TELLING
from pbem.games.strafexpedition.coming import may_come
from pbem.games.strafexpedition.counters import COUNTERS, SIDES
from pbem.games.strafexpedition.deployment import initial_position
from pbem.games.strafexpedition.own_charts import DEMANDS
from pbem.games.strafexpedition.sectors import seats
from pbem.games.strafexpedition.set_up import CHARTS, load
from pbem.kernel.game import Game

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
