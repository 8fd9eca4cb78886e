"""Reading standing orders: preferences that answer questions in advance."""

from __future__ import annotations

from pbem.games.caporetto.advance import STAY
from pbem.games.caporetto.by_mail.grammar_combat import take_limit
from pbem.games.caporetto.by_mail.grammar_conditions import take_conditions
from pbem.games.caporetto.by_mail.phrases import take_unit
from pbem.games.caporetto.counters import NATIONS, is_support
from pbem.kernel.game import Reading
from pbem.kernel.text.standing import Topics, hexes, one_of, toward, units
from pbem.kernel.text.words import Words

# The words of the list of decisions, which players may use too, beside those of the program.
SYNONYMS = {
    "retreat.to": "retreat-to", "loss": "losses", "loss.priority": "losses", "overstack.victim": "overstack",
    "influenza.losses": "influenza", "kaiserschlacht.withdraw": "kaiserschlacht", "mine.victim": "mine-victim",
    "withdraw.priority": "withdrawals", "pause.rp": "pause-rp", "mandatory.fill": "mandatory",
}  # fmt: skip


_units = units(take_unit)


def _sick(words: Words, reading: Reading) -> tuple[str, ...]:
    """Units that lose a step, or, with `twice` after them, two."""
    found = _units(words, reading)
    return (f"{found[0]} twice",) if words.skip("twice") else found


def _stay(words: Words, reading: Reading) -> tuple[str, ...]:
    return (STAY,) if words.skip(STAY, "none") else hexes(words, reading)


_goals = toward(_stay)  # a hex, `toward` one, or `stay`


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


TOPICS = Topics(
    {
        "losses": _units,
        "retreat": one_of("always", "never"),
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
        "mandatory": hexes,
    },
    take_unit,
    take_conditions,
    synonyms=SYNONYMS,
)
