"""Reading the orders of this game, one line at a time; the orders write themselves back in canonical form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.caporetto.by_mail import grammar_combat, grammar_standing, grammar_turn
from pbem.kernel.game import Reading
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import check_section
from pbem.kernel.text.words import Words

SECTIONS = (
    "set-up", "pause", "reinforcement", "replacement", "withdrawal", "strategic",
    "first-combat", "infiltration", "second-combat", "movement",
)  # fmt: skip
TOPICS = grammar_standing.TOPICS
_READERS: Mapping[str, Callable[[Words, Reading], Order]] = {
    **grammar_turn.VERBS,
    **grammar_combat.VERBS,
    **grammar_standing.VERBS,
}
_PLACES: Mapping[str, tuple[str, ...]] = {**grammar_turn.PLACES, **grammar_combat.PLACES}
VERBS = tuple(dict.fromkeys((*_READERS, *TOPICS)))


def read_order(words: Words, reading: Reading) -> Order:
    """See 4.0: the order in a line; raises what is wrong with it. Each verb has its place in the sequence of play."""
    verb = words.peek()
    # Standing orders may stand beside any others.
    check_section(words, reading.section, _PLACES.get(verb, ("standing", *SECTIONS)))
    words.take("a verb")
    if verb in TOPICS and _is_preference(verb, words):
        return grammar_standing.preference(verb, words, reading)
    return _READERS[verb](words, reading)


def _is_preference(verb: str, words: Words) -> bool:
    """A standing preference has a colon: `overstack: weakest first`."""
    return verb not in _READERS or any(word.text == ":" for word in words.words)
