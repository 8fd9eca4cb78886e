"""One complete message for each player: what happened, what he is asked, what to send; and the mail that carries it."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.desk.leaf.leaf import unpacked
from pbem.desk.outbox.eml import as_eml
from pbem.desk.outbox.making import messages
from pbem.desk.outbox.message import Message
from pbem.desk.outbox.receipts import last_receipt
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.helpers import NAME, accept, bid, new_store, run, send
from tests.desk.two_stores import two_stores


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "pbem.db")


def to(store: Store, who: str, **how: bool) -> Message:
    (message,) = messages(store, side=who, **({"boards": False} | how))  # type: ignore[arg-type]
    return message


def mail_of(message: Message) -> EmailMessage:
    found = email.message_from_bytes(as_eml(message), policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def asked(store: Store) -> None:
    """Red attacks 0203, and Blue is asked."""
    bid(store)
    accept(store, "RED", "go R1 0102\nfight:\nhit 0203\nmore\n", step="move")
    run(store)


def test_the_first_message_says_who_plays_what_was_agreed_and_what_to_send(store: Store) -> None:
    red = to(store, "RED")
    assert red.subject == "Field-1, turn 1: your orders for bid [RED]"
    assert red.owes == ("orders",)
    for words in ("Blue Army (BLUE): Bruno", "Nothing has been played yet.", "pbem-proof/1", "step: bids", "We need"):
        assert words in red.text


def test_all_steps_since_he_last_wrote_are_told_not_only_the_last(store: Store) -> None:
    accept(store, "BLUE", "standing:\nprefer hold\n")
    bid(store)
    accept(store, "RED", "go R1 0102\nfight:\nhit 0203\n", step="move")
    run(store)
    red, blue = to(store, "RED"), to(store, "BLUE")
    assert blue.owes == ("orders",)
    assert [line for line in blue.text.splitlines() if line in ("Bids", "Red Army: moves")] == [
        "Bids",
        "Red Army: moves",
    ]
    assert "t1/red-fight/hit on 0203" in blue.text
    assert "\nBids\n" not in red.text, "Red has written since, and knows them"


def test_a_question_comes_with_what_has_happened_and_an_answer_block(store: Store) -> None:
    asked(store)
    blue, red = to(store, "BLUE"), to(store, "RED")
    assert blue.subject == "Field-1, turn 1: your answer to 1 question in fight [BLUE]"
    assert "t1/red-fight/hit on 0203: " in blue.text, "the die that has fallen"
    assert "- (1) R1 from 0101 to 0102" in blue.text
    assert "# answer Q1: one of hold, run" in blue.text
    assert "stay put" not in blue.text
    assert red.subject == "Field-1, turn 1: nothing to send; waiting for Blue Army [RED]"
    assert "t1/red-fight/hit on 0203: " in red.text
    assert "Q1" not in red.text


def test_the_receipt_is_in_it_and_a_refusal_stands_first(store: Store) -> None:
    accept(store, "RED", "bid 3\n", step="bid")
    red = to(store, "RED")
    assert "Receipt for your last file" in red.text
    assert "bid 3" in red.text
    assert "Your orders on file" in red.text
    send(store, "RED", "bid many\n", step="bid")
    refused = to(store, "RED")
    assert refused.subject.startswith("Field-1, turn 1: your file was refused; ")
    assert refused.text.index("Your last file was refused") < refused.text.index("Nothing has been played")


def test_the_receipt_in_it_is_that_of_submit_with_notes_and_the_seal(store: Store) -> None:
    """One making: what `submit` answered and what the message says are the same receipt."""
    accept(store, "RED", "bid 3\n", step="bid")
    assert "seal" not in to(store, "RED").text
    given = accept(store, "BLUE", "bid 2\nfight:\n", step="bid")
    assert given.warnings
    assert given.proof
    loaded, state = load(store, NAME)
    made = last_receipt(store, loaded, state, "BLUE")
    assert made == given
    for who in ("RED", "BLUE"):
        text = to(store, who).text
        assert "Sealed before the dice are rolled" in text
        assert all(line in text for line in given.proof.splitlines())
    for note in given.warnings:
        assert note in " ".join(to(store, "BLUE").text.split())
    run(store)
    later = last_receipt(store, *load(store, NAME), "BLUE")
    assert later is not None
    assert (later.proof, later.is_fresh, later.canonical) == ("", False, given.canonical)


def test_what_a_side_has_sealed_is_in_its_own_message_alone(store: Store) -> None:
    accept(store, "RED", "bid 7\n", step="bid")
    assert "bid 7" in to(store, "RED").text
    assert "bid 7" not in to(store, "BLUE").text


def test_the_block_of_a_message_comes_back_as_orders(store: Store) -> None:
    asked(store)
    text = to(store, "BLUE").text
    reply = "My answer is below.\n\n" + "\n".join(f"> {line}" for line in text.splitlines())
    edited = reply.replace("> # answer Q1: one of hold, run", "> answer Q1: run")
    receipt = receive(store, NAME, edited.encode(), "mail", "2026-11-16T22:00:00Z")
    assert receipt.is_accepted, receipt.problems
    assert "answer" in receipt.canonical


# -- the mail ---------------------------------------------------------------------------------------------------


def test_the_mail_reads_back_as_the_message_with_its_board(store: Store) -> None:
    asked(store)
    store.set_address(NAME.lower(), "BLUE", "bruno@example.org")
    message = to(store, "BLUE", boards=True)
    mail = mail_of(message)
    assert mail["Subject"] == message.subject
    assert mail["To"] == "Bruno <bruno@example.org>"
    assert mail["Message-ID"] == message.id
    body, (board, position) = mail.get_body(), mail.iter_attachments()
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == message.text
    assert board.get_content() == message.board
    assert position.get_filename() == f"{NAME}-t1-BLUE.pbem"
    assert unpacked(position.get_content()).who == "BLUE"
    assert (board.get_content_type(), board.get_content_disposition()) == ("image/png", "inline")


def test_the_same_record_gives_the_same_mail_and_another_record_another(store: Store) -> None:
    first = as_eml(to(store, "RED"))
    assert first == as_eml(to(store, "RED"))
    accept(store, "RED", "bid 3\n", step="bid")
    later = to(store, "RED")
    assert later.id not in first.decode()
    assert later.thread in first.decode(), "one thread for a turn"


def test_without_an_address_the_mail_has_no_to(store: Store) -> None:
    assert mail_of(to(store, "RED"))["To"] is None


def test_no_line_of_a_mail_can_be_wrapped_or_taken_for_flowed_text(store: Store) -> None:
    asked(store)
    for who in ("RED", "BLUE"):
        body = mail_of(to(store, who)).get_body()
        assert body is not None
        assert [line for line in body.get_content().splitlines() if len(line) > 78 or line != line.rstrip()] == []


def test_two_stores_that_exchange_turn_files_need_no_outbox(tmp_path: Path) -> None:
    first, _ = two_stores(tmp_path)
    with pytest.raises(UsageError, match="export-turn"):
        messages(first)
