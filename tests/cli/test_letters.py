"""`check` and `submit` with what a mail program gives: several files, mailboxes, standard input, and their bounds."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from pbem.desk.inbox.letters.page import LARGEST
from tests.cli.conftest import MOVES, Pbem, write

BLOCK = f"=== orders ===\n{MOVES}=== end of orders ===\n"


def eml(number: int, body: str, sender: str = "Anna") -> str:
    return f"From: {sender} <x@example.org>\nMessage-ID: <{number}@example.org>\nMIME-Version: 1.0\n\n{body}"


def mbox(*mails: str) -> str:
    return "".join(f"From x@example.org Mon Nov 16 20:00:0{n} 2026\n{mail}\n\n" for n, mail in enumerate(mails))


def test_several_files_at_once(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, "a.eml", eml(1, BLOCK))
    write(tmp_path, "b.eml", eml(2, "Hello."))
    said = pbem("check", "a.eml", "b.eml")
    assert said.code == 1
    assert "a.eml: legal as far as can be told" in said.out
    assert "the mail has no order block" in said.out
    found = pbem("check", "a.eml", "b.eml", "--json").json["receipts"]
    assert [(row["file"], row["verdict"]) for row in found] == [("a.eml", "accepted"), ("b.eml", "refused")]


def test_a_mailbox_gives_each_mail_its_receipt(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    guarded = BLOCK + ">From the Isonzo with love\n"
    write(
        tmp_path,
        "in.mbox",
        mbox(eml(1, "Hello."), eml(2, guarded), eml(3, BLOCK.replace("=== end", "press:\nHo ho.\n=== end"))),
    )
    said = pbem("submit", "in.mbox")
    assert said.code == 0
    assert "in.mbox, mail 1: no order block; passed over" in said.out
    assert "in.mbox, mail 2: accepted as entry 2" in said.out
    assert "in.mbox, mail 3: accepted as entry 3" in said.out
    again = pbem("submit", "in.mbox", "--json").json["receipts"]
    assert [(row["verdict"], row.get("seq")) for row in again] == [
        ("passed over", None),
        ("accepted", 2),
        ("accepted", 3),
    ]


def test_a_mailbox_with_one_mail_is_that_mail(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, "one.mbox", mbox(eml(1, BLOCK)))
    assert "one.mbox: accepted as entry 2" in pbem("submit", "one.mbox").out


@pytest.mark.parametrize("text", [eml(1, BLOCK), mbox(eml(1, BLOCK)), BLOCK, MOVES])
def test_standard_input(pbem: Pbem, fresh: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert pbem("submit", "-").code == 0


def test_a_file_of_three_gigabytes_is_refused_and_not_read(
    pbem: Pbem, fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(tmp_path / "huge.eml", "wb") as file:
        file.write(eml(1, BLOCK).encode())
        os.truncate(file.fileno(), 3 * 2**30)  # a hole, which takes no room on the disk
    said = pbem("check", "huge.eml")
    assert said.code == 2
    assert "huge.eml is too large: it has 3,221,225,472 bytes or more" in " ".join(said.err.split())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x" * (LARGEST + 5))))
    assert "standard input is too large" in pbem("submit", "-").err


def test_a_check_does_not_claim_to_have_kept_a_file(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, "long.txt", MOVES * 40_000)
    said = pbem("check", "long.txt")
    assert said.code == 1
    assert "kept" not in said.out
