"""The dates of campaigns as a calendar file (RFC 5545), which every calendar program reads and keeps up to date.

An event is known by its campaign and step; when its date moves, its sequence rises, and the calendar moves it too.
Nothing in it depends on the clock: the same record gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.state import State, label_of
from pbem.desk.replay.load import load
from pbem.kernel.naming import played_by, the
from pbem.store.entry import Reads
from pbem.values import NamedTuple

_DOMAIN = "pbem.invalid"  # nobody's
_LONGEST = 75  # bytes of a line
# Entries that may give a step another date.
_MOVES = ("extended", "asked", "missed", "declined", "undone", "amended", "upgraded")


class Dated(NamedTuple):
    """Something that is due."""

    uid: str
    sequence: int
    stamp: str  # when the record that says so was written
    due: str
    title: str
    words: str


def dates(store: Reads, campaigns: Sequence[str] = ()) -> list[Dated]:
    """What is due in these campaigns, or in all of the store, as anybody may see it; soonest first."""
    names = list(campaigns) or [listed.id for listed in store.campaigns()]
    found = [dated for name in names if (dated := _dated(store, *load(store, name)))]
    return sorted(found, key=lambda dated: (dated.due, dated.uid))


def _dated(store: Reads, campaign: Campaign, state: State) -> Dated | None:
    debts = [debt for debt in owed(campaign, state) if debt.side and debt.due]
    if not debts:
        return None
    step = label_of(state, state.position.turn, state.position.step)
    moves = sum(entry.kind in _MOVES for entry in store.entries(campaign.id))
    whose = " and ".join(dict.fromkeys(the(campaign.side_name(debt.seat or debt.side)) for debt in debts))
    title = f"{campaign.name}, turn {state.position.turn}: {whose}"
    words = "; ".join(_words(campaign, debt) for debt in debts)
    return Dated(f"{campaign.id}.{step}@{_DOMAIN}", moves, state.at, debts[0].due, title, words)


def _words(campaign: Campaign, debt: Owed) -> str:
    return f"{the(played_by(campaign.side_name(debt.seat or debt.side), debt.player))}: {debt.what}"


def dates_ics(found: Sequence[Dated]) -> bytes:
    """The calendar file."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//dates//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    for dated in found:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_text(dated.uid)}",
            f"SEQUENCE:{dated.sequence}",
            f"DTSTAMP:{_moment(dated.stamp)}",
            f"DTSTART:{_moment(dated.due)}",
            f"SUMMARY:{_text(dated.title)}",
            f"DESCRIPTION:{_text(dated.words)}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in (*lines, "END:VCALENDAR")).encode()


def _moment(moment: str) -> str:
    """2026-11-20T08:00:00Z as 20261120T080000Z; a fraction of a second is nobody's date."""
    return moment.partition(".")[0].replace("-", "").replace(":", "").rstrip("Z") + "Z"


def _text(words: str) -> str:
    """Words as a value: signs that mean something to the format are marked, others that cannot be seen left out."""
    plain = "".join(sign if sign.isprintable() else " " for sign in words)
    return plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """A line of at most 75 bytes, continued on lines that begin with a blank; no letter is cut in two."""
    rows, row = [], ""
    for sign in line:
        if len(f"{row}{sign}".encode()) > _LONGEST - 1:
            rows.append(row)
            row = ""
        row += sign
    return "\r\n ".join([*rows, row])
