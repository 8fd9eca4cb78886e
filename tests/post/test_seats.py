"""Several people on a side: whose orders count, who reads what, and what becomes of those who have left."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.desk.record.people import Role
from pbem.desk.roster import set_absence, set_addresses, set_wishes
from pbem.desk.seating import seat
from tests.post.offices import SETTINGS, Room, reply, room, words_of

ANNA, BRUNO = "anna@example.org", "bruno@example.org"
DORA, OTTO, CARLA = "dora@example.org", "otto@example.org", "carla@example.org"
NAME = "caporetto-1917"


@pytest.fixture
def judge(tmp_path: Path) -> Room:
    made = room(tmp_path, boards=False)
    made.run()
    return made


def join(judge: Room, role: str, name: str, address: str, who: str = "AL") -> None:
    store, now = judge.office.store, judge.office.now
    seat(store, NAME, who, name, role, now)
    set_addresses(store, NAME, set_wishes(store, NAME, who, name, {}), [address])


def orders(judge: Room) -> str:
    return judge.mailed.words(judge.mailed.mails[0]["file"]).decode()


def write(judge: Room, letter: EmailMessage, sender: str, text: str, number: int = 1) -> list[str]:
    judge.deliver(reply(letter, sender, text, number))
    return judge.run()


def submitted(judge: Room) -> list[tuple[str, str]]:
    found = [entry.values() for entry in judge.office.store.entries(NAME) if entry.kind == "submitted"]
    return [(one["sender"], one["verdict"]) for one in found]


def subjects(judge: Room, address: str, since: int = 0) -> list[str]:
    return [str(letter["Subject"]) for letter in judge.bag.to(address)][since:]


def test_a_deputy_is_told_that_his_orders_do_not_count_yet(judge: Room) -> None:
    join(judge, Role.DEPUTY, "Dora", DORA)
    judge.run()
    report = judge.bag.newest(DORA)
    assert "You are the deputy of Bruno" in words_of(report)
    assert "=== orders ===" not in words_of(report)
    write(judge, report, DORA, orders(judge))
    assert submitted(judge) == []
    assert "your orders do not count" in subjects(judge, DORA)[-1]
    assert "orders of Dora do not count" in subjects(judge, BRUNO)[-1]
    assert "orders that do not count" in subjects(judge, "mo@example.org")[-1]


@pytest.mark.parametrize("way", ["away", "says so"])
def test_a_deputys_orders_count_while_the_commander_is_away_or_lets_him(judge: Room, way: str) -> None:
    join(judge, Role.DEPUTY, "Dora", DORA)
    judge.run()
    store = judge.office.store
    if way == "away":
        day = judge.office.now[:10]
        set_absence(store, NAME, set_wishes(store, NAME, "AL", "", {}), f"{day}..{day}")
        judge.run()
        assert "Bruno Rossi is away from" in words_of(judge.bag.newest(ANNA))
    else:
        write(judge, judge.bag.newest(BRUNO), BRUNO, "deputy on\n")
        assert "your deputy may give orders" in subjects(judge, BRUNO)[-1]
    write(judge, judge.bag.newest(DORA), DORA, orders(judge), 2)
    assert submitted(judge) == [("Dora", "accepted")]
    assert "orders of Dora are accepted" in subjects(judge, BRUNO)[-1]


def test_the_last_file_counts_and_the_receipt_says_whose_it_replaces(tmp_path: Path) -> None:
    judge = room(tmp_path, settings=f'{SETTINGS}[campaign.{NAME}]\nboards = "none"\nmode = "receive"\n')
    join(judge, Role.DEPUTY, "Dora", DORA, "CP")
    judge.run()
    letter, text = judge.bag.newest(ANNA), judge.mailed.words(judge.mailed.mails[1]["file"]).decode()
    write(judge, letter, ANNA, "deputy on\n")
    write(judge, letter, ANNA, text, 2)
    write(judge, judge.bag.newest(DORA), DORA, f"{text}\n# mine\n", 3)
    assert submitted(judge) == [("Anna Berger", "accepted"), ("Dora", "accepted")]
    for address in (DORA, ANNA):
        words = " ".join(words_of(judge.bag.newest(address)).split())
        assert "which this one replaces, came from Anna Berger" in words


def test_an_observer_gets_the_reports_of_his_side_and_no_more(judge: Room) -> None:
    join(judge, Role.OBSERVER, "Otto", OTTO)
    judge.run()
    report = judge.bag.newest(OTTO)
    assert "You observe" in words_of(report)
    assert "=== orders ===" not in words_of(report)
    write(judge, report, OTTO, orders(judge))
    assert submitted(judge) == []
    assert "your orders do not count" in subjects(judge, OTTO)[-1]
    for number, word in enumerate(
        ("press all\n\nHello.\n", "sheet\n", "extend 48\n", "moves GE-5\n", "deputy on\n"), 2
    ):
        write(judge, report, OTTO, word, number)
        assert "is not for you" in subjects(judge, OTTO)[-1], word
    write(judge, report, OTTO, "status\n", 9)
    assert "status" in subjects(judge, OTTO)[-1]
    write(judge, judge.bag.newest(BRUNO), BRUNO, orders(judge), 10)
    assert not any("accepted" in subject for subject in subjects(judge, OTTO))


def test_a_substitute_reads_nothing_before_he_takes_over(judge: Room) -> None:
    join(judge, Role.SUBSTITUTE, "Sven", "sven@example.org")
    judge.run()
    assert judge.bag.to("sven@example.org") == []


def test_a_former_player_is_refused_and_both_are_told(judge: Room) -> None:
    old = judge.bag.newest(BRUNO)
    join(judge, Role.COMMANDER, "Carla", CARLA)
    judge.run()
    assert "=== orders ===" in words_of(judge.bag.newest(CARLA))
    write(judge, old, BRUNO, orders(judge))
    assert submitted(judge) == []
    assert "You have handed your seat over; Carla has it now." in words_of(judge.bag.newest(BRUNO))
    assert "orders of Bruno Rossi do not count" in subjects(judge, CARLA)[-1]
    write(judge, old, BRUNO, "status\n", 2)
    assert "`status` is not for you" in subjects(judge, BRUNO)[-1]
    before = len(judge.bag.to(BRUNO))
    write(judge, judge.bag.newest(CARLA), CARLA, orders(judge), 3)
    assert submitted(judge) == [("Carla", "accepted")]
    assert len(judge.bag.to(BRUNO)) == before  # he gets no more letters


def test_mail_from_a_further_address_is_his_too(judge: Room) -> None:
    store = judge.office.store
    set_addresses(store, NAME, set_wishes(store, NAME, "AL", "", {}), [BRUNO, "Rossi@Work.example.org"])
    assert judge.office.letters.seats_at("rossi@work.example.org") == [(NAME, "AL")]
    assert judge.office.letters.seats_at("ossi@work.example.org") == []


def test_no_address_zone_or_absence_is_in_the_record(judge: Room) -> None:
    join(judge, Role.DEPUTY, "Dora", DORA)
    store = judge.office.store
    member = set_wishes(store, NAME, "AL", "Dora", {"zone": "Europe/Vienna", "quiet": "21:00-07:00"})
    set_absence(store, NAME, member, "2026-11-18..2026-11-25")
    judge.run()
    bodies = "".join(entry.body for entry in store.entries(NAME)[1:])
    assert not [word for word in ("@", "Vienna", "21:00", "2026-11-18") if word in bodies]


def test_press_goes_to_a_side_to_all_and_unsigned_where_allowed(judge: Room) -> None:
    join(judge, Role.DEPUTY, "Dora", DORA)
    judge.run()
    letter = judge.bag.newest(ANNA)
    for number, line in enumerate(("press: to AL", "press to all", "press", "Press Allies:"), 1):
        before = len(judge.bag.to(DORA))
        write(judge, letter, ANNA, f"{line}\n\nYour bridges are mine {number}.\n", number)
        assert f"bridges are mine {number}." in words_of(judge.bag.newest(BRUNO)), line
        assert len(judge.bag.to(DORA)) == before + 1
    write(judge, letter, ANNA, "press unsigned to AL\n\nGuess.\n", 9)
    assert "signed press only" in words_of(judge.bag.newest(ANNA))
    assert "Guess" not in words_of(judge.bag.newest(BRUNO))


def test_unsigned_press_names_nobody(tmp_path: Path) -> None:
    judge = room(tmp_path, settings=f'{SETTINGS}[campaign.{NAME}]\nboards = "none"\npress = "unsigned"\n')
    judge.run()
    write(judge, judge.bag.newest(ANNA), ANNA, "press: unsigned\n\nGuess.\n")
    letter = judge.bag.newest(BRUNO)
    assert words_of(letter).splitlines()[:3] == ["Unsigned:", "", "Guess."]
    assert "Anna" not in letter.as_string()
