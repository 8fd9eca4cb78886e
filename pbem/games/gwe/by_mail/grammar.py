"""Reading the orders of this game, one line at a time; `orders` writes them back in canonical form."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.gwe.by_mail import grammar_combat, grammar_movement, grammar_standing
from pbem.kernel.game import Reading
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import check_section
from pbem.kernel.text.words import Words

SECTIONS = ("set-up", "movement", "withdrawal", "combat", "interphase")
TOPICS = ("defend", "losses", "retreat", "support", "refuge", "overstack", "feed", "advance", "pursue", "fortress")


def read_order(words: Words, reading: Reading) -> Order:
    """The order in a line; raises what is wrong with it."""
    verb = words.peek()
    # Standing orders may stand beside any others.
    check_section(words, reading.section, _PLACES.get(verb, ("standing", *SECTIONS)))
    words.take("a verb")
    if verb in TOPICS:
        return grammar_standing.preference(verb, words, reading)
    return _VERBS[verb](words, reading)


_VERBS: dict[str, Callable[[Words, Reading], Order]] = {
    "move": grammar_movement.move,
    "march": grammar_movement.march,
    "rail": grammar_movement.rail,
    "hold": grammar_movement.hold,
    "enter": grammar_movement.enter,
    "withhold": grammar_movement.withhold,
    "heroes": grammar_movement.heroes,
    "place": grammar_movement.place,
    "withdraw": grammar_movement.withdraw,
    "stay": grammar_movement.stay,
    "follow": grammar_movement.follow,
    "attack": grammar_combat.attack,
    "defaults": grammar_standing.defaults,
    "agree": grammar_standing.agree,
}
VERBS = (*_VERBS, *TOPICS)

_PLACES: dict[str, tuple[str, ...]] = {
    "move": ("movement",),
    "march": ("movement",),
    "rail": ("movement",),
    "hold": ("movement",),
    "enter": ("movement",),
    "withhold": ("movement",),
    "place": ("set-up",),
    "attack": ("combat",),
    "withdraw": ("withdrawal", "standing"),
    "stay": ("withdrawal", "standing"),
    "follow": ("withdrawal", "standing"),
    "heroes": ("interphase", "movement", "standing"),
    "agree": ("interphase", "standing"),
}
