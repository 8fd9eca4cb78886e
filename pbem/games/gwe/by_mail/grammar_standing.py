"""Reading standing orders: preferences that answer questions in advance."""

from __future__ import annotations

from pbem.games.gwe.by_mail.orders import AgreeToEnd
from pbem.games.gwe.by_mail.phrases import take_conditions, take_unit
from pbem.kernel.game import Reading
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_path
from pbem.kernel.text.standing import Topics, hexes, one_of, toward, units
from pbem.kernel.text.words import Words


def _path(words: Words, reading: Reading) -> tuple[str, ...]:
    return ("-".join(take_path(words, reading.scenario.map)),)


def _points(words: Words, reading: Reading) -> tuple[str, ...]:
    return (words.take("a number, `most` or `least`").lower(),)


def _guns(words: Words, reading: Reading) -> tuple[str, ...]:
    """`always`, `never`, `default`, `own hex`, or guns by name."""
    if words.skip("own"):
        words.expect("hex")
        return ("own hex",)
    if words.peek() in ("always", "never", "default", "all", "none"):
        return (words.take("a word").lower(),)
    return _units(words, reading)


_units = units(take_unit)
TOPICS = Topics(
    {
        "defend": one_of("1", "2", "3", "hold", "retreat", "half", "stand"),
        "losses": _units,
        "retreat": toward(_path),
        "support": _guns,
        "refuge": hexes,
        "overstack": _units,
        "feed": _units,
        "advance": _units,
        "pursue": _units,
        "fortress": _points,
    },
    take_unit,
    take_conditions,
    results=("1", "2", "3", "e"),
)


def agree(words: Words, reading: Reading) -> Order:
    """`agree to end`."""
    words.skip("to")
    words.expect("end")
    return AgreeToEnd()
