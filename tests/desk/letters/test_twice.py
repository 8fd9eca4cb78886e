"""The same file twice is one submission; a quoted block that was sent before is no new order."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.inbox.receipts import Receipt
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.store.entry import Entry
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, order_file, run
from tests.mail.texts import quoted


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "pbem.db")


def sent(store: Store, data: bytes) -> Receipt:
    return receive(store, NAME, data, "Rosa", NOW)


def mail(body: str, number: int = 1) -> bytes:
    head = f"From: Rosa <rosa@example.org>\nMessage-ID: <{number}@example.org>\nMIME-Version: 1.0\nSubject: x\n\n"
    return (head + body).encode()


def block(body: str, step: str = "bid", turn: int = 1) -> str:
    return f"=== orders ===\n{order_file('RED', body, step=step, turn=turn).decode()}=== end of orders ===\n"


def kinds(store: Store) -> list[str]:
    return [entry.kind for entry in store.entries("field-1")]


def test_no_file_makes_the_desk_read_the_whole_record(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bid(store)
    accept(store, "RED", "go R1 0102\n", step="move")
    run(store)
    read: list[int] = []
    real = Store.entries

    def counted(self: Store, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
        found = real(self, campaign, after, upto)
        read.append(len(found))
        return found

    monkeypatch.setattr(Store, "entries", counted)
    again = mail(quoted(block("go R1 0102\n", step="move")))
    assert "entry" in str(sent(store, again).problems)
    sent(store, mail(block("hit 0103\n", step="fight"), 2))
    assert sum(read) < 3, read


BID = order_file("RED", "bid 3\npress:\nWe come!\n", step="bid")


@pytest.mark.parametrize("data", [BID, mail(block("bid 3\npress:\nWe come!\n"))])
def test_the_second_gets_the_receipt_of_the_first_and_a_word(store: Store, data: bytes) -> None:
    first, second = sent(store, data), sent(store, data)
    assert first.is_accepted
    assert (second.verdict, second.seq, second.head, second.canonical) == ("accepted", 2, first.head, first.canonical)
    words = "this very file came before, as entry 2: it counts once, and nothing was recorded again"
    assert second.warnings[-1] == words
    assert kinds(store) == ["opened", "submitted"]
    accept(store, "BLUE", "bid 1\n", step="bid")
    run(store)
    assert store.entries("field-1")[-1].values()["press"] == [["RED", "We come!"]]
    third = sent(store, data)  # the bids lie behind, and the press is printed
    assert (third.verdict, third.seq, third.canonical) == ("accepted", 2, first.canonical)
    assert load(store, NAME)[1].press == []
    assert verify(store).is_good


def test_a_plain_file_may_be_meant_again_after_another(store: Store) -> None:
    assert [sent(store, order_file("RED", f"bid {n}\n", step="bid")).seq for n in (3, 4, 3)] == [2, 3, 4]
    assert load(store, NAME)[1].pending["RED"]["bids"].lines == ("bid 3",)


def test_a_mail_that_is_delivered_late_undoes_nothing(store: Store) -> None:
    old, new = mail(block("bid 3\n")), mail(block("bid 4\n"), 2)
    assert [sent(store, data).seq for data in (old, new, old)] == [2, 3, 2]
    again = sent(store, old).warnings
    assert again[-1].endswith("; entry 3, which you sent after it, stays in force")
    assert not [text for text in again if text.startswith("replaces")]
    assert load(store, NAME)[1].pending["RED"]["bids"].lines == ("bid 4",)


def test_the_same_answer_to_another_question_is_a_new_answer(store: Store) -> None:
    """`answer Q1: run`, without turn and step, is the same file whenever somebody is asked."""
    answer = order_file("BLUE", "answer Q1: run\n")
    bid(store)
    accept(store, "RED", "done\nfight:\nhit 0203\nhit 0203\n", step="move")
    run(store)
    first = sent(store, answer)
    run(store)
    second = sent(store, answer)
    assert first.is_accepted
    assert second.is_accepted
    assert second.seq > first.seq


def test_a_refused_file_that_comes_again_is_refused_once(store: Store) -> None:
    bad = order_file("RED", "bid many\n", step="bid")
    first, second = sent(store, bad), sent(store, bad)
    assert (first.verdict, second.verdict, second.seq) == ("refused", "refused", first.seq)
    early = order_file("RED", "go R1 0102\n", step="move", turn=2)
    assert not sent(store, early).is_accepted
    assert kinds(store) == ["opened", "submitted", "submitted"]


def test_an_answer_in_the_thread_of_ones_own_orders_gives_them_not_again(store: Store) -> None:
    assert sent(store, mail(block("bid 3\n"))).is_accepted
    assert sent(store, mail(block("bid 4\n"), 2)).is_accepted
    old = quoted(block("bid 3\n"))
    thanks = mail(f"PS: nice weather.\n\nRosa wrote:\n{old}", 3)
    receipt = sent(store, thanks)
    said = "the only order block in this mail is a quoted one, which you sent before, as entry 2"
    assert receipt.problems[0].why == said
    assert "copy the block to the top" in receipt.problems[0].advice
    assert load(store, NAME)[1].pending["RED"]["bids"].lines == ("bid 4",)
    edited = mail(f"Rosa wrote:\n{old.replace('> bid 3', 'bid 5')}", 4)
    assert sent(store, edited).is_accepted
    assert verify(store).is_good
