"""Undo and amend: visible entries, no die cast twice, and the record still proves itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.amending import amend
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.desk.undoing import undo
from pbem.desk.views.history import history
from pbem.desk.views.past import position_at
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, order_file, owes, play_turn, run


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "pbem.db")


def state_of(store: Store) -> State:
    return load(store, NAME)[1]


def moved(store: Store) -> None:
    """Red has moved into the rough hex, for which a die fell."""
    bid(store)
    accept(store, "RED", "go R2 0301\n", step="move")
    run(store)


def amended(store: Store, body: str, *, step: str = "move", side: str = "RED", turn: int = 1) -> Receipt:
    return amend(store, NAME, "R2 was not to go", order_file(side, body, turn=turn, step=step), "Mo", NOW)


def test_an_undo_is_an_entry_and_takes_nothing_away(store: Store) -> None:
    moved(store)
    before = store.entries("field-1")
    undone = undo(store, NAME, "wrong hex", "Mo", NOW)
    entries = store.entries("field-1")
    assert entries[:-1] == before
    assert entries[-1].kind == "undone"
    body = entries[-1].values()
    assert (body["reason"], body["who"], body["taken_back"], body["at"]) == ("wrong hex", "Mo", ["t1/red-move"], NOW)
    assert (undone.turn, undone.step, undone.taken_back, undone.seq) == (
        1,
        "red-move",
        ("t1/red-move",),
        entries[-1].seq,
    )
    assert history(store)[-1].text == "t1/red-move taken back by Mo: wrong hex"
    assert position_at(store, NAME).units["R2"].place == "0201"
    assert verify(store).is_good


def test_its_orders_lie_on_the_desk_again_and_can_be_replaced(store: Store) -> None:
    moved(store)
    undo(store, NAME, "wrong hex", "Mo", NOW)
    assert state_of(store).pending["RED"]["red-move"].lines == ("go R2 0301",)
    accept(store, "RED", "go R2 0202\n", step="move")
    run(store)
    assert position_at(store, NAME).units["R2"].place == "0202"
    assert verify(store).is_good


def test_dice_that_were_seen_are_not_cast_again(store: Store) -> None:
    moved(store)
    undo(store, NAME, "once more", "Mo", NOW)
    run(store)
    played = [e.values() for e in store.entries("field-1") if e.kind == "played" and e.values()["step"] == "red-move"]
    assert [body["pages"][0] for body in played] == [played[0]["pages"][0]] * 2
    assert [list(body["secrets"]) for body in played] == [["2"], ["2"]]
    assert verify(store).is_good


def test_a_step_under_way_is_taken_back_first(store: Store) -> None:
    bid(store)
    accept(store, "RED", "done\nfight:\nhit 0203\n", step="move")
    run(store)
    assert state_of(store).open is not None
    assert undo(store, NAME, "no such hex", "Mo", NOW).taken_back == ("t1/red-fight",)
    assert state_of(store).open is None
    assert state_of(store).pending["RED"]["red-fight"].lines == ("hit 0203",)
    accept(store, "RED", "done\n", step="fight")
    assert [ran.label for ran in run(store).ran] == ["t1/red-fight"]
    assert verify(store).is_good


def test_several_steps_can_be_taken_back_at_once(store: Store) -> None:
    play_turn(store, 1)
    undone = undo(store, NAME, "from here again", "Mo", NOW, to="t1/red-fight")
    assert undone.taken_back == ("t1/red-fight", "t1/blue-move", "t1/blue-fight", "t1/weather")
    assert (owes(store).turn, owes(store).step) == (1, "red-fight")
    state = state_of(store)
    assert list(state.pending["RED"]) == ["red-fight"]
    assert "BLUE" not in state.pending  # the situation has changed: later orders are given anew
    assert state.standing["BLUE"] == ("prefer hold",)
    assert verify(store).is_good


def test_play_goes_on_to_the_end_after_many_undos(store: Store) -> None:
    for turn in (1, 2, 3):
        play_turn(store, turn)
        undo(store, NAME, "again", "Mo", NOW)
        run(store)
    undo(store, NAME, "again", "Mo", NOW)
    undo(store, NAME, "again", "Mo", NOW)
    assert owes(store).step == "blue-fight"
    assert verify(store).is_good


@pytest.mark.parametrize("reason", ["", " \n ", "x" * 501, "bell\x07"])
def test_a_reason_must_be_given(store: Store, reason: str) -> None:
    moved(store)
    with pytest.raises(UsageError, match="needs a reason"):
        undo(store, NAME, reason, "Mo", NOW)


def test_there_must_be_something_to_take_back(store: Store) -> None:
    with pytest.raises(UsageError, match="no step has been played yet"):
        undo(store, NAME, "why not", "Mo", NOW)
    moved(store)
    with pytest.raises(UsageError, match="no step 't7/bids' has been played"):
        undo(store, NAME, "why not", "Mo", NOW, to="t7/bids")


# -- amend ----------------------------------------------------------------------------------------------------


def test_an_amendment_is_undo_and_new_orders_in_one_entry(store: Store) -> None:
    moved(store)
    count = len(store.entries("field-1"))
    receipt = amended(store, "go R2 0202\n")
    assert receipt.is_accepted
    entries = store.entries("field-1")
    assert [entry.kind for entry in entries[count:]] == ["amended"]
    body = entries[-1].values()
    assert (body["reason"], body["taken_back"]) == ("R2 was not to go", ["t1/red-move"])
    assert body["takes"]["orders"] == {"red-move": ["go R2 0202"]}
    assert store.submission(body["sha256"]) is not None
    run(store)
    assert position_at(store, NAME).units["R2"].place == "0202"
    assert history(store)[count].text == "t1/red-move taken back by Mo: R2 was not to go"
    assert verify(store).is_good


def test_the_other_sides_orders_of_the_step_stay(store: Store) -> None:
    bid(store)
    assert amended(store, "bid 9\n", step="bid", side="BLUE").is_accepted
    run(store)
    assert position_at(store, NAME).notes == {"bid.RED": "3", "bid.BLUE": "9"}
    assert verify(store).is_good


def test_an_earlier_step_takes_the_later_ones_with_it(store: Store) -> None:
    play_turn(store, 1)
    assert amended(store, "go R1 0201\n").is_accepted
    assert (owes(store).step, owes(store).played) == ("red-move", ("t1/bids",))
    run(store)
    assert position_at(store, NAME).units["R1"].place == "0201"
    assert verify(store).is_good


def test_a_step_under_way_can_be_amended(store: Store) -> None:
    bid(store)
    accept(store, "RED", "done\nfight:\nhit 0203\n", step="move")
    run(store)
    assert amended(store, "hit 0103\n", step="fight").is_accepted
    run(store)
    assert owes(store).waiting[0].questions[0]["key"] == "hit on 0103, B1"
    assert verify(store).is_good


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (order_file("RED", "go R1 0104\n", step="move"), "R1 goes one hex; 0104 is further"),
        (order_file("RED", "go R1 0102\n", turn=7, step="move"), "does not name a step that this side has played"),
        (order_file("RED", "hit 0103\n", step="fight"), "does not name a step that this side has played"),
        (order_file("GREEN", "go R1 0102\n", step="move"), "there is no side `GREEN`"),
        (b"", "the file is empty"),
    ],
)
def test_a_bad_amendment_changes_nothing_and_leaves_no_entry(store: Store, data: bytes, why: str) -> None:
    moved(store)
    before, entries = position_at(store, NAME), store.entries("field-1")
    receipt = amend(store, NAME, "a slip", data, "Mo", NOW)
    assert [why in problem.why for problem in receipt.problems] == [True]
    assert store.entries("field-1") == entries
    assert position_at(store, NAME) == before
    assert verify(store).is_good
