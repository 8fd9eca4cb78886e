"""Pace per player from the record, and only where it was agreed on; dates as a calendar that a real reader reads."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from icalendar import Calendar, Event

from pbem.desk.adjudicating import adjudicate
from pbem.desk.consenting import allow_pace
from pbem.desk.overdue import extend
from pbem.desk.receiving import receive
from pbem.desk.record.state import State
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.replay import rebuild_state
from pbem.desk.seating import seat
from pbem.desk.views.dates_ics import dates, dates_ics
from pbem.desk.views.history import history
from pbem.desk.views.pace import Pace, pace
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.beacons import open_with
from tests.desk.helpers import NAME, NOW, order_file
from tests.desk.two_stores import mail, two_stores


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
    with pytest.raises(UsageError, match="pace is shown; Red Army and Blue Army not yet") as refused:
        pace(opened(tmp_path, is_shown=False), NAME)
    assert "`pbem consent --pace`" in str(refused.value)


def test_pace_is_shown_once_all_have_agreed_later_and_no_longer_when_one_takes_it_back(tmp_path: Path) -> None:
    store = opened(tmp_path, is_shown=False)
    assert receive(store, NAME, order_file("BLUE", "bid 2\n", step="bid"), "Bruno", after(3)).is_accepted
    assert allow_pace(store, NAME, "RED", True, after(4)) == ["BLUE"]
    with pytest.raises(UsageError, match="pace is shown; Blue Army not yet"):
        pace(store, NAME)
    assert allow_pace(store, NAME, "Blue Army", True, after(5)) == []
    assert pace(store, NAME) == [Pace("BLUE", "Bruno", 1, 3, 0, 0)]
    assert load(store, NAME)[1].paces == rebuilt(store).paces == {"RED": True, "BLUE": True}
    assert allow_pace(store, NAME, "RED", False, after(6)) == ["RED"]
    with pytest.raises(UsageError, match="pace is shown; Red Army not yet"):
        pace(store, NAME)
    said = [line.text for line in history(store, NAME) if line.kind == "allowed"]
    assert said == [
        "Red Army allows that all see how quick each player is",
        "Blue Army allows that all see how quick each player is",
        "Red Army allows no longer that all see how quick each player is",
    ]


def test_who_agreed_at_the_start_may_take_it_back(tmp_path: Path) -> None:
    store = opened(tmp_path)
    assert pace(store, NAME) == []
    assert allow_pace(store, NAME, "BLUE", False, after(1)) == ["BLUE"]
    with pytest.raises(UsageError, match="pace is shown; Blue Army not yet"):
        pace(store, NAME)


def test_a_successor_has_not_allowed_what_his_predecessor_has(tmp_path: Path) -> None:
    store = opened(tmp_path, is_shown=False)
    for side in ("RED", "BLUE"):
        allow_pace(store, NAME, side, True, after(1))
    assert pace(store, NAME) == []
    seat(store, NAME, "RED", "Carla", "commander", after(2))
    with pytest.raises(UsageError, match="pace is shown; Red Army not yet"):
        pace(store, NAME)
    allow_pace(store, NAME, "RED", True, after(3))
    assert pace(store, NAME) == []


@pytest.mark.parametrize(
    ("who", "is_allowed", "words"),
    [
        ("", True, "say who consents: --side RED or --side BLUE"),
        ("GREEN", True, "there is no side `GREEN`"),
        ("RED", False, "nothing to change: Red Army has not agreed to it anyway"),
    ],
)
def test_a_consent_that_says_nothing_is_refused(tmp_path: Path, who: str, is_allowed: bool, words: str) -> None:
    store = opened(tmp_path, is_shown=False)
    with pytest.raises(UsageError, match=words):
        allow_pace(store, NAME, who, is_allowed, after(1))
    allow_pace(store, NAME, "RED", True, after(1))
    with pytest.raises(UsageError, match="Red Army has agreed to it already"):
        allow_pace(store, NAME, "RED", True, after(1))


def test_in_his_own_store_a_player_agrees_for_himself_only(tmp_path: Path) -> None:
    red, blue = two_stores(tmp_path)
    with pytest.raises(UsageError, match="this store speaks only for BLUE"):
        allow_pace(blue, NAME, "RED", True, NOW)
    assert allow_pace(blue, NAME, "", True, NOW) == ["RED"]
    mail(blue, red)
    assert allow_pace(red, NAME, "", True, NOW) == []
    assert pace(red, NAME) == []
    mail(red, blue)
    assert pace(blue, NAME) == []


def rebuilt(store: Store) -> State:
    """The state by the entries alone, without a snapshot."""
    campaign, _ = load(store, NAME)
    return rebuild_state(store.entries(campaign.id), campaign, store.submission)


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
