"""A player's own time: his zone, the hours in which he wants quiet, the days that count, and when he is away.

A date never falls into any of these: it moves on to the next moment that is his. Everything follows from what he said
and from the moment asked about; no clock is looked at.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import UsageError, did_you_mean
from pbem.values import NamedTuple

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HOUR = r"((?:[01]\d|2[0-3]):[0-5]\d)"
_QUIET = re.compile(rf"{_HOUR}-{_HOUR}")
_DATES = re.compile(r"(\d{4}-\d\d-\d\d)\s*(?:\.\.|to|until)\s*(\d{4}-\d\d-\d\d)")
_LONGEST = 120  # days: who is away for longer wants a substitute
_DAY = timedelta(days=1)


class Own(NamedTuple):
    """What a player said of his time; all of it may be empty."""

    zone: str = ""
    quiet: str = ""  # 22:00-08:00
    days: str = ""  # mon-fri
    away: tuple[str, str] = ("", "")  # the first and the last day, both included

    @property
    def clocks(self) -> ZoneInfo:
        """His zone; UTC where he has named none."""
        return ZoneInfo(self.zone or "UTC")

    def is_quiet(self, moment: str) -> bool:
        """Whether it is an hour in which he wants no reminder."""
        return _quiet_end(self, _here(self, moment)) is not None

    def is_away(self, moment: str) -> bool:
        """Whether he is away then, by his own calendar."""
        return _is_away(self, _here(self, moment).date())

    def free(self, moment: str) -> str:
        """The first moment from this one on at which a date may fall."""
        here = _here(self, moment)
        for _ in range(3 * _LONGEST):
            later = self._later(here)
            if later is None:
                return _utc(here) if _utc(here) != moment else moment
            here = later
        return moment  # he has left himself no day at all

    def _later(self, here: datetime) -> datetime | None:
        """A later moment where this one is not free."""
        if _is_away(self, here.date()):  # back on the day after, and a day more to look around
            return datetime.combine(date.fromisoformat(self.away[1]) + 2 * _DAY, time(), self.clocks)
        if not _counts(self, here.date()):
            return datetime.combine(here.date() + _DAY, here.time(), self.clocks)
        return _quiet_end(self, here)

    def days_later(self, moment: str, days: int) -> str:
        """So many of his days later, at the same hour by his clocks."""
        here = _here(self, moment)
        for _ in range(days):
            here = datetime.combine(here.date() + _DAY, here.time(), self.clocks)
            for _ in WEEK:
                if not _counts(self, here.date()):
                    here = datetime.combine(here.date() + _DAY, here.time(), self.clocks)
        return _utc(here)


def in_zone(moment: str, zone: str) -> str:
    """A moment by somebody's clocks: `Fri 2026-11-20 18:00 CET`."""
    here = datetime.fromtimestamp(seconds_of(moment), UTC).astimezone(ZoneInfo(zone))
    return f"{WEEK[here.weekday()].capitalize()} {here.date().isoformat()} {here:%H:%M} {here.tzname()}"


def last_hour(now: str, hour: str, zone: str) -> str:
    """The last moment at which the clocks of a zone showed this hour."""
    clocks = ZoneInfo(zone or "UTC")
    here = datetime.fromtimestamp(seconds_of(now), UTC).astimezone(clocks)
    moment = datetime.combine(here.date(), time.fromisoformat(hour), clocks)
    if moment > here:
        moment = datetime.combine(here.date() - _DAY, time.fromisoformat(hour), clocks)
    return _utc(moment)


# -- reading what people write --------------------------------------------------------------------------------


def read_zone(text: str) -> str:
    """A time zone by its name."""
    from zoneinfo import available_timezones

    known = available_timezones()
    found = next((name for name in known if name.lower() == text.strip().lower()), "")
    if not found:
        hint = did_you_mean(text, sorted(known))
        raise UsageError(f"found {text!r}, wanted a time zone such as Europe/Rome. {hint}".strip())
    return found


def read_quiet(text: str) -> str:
    """Quiet hours."""
    found = _QUIET.fullmatch(text.replace(" ", ""))
    if found is None or found[1] == found[2]:
        raise UsageError(f"found {text!r}, wanted quiet hours such as 22:00-08:00")
    return found[0]


def read_days(text: str) -> str:
    """The days of the week that count: `mon-fri`, `mon,wed,sat`."""
    words = text.lower().replace(" ", "")
    if not words or not all(part in WEEK for one in words.split(",") for part in one.split("-")[:2]):
        raise UsageError(f"found {text!r}, wanted days of the week such as mon-fri or mon,wed,sat")
    if len(_week(words)) == 0:
        raise UsageError(f"{text!r} leaves no day: write it as mon-fri")
    return words


def read_hour(text: str) -> str:
    """An hour of the day."""
    if not re.fullmatch(_HOUR, text.strip()):
        raise UsageError(f"found {text!r}, wanted an hour such as 18:00")
    return text.strip()


def read_away(text: str) -> tuple[str, str]:
    """The days of an absence, both included."""
    found = _DATES.fullmatch(text.strip())
    try:
        first, last = (date.fromisoformat(day) for day in found.groups()) if found else (date.min, date.min)
    except ValueError:
        found = None
    if found is None:
        raise UsageError(f"found `away {text}`, wanted two days: write `away 2026-12-20..2027-01-06`")
    if last < first or (last - first).days > _LONGEST:
        raise UsageError(f"the absence from {first} to {last} is not between 1 and {_LONGEST} days long")
    return first.isoformat(), last.isoformat()


# -- by his clocks --------------------------------------------------------------------------------------------


def _here(own: Own, moment: str) -> datetime:
    return datetime.fromtimestamp(seconds_of(moment), UTC).astimezone(own.clocks)


def _utc(here: datetime) -> str:
    return iso_of(int(here.timestamp()))


def _is_away(own: Own, day: date) -> bool:
    return bool(own.away[0]) and own.away[0] <= day.isoformat() <= own.away[1]


def _counts(own: Own, day: date) -> bool:
    return not own.days or WEEK[day.weekday()] in _week(own.days)


def _week(words: str) -> tuple[str, ...]:
    """The days that words like `mon-fri` mean; `sat-mon` goes over the end of the week."""
    found: list[str] = []
    for part in words.split(","):
        first, _, last = part.partition("-")
        start, end = WEEK.index(first), WEEK.index(last or first)
        found += [WEEK[(start + number) % 7] for number in range((end - start) % 7 + 1)]
    return tuple(dict.fromkeys(found))


def _quiet_end(own: Own, here: datetime) -> datetime | None:
    """When the quiet hours end in which a moment falls; nothing if it falls in none."""
    if not own.quiet:
        return None
    first, last = (time.fromisoformat(word) for word in own.quiet.split("-"))
    now = here.time()
    if first < last:
        return datetime.combine(here.date(), last, own.clocks) if first <= now < last else None
    if now >= first:
        return datetime.combine(here.date() + _DAY, last, own.clocks)
    return datetime.combine(here.date(), last, own.clocks) if now < last else None
