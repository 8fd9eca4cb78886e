"""Mistakes that a moderator makes while he sets a judge up, at a real server: each is named, with what to do."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli.main import main
from tests.post.offices import Room, reply, room, words_of
from tests.post.servers import PASSWORD, dovecot, free_port, smtp

BRUNO, MO = "bruno@example.org", "mo@example.org"
MAIL = """[box]
imap = "127.0.0.1:{imap}"
user = "judge"
password_file = "password"
{box}
[send]
smtp = "127.0.0.1:{smtp}"
{send}
from = "The judge <judge@example.org>"
[judge]
moderator = "mo@example.org"
"""


@pytest.fixture(scope="module")
def ports() -> Iterator[tuple[int, int]]:
    with dovecot() as (imap, _), smtp() as (out, _kept):
        yield imap, out


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "isonzo", "--game", "gwe", "--player", "CP=Anna", "--player", "AL=Bruno"]) == 0
    for who in ("CP", "AL"):
        assert main(["players", who, "--address", f"{who.lower()}@example.org"]) == 0
    secret(tmp_path, PASSWORD)
    capsys.readouterr()
    return tmp_path


def secret(folder: Path, words: str, mode: int = 0o600) -> None:
    (folder / "password").write_text(words, encoding="utf-8")
    (folder / "password").chmod(mode)


def settings(folder: Path, ports: tuple[int, int], box: str = "", send: str = "") -> None:
    text = MAIL.format(imap=ports[0], smtp=ports[1], box=box, send=send)
    (folder / "mail.toml").write_text(f'{text}[campaign.isonzo]\nboards = "none"\n', encoding="utf-8")


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int) -> str:
    """What a command says, in one line; never a traceback."""
    assert main(["mail", *words]) == code
    told = capsys.readouterr()
    text = " ".join((told.out + told.err).split())
    assert "Traceback" not in text
    assert "Error:" not in text
    assert PASSWORD not in text
    return text


@pytest.mark.needs("dovecot")
def test_a_wrong_password(folder: Path, ports: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    settings(folder, ports)
    secret(folder, "wrong")
    text = said(capsys, "run", code=75)
    assert "127.0.0.1 did not let judge in ([AUTHENTICATIONFAILED] Authentication failed)" in text
    assert "check user and password in [box]" in text


@pytest.mark.needs("dovecot")
def test_a_password_that_others_may_read(
    folder: Path, ports: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    settings(folder, ports)
    secret(folder, PASSWORD, 0o644)
    assert "which holds a password: chmod 600" in said(capsys, "run", code=2)


@pytest.mark.needs("dovecot")
def test_a_folder_that_does_not_exist(folder: Path, ports: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    settings(folder, ports, 'folder = "Judge"')
    text = said(capsys, "run", code=75)
    assert "127.0.0.1 opens no folder Judge, there are" in text
    assert "INBOX" in text
    assert "check [box] folder" in text


@pytest.mark.needs("dovecot")
def test_the_folder_to_move_mail_to_is_made(
    folder: Path, ports: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    settings(folder, ports, 'after = "move:Done"')
    said(capsys, "run", code=0)
    said(capsys, "run", code=0)  # it is there already
    box = imaplib.IMAP4("127.0.0.1", ports[0])
    box.login("judge", PASSWORD)
    assert box.select("Done")[0] == "OK"
    box.logout()


def test_no_server_of_that_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings(folder, (1, 1))
    path = folder / "mail.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("127.0.0.1:1", "mail.invalid:1"), encoding="utf-8")
    assert "no server is called mail.invalid: check [box] imap, and the network" in said(capsys, "run", code=75)


def test_no_server_for_what_goes_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for part in ("new", "cur", "tmp"):
        (folder / "box" / part).mkdir(parents=True)
    text = '[box]\nmaildir = "box"\n[send]\nsmtp = "mail.invalid"\nfrom = "judge@example.org"\n'
    (folder / "mail.toml").write_text(text, encoding="utf-8")
    told = said(capsys, "run", code=0)
    assert "nothing was sent: no server is called mail.invalid: check [send] smtp, and the network" in told
    assert said(capsys, "queue", code=0).count("waiting for the Central Powers") == 1


@pytest.mark.needs("dovecot")
def test_a_login_where_none_is_taken(folder: Path, ports: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    settings(folder, ports, send='user = "judge"\npassword_file = "password"')
    told = said(capsys, "run", code=0)
    assert "nothing was sent: 127.0.0.1 does not take a login: take `user` out of [send]" in told


@pytest.mark.parametrize("words", [("log", "--campaign", "isonso"), ("log", "--campaign", "x y")])
def test_a_campaign_that_is_not_in_the_store(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    settings(folder, (1, 1))
    assert "there is no campaign called" in said(capsys, *words, code=2)


@pytest.mark.needs("dovecot")
def test_init_tries_the_box_and_the_way_out(
    folder: Path, ports: tuple[int, int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(imap: int, out: int, code: int) -> str:
        (folder / "mail.toml").unlink(missing_ok=True)
        answers = ["judge@example.org", "imap", f"127.0.0.1:{imap}", "judge", "cat password", "smtp",
                   f"127.0.0.1:{out}", True, "mo@example.org", "mx.example.org"]  # fmt: skip
        given = iter(answers)
        for word in ("prompt", "confirm"):
            monkeypatch.setattr(f"typer.{word}", lambda *_, **__: next(given))
        return said(capsys, "init", code=code)

    closed = free_port()
    assert "the box cannot be reached" in init(closed, ports[1], 75)
    assert "The way out is open, too." in init(ports[0], ports[1], 0)
    text = init(ports[0], closed, 75)
    assert "the box can be read" in text
    assert "But mail cannot go out: 127.0.0.1 cannot be reached: Connection refused." in text


def test_two_judges_on_one_box(tmp_path: Path) -> None:
    """One of them takes the reply to the other's letter: its moderator hears of it, once a day; nobody is answered."""
    one, other = room(tmp_path / "one", boards=False), room(tmp_path / "other", "caporetto", boards=False)
    other.office.key = b"another secret of thirty-two bytes"
    one.run()
    other.run()
    letter = one.bag.newest(BRUNO)
    for number in (1, 2):
        text = "status" if number == 1 else one.mailed.words(one.mailed.mails[0]["file"]).decode()
        other.deliver(reply(letter, "carlo@example.net", text, number))
    before = len(other.bag.letters)
    told = "\n".join(other.run())
    assert told.count("it answers a letter of another judge. Do two look into one box?") == 2
    assert [went.to for went in other.bag.letters[before:]] == [MO]
    words = words_of(other.bag.newest(MO))
    assert "Give each judge a box, or a folder" in words
    assert "carlo@example.net answers a letter that this judge has not written" in words


def test_the_first_letter_says_how_to_write_and_no_later_one_does(tmp_path: Path) -> None:
    judge: Room = room(tmp_path, boards=False)
    judge.run()
    first = words_of(judge.bag.newest(BRUNO))
    assert first.count("How to write to me") == 1
    assert "`help` lists them all" in first
    assert "caporetto-1917-t1-AL.pbem opens this position on the order page" in first
    for number, mail in enumerate(judge.mailed.mails[:2]):
        who = f"{mail['from'].partition('@')[0]}@example.org"
        judge.deliver(reply(judge.bag.newest(who), who, judge.mailed.words(mail["file"]).decode(), number))
        judge.run(mail["at"])
    assert "How to write to me" not in "".join(words_of(mail) for mail in judge.bag.to(BRUNO)[1:])
