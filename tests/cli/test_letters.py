"""`check` and `submit` with what a mail program gives: several files, mailboxes, standard input, and their bounds."""

from __future__ import annotations

import html
import io
import os
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.desk.inbox.letters.page import LARGEST
from tests.cli.conftest import MOVES, Pbem, write
from tests.cli.two import Two, flat
from tests.desk.helpers import accept, bid, new_store, run
from tests.mail.damage import zipped

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
    assert "a.eml: legal as far as pbem can tell" in said.out
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
    assert "in.mbox, mail 1: no order block; skipped" in said.out
    assert "in.mbox, mail 2: accepted as entry 2" in said.out
    assert "in.mbox, mail 3: accepted as entry 3" in said.out
    again = pbem("submit", "in.mbox", "--json").json["receipts"]
    assert [(row["verdict"], row.get("seq")) for row in again] == [
        ("passed over", None),
        ("accepted", 2),
        ("accepted", 3),
    ]


def test_the_same_words_in_a_new_mail_count_again(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    """Only the very mail counts once: who goes back to his first orders sends them in another one."""
    other = BLOCK.replace("=== end", "press:\nHo ho.\n=== end")
    write(tmp_path, "in.mbox", mbox(eml(1, BLOCK), eml(2, other), eml(3, BLOCK)))
    for _ in range(2):
        receipts = pbem("submit", "in.mbox", "--json").json["receipts"]
        assert [(row["verdict"], row["seq"]) for row in receipts][1:] == [("accepted", 3), ("accepted", 4)]
    assert "accepted as entry 5" in pbem("submit", write(tmp_path, "new.txt", other)).out  # nothing lay in between


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


# -- answers, consent, turn files, posts ----------------------------------------------------------------------


def test_an_answer_in_words_or_in_a_mail(pbem: Pbem, tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    accept(store, "RED", "done\nfight:\nhit 0203\n", step="move")
    run(store)
    store.close()
    said = pbem("answer", "Q1: 9")
    assert said.code == 1
    assert "this is not one of the options" in said.out
    block = "=== orders ===\ncampaign: Field-1\nside: BLUE\nanswer Q1: hold\n=== end of orders ===\n"
    assert "accepted as entry" in pbem("answer", write(tmp_path, "bruno.eml", eml(1, block))).out
    assert "answer hit on 0203, B2: run" in pbem("answer", "Q1: 2", "--side", "BLUE", "--json").json["canonical"]
    mixed = pbem("answer", "bruno.eml", "Q1: 1")
    assert mixed.code == 2
    assert "give files, or answers" in " ".join(mixed.err.split())


def test_nobody_is_asked(pbem: Pbem, fresh: Path) -> None:
    said = pbem("answer", "Q1: 1")
    assert said.code == 2
    assert "no question waits for an answer" in said.err


def test_a_turn_file_in_a_mail(two: Two) -> None:
    """As text and as HTML, packed for the way, in quotation marks, as a zip: it is one and the same turn."""
    two.new()
    text = two("red", "export-turn").out
    page = "<html><body><pre>" + html.escape(text).replace("\n", "<br>") + "</pre></body></html>"
    made = EmailMessage()
    made["From"], made["Message-ID"] = "rosa@example.org", "<1@example.org>"
    made.set_content("\n".join(f"> {line}" for line in text.splitlines()), cte="base64")
    made.add_alternative(page, subtype="html", cte="quoted-printable")
    (two.folder / "mail.eml").write_bytes(made.as_bytes())
    made.add_attachment(zipped({"turn.txt": text.encode()}), "application", "zip", filename="turn.zip")
    (two.folder / "zip.eml").write_bytes(made.as_bytes())
    assert "2 entries from RED imported" in two("blue", "import-turn", "zip.eml", "--me", "BLUE").out
    assert "known already" in two("blue", "import-turn", "mail.eml").out
    write(two.folder, "no.eml", eml(1, "Hello."))
    said = two("blue", "import-turn", "no.eml", code=1)
    assert "this mail has no turn file in it" in flat(said.err)


def test_consent_in_a_mail(two: Two) -> None:
    two.proposed()
    for word in ("perhaps", "consent 99", "consent\nrefuse"):
        block = f"=== orders ===\ncampaign: Field-1\nside: BLUE\n{word}\n=== end of orders ===\n"
        assert two("blue", "consent", write(two.folder, "no.eml", eml(1, block)), code=1)
    block = "=== orders ===\ncampaign: Field-1\nside: Blue Army\nConsent.\n=== end of orders ===\n"
    said = two("blue", "consent", write(two.folder, "yes.eml", eml(2, f"Fine with me.\n{block}", "Bruno")))
    assert "the amendment: accepted as entry" in flat(said.out)


def test_a_post_in_a_mail_is_verified(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    post = pbem("report", "--turn", "1", "--step", "cp-combat").out
    plain = pbem("verify", write(tmp_path, "post.txt", post))
    made = EmailMessage()
    made["From"], made["Message-ID"] = "judge@example.org", "<1@example.org>"
    made.set_content(post, cte="base64")
    (tmp_path / "post.eml").write_bytes(made.as_bytes())
    found = pbem("verify", "post.eml")
    assert "pbem-proof" in post
    assert (found.code, found.out) == (plain.code, plain.out)
