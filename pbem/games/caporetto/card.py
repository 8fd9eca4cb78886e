"""The card of the game: what the house knows of it."""

from __future__ import annotations

from pbem.games.caporetto import set_up
from pbem.games.caporetto.by_mail.cautions import cautions
from pbem.games.caporetto.by_mail.counsel import counsel
from pbem.games.caporetto.by_mail.coverage import coverage
from pbem.games.caporetto.by_mail.grammar import GRAMMAR, SECTIONS, VERBS, read_order
from pbem.games.caporetto.by_mail.layers import LAYERS
from pbem.games.caporetto.by_mail.telling import TELLING
from pbem.games.caporetto.counters import COUNTERS, SIDES
from pbem.games.caporetto.fog import hides, tell, view
from pbem.games.caporetto.loading import CHARTS, load
from pbem.games.caporetto.own_charts import DEMANDS
from pbem.games.caporetto.sequence import after, steps, why_missing
from pbem.kernel.game import Game
from pbem.kernel.late import late

VIEWS = "pbem.games.caporetto.by_mail"  # what the game shows: imported by the command that shows it

GAME = Game(
    name="caporetto",
    title="Caporetto: The Italian Front 1917-18",
    edition=2,
    sides=SIDES,
    load=load,
    set_up=set_up.initial_position,
    steps=steps,
    after=after,
    missing=why_missing,
    sections=SECTIONS,
    verbs=VERBS,
    joiners=("support",),
    clauses=("losses", "advance", "second", "support"),
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
    hides=hides,
    tell=tell,
    charts=CHARTS,
    demands=DEMANDS,
    layers=LAYERS,
    telling=TELLING,
)
