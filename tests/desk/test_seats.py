"""Two players on a side: each has files of his own, and the step runs when all who must have sent have sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.waiting import owed_lines
from pbem.desk.outbox.making import messages
from pbem.desk.replay.verify import verify
from pbem.desk.views.history import history
from pbem.desk.views.pages import sheet
from pbem.desk.views.status import status
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.test_steps_again import NAME, RED_BLUE_RED, accept, new_store, run, said, send

SHARED = {"RED.east": "Otto", "West of Red": "Karl", "BLUE": "Anna"}


def shared(path: Path) -> Store:
    return new_store(path, RED_BLUE_RED, players=SHARED)


def waiting(store: Store) -> list[tuple[str, str, str]]:
    return [(debt.side, debt.seat, debt.player) for debt in status(store, NAME).waiting]


def test_the_step_waits_for_all_players_of_a_side(tmp_path: Path) -> None:
    store = shared(tmp_path)
    assert waiting(store) == [("RED", "RED.east", "Otto"), ("RED", "RED.west", "Karl")]
    accept(store, "RED.west", "red:\nsay west\n")
    assert waiting(store) == [("RED", "RED.east", "Otto")]
    assert run(store) == []
    receipt = accept(store, "East of Red", "red:\nsay east\n")
    assert (receipt.side, receipt.seat) == ("RED", "RED.east")
    assert "side: RED.east\n" in receipt.canonical
    assert run(store)[0] == "t1/red"
    assert said(store, "t1/red") == ["say east", "say west"]  # in the order of the seats, not of the mails
    assert verify(store, NAME).faults == []


def test_a_file_replaces_those_of_its_own_seat_only(tmp_path: Path) -> None:
    store = shared(tmp_path)
    accept(store, "RED.west", "red:\nsay west\n")
    first = accept(store, "RED.east", "red:\nsay east\nstanding:\n")
    assert not any("replaces" in warning for warning in first.warnings)
    again = accept(store, "RED.east", "red:\nsay other\n")
    assert any("replaces the orders for Red acts" in warning for warning in again.warnings)
    run(store)
    assert said(store, "t1/red") == ["say other", "say west"]


def test_each_has_plans_of_his_own_and_only_he_is_asked_whose_plans_do_not_fit(tmp_path: Path) -> None:
    store = shared(tmp_path)
    accept(store, "RED.east", "red:\nplan if said x: say x\n")
    accept(store, "RED.west", "red:\nsay first\nplan if turn >= 9: say late\nplan: say early\n")
    run(store)
    assert waiting(store) == [("RED", "RED.east", "Otto")]
    accept(store, "RED.west", "red:\nsay next-time\n")  # the second chit of Red is still in the cup
    accept(store, "RED.east", "say at-last\n", step="red")
    run(store)
    assert said(store, "t1/red") == ["say at-last", "say first", "say early"]
    assert verify(store, NAME).faults == []


@pytest.mark.parametrize("side", ["RED", "Red"])
def test_a_header_must_say_who_of_them_writes(tmp_path: Path, side: str) -> None:
    [problem] = send(shared(tmp_path), side, "red:\nsay x\n").problems
    assert problem.why == "players share this side, and the header does not say who of them writes"
    assert problem.wanted == "side: East of Red or side: West of Red or side: Blue"


def test_status_sheet_and_history_name_the_seat(tmp_path: Path) -> None:
    store = shared(tmp_path)
    found = status(store, NAME)
    assert list(found.senders.values()) == ["Red (East of Red)", "Red (West of Red)", "Blue"]
    assert "Otto (Red, RED.east) owes orders for red" in " ".join(owed_lines(found.waiting, found.sides))
    assert "side: RED.west\n" in sheet(store, NAME, "RED.west").text
    accept(store, "RED.west", "red:\nsay west\n")
    assert "Red (RED.west) file from mail" in history(store, NAME)[-1].text


def test_a_side_is_shared_by_all_its_seats_or_by_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"name all of them, and no one else: --player RED\.east=NAME and"):
        new_store(tmp_path, RED_BLUE_RED, players={"RED.east": "Otto"})
    (tmp_path / "second").mkdir()
    with pytest.raises(UsageError, match="name all of them"):
        new_store(tmp_path / "second", RED_BLUE_RED, players={**SHARED, "RED": "Fritz"})


def test_without_players_for_its_seats_a_side_is_one_players(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_BLUE_RED, players={"RED": "Rosa"})
    assert waiting(store) == [("RED", "", "Rosa")]


def test_each_player_of_a_side_has_a_message_of_his_own(tmp_path: Path) -> None:
    store = shared(tmp_path)
    accept(store, "RED.west", "red:\nsay west\n")
    found = {one.who: one for one in messages(store, NAME, boards=False)}
    assert [(one.who, one.player) for one in found.values()] == [
        ("RED.east", "Otto"), ("RED.west", "Karl"), ("BLUE", "Anna"),
    ]  # fmt: skip
    assert found["RED.east"].owes == ("orders",)
    assert found["RED.west"].owes == ()
    assert "say west" in found["RED.west"].text
    assert "say west" not in found["RED.east"].text + found["BLUE"].text
    assert [one.who for one in messages(store, NAME, "RED", boards=False)] == ["RED.east", "RED.west"]
    assert [one.who for one in messages(store, NAME, "RED.west", boards=False)] == ["RED.west"]
