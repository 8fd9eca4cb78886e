"""The verbs of this game; the orders write themselves back in canonical form."""

from __future__ import annotations

from pbem.games.italia18.by_mail import (
    grammar_combat,
    grammar_move,
    grammar_retreat,
    grammar_special,
    grammar_standing,
    grammar_standing_combat,
)
from pbem.games.italia18.by_mail.conditions import take_conditions
from pbem.games.italia18.by_mail.phrases import take_unit
from pbem.games.italia18.sequence import HINDER, PHASES, SEQUENCES, SET_UP
from pbem.kernel.text.grammar import DEFAULTS, Verbs
from pbem.kernel.text.standing import Topics

NUMBERED = (HINDER, *PHASES)
SECTIONS = (SET_UP, *(f"{kind}-{number}" for number in range(1, SEQUENCES + 1) for kind in NUMBERED))
# See 7.0c: each verb has its place in the sequence of play.
GRAMMAR = Verbs(
    SECTIONS,
    {
        **grammar_move.VERBS,
        **grammar_retreat.VERBS,
        **grammar_combat.VERBS,
        **grammar_special.VERBS,
        "defaults": DEFAULTS,
    },
    Topics(
        {**grammar_standing.CHOICES, **grammar_standing_combat.CHOICES, **grammar_special.CHOICES},
        take_unit,
        take_conditions,
    ),
)
VERBS, read_order = GRAMMAR.names, GRAMMAR.read
