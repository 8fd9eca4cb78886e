"""The verbs of this game; the orders write themselves back in canonical form."""

from __future__ import annotations

from pbem.games.gwe.by_mail import grammar_combat, grammar_movement, grammar_standing
from pbem.kernel.text.grammar import DEFAULTS, STANDING, Verb, Verbs

SECTIONS = ("set-up", "movement", "withdrawal", "combat", "interphase")
_BEFORE_COMBAT = ("withdrawal", STANDING)

GRAMMAR = Verbs(
    SECTIONS,
    {
        "move": Verb(grammar_movement.move, "move GE-12 1801 -> 1902", ("movement",)),
        "march": Verb(grammar_movement.march, "march GE-12 to 1902", ("movement",)),
        "rail": Verb(grammar_movement.rail, "rail GE-12 to 1902", ("movement",)),
        "hold": Verb(grammar_movement.hold, "hold GE-12", ("movement",)),
        "enter": Verb(grammar_movement.enter, "enter AH-33 at 0133", ("movement",)),
        "withhold": Verb(grammar_movement.withhold, "withhold AH-33", ("movement",)),
        "heroes": Verb(grammar_movement.heroes, "heroes GE-12", ("interphase", "movement", STANDING)),
        "place": Verb(grammar_movement.place, "place GE-12 at 1702", ("set-up",)),
        "withdraw": Verb(grammar_movement.withdraw, "withdraw GE-12 1801", _BEFORE_COMBAT),
        "stay": Verb(grammar_movement.stay, "stay GE-12", _BEFORE_COMBAT),
        "follow": Verb(grammar_movement.follow, "follow 1801 with GE-12", _BEFORE_COMBAT),
        "attack": Verb(grammar_combat.attack, "attack 1904 with AH-1, AH-50 barrage AH-art15", ("combat",)),
        "defaults": DEFAULTS,
        "agree": Verb(grammar_standing.agree, "agree end", ("interphase", STANDING)),
    },
    grammar_standing.TOPICS,
)
VERBS, read_order = GRAMMAR.names, GRAMMAR.read
