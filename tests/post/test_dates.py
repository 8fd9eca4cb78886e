"""Dates: reminders go out exactly once, absences move them, digests wait for their hour."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.addresses import set_address
from pbem.desk.opening import open_campaign
from pbem.desk.overdue import extend
from pbem.desk.record.terms import agreed
from pbem.dice.drand import iso_of, seconds_of
from pbem.post.office import Office, open_office
from pbem.post.reporting import REPORT
from pbem.post.running import run, take_one
from pbem.post.settings import read_settings
from pbem.store import open_store
from tests.post.offices import SETTINGS, Bag, reply

AT = "2026-11-16T08:00:00Z"  # a Monday
REMIND = '[campaign.isonzo]\nboards = "none"\n'


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return opened(tmp_path, REMIND)


def opened(folder: Path, more: str) -> Office:
    """A judge of a campaign in which each step is due within four days."""
    (folder / "mail.toml").write_text(SETTINGS + more, encoding="utf-8")
    store = open_store(str(folder / "pbem.db"), create=True)
    players = {"CP": "Anna", "AL": "Bruno"}
    open_campaign(store, "isonzo", "gwe", "historical", players=players, dice=agreed("seed", days=4), now=AT)
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
    assert "=== orders ===" in letter.get_content()


def test_an_absence_moves_the_date_behind_it(office: Office) -> None:
    bag = Bag()
    hourly(office, bag, range(1))
    take_one(office, reply(bag.newest("anna@example.org"), "anna@example.org", "away 2026-11-18..2026-11-25\n"))
    run(office, None, bag)
    _, state = office.load("isonzo")
    assert state.dice.due == "2026-11-27T00:00:00Z"
    told = [letter.get_content() for letter in bag.to("bruno@example.org")]
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
