"""Who may write for a seat: by token, by an address that the provider vouches for; everybody else is refused."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from pbem.post.heads import read_head
from pbem.post.results import is_authentic
from tests.post.offices import SETTINGS, Room, reply, room

ANNA, BRUNO, MO = "anna@example.org", "bruno@example.org", "mo@example.org"
BY_ADDRESS = SETTINGS + '[campaign.caporetto-1917]\naccept = "address"\nboards = "none"\n'


@pytest.fixture
def judge(tmp_path: Path) -> Room:
    made = room(tmp_path, boards=False)
    made.run()
    return made


def mail(sender: str, text: str, *fields: tuple[str, str], to: str = "judge@example.org", number: int = 7) -> bytes:
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = sender, to, "orders"
    made["Message-ID"] = f"<{number}@client.example.org>"
    for name, value in fields:
        made[name] = value
    made.set_content(text)
    return made.as_bytes()


def orders(judge: Room) -> str:
    """Standing orders of the Allies, as Bruno sends them."""
    return judge.mailed.words(judge.mailed.mails[0]["file"]).decode()


def entries(judge: Room) -> int:
    glance = judge.office.store.glance("caporetto-1917")
    assert glance
    return glance.head.seq


def test_an_answer_to_a_letter_of_the_judge_counts(judge: Room) -> None:
    judge.deliver(reply(judge.bag.newest(BRUNO), BRUNO, orders(judge)))
    assert any("orders accepted" in line for line in judge.run())
    letter = judge.bag.newest(BRUNO)
    assert letter["Subject"] == "caporetto-1917, turn 1: your orders are accepted [AL]"
    assert letter["Auto-Submitted"] == "auto-replied"
    assert letter["X-Pbem-Judge"]
    assert str(letter["In-Reply-To"]).endswith("@client.example.org>")


def test_a_token_in_the_references_counts_where_the_box_has_no_plus_addresses(tmp_path: Path) -> None:
    judge = room(tmp_path, settings=SETTINGS.replace("plus = true", ""), boards=False)
    judge.run()
    letter = judge.bag.newest(BRUNO)
    assert letter["Reply-To"] is None
    judge.deliver(reply(letter, "bruno.private@example.net", orders(judge)))
    assert any("orders accepted" in line for line in judge.run())


def test_a_forged_sender_is_refused_and_both_are_told(judge: Room) -> None:
    before = entries(judge)
    judge.deliver(mail(BRUNO, orders(judge)))
    told = judge.run()
    assert any("orders for AL refused: nothing shows who sent it" in line for line in told)
    assert entries(judge) == before
    assert "orders that are not proven" in judge.bag.newest(BRUNO)["Subject"]
    assert "orders that are not proven" in judge.bag.newest(MO)["Subject"]


def test_the_block_of_another_seat_is_refused_and_both_are_told(judge: Room) -> None:
    before = entries(judge)
    judge.deliver(reply(judge.bag.newest(ANNA), ANNA, orders(judge)))
    judge.run()
    assert entries(judge) == before
    assert "the block is not yours" in judge.bag.newest(ANNA)["Subject"]
    assert "orders that are not proven" in judge.bag.newest(BRUNO)["Subject"]


@pytest.mark.parametrize(
    ("results", "counts"),
    [
        ("mx.example.org; dmarc=pass header.from=example.org", True),
        ("mx.example.org; dkim=pass header.d=example.org", True),
        ("mx.example.org; dkim=pass header.d=evil.example.net", False),
        ("mx.example.org; dmarc=fail header.from=example.org", False),
        ("evil.example.net; dmarc=pass header.from=example.org", False),
        ("mx.example.org; dmarc=fail (dmarc=pass header.from=example.org)", False),
        ("mx.example.org; dkim=pass header.d=org", False),
    ],
)
def test_an_address_counts_where_the_named_server_vouches_for_it(tmp_path: Path, results: str, counts: bool) -> None:
    judge = room(tmp_path, settings=BY_ADDRESS)
    judge.run()
    before = entries(judge)
    judge.deliver(mail(BRUNO, orders(judge), ("Authentication-Results", results)))
    judge.run()
    assert (entries(judge) > before) is counts


def test_only_the_topmost_word_of_the_server_counts() -> None:
    """What stands below may have come with the mail."""
    lines = ["mx.example.org; dmarc=fail header.from=example.org", "mx.example.org; dmarc=pass header.from=example.org"]
    text = "".join(f"Authentication-Results: {line}\r\n" for line in lines)
    head = read_head(f"{text}From: {BRUNO}\r\nMessage-ID: <1@x>\r\n\r\n".encode())
    assert head
    assert not is_authentic(head, "mx.example.org")


def test_a_vouched_address_is_not_enough_where_a_token_is_wanted(judge: Room) -> None:
    before = entries(judge)
    judge.deliver(
        mail(BRUNO, orders(judge), ("Authentication-Results", "mx.example.org; dmarc=pass header.from=example.org"))
    )
    assert any("shown: address, wanted token" in line for line in judge.run())
    assert entries(judge) == before


def test_a_substitute_gets_another_token(judge: Room) -> None:
    from pbem.desk.addresses import set_address

    old = judge.bag.newest(BRUNO)
    set_address(judge.office.store, "", "AL", "carlo@example.org")
    before = entries(judge)
    judge.deliver(reply(old, BRUNO, orders(judge)))
    judge.run()
    assert entries(judge) == before


def test_a_stranger_gets_no_answer(judge: Room) -> None:
    judge.deliver(mail("stranger@example.net", "hello, what is this?"))
    before = len(judge.bag.letters)
    assert any("a stranger wrote" in line for line in judge.run())
    assert len(judge.bag.letters) == before


def test_the_same_mail_twice_counts_once(judge: Room) -> None:
    data = reply(judge.bag.newest(BRUNO), BRUNO, orders(judge))
    judge.deliver(data)
    judge.deliver(data)
    judge.run()
    judge.deliver(data)
    before = len(judge.bag.letters)
    judge.run()
    assert len(judge.bag.letters) == before
    kinds = [entry.kind for entry in judge.office.store.entries("caporetto-1917")]
    assert kinds.count("submitted") == 1


def test_two_different_mails_with_one_message_id_are_both_kept(judge: Room) -> None:
    first = judge.bag.newest(BRUNO)
    judge.deliver(reply(first, BRUNO, "status\n", 5))
    judge.deliver(reply(first, BRUNO, "help\n", 5))
    judge.run()
    assert len(judge.office.letters.came()) == 2
    assert any("two mails with one name" in str(letter["Subject"]) for letter in judge.bag.to(MO))
