"""Through a real mail server: LMTP in, IMAP out, absence notes by sieve, IDLE, and a login by token."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.post.boxes.box import NoBox
from pbem.post.boxes.choice import box_of
from tests.post.by_dovecot import check_game, newest, once, settings
from tests.post.dovecot import TOKEN, PostOffice, post_office
from tests.post.offices import reply, room

pytestmark = [pytest.mark.needs("dovecot"), pytest.mark.needs("dovecot-lmtp")]
RUN = "from pbem.cli.main import run; run()"
BRUNO = "bruno@example.org"


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with post_office() as running:
        yield running


def test_a_recorded_game_through_dovecot_is_the_game_of_the_demo(office: PostOffice, tmp_path: Path) -> None:
    """The other games: `python -m tests.post.by_dovecot`."""
    check_game(office, tmp_path, "gwe")


# -- robots, IDLE, tokens -------------------------------------------------------------------------------------


def test_a_vacation_responder_and_the_judge_do_not_write_to_each_other(office: PostOffice, tmp_path: Path) -> None:
    """Sieve answers people, and no letter that says that a program wrote it; every letter of the judge says so."""
    (tmp_path / "judge").mkdir()
    judge = room(tmp_path / "judge", "gwe", settings(office, tmp_path), boards=False)
    office.away("bruno")
    before = len(office.kept.mails)
    person = (
        b"From: mo@example.org\r\nTo: bruno@example.org\r\nMessage-ID: <1@x.org>\r\nSubject: Hello\r\n\r\nHello.\r\n"
    )
    office.deliver(BRUNO, person, "mo@example.org")
    assert until(lambda: any(b"I am on the Piave" in data for _, _, data in office.kept.mails[before:]))
    for hour in range(4):
        once(judge, f"2026-10-25T0{hour}:00:00Z")
    sent = [to for _, to, _ in office.kept.mails[before:]]
    assert not [to for to in sent if to.startswith("judge")]
    assert len(sent) < 10


@pytest.mark.parametrize("token", [TOKEN, "ya29.somebody-elses"])
def test_a_token_opens_the_box_and_a_wrong_one_does_not(office: PostOffice, tmp_path: Path, token: str) -> None:
    (tmp_path / "judge").mkdir()
    login = f'auth = "xoauth2"\npassword_command = "echo {token}"'
    judge = room(tmp_path / "judge", "gwe", settings(office, tmp_path, login), boards=False)
    if token == TOKEN:
        box = box_of(judge.office.settings)
        assert box is not None
        with closing(box):
            assert list(box.mails()) is not None
        return
    with pytest.raises(NoBox) as error:
        box_of(judge.office.settings)
    assert token not in str(error.value)


def until(happened: Callable[[], bool]) -> bool:
    for _ in range(600):
        if happened():
            return True
        time.sleep(0.1)
    return False


def test_a_judge_that_watches_answers_as_soon_as_mail_comes(office: PostOffice, tmp_path: Path) -> None:
    """`pbem mail run --watch` in a process of its own: the server tells it (IDLE) that something came."""
    (tmp_path / "judge").mkdir()
    judge = room(tmp_path / "judge", "gwe", settings(office, tmp_path), boards=False)
    once(judge, judge.mailed.campaign["at"])
    name = judge.mailed.campaign["name"]
    letter = newest(office, BRUNO, name)
    judge.office.store.close()
    words = [sys.executable, "-c", RUN, "mail", "run", "--watch", "--db", str(tmp_path / "judge" / "pbem.db")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            assert "mail came in" in next(line for line in process.stdout if "came in" in line)
            before = len(office.kept.mails)
            office.deliver(letter["Reply-To"].addresses[0].addr_spec, reply(letter, BRUNO, "status\n", 77), BRUNO)
            assert until(lambda: len(office.kept.mails) > before)
            assert process.poll() is None  # it watches on
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGTERM)
    assert f"{name}, turn 1: status [AL]" in office.kept.mails[-1][2].decode().replace("\r\n ", " ")
