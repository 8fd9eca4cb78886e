"""The verbs of this game; the orders write themselves back in canonical form."""

from __future__ import annotations

from pbem.games.caporetto.by_mail import grammar_combat, grammar_standing, grammar_turn
from pbem.kernel.text.grammar import DEFAULTS, Verbs

SECTIONS = (
    "set-up", "pause", "reinforcement", "replacement", "withdrawal", "strategic",
    "first-combat", "infiltration", "second-combat", "movement",
)  # fmt: skip
# See 4.0: each verb has its place in the sequence of play.
GRAMMAR = Verbs(
    SECTIONS,
    {**grammar_turn.VERBS, **grammar_combat.VERBS, "defaults": DEFAULTS},
    grammar_standing.TOPICS,
)
VERBS, read_order = GRAMMAR.names, GRAMMAR.read
