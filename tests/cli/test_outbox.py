"""`pbem outbox`: the messages on the screen, and as files that a mail program opens."""

from __future__ import annotations

import email
import email.policy
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem


def test_a_message_for_each_player_on_the_screen(pbem: Pbem, after: Path) -> None:
    said = pbem("outbox")
    assert said.code == 0
    assert "isonzo, turn 1: your orders for movement [AL]" in said.out
    assert "isonzo, turn 1: nothing to send; waiting for the Allies [CP]" in said.out
    assert said.out.count("Combat 1: the Central Powers attack 1904 at 4-1") == 2
    assert pbem("outbox", "--side", "AL").out.count("=== orders ===") == 1


def test_files_for_a_mail_program(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    assert pbem("address", "AL", "bruno@example.org").code == 0
    said = pbem("outbox", "--out", "mails")
    assert said.code == 0
    assert "8 files in mails" in said.out
    assert "to Bruno (bruno@example.org)" in said.out
    mail = email.message_from_bytes((tmp_path / "mails" / "isonzo-AL.eml").read_bytes(), policy=email.policy.default)
    assert mail["To"] == "Bruno <bruno@example.org>"
    assert [part.get_content_type() for part in mail.walk()][1:] == [
        "text/plain",
        "image/png",
        "application/octet-stream",
    ]
    assert (tmp_path / "mails" / "isonzo-t1-AL.pbem").read_bytes().startswith(b"pbem-leaf/1 ")
    assert (tmp_path / "mails" / "isonzo-AL.png").read_bytes()[:4] == b"\x89PNG"
    assert "step: al-movement" in (tmp_path / "mails" / "isonzo-AL.txt").read_text(encoding="utf-8")
    assert pbem("outbox", "--out", "quick", "--no-boards").code == 0
    assert not (tmp_path / "quick" / "isonzo-AL.png").exists()


def test_other_formats_and_programs(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    values = pbem("outbox", "--side", "CP", "--json").json["messages"]
    assert [one["who"] for one in values] == ["CP"]
    assert pbem("outbox", "--side", "AL", "--format", "html", "--out", "m", "--no-boards").code == 0
    mail = email.message_from_bytes((tmp_path / "m" / "isonzo-AL.eml").read_bytes(), policy=email.policy.default)
    assert [part.get_content_type() for part in mail.walk()][1:] == ["text/html", "application/octet-stream"]
    assert "<h1" in (tmp_path / "m" / "isonzo-AL.html").read_text(encoding="utf-8")
    assert pbem("outbox", "--side", "AL", "--format", "bbcode").out.startswith("[size")


def test_a_reply_to_the_mail_is_taken_in(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    text = pbem("outbox", "--side", "AL").out
    edited = text.replace("# done   #", "done   #")
    quoted = "\n".join(f"> {line}" for line in edited.splitlines())
    (tmp_path / "reply.eml").write_text(
        f"From: Bruno <bruno@example.org>\nSubject: Re: isonzo\nMessage-ID: <1@x>\n\nNothing from me.\n\n{quoted}\n",
        encoding="utf-8",
    )
    said = pbem("submit", "reply.eml")
    assert said.code == 0, said.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--out", "nowhere/mails"), "there is no folder nowhere"),
        (("--out", "pbem.db"), "pbem.db is a file"),
        (("--side", "XX"), "there is no side"),
        (("--format", "docx"), "there is no format 'docx'"),
    ],
)
def test_what_cannot_be_made(pbem: Pbem, after: Path, words: tuple[str, ...], told: str) -> None:
    said = pbem("outbox", *words)
    assert said.code == 2
    assert told in " ".join(said.err.split())
