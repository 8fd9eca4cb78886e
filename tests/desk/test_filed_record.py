"""What the record says of seats, filed orders and later turns is checked in a replay: no other value passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.replay.verify import verify
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.forging import Change, faults_of
from tests.desk.test_seats import SHARED
from tests.desk.test_steps_again import NAME, RED_BLUE_RED, accept, new_store, run


def played(path: Path) -> Store:
    """A shared side, orders filed ahead and called up, and a file that reaches over the end of the turn."""
    store = new_store(path, RED_BLUE_RED, players=SHARED)
    accept(store, "BLUE", "blue:\nsay ready\n")
    accept(store, "RED.west", "red:\nsay west\n")
    accept(store, "RED.east", "red:\nprovoke\n")
    run(store)
    accept(store, "BLUE", "standing:\nblue:\nsay tomorrow\n")
    return store


def test_the_record_is_sound_as_it_was_written(tmp_path: Path) -> None:
    store = played(tmp_path)
    assert verify(store, NAME).faults == []
    kinds = [(entry.kind, entry.values()) for entry in store.entries(NAME.lower())]
    assert [body["called"] for kind, body in kinds if kind == "played" and "called" in body] == [[["BLUE", "blue"]]]
    assert [body["seat"] for kind, body in kinds if kind == "submitted" and "seat" in body] == ["RED.west", "RED.east"]
    assert kinds[-1][1]["takes"]["turns"] == {"blue": 2}


def in_entry(kind: str, key: str, *path: str, value: object) -> Change:
    """Another value in the last entry of a kind that has the key."""

    def change(drafts: list[Draft]) -> None:
        body = next(draft.body for draft in reversed(drafts) if draft.kind == kind and key in draft.body)
        for word in (key, *path)[:-1]:
            body = body[word]
        body[(key, *path)[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (in_entry("submitted", "seat", value="RED.north"), "RED.north sent orders, but gives none for RED"),
        (in_entry("submitted", "seat", value="BLUE"), "BLUE sent orders, but gives none for RED"),
        (in_entry("submitted", "takes", "turns", value={"blue": 1}), "orders for blue were entered for turn 1"),
        (in_entry("submitted", "takes", "turns", value={"red": 2}), "orders for red were entered for turn 2"),
        (in_entry("played", "called", value=[]), "called"),
        (in_entry("played", "called", value=[["BLUE", "red"]]), "called"),
        (in_entry("played", "orders", "BLUE", "filed", value={"blue": ["say other"]}), "orders"),
    ],
)
def test_no_other_value_passes(tmp_path: Path, change: Change, what: str) -> None:
    faults = faults_of(played(tmp_path).entries(NAME.lower()), change)
    assert any(what in fault for fault in faults), faults
