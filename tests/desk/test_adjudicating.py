"""Adjudicating: what runs, what waits, which secrets are shown, and that a cast die is never cast again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.record.campaign import sha256
from pbem.dice.derive import faces, inputs_digest, salt_of, salt_root, seed
from pbem.dice.seal import is_link, links_of
from pbem.errors import BadRecord, UsageError
from pbem.store.entry import Entry
from pbem.store.store import Store
from tests.desk.helpers import SECRET, accept, bid, new_store, owes, play_turn, run

LINKS = links_of("field-1", SECRET)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "pbem.db")


def entries(store: Store, *kinds: str) -> list[Entry]:
    return [entry for entry in store.entries("field-1") if entry.kind in kinds]


def last(store: Store) -> dict[str, Any]:
    return store.entries("field-1")[-1].values()


def test_a_step_waits_for_all_whose_orders_it_needs(store: Store) -> None:
    done = run(store)
    assert (done.ran, [debt.what for debt in done.waiting]) == ((), ["orders for bid, turn 1"] * 2)
    accept(store, "RED", "bid 1\n", step="bid")
    done = run(store)
    assert [(debt.side, debt.player, debt.step) for debt in done.waiting] == [("BLUE", "Bruno", "bids")]
    accept(store, "BLUE", "move:\ndone\n")  # another section does not help
    assert run(store).ran == ()
    accept(store, "BLUE", "bid 1\n", step="bid")
    assert [ran.label for ran in run(store).ran] == ["t1/bids"]


def test_the_answer_is_plain_values(store: Store) -> None:
    bid(store)
    found = run(store).as_json()
    assert json.loads(json.dumps(found)) == found
    assert (found["turn"], found["step"], found["over"]) == (1, "red-move", False)


def test_the_game_ends(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db", turns="1")
    play_turn(store, 1)
    done = run(store)
    assert (done.is_over, done.step, done.waiting) == (True, "over", ())
    assert owes(store).is_over
    assert not owes(store).can_run


def test_what_was_sealed_can_be_recomputed_by_hand(store: Store) -> None:
    accept(store, "BLUE", "standing:\nprefer hold\n")
    bid(store)
    accept(store, "RED", "go R2 0301\n", step="move")
    run(store)
    (opened,), (before, seal) = entries(store, "opened"), entries(store, "sealed")[-2:]
    played = entries(store, "played")[-1]
    texts = {
        ("RED", "orders"): b"go R2 0301\n", ("RED", "standing"): b"",
        ("BLUE", "orders"): b"", ("BLUE", "standing"): b"prefer hold\n",
    }  # fmt: skip
    epoch = seal.values()["epoch"]
    salts = links_of("field-1", salt_root("field-1", SECRET), party="salt")
    assert salts[0].hex() == opened.values()["dice"]["salts"]
    salted = {**texts, ("", "salt"): salts[epoch]}
    inputs = inputs_digest(bytes.fromhex(before.values()["inputs"]), salted)
    assert seal.values()["inputs"] == inputs.hex()
    assert seal.values()["sealed"]["RED orders"] == sha256("go R2 0301\n")
    body = played.values()
    salt = salt_of("field-1", epoch, salts[epoch]).hex()
    assert body["secrets"] == {str(epoch): {"moderator": LINKS[epoch].hex(), "salt": salt}}
    assert is_link("field-1", epoch, LINKS[epoch], bytes.fromhex(owes(store).anchors["moderator"]), 0)
    value = seed("field-1", epoch, inputs, {"moderator": LINKS[epoch]})
    assert body["pages"] == [
        [
            "roll",
            "R2 enters 0301",
            list(faces(value, "t1/red-move/R2 enters 0301", 1, 6)),
            "",
            epoch,
            [["enters"], 6, "RED", False],
        ]
    ]


def asked(store: Store) -> dict[str, Any]:
    bid(store)
    accept(store, "RED", "done\nfight:\nhit 0203\nhit 0103\n", step="move")
    run(store)
    entry = store.entries("field-1")[-1]
    assert entry.kind == "asked"
    return entry.values()


def test_a_question_stops_the_step_and_shows_the_secret_of_its_dice(store: Store) -> None:
    body = asked(store)
    assert [page[0] for page in body["pages"]] == ["roll"]
    assert list(body["secrets"]) == ["2"]  # the bids had the first epoch, and no dice
    assert [question["key"] for question in body["questions"]] == ["hit on 0203, B2"]
    assert owes(store).turn == 1
    assert owes(store).step == "red-fight"
    debt = owes(store).waiting[0]
    assert (debt.side, debt.what) == ("BLUE", "an answer to 1 question in fight")
    assert debt.questions[0]["number"] == "Q1"


def test_dice_after_a_late_answer_come_from_a_fresh_secret(store: Store) -> None:
    first = asked(store)
    accept(store, "BLUE", "answer Q1: hold\n")
    run(store)
    body = last(store)
    assert body["pages"][: len(first["pages"])] == first["pages"]
    epochs = [page[4] for page in body["pages"] if page[0] == "roll"]
    assert epochs[0] == 2
    assert set(epochs[1:]) == {3}
    seals = [entry.values() for entry in entries(store, "sealed")][-2:]
    assert [seal["epoch"] for seal in seals] == [2, 3]
    assert "BLUE answers" in seals[1]["sealed"]
    assert seals[1]["sealed"]["BLUE answers"] == sha256("answer hit on 0203, B2: hold\n")


def test_running_again_while_waiting_changes_nothing(store: Store) -> None:
    asked(store)
    before = store.entries("field-1")
    for _ in range(3):
        assert run(store).ran == ()
    assert store.entries("field-1") == before


def test_an_epoch_serves_only_steps_that_were_sealed_together(store: Store) -> None:
    for turn in (1, 2, 3):
        play_turn(store, turn)
    last: dict[int, int] = {}
    record = store.entries("field-1")
    for entry in record:
        pages = entry.values()["pages"] if entry.kind == "played" else []
        for epoch in {page[4] for page in pages if page[0] == "roll"}:
            between = record[last.get(epoch, entry.seq) : entry.seq - 1]
            assert {one.kind for one in between} <= {"played"}, "nobody has sent anything since"
            last[epoch] = entry.seq
    sealed = [entry.values()["epoch"] for entry in record if entry.kind == "sealed"]
    assert sealed == list(range(1, owes(store).next_epoch)), "each seal has an epoch of its own"
    assert set(last) < set(sealed), "and some of them cast no dice"


def test_an_order_that_became_illegal_is_dropped_and_told(store: Store) -> None:
    accept(store, "BLUE", "fight:\nhit 0101\n")
    bid(store)
    accept(store, "RED", "go R1 0102\nfight:\ndone\n", step="move")
    accept(store, "BLUE", "done\n", step="move")
    fought = next(ran for ran in run(store).ran if ran.label == "t1/blue-fight")
    assert len(fought.dropped) == 1
    assert "0101 is empty [3.1]" in fought.dropped[0]
    assert fought.dropped[0].startswith(f"{fought.label}  "), "the step, not a line of a file that he does not know"


def test_nothing_of_the_future_is_in_the_record(store: Store) -> None:
    play_turn(store, 1)
    text = "".join(entry.body for entry in store.entries("field-1"))
    text += "".join(snapshot.state for snapshot in store.snapshots("field-1"))
    used = owes(store).next_epoch
    assert all(link.hex() not in text for link in LINKS[used:])


def test_a_store_without_the_secret_cannot_adjudicate(store: Store) -> None:
    import sqlite3

    for side in ("RED", "BLUE"):
        accept(store, side, "bid 1\n", step="bid")
    raw = sqlite3.connect(store.url.removeprefix("sqlite:///"))
    raw.execute("UPDATE secret SET value = ?", ("00" * 32,))
    raw.commit()
    with pytest.raises(BadRecord, match="does not fit the published commitment"):
        run(store)
    raw.execute("DELETE FROM secret")
    raw.commit()
    with pytest.raises(UsageError, match="only its moderator can adjudicate"):
        run(store)
