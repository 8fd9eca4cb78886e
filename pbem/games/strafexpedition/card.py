"""The card of the game: what the house knows of it."""

from __future__ import annotations

from pbem.games.strafexpedition import sequence
from pbem.games.strafexpedition.by_mail.cautions import cautions
from pbem.games.strafexpedition.by_mail.conditions import CONDITIONS
from pbem.games.strafexpedition.by_mail.counsel import counsel
from pbem.games.strafexpedition.by_mail.coverage import coverage
from pbem.games.strafexpedition.by_mail.fog import hides, tell, view
from pbem.games.strafexpedition.by_mail.grammar import GRAMMAR, SECTIONS, VERBS, read_order
from pbem.games.strafexpedition.by_mail.layers import LAYERS
from pbem.games.strafexpedition.by_mail.telling import TELLING
from pbem.games.strafexpedition.coming import may_come
from pbem.games.strafexpedition.counters import COUNTERS, SIDES
from pbem.games.strafexpedition.deployment import initial_position
from pbem.games.strafexpedition.own_charts import DEMANDS
from pbem.games.strafexpedition.sectors import seats
from pbem.games.strafexpedition.set_up import CHARTS, load
from pbem.kernel.game import Game
from pbem.kernel.late import late

VIEWS = "pbem.games.strafexpedition.by_mail"  # what the game shows: imported by the command that shows it

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
    sheet=late(VIEWS, "sheet"),
    moves=late(VIEWS, "moves"),
    odds=late(VIEWS, "odds"),
    odds_verbs=("assault",),
    forms=GRAMMAR.forms,
    summary=late(VIEWS, "summary"),
    look=late(VIEWS, "look"),
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
