"""The verbs of this game; the orders write themselves back in canonical form."""

from __future__ import annotations

from pbem.games.strafexpedition.by_mail import grammar_combat, grammar_command, grammar_guns, grammar_standing
from pbem.kernel.text.grammar import DEFAULTS, Verbs

MOST_ACTIONS = 64  # sections of Actions that a side can fill in a day: as many as both sides have brigades, and one
SECTIONS = (
    "set-up", "reinforcement", "command", "artillery", *(f"action-{number}" for number in range(1, MOST_ACTIONS + 1)),
    "march", "rally",
)  # fmt: skip
# See 4.0.8: each verb has its place in the sequence of play.
GRAMMAR = Verbs(
    SECTIONS,
    {**grammar_command.VERBS, **grammar_combat.VERBS, **grammar_guns.VERBS, "defaults": DEFAULTS},
    grammar_standing.TOPICS,
)
VERBS, read_order = GRAMMAR.names, GRAMMAR.read
