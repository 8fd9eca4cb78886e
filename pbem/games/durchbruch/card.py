"""The card of the game: what the house knows of it."""

from __future__ import annotations

from pbem.games.durchbruch.by_mail.cautions import cautions
from pbem.games.durchbruch.by_mail.conditions import CONDITIONS
from pbem.games.durchbruch.by_mail.counsel import counsel
from pbem.games.durchbruch.by_mail.coverage import coverage
from pbem.games.durchbruch.by_mail.grammar import GRAMMAR, SECTIONS, VERBS, read_order
from pbem.games.durchbruch.by_mail.layers import LAYERS
from pbem.games.durchbruch.by_mail.telling import TELLING
from pbem.games.durchbruch.counters import COUNTERS, SIDES
from pbem.games.durchbruch.fog import hides, tell, view
from pbem.games.durchbruch.loading import CHARTS, load
from pbem.games.durchbruch.sequence import after, may_come, steps
from pbem.games.durchbruch.set_up import initial_position
from pbem.kernel.game import Game
from pbem.kernel.late import late

VIEWS = "pbem.games.durchbruch.by_mail"  # what the game shows: imported by the command that shows it

GAME = Game(
    name="durchbruch",
    title="Durchbruch: Caporetto, October 1917",
    edition=1,
    sides=SIDES,
    load=load,
    set_up=initial_position,
    steps=steps,
    after=after,
    may_come=may_come,
    conditions=CONDITIONS,
    sections=SECTIONS,
    verbs=VERBS,
    joiners=("support", "led", "guns", "losses"),
    clauses=("advance", "losses", "support"),
    read_order=read_order,
    counsel=counsel,
    read_unit=COUNTERS.read_unit,
    view=view,
    tell=tell,
    hides=hides,
    sheet=late(VIEWS, "sheet"),
    moves=late(VIEWS, "moves"),
    odds=late(VIEWS, "odds"),
    odds_verbs=("attack",),
    forms=GRAMMAR.forms,
    summary=late(VIEWS, "summary"),
    look=late(VIEWS, "look"),
    coverage=coverage,
    cautions=cautions,
    charts=CHARTS,
    layers=LAYERS,
    telling=TELLING,
)
