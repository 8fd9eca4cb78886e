"""Mail from a real IMAP server, and to an SMTP server over a socket."""

from __future__ import annotations

from contextlib import closing
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from pbem.post.boxes.choice import box_of
from pbem.post.running import Done, run
from tests.post.offices import SETTINGS, Room, reply, room
from tests.post.servers import PASSWORD, dovecot, smtp

BRUNO = "bruno@example.org"


def settings(folder: Path, imap: int, out: int) -> str:
    secret = folder / "password"
    secret.write_text(PASSWORD, encoding="utf-8")
    secret.chmod(0o600)
    box = f'imap = "127.0.0.1:{imap}"\nuser = "judge"\npassword_file = "{secret}"'
    return SETTINGS.replace('maildir = "box"', box).replace('folder = "out"', f'smtp = "127.0.0.1:{out}"')


def once(judge: Room) -> Done:
    """One run over its box, which is let go of."""
    box = box_of(judge.office.settings)
    assert box is not None
    with closing(box):
        return run(judge.office, box)


@pytest.mark.needs("dovecot")
def test_orders_come_by_imap_and_receipts_go_by_smtp(tmp_path: Path) -> None:
    (tmp_path / "judge").mkdir()
    with dovecot() as (imap, box), smtp() as (out, kept):
        judge = room(tmp_path / "judge", settings=settings(tmp_path, imap, out), boards=False)
        once(judge)
        assert sorted(to for _, to, _ in kept.mails) == ["anna@example.org", BRUNO]
        assert all(sender.startswith("judge+bounce-") for sender, _, _ in kept.mails)
        letter = message_from_bytes(next(data for _, to, data in kept.mails if to == BRUNO), policy=SMTP)
        assert isinstance(letter, EmailMessage)
        text = judge.mailed.words(judge.mailed.mails[0]["file"]).decode()
        (box / "new" / "1.test").write_bytes(reply(letter, BRUNO, text))
        first = once(judge)
        again = once(judge)
        left = [path.name.partition(":")[0] for part in ("new", "cur") for path in (box / part).iterdir()]
    assert (first.came, first.sent) == (1, 1)
    assert (again.came, again.sent) == (0, 0)  # it has our flag, and is still in the box
    assert [name.partition(",")[0] for name in left] == ["1.test"]
    assert "your orders are accepted" in kept.mails[-1][2].decode()


@pytest.mark.needs("dovecot")
def test_a_wrong_password_marks_nothing_and_says_so_without_it(tmp_path: Path) -> None:
    from pbem.post.boxes.box import NoBox

    (tmp_path / "judge").mkdir()
    with dovecot() as (imap, _):
        judge = room(tmp_path / "judge", settings=settings(tmp_path, imap, 1), boards=False)
        (tmp_path / "password").write_text("very wrong", encoding="utf-8")
        with pytest.raises(NoBox) as error:
            box_of(judge.office.settings)
    assert "very wrong" not in str(error.value)


def test_an_address_that_the_server_refuses_is_marked(tmp_path: Path) -> None:
    with smtp(refused=BRUNO) as (out, kept):
        judge = room(tmp_path, settings=settings(tmp_path, 1, out), boards=False)
        run(judge.office, None)
    assert judge.office.letters.bounced(BRUNO)
    assert [to for _, to, _ in kept.mails] == ["anna@example.org"]


def test_a_server_that_is_not_there_loses_nothing(tmp_path: Path) -> None:
    judge = room(tmp_path, settings=settings(tmp_path, 1, 1), boards=False)
    assert run(judge.office, None).sent == 0
    assert any("cannot be reached" in line for line in judge.office.told)
    assert len(judge.office.letters.going()) == 2
