"""What a campaign agreed on before it began: how its dice are made, by when a step is due, who may take a step back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.dice.derive import VERSION
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import Chain, chain_named, iso_of, round_at, seconds_of, time_of
from pbem.dice.seal import LINKS, MODERATOR
from pbem.errors import UsageError
from pbem.values import NamedTuple

SEED, CHAIN, BEACON = "seed", "chain", "beacon"
MODES = (SEED, CHAIN, BEACON)  # a campaign takes any union of them, written in this order
WAIT, ASK = "wait", "moderator"  # nothing follows, or what the moderator decides: neither makes an entry
STANDING, SUBSTITUTE = "standing", "substitute"
REFUSALS = (WAIT, ASK, STANDING, SUBSTITUTE, "forfeit", "beacon")  # what follows when a side lets its date pass
REWINDS = ("moderator", "consent", "never")  # who may take a played step back
FORFEIT = "forfeit"  # the step of a game that a side has lost by keeping back its link
GRACE = 24 * 3600  # seconds between a missed date and the round that stands in for a link
MARGIN = 15 * 60  # seconds between a deadline and the round that decides
SKEW = 5 * 60  # seconds by which the clocks of two stores may differ
_DAY = 24 * 3600
_MOST_DAYS = 3650


class Terms(NamedTuple):
    """The agreement, as the first entry of the record holds it."""

    mode: str = SEED
    anchors: Mapping[str, str] = {}  # of the chains known at the opening, by party
    salts: str = ""  # the anchor of the moderator's chain of salts: he cannot choose one when he knows the dice
    links: int = LINKS
    beacon: str = ""  # the drand chain
    early: bool = False  # whether a step takes a round as soon as it is sealed, not after its date
    days: int = 0  # that a side has for a step; 0 is no date
    refusal: str = "wait"
    rewind: str = "moderator"
    scheme: str = VERSION  # how faces are derived

    def has(self, part: str) -> bool:
        """Whether the dice have this part."""
        return part in self.mode.split("+")

    @property
    def chain(self) -> Chain:
        """The drand chain whose rounds count, also where one only stands in for a link that is kept back."""
        return chain_named(self.beacon or "quicknet")


def agreed(
    mode: str,
    *,
    beacon: str = "",
    early: bool = False,
    days: int | None = None,
    refusal: str = "",
    rewind: str = "",
) -> Terms:
    """The terms that a person asks for, with what goes without saying filled in."""
    mode = mode_called(mode)
    has_beacon, has_chain = BEACON in mode.split("+"), CHAIN in mode.split("+")
    if (beacon or early) and not has_beacon:
        raise UsageError(
            f"--beacon and --early belong to dice from the beacon; these are {mode}: say --dice {mode}+beacon"
        )
    days = _days(3 if days is None and has_beacon else days or 0)
    if has_beacon and not days and not early:
        raise UsageError("--days 0: the beacon needs a deadline to name a round after; or use --early")
    default = "moderator" if SEED in mode.split("+") else "consent"
    return Terms(
        mode,
        beacon=chain_named(beacon or "quicknet").name if has_beacon else "",
        early=bool(early),
        days=days,
        refusal=_refusal(refusal or "wait", days, has_chain),
        rewind=_one_of(rewind or default, REWINDS, "--rewind"),
    )


def _refusal(word: str, days: int, has_chain: bool) -> str:
    refusal = _one_of(word, REFUSALS, "--refusal")
    if refusal != "wait" and not days:
        raise UsageError(f"--refusal {refusal} needs a date that can be missed: give --days as well")
    if refusal == "beacon" and not has_chain:
        raise UsageError("--refusal beacon: a round can only replace a player's link, and these dice have none")
    return refusal


def check_exchange(terms: Terms) -> None:
    """Refuse terms under which one of two stores that take turns could have its own way."""
    if terms.has(SEED):
        raise UsageError("a moderator's seed and two stores that take turns do not go together: leave out --me or seed")
    if terms.early and not terms.has(CHAIN):
        raise UsageError("--early lets the sealer choose the round; between two stores it needs chain+beacon")
    if terms.refusal == ASK:
        raise UsageError("--refusal moderator: between two stores there is no moderator; say wait or forfeit")
    if terms.rewind == "moderator":
        raise UsageError("--rewind moderator: between two stores there is no moderator; say consent or never")


def is_sound(terms: Terms, exchange: str = "") -> bool:
    """Whether `pbem new` could have made these terms; a record from elsewhere may say anything."""
    try:
        if exchange:
            check_exchange(terms)
        wanted = agreed(
            terms.mode, beacon=terms.beacon, early=terms.early, days=terms.days, refusal=terms.refusal,
            rewind=terms.rewind,
        )  # fmt: skip
    except (UsageError, TypeError, AttributeError):
        return False
    first = (MODERATOR,) if SEED in wanted.mode else (exchange,) if exchange and CHAIN in wanted.mode else ()
    wanted = wanted._replace(anchors=terms.anchors, salts=terms.salts)
    return wanted == terms and tuple(terms.anchors) == first and bool(terms.salts) != bool(exchange)


def mode_called(words: str) -> str:
    """A union of modes in its one order: `beacon+chain` is chain+beacon."""
    parts = [part.strip().lower() for part in words.split("+")]
    wrong = [part for part in parts if part not in MODES]
    if wrong or len(set(parts)) != len(parts):
        found = f"{wrong[0]!r} is not a way to make dice" if wrong else f"{words!r} names one way twice"
        raise UsageError(f"--dice: {found}; there are {', '.join(MODES)}, joined like chain+beacon")
    return "+".join(part for part in MODES if part in parts)


def _one_of(word: str, known: Iterable[str], option: str) -> str:
    if word not in known:
        raise UsageError(f"{option} {word!r} is not known; there are {', '.join(known)}")
    return word


def _days(days: int) -> int:
    if not 0 <= days <= _MOST_DAYS:
        raise UsageError(f"--days {days}: a side has from 1 to {_MOST_DAYS} days for a step, or 0 for no date")
    return days


# -- who adds to the dice -------------------------------------------------------------------------------------


def parties(terms: Terms, sides: Iterable[str]) -> tuple[str, ...]:
    """Those whose links an epoch needs: the moderator, the sides."""
    return (*((MODERATOR,) if terms.has(SEED) else ()), *(sides if terms.has(CHAIN) else ()))


def wanted(terms: Terms, sides: Iterable[str]) -> tuple[str, ...]:
    """All that an epoch needs before its dice can fall."""
    return (*parties(terms, sides), *((DRAND,) if terms.has(BEACON) else ()))


# -- dates ----------------------------------------------------------------------------------------------------


def due_after(terms: Terms, at: str, has_owner: bool, hours: int = 0) -> str:
    """By when a step that opens now must be answered, or a question with its own hours; at once if nobody is needed."""
    if not terms.days or not at:
        return ""
    return iso_of(seconds_of(at) + ((hours * 3600 or terms.days * _DAY) if has_owner else 0))


def check_answer_hours(terms: Terms, hours: int) -> int:
    """The hours for answers to questions: none of their own, or fewer than a step has."""
    if hours and not 1 <= hours < terms.days * 24:
        most = f"1 to {terms.days * 24 - 1}" if terms.days else "give --days as well"
        raise UsageError(f"--answer-hours {hours}: answers to questions have less time than a step: {most}")
    return hours


def later_date(terms: Terms, due: str, at: str, hours: int) -> str:
    """A date moved by so many hours, or by the agreed days: from its own moment, or from now where it has passed."""
    start = at if is_before(due, at) else due
    return iso_of(seconds_of(start) + (hours * 3600 or terms.days * _DAY))


class Named(NamedTuple):
    """A beacon round that is named before anybody can know it."""

    chain: str
    round: int
    time: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {"chain": self.chain, "round": self.round, "time": self.time}


def round_after(terms: Terms, moment: str, wait: int = MARGIN) -> Named:
    """The first round behind a moment and the margin."""
    chain = terms.chain
    number = round_at(chain, seconds_of(moment) + wait)
    return Named(chain.name, number, iso_of(time_of(chain, number)))


def is_before(moment: str, other: str) -> bool:
    """Whether a moment lies before another one; where one of them is not set it does not."""
    return bool(moment) and bool(other) and seconds_of(moment) < seconds_of(other)
