"""Programs that answer everything: the letters die out by themselves."""

from __future__ import annotations

from email.message import EmailMessage, Message
from email.policy import SMTP
from pathlib import Path

from tests.post.offices import SETTINGS, room


def answer_of_a_responder(letter: Message, number: int, *, honest: bool) -> bytes:
    """An absence note, as sieve writes it; a bad responder leaves out every mark."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = str(letter["To"]), str(letter.get("Reply-To") or letter["From"])
    mail["Subject"] = f"Auto: {letter['Subject']}" if honest else f"Re: {letter['Subject']}"
    mail["Message-ID"], mail["In-Reply-To"] = f"<auto{number}@x>", str(letter["Message-ID"])
    if honest:
        mail["Auto-Submitted"] = "auto-replied (vacation)"
    mail.set_content("I am in the mountains.\n")
    return mail.as_bytes()


def letters_until_quiet(folder: Path, *, honest: bool) -> int:
    """How many letters the judge writes to somebody whose program answers each of them."""
    judge = room(folder, boards=False)
    for turn in range(25):
        before = len(judge.bag.letters)
        judge.run(f"2026-10-24T{8 + turn // 60:02}:{turn % 60:02}:00Z")
        new = judge.bag.letters[before:]
        for number, going in enumerate(new):
            if going.to == "bruno@example.org":
                letter = judge.bag.to("bruno@example.org")[-1]
                judge.deliver(answer_of_a_responder(letter, 1000 * turn + number, honest=honest))
    return len(judge.bag.to("bruno@example.org"))


def test_a_vacation_responder_gets_no_answer(tmp_path: Path) -> None:
    assert letters_until_quiet(tmp_path, honest=True) == 1


def test_a_responder_without_any_mark_dies_out(tmp_path: Path) -> None:
    assert letters_until_quiet(tmp_path, honest=False) < 10


def test_two_judges_with_each_others_address_write_once(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    one = room(first, boards=False)
    two = room(second, settings=SETTINGS.replace("judge@example.org", "bruno@example.org"), boards=False)
    for turn in range(10):
        for judge, other, address in ((one, two, "bruno@example.org"), (two, one, "judge@example.org")):
            before = len(judge.bag.letters)
            judge.run(f"2026-10-24T08:{turn:02}:00Z")
            for going in judge.bag.letters[before:]:
                if going.to == address:
                    other.deliver(going.data)
    assert len(one.bag.letters) + len(two.bag.letters) < 10


def test_a_list_that_echoes_gets_no_answer(tmp_path: Path) -> None:
    judge = room(tmp_path, boards=False)
    for turn in range(10):
        before = len(judge.bag.letters)
        judge.run(f"2026-10-24T08:{turn:02}:00Z")
        for number, going in enumerate(judge.bag.letters[before:]):
            echo = going.data.replace(b"X-Pbem-Judge:", b"X-Removed:").replace(b"Auto-Submitted:", b"X-Was:")
            fields = f"List-Id: <games.example.org>\r\nSender: list@example.org\r\nX-N: {turn}.{number}\r\n"
            judge.deliver(fields.encode() + echo.replace(b"From: The judge <judge@", b"From: X <list@"))
    assert len(judge.bag.letters) < 10
