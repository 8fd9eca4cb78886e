"""The card of the game: what the house knows of it."""

from __future__ import annotations

from pbem.games.italia18 import steps
from pbem.games.italia18.by_mail.cautions import cautions
from pbem.games.italia18.by_mail.conditions import CONDITIONS
from pbem.games.italia18.by_mail.counsel import counsel
from pbem.games.italia18.by_mail.coverage import coverage
from pbem.games.italia18.by_mail.fog import hides, tell, view
from pbem.games.italia18.by_mail.grammar import GRAMMAR, SECTIONS, VERBS, read_order
from pbem.games.italia18.by_mail.layers import LAYERS
from pbem.games.italia18.by_mail.telling import TELLING
from pbem.games.italia18.counters import COUNTERS, SIDES
from pbem.games.italia18.set_up import CHARTS, initial_position, load
from pbem.kernel.game import Game
from pbem.kernel.late import late

VIEWS = "pbem.games.italia18.by_mail"  # what the game shows: imported by the command that shows it

GAME = Game(
    name="italia18",
    title="Italia 1917-1918",
    edition=1,
    sides=SIDES,
    load=load,
    set_up=initial_position,
    steps=steps.steps,
    after=steps.after,
    sections=SECTIONS,
    verbs=VERBS,
    joiners=("cb", "assault", "force"),
    clauses=("losses", "bombarded", "stoss", "advance", "exploit", "guns", "lead"),
    read_order=read_order,
    counsel=counsel,
    read_unit=COUNTERS.read_unit,
    view=view,
    hides=hides,
    tell=tell,
    sheet=late(VIEWS, "sheet"),
    moves=late(VIEWS, "moves"),
    odds=late(VIEWS, "odds"),
    odds_verbs=("attack",),
    forms=GRAMMAR.forms,
    summary=late(VIEWS, "summary"),
    look=late(VIEWS, "look"),
    coverage=coverage,
    cautions=cautions,
    may_come=steps.may_come,
    missing=steps.missing,
    conditions=CONDITIONS,
    charts=CHARTS,
    layers=LAYERS,
    telling=TELLING,
)
