"""The outbox: repeated letters are the same, faults are tried again, floods are held, what comes back is stopped."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pbem.cli.main import main
from pbem.post.carriers import Permanent, Temporary
from pbem.post.running import run
from pbem.post.sending import BACKOFF, PER_SENDER
from pbem.store.letters import Going, Stage
from tests.post.offices import SETTINGS, Bag, Room, reply, room

ANNA, BRUNO, MO = "anna@example.org", "bruno@example.org", "mo@example.org"


class Broken(Bag):
    """A carrier that takes nothing, for now or for ever."""

    def __init__(self, fault: Exception, only: str = "") -> None:
        super().__init__()
        self.fault, self.only, self.tries = fault, only, 0

    def carry(self, letter: Going, sender: str) -> None:
        self.tries += 1
        if self.only in ("", letter.to):
            raise self.fault
        super().carry(letter, sender)


@pytest.fixture
def judge(tmp_path: Path) -> Room:
    return room(tmp_path, boards=False)


def test_a_letter_that_is_made_again_is_the_same_and_goes_once(judge: Room) -> None:
    judge.run()
    first = len(judge.bag.letters)
    judge.run()
    assert first == 2  # the opening report for each player
    assert len(judge.bag.letters) == first


def test_a_fault_for_now_is_tried_again_later_and_later(judge: Room) -> None:
    judge.bag = Broken(Temporary("450 busy"))
    judge.run("2026-10-24T08:00:00Z")
    assert judge.bag.tries == 2
    judge.run("2026-10-24T08:00:30Z")
    assert judge.bag.tries == 2  # not before a minute has passed
    judge.run("2026-10-24T08:01:00Z")
    assert judge.bag.tries == 4
    judge.run("2026-10-24T08:02:00Z")
    assert judge.bag.tries == 4
    assert {letter.why for letter in judge.office.letters.going(Stage.WAITING)} == {"450 busy"}


def test_after_three_days_it_is_given_up(judge: Room) -> None:
    judge.bag = Broken(Temporary("450 busy"), only=BRUNO)
    for day in range(24, 24 + len(BACKOFF) // 2):
        for hour in range(24):
            judge.run(f"2026-10-{day:02}T{hour:02}:00:00Z")
    failed = judge.office.letters.going(Stage.FAILED)
    assert [letter.to for letter in failed] == [BRUNO]
    assert judge.office.letters.bounced(BRUNO)


def test_a_refused_address_is_marked_held_and_the_moderator_told(judge: Room) -> None:
    judge.bag = Broken(Permanent("550 no such user"), only=BRUNO)
    judge.run()
    assert judge.office.letters.bounced(BRUNO) == "550 no such user"
    judge.run()
    assert "mail to AL in caporetto-1917 comes back" in judge.bag.newest(MO)["Subject"]
    text = judge.mailed.words("02-central-powers-turn-1.txt").decode()
    judge.deliver(reply(judge.bag.newest(ANNA), ANNA, text))
    judge.run()
    held = judge.office.letters.going(Stage.HELD)
    assert {letter.to for letter in held} == {BRUNO}
    assert all("came back: 550" in letter.why for letter in held)


def test_a_delivery_report_stops_mail_to_the_address(judge: Room) -> None:
    judge.run()
    judge.deliver(bounce(str(judge.bag.newest(BRUNO)["Message-ID"]), "5.1.1"))
    judge.run()
    assert judge.office.letters.bounced(BRUNO)


def test_status_names_the_seat_that_mail_does_not_reach(judge: Room, capsys: pytest.CaptureFixture[str]) -> None:
    judge.run()
    judge.deliver(bounce(str(judge.bag.newest(BRUNO)["Message-ID"]), "5.1.1"))
    judge.run()
    judge.office.store.close()
    assert main(["status", "--db", str(judge.folder / "pbem.db")]) == 0
    out = capsys.readouterr().out
    assert "Mail comes back" in out
    assert "The Allies: 550 no such user" in out
    assert BRUNO not in out


def test_a_delay_stops_nothing_and_neither_does_a_report_about_a_letter_of_others(judge: Room) -> None:
    judge.run()
    judge.deliver(bounce(str(judge.bag.newest(BRUNO)["Message-ID"]), "4.4.1"))
    judge.deliver(bounce("<somebody@else.example.net>", "5.1.1"))
    judge.run()
    assert not judge.office.letters.bounced(BRUNO)


def bounce(id: str, status: str) -> bytes:
    """A delivery report about a letter."""
    lines = [
        "From: MAILER-DAEMON@mx.example.org", "To: judge@example.org", f"Message-ID: <b{status}@mx>",
        "MIME-Version: 1.0", "Subject: Undelivered Mail",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b", "",
        "--b", "", "sorry", "--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx", "",
        "Final-Recipient: rfc822; bruno@example.org", "Action: failed", f"Status: {status}",
        "Diagnostic-Code: smtp; 550 no such user", "", "--b", "Content-Type: message/rfc822", "",
        f"Message-ID: {id}", "Subject: x", "", "--b--", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


def test_only_so_many_letters_go_out_within_an_hour(tmp_path: Path) -> None:
    judge = room(tmp_path, settings=SETTINGS.replace("per_hour = 1000", "per_hour = 1"), boards=False)
    judge.run("2026-10-24T08:00:00Z")
    assert len(judge.bag.letters) == 1
    judge.run("2026-10-24T09:00:01Z")
    assert len(judge.bag.letters) == 2


def test_a_flood_to_one_address_is_held_and_the_moderator_told(judge: Room) -> None:
    judge.run()
    first = judge.bag.newest(ANNA)
    for number in range(PER_SENDER + 3):
        judge.deliver(reply(first, ANNA, "help", 500 + number))
    judge.run()
    judge.run()
    assert len(judge.bag.to(ANNA)) == PER_SENDER
    assert any("letters are held" in str(letter["Subject"]) for letter in judge.bag.to(MO))


def test_letters_in_a_folder_are_files_for_their_owner_alone(judge: Room) -> None:
    run(judge.office, None)
    files = sorted(os.listdir(judge.folder / "out"))
    assert len(files) == 2
    assert all(name.endswith(".eml") for name in files)
    assert stat.S_IMODE(os.stat(judge.folder / "out" / files[0]).st_mode) == 0o600


def test_sendmail_gets_the_letter_and_no_option_from_an_address(tmp_path: Path) -> None:
    program = tmp_path / "sendmail"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/args\ncat >> {tmp_path}/mails\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "a").mkdir()
    judge = room(
        tmp_path / "a", settings=SETTINGS.replace('folder = "out"', f'sendmail = "{program} -t"'), boards=False
    )
    assert run(judge.office, None).sent == 2
    args = (tmp_path / "args").read_text(encoding="utf-8").splitlines()
    assert args[0].startswith("-i -f judge+bounce-")
    assert args[0].endswith("-- anna@example.org") or args[0].endswith("-- bruno@example.org")
    assert (tmp_path / "mails").read_text(encoding="utf-8").count("X-Pbem-Judge:") == 2
