"""Dates: reminders go out exactly once, absences move them, digests wait for their hour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.desk.addresses import set_address
from pbem.desk.adjudicating import adjudicate
from pbem.desk.opening import open_campaign
from pbem.desk.overdue import extend
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.desk.roster import set_absence, set_addresses, set_wishes
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import UsageError
from pbem.post.office import Office, open_office
from pbem.post.reporting import REPORT
from pbem.post.running import run, take_one
from pbem.post.settings import read_settings
from pbem.store import open_store
from tests.post.offices import SETTINGS, Bag, reply, words_of

AT = "2026-11-16T08:00:00Z"  # a Monday
REMIND = '[campaign.isonzo]\nboards = "none"\n'


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return opened(tmp_path, REMIND)


def opened(folder: Path, more: str, refusal: str = "") -> Office:
    """A judge of a campaign in which each step is due within four days."""
    (folder / "mail.toml").write_text(SETTINGS + more, encoding="utf-8")
    store = open_store(str(folder / "pbem.db"), create=True)
    players = {"CP": "Anna", "AL": "Bruno"}
    open_campaign(store, "isonzo", "gwe", "historical", players=players, dice=agreed("seed", days=4, refusal=refusal),
                  now=AT)  # fmt: skip
    for who, name in players.items():
        set_address(store, "", who, f"{name.lower()}@example.org")
    return open_office(store, read_settings(str(folder / "mail.toml")), AT)


def after(hours: int) -> str:
    return iso_of(seconds_of(AT) + hours * 3600)


def hourly(office: Office, bag: Bag, hours: range) -> None:
    for hour in hours:
        office.now = after(hour)
        run(office, None, bag)


def reminders(bag: Bag) -> list[str]:
    return [str(bag.to(one.to)[-1]["Subject"]) for one in bag.letters if one.kind == "reminder"]


def test_each_reminder_goes_out_once_however_often_the_judge_looks(office: Office) -> None:
    bag = Bag()
    hourly(office, bag, range(24 * 7))
    sent = [(one.who, one.at) for one in bag.letters if one.kind == "reminder"]
    assert sent == [("CP", after(hour)) for hour in (96 - 48, 96 - 12, 96, 96 + 24)]


def test_a_judge_that_was_switched_off_sends_only_the_newest(office: Office) -> None:
    bag = Bag()
    hourly(office, bag, range(1))
    hourly(office, bag, range(97, 99))
    assert len([one for one in bag.letters if one.kind == "reminder"]) == 1
    assert "your date has passed" in bag.newest("anna@example.org")["Subject"]


def test_a_reminder_has_the_block_to_answer_with(office: Office) -> None:
    bag = Bag()
    hourly(office, bag, range(50))
    letter = bag.newest("anna@example.org")
    assert "48 hours left" in letter["Subject"]
    assert "=== orders ===" in words_of(letter)


def test_an_absence_moves_the_date_behind_it(office: Office) -> None:
    bag = Bag()
    hourly(office, bag, range(1))
    take_one(office, reply(bag.newest("anna@example.org"), "anna@example.org", "away 2026-11-18..2026-11-25\n"))
    run(office, None, bag)
    _, state = office.load("isonzo")
    assert state.dice.due == "2026-11-27T00:00:00Z"
    told = [words_of(letter) for letter in bag.to("bruno@example.org")]
    assert any("Anna is away from 2026-11-18 to 2026-11-25." in text for text in told)


def test_a_digest_waits_for_its_hour(tmp_path: Path) -> None:
    office, bag = opened(tmp_path, REMIND + 'digest = "18:00 Europe/Rome"\nremind = []\n'), Bag()
    hourly(office, bag, range(1))
    assert len([one for one in bag.letters if one.kind == REPORT]) == 2  # the first letter waits for nothing
    extend(office.store, "isonzo", office.now, 24)
    hourly(office, bag, range(1, 9))  # until 17:00 in Rome
    assert len([one for one in bag.letters if one.kind == REPORT]) == 2
    hourly(office, bag, range(9, 11))
    assert len([one for one in bag.letters if one.kind == REPORT]) == 4


# -- dates in the seat's own time -----------------------------------------------------------------------------


def wishes(office: Office, who: str, **said: str) -> None:
    set_wishes(office.store, "isonzo", who, "", said)


def due(office: Office) -> str:
    return office.load("isonzo")[1].dice.due


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ({}, "2026-11-20T08:00:00Z"),  # Monday 08:00, and four days
        ({"quiet": "07:00-09:30"}, "2026-11-20T10:00:00Z"),  # a date moves by whole hours
        ({"quiet": "22:00-08:00", "zone": "America/New_York"}, "2026-11-20T13:00:00Z"),  # 03:00 there; 08:00 is 13:00
        ({"days": "mon-thu"}, "2026-11-23T08:00:00Z"),  # Monday after three days that do not count
        ({"days": "tue,sat"}, "2026-11-28T08:00:00Z"),  # Tue 17, Sat 21, Tue 24, Sat 28
    ],
)
def test_a_date_falls_where_its_owner_has_time(office: Office, said: dict[str, str], wanted: str) -> None:
    wishes(office, "CP", **said)
    run(office, None, Bag())
    assert due(office) == wanted
    run(office, None, Bag())
    assert due(office) == wanted  # once


def test_a_moderators_own_date_is_not_counted_again(office: Office) -> None:
    wishes(office, "CP", days="mon-thu")
    extend(office.store, "isonzo", AT, 1)
    run(office, None, Bag())
    assert due(office) == "2026-11-23T09:00:00Z"  # it fell on a Friday, and moves on to Monday; no day more


def test_a_deputy_keeps_the_date_where_it_is(office: Office) -> None:
    from pbem.desk.seating import seat

    seat(office.store, "isonzo", "CP", "Dora", "deputy", AT)
    member = set_wishes(office.store, "isonzo", "CP", "Dora", {})
    set_addresses(office.store, "isonzo", member, ["dora@example.org"])
    set_absence(office.store, "isonzo", set_wishes(office.store, "isonzo", "CP", "", {}), "2026-11-18..2026-11-25")
    bag = Bag()
    hourly(office, bag, range(24 * 5))
    assert due(office) == "2026-11-20T08:00:00Z"
    reminded = [(one.who, one.at) for one in bag.letters if one.kind == "reminder"]
    assert [one for one in reminded if one[0] == "CP/Dora"] == [("CP/Dora", after(h)) for h in (48, 84, 96)]


def test_no_reminder_comes_in_quiet_hours(office: Office) -> None:
    wishes(office, "CP", quiet="19:00-23:00")
    bag = Bag()
    hourly(office, bag, range(24 * 6))
    hours = [(seconds_of(one.at) - seconds_of(AT)) // 3600 for one in bag.letters if one.kind == "reminder"]
    assert hours == [48, 87, 96, 120]  # the second, due at 20:00, came at 23:00


def test_the_answer_to_an_absence_names_the_new_date_by_his_clocks(office: Office) -> None:
    wishes(office, "CP", zone="Europe/Rome")
    bag = Bag()
    hourly(office, bag, range(1))
    take_one(office, reply(bag.newest("anna@example.org"), "anna@example.org", "away 2026-11-18..2026-11-25\n"))
    run(office, None, bag)
    answers = [" ".join(words_of(letter).split()) for letter in bag.to("anna@example.org")]
    (told,) = [text for text in answers if text.startswith("You are away")]
    assert "The date moves to" in told
    assert "CET" in told
    assert "Z" not in told.partition("moves to")[2]


def test_letters_show_times_by_the_readers_clocks(office: Office) -> None:
    wishes(office, "CP", zone="Europe/Rome")
    bag = Bag()
    hourly(office, bag, range(1))
    anna, bruno = bag.newest("anna@example.org"), bag.newest("bruno@example.org")
    assert "by Fri 2026-11-20 09:00 CET" in anna["Subject"]
    assert "by Fri 2026-11-20 09:00 CET" in " ".join(words_of(anna).split())
    assert "2026-11-20 08:00 UTC" in " ".join(words_of(bruno).split())
    hourly(office, bag, range(49, 50))
    assert "by Fri 2026-11-20 09:00 CET" in " ".join(words_of(bag.newest("anna@example.org")).split())


def test_a_digest_comes_at_the_seats_own_hour(tmp_path: Path) -> None:
    office, bag = opened(tmp_path, REMIND + "remind = []\n"), Bag()
    wishes(office, "CP", zone="Asia/Tokyo", digest="19:00")  # 10:00 UTC
    hourly(office, bag, range(1))
    extend(office.store, "isonzo", office.now, 24)
    hourly(office, bag, range(1, 5))
    told = [(one.who, one.at) for one in bag.letters if one.kind == REPORT][2:]
    assert told == [("AL", after(1)), ("CP", after(2))]


# -- what follows a missed date -------------------------------------------------------------------------------


def missed(folder: Path, refusal: str, more: str = "") -> tuple[Office, Bag]:
    office, bag = opened(folder, REMIND + 'grace = "12h"\nremind = []\n' + more, refusal), Bag()
    hourly(office, bag, range(1))
    return office, bag


def kinds(office: Office) -> list[str]:
    return [entry.kind for entry in office.store.entries("isonzo")]


def test_the_moderator_is_asked_once_after_the_time_of_grace(tmp_path: Path) -> None:
    office, bag = missed(tmp_path, "moderator")
    hourly(office, bag, range(95, 108))
    assert not bag.to("mo@example.org")
    hourly(office, bag, range(108, 130))
    (letter,) = bag.to("mo@example.org")
    assert "Anna (Central Powers) missed the date 2026-11-20 08:00 UTC" in " ".join(words_of(letter).split())
    assert kinds(office) == ["opened"]


def test_to_wait_is_to_wait(tmp_path: Path) -> None:
    office, bag = missed(tmp_path, "wait")
    hourly(office, bag, range(95, 130))
    assert kinds(office) == ["opened"]
    assert not bag.to("mo@example.org")


def test_standing_orders_decide_where_that_was_agreed(tmp_path: Path) -> None:
    office, bag = missed(tmp_path, "standing")
    hourly(office, bag, range(107, 109))
    assert kinds(office)[:2] == ["opened", "missed"]
    assert "played" in kinds(office)
    assert verify(office.store, "isonzo").faults == []
    assert "turn 1" in bag.newest("bruno@example.org")["Subject"]


def test_a_substitute_takes_over_with_a_new_date(tmp_path: Path) -> None:
    from pbem.desk.seating import seat

    office, bag = missed(tmp_path, "substitute")
    seat(office.store, "isonzo", "CP", "Sven", "substitute", AT)
    set_addresses(office.store, "isonzo", set_wishes(office.store, "isonzo", "CP", "Sven", {}), ["sven@example.org"])
    hourly(office, bag, range(107, 109))
    loaded, state = office.load("isonzo")
    assert loaded.player("CP") == "Sven"
    assert state.dice.due == iso_of(seconds_of(after(108)) + 4 * 86400)
    assert "=== orders ===" in words_of(bag.newest("sven@example.org"))
    assert verify(office.store, "isonzo").faults == []
    hourly(office, bag, range(109, 108 + 96 + 13))
    assert kinds(office).count("missed") == 1  # nobody is left to take over: now the moderator decides
    assert len(bag.to("mo@example.org")) == 1


def test_a_forfeit_ends_the_game(tmp_path: Path) -> None:
    office, bag = missed(tmp_path, "forfeit")
    hourly(office, bag, range(107, 109))
    assert kinds(office) == ["opened", "missed"]
    assert "the game is over" in bag.newest("bruno@example.org")["Subject"]


def test_a_moderator_who_approves_decides_himself(tmp_path: Path) -> None:
    office, bag = missed(tmp_path, "forfeit", 'mode = "approve"\n')
    hourly(office, bag, range(107, 112))
    assert kinds(office) == ["opened"]
    assert ["pbem overdue" in words_of(letter) for letter in bag.to("mo@example.org")] == [True]


def test_answers_have_their_own_hours(tmp_path: Path) -> None:
    from tests.desk.beacons import accepted, open_with
    from tests.desk.helpers import NAME, NOW

    store = open_with(tmp_path / "pbem.db", agreed("seed", days=4), NOW, answer_hours=24)
    accepted(store, "BLUE", "bid 2\n", NOW, step="bid")
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\nfight:\nhit 0203\n", NOW, step="bid")
    adjudicate(store, NAME, NOW)
    _, state = load(store, NAME)
    assert state.open
    assert state.dice.due == iso_of(seconds_of(NOW) + 24 * 3600)
    assert verify(store, NAME).faults == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('grace = "soon"', "wanted hours or days such as"),
        ('zone = "Europe/Rom"', "did you mean Europe/Rome"),
        ('quiet = "22-8"', "wanted quiet hours such as 22:00-08:00"),
        ('days = "weekdays"', "wanted days of the week such as mon-fri"),
    ],
)
def test_a_slip_in_the_settings_is_named(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        opened(tmp_path, REMIND + line + "\n")


def test_every_letter_shows_times_by_its_readers_own_clocks_and_names_them(tmp_path: Path) -> None:
    """Reports, receipts, refusals, reminders, answers, notices: each seat has a zone, and no letter shows another."""
    office, bag = opened(tmp_path, REMIND + 'remind = ["-12h", "+1h"]\n'), Bag()
    clocks = {"CP": ("Asia/Tokyo", "JST"), "AL": ("America/New_York", "EST")}
    for who, (zone, _) in clocks.items():
        wishes(office, who, zone=zone)
    run(office, None, bag)
    block = "=== orders ===\ncampaign: isonzo\nside: {}\nturn: 1\nstep: movement\n{}\n=== end of orders ===\n"
    mails = [("CP", block.format("CP", "mvoe GE-5")), ("CP", "status"), ("AL", "away 2026-12-01..2026-12-03"),
             ("AL", block.format("AL", "move IT-1 to 1903")), ("AL", "extend 24"), ("CP", "help")]  # fmt: skip
    for number, (who, text) in enumerate(mails):
        to = "anna@example.org" if who == "CP" else "bruno@example.org"
        take_one(office, reply(bag.newest(to), to, text, number))
    hourly(office, bag, range(1, 100, 6))
    said = {who: "\n".join(f"{one['Subject']}\n{words_of(one)}" for one in bag.to(to))
            for who, to in (("CP", "anna@example.org"), ("AL", "bruno@example.org"))}  # fmt: skip
    assert {one.kind for one in bag.letters if one.who} >= {"report", "receipt", "reminder", "answer", "notice"}
    for who, (_, name) in clocks.items():
        other = next(clock for one, (_, clock) in clocks.items() if one != who)
        assert name in said[who]
        assert re.findall(rf"UTC|\b{other}\b|\d\d:\d\d(?::\d\d)?Z", said[who]) == []
    assert "send it again, whole, as an answer to this letter by Fri 2026-11-20 17:00 JST" in " ".join(
        said["CP"].split()
    )
