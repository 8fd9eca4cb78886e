"""Reading standing orders: preferences that answer questions in advance."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.errors import Refusal
from pbem.games.caporetto.advance import STAY
from pbem.games.caporetto.by_mail.grammar_combat import take_limit, take_who
from pbem.games.caporetto.by_mail.grammar_conditions import take_conditions
from pbem.games.caporetto.by_mail.phrases import take_unit
from pbem.games.caporetto.counters import NATIONS, is_support
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Defaults, Preference
from pbem.kernel.text.words import Words

# The words of the list of decisions, which players may use too, beside those of the program.
SYNONYMS = {
    "retreat.to": "retreat-to", "loss": "losses", "loss.priority": "losses", "overstack.victim": "overstack",
    "influenza.losses": "influenza", "kaiserschlacht.withdraw": "kaiserschlacht", "mine.victim": "mine-victim",
    "withdraw.priority": "withdrawals", "pause.rp": "pause-rp", "mandatory.fill": "mandatory",
}  # fmt: skip


def preference(verb: str, words: Words, reading: Reading) -> Order:
    """`topic [hex or unit]: what, what if ...`."""
    topic = SYNONYMS.get(verb, verb)
    where = ""
    if words.peek() not in (":", "all", "everywhere"):
        words.skip("at")
        where = _where(words, reading)
    else:
        words.skip("all", "everywhere")
    words.expect(":")
    choices = list(_CHOICES[topic](words, reading))
    while words.skip(",", "|", "then", "or"):
        choices += _CHOICES[topic](words, reading)
    return Preference(topic, tuple(choices), where, "", take_conditions(words, reading))


def _where(words: Words, reading: Reading) -> str:
    """A hex, a place, or one of the side's units."""
    mark = words.at
    try:
        return take_unit(words, reading)
    except Refusal:
        words.at = mark
    return take_hex(words, reading.scenario.map)


# -- what can be chosen --------------------------------------------------------------------------------------


def _units(words: Words, reading: Reading) -> tuple[str, ...]:
    """Ground units one by one, or `all`, `none`, `weakest first`, `strongest first`."""
    if words.peek() in ("all", "none", "weakest", "strongest"):
        return take_who(words, reading)
    return (take_unit(words, reading),)


def _sick(words: Words, reading: Reading) -> tuple[str, ...]:
    """Units that lose a step, or, with `twice` behind them, two."""
    found = _units(words, reading)
    return (f"{found[0]} twice",) if words.skip("twice") else found


def _attempt(words: Words, reading: Reading) -> tuple[str, ...]:
    return (words.expect("always", "never"),)


def _hexes(words: Words, reading: Reading) -> tuple[str, ...]:
    return (take_hex(words, reading.scenario.map),)


def _goals(words: Words, reading: Reading) -> tuple[str, ...]:
    """A hex, `toward` one, or `stay`."""
    if words.skip("toward", "towards"):
        return (f"toward {take_hex(words, reading.scenario.map)}",)
    return (STAY,) if words.skip(STAY, "none") else _hexes(words, reading)


def _support(words: Words, reading: Reading) -> tuple[str, ...]:
    """Support units, `all`, `none`, `match` (as many as the enemy), `up to 2`, `keep 3` (artillery for later)."""
    if words.peek() in ("all", "always", "none", "never", "match"):
        word = words.take("a word").lower()
        return ({"always": "all", "never": "none"}.get(word, word),)
    if words.skip("keep"):
        number = words.number("how many artillery units to keep")
        words.skip("artillery", "guns")
        return (f"keep {number}",)
    limit = take_limit(words)
    if not limit:
        return (take_unit(words, reading, is_support),)
    return (f"up to {limit}", take_unit(words, reading, is_support)) if words.skip("of") else (f"up to {limit}",)


def _nation(words: Words, reading: Reading) -> tuple[str, ...]:
    return (words.expect(*(nation.lower() for nation in NATIONS)).upper(),)


_CHOICES: Mapping[str, Callable[[Words, Reading], tuple[str, ...]]] = {
    "losses": _units,
    "retreat": _attempt,
    "retreat-to": _goals,
    "support": _support,
    "contest": _support,
    "advance": _units,
    "second": _goals,
    "overstack": _units,
    "influenza": _sick,
    "kaiserschlacht": _units,
    "withdrawals": _units,
    "mine-victim": _units,
    "pause-rp": _nation,
    "mandatory": _hexes,
}
TOPICS = (*_CHOICES, *SYNONYMS)


def defaults(words: Words, reading: Reading) -> Order:
    """`defaults`: what nothing else covers is decided by the printed default."""
    return Defaults()


VERBS: Mapping[str, Verb] = {"defaults": Verb(defaults, "defaults")}
