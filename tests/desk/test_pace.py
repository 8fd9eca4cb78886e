"""Pace per player from the record, and only where it was agreed on; dates as a calendar that a real reader reads."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from icalendar import Calendar, Event

from pbem.desk.adjudicating import adjudicate
from pbem.desk.overdue import extend
from pbem.desk.receiving import receive
from pbem.desk.record.terms import agreed
from pbem.desk.seating import seat
from pbem.desk.views.dates_ics import dates, dates_ics
from pbem.desk.views.pace import Pace, pace
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.beacons import open_with
from tests.desk.helpers import NAME, NOW, order_file


def after(hours: int) -> str:
    return iso_of(seconds_of(NOW) + hours * 3600)


def opened(folder: Path, *, is_shown: bool = True) -> Store:
    return open_with(folder / "pbem.db", agreed("seed", days=2), NOW, pace=is_shown)


def test_pace_is_told_by_player_and_a_successor_begins_anew(tmp_path: Path) -> None:
    store = opened(tmp_path)

    def send(sender: str, side: str, body: str, hours: int, step: str) -> None:
        assert receive(store, NAME, order_file(side, body, step=step), sender, after(hours)).is_accepted

    send("Bruno", "BLUE", "bid 2\n", 3, "bid")
    send("Rosa", "RED", "bid 3\n", 50, "bid")  # two hours late
    adjudicate(store, NAME, after(50))
    seat(store, NAME, "RED", "Carla", "commander", after(51))
    send("Carla", "RED", "go R2 0301\n", 60, "move")
    found = pace(store, NAME)
    assert found == [
        Pace("RED", "Rosa", 1, 50, 1, 0),
        Pace("RED", "Carla", 1, 10, 0, 0),
        Pace("BLUE", "Bruno", 1, 3, 0, 0),
    ]
    assert [one.on_time for one in found] == [0, 100, 100]


def test_pace_is_not_shown_where_nobody_agreed_to_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="did not agree that their pace is shown"):
        pace(opened(tmp_path, is_shown=False), NAME)


def events(store: Store) -> list[Event]:
    data = dates_ics(dates(store))
    assert data == dates_ics(dates(store))  # two builds, the same bytes
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    calendar = Calendar.from_ical(data)
    return [part for part in calendar.walk("VEVENT") if isinstance(part, Event)]


def test_dates_are_a_calendar_and_a_date_that_moves_is_the_same_event(tmp_path: Path) -> None:
    store = opened(tmp_path)
    (first,) = events(store)
    assert first.decoded("dtstart") == datetime.fromtimestamp(seconds_of(after(48)), UTC)
    assert str(first["uid"]) == "field-1.t1/bids@pbem.invalid"
    assert "Red Army" in str(first["summary"])
    assert "Rosa" in str(first["description"])
    extend(store, NAME, after(1), 24)
    (moved,) = events(store)
    assert moved["uid"] == first["uid"]
    assert moved.sequence == first.sequence + 1
    assert moved.decoded("dtstart") == datetime.fromtimestamp(seconds_of(after(72)), UTC)


def test_signs_of_the_format_in_a_name_are_only_signs(tmp_path: Path) -> None:
    store = opened(tmp_path)
    odd = "Rosa; DTSTART:1, \\n é" + "ü" * 50
    seat(store, NAME, "RED", odd, "commander", NOW)
    (event,) = events(store)
    assert odd in str(event["description"])


def test_a_campaign_without_dates_has_no_event(tmp_path: Path) -> None:
    assert events(open_with(tmp_path / "pbem.db", agreed("seed"), NOW)) == []
