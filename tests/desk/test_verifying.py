"""Verifying: the record alone proves itself, and no single change of it goes unnoticed."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.replay.replay import rebuild_state
from pbem.desk.replay.verdict import Verdict
from pbem.desk.replay.verify import verify, verify_entries
from pbem.desk.undoing import undo
from pbem.desk.views.status import status
from pbem.errors import BadRecord, UsageError
from pbem.kernel.facts import canonical
from pbem.store import open_store
from pbem.store.entry import Draft, Entry, Head, Snapshot, chained
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, new_store, play_turn, run

KINDS = ("opened", "submitted", "sealed", "asked", "played", "undone")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with every kind of entry but `amended`, closed."""
    path = tmp_path_factory.mktemp("verify") / "pbem.db"
    store = new_store(path)
    accept(store, "RED", "press:\nHello.\n")
    play_turn(store, 1)
    undo(store, NAME, "the weather was wrong", "Mo", NOW)
    run(store)
    play_turn(store, 2)
    store.close()
    return path


@pytest.fixture(scope="module")
def record(good: Path) -> list[Entry]:
    return open_store(str(good)).entries("field-1")


def changed(good: Path, folder: Path, statement: str, values: tuple[Any, ...] = ()) -> Store:
    """A copy of the store in which somebody with a hex editor, so to speak, has changed something."""
    path = folder / "changed.db"
    shutil.copy(good, path)
    raw = sqlite3.connect(path)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    assert raw.execute(statement, values).rowcount != 0
    raw.commit()
    raw.close()
    return open_store(str(path))


def test_a_good_record_is_good(good: Path, record: list[Entry]) -> None:
    assert {entry.kind for entry in record} == set(KINDS)
    verdict = verify(open_store(str(good)))
    assert verdict.faults == []
    assert (verdict.entries, verdict.steps, verdict.head) == (len(record), 13, record[-1].hash)
    assert verdict.dice > 6
    assert verdict.orders > 8
    assert json.loads(json.dumps(verdict.as_json())) == verdict.as_json()


def test_the_entries_suffice(record: list[Entry]) -> None:
    assert verify_entries(record, "field-1").is_good
    assert rebuild_state(record).seq == len(record)


def test_the_state_of_the_entries_is_that_of_the_snapshot(good: Path, record: list[Entry]) -> None:
    glance = open_store(str(good)).glance("field-1")
    assert glance is not None
    assert glance.newest is not None
    assert rebuild_state(record).text() == glance.newest.state


def test_a_hash_that_a_player_has_kept_must_be_in_the_record(good: Path, record: list[Entry]) -> None:
    store = open_store(str(good))
    assert verify(store, NAME, record[7].hash).is_good
    assert "no entry with the hash abc" in verify(store, NAME, "abc").faults[0].what


def test_there_must_be_a_record(good: Path) -> None:
    with pytest.raises(UsageError, match="no record of a campaign called nobody"):
        verify(open_store(str(good)), "nobody")
    with pytest.raises(BadRecord, match="does not begin with the entry `opened`"):
        rebuild_state([])


# -- every single change --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def snapshots(good: Path) -> list[Snapshot]:
    return open_store(str(good)).snapshots("field-1")


@pytest.mark.parametrize("column", ["body", "hash", "prev", "kind"])
def test_a_change_of_any_entry_is_found(record: list[Entry], snapshots: list[Snapshot], column: str) -> None:
    for index, entry in enumerate(record):
        other = entry._replace(**{column: _other(getattr(entry, column))})  # type: ignore[arg-type]
        faults = verify_entries([*record[:index], other, *record[index + 1 :]], "field-1", snapshots).faults
        assert entry.seq in [fault.seq for fault in faults], f"{column} of {entry.seq}"


def _other(text: str) -> str:
    """The same text with its last letter or digit changed."""
    at = max((i for i, c in enumerate(text) if c.isalnum()), default=-1)
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :] if at >= 0 else "x"


def test_the_removal_of_any_entry_is_found(record: list[Entry], snapshots: list[Snapshot]) -> None:
    for index, entry in enumerate(record):
        rest = record[:index] + record[index + 1 :]
        assert verify_entries(rest, "field-1", snapshots).faults, f"entry {entry.seq}"
        closed = [e._replace(seq=number) for number, e in enumerate(rest, 1)]  # the gap in the numbers hidden
        assert verify_entries(closed, "field-1", snapshots).faults, f"entry {entry.seq}"


def test_two_entries_in_the_wrong_order_are_found(record: list[Entry], snapshots: list[Snapshot]) -> None:
    for index in range(len(record) - 1):
        first, second = record[index : index + 2]
        swapped = [second._replace(seq=first.seq), first._replace(seq=second.seq)]
        turned = [*record[:index], *swapped, *record[index + 2 :]]
        assert verify_entries(turned, "field-1", snapshots).faults, f"entries {first.seq} and {second.seq}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("column", ["body", "hash", "prev", "kind"])
def test_a_change_in_the_database_is_found(
    good: Path, record: list[Entry], tmp_path: Path, kind: str, column: str
) -> None:
    entry = of_kind(record, kind)
    values = (_other(getattr(entry, column)), entry.seq)
    store = changed(good, tmp_path, f"UPDATE entry SET {column} = ? WHERE seq = ?", values)
    assert entry.seq in [fault.seq for fault in verify(store, "field-1").faults]


def test_an_entry_removed_from_the_database_is_found(good: Path, record: list[Entry], tmp_path: Path) -> None:
    for seq in (1, 2, len(record) // 2, len(record)):
        store = changed(good, tmp_path, "DELETE FROM entry WHERE seq = ?", (seq,))
        assert verify(store, "field-1").faults, f"entry {seq}"
        store.close()


def test_a_change_of_any_snapshot_is_found(good: Path, tmp_path: Path) -> None:
    for snapshot in open_store(str(good)).snapshots("field-1"):
        values = (_other(snapshot.state), snapshot.seq)
        store = changed(good, tmp_path, "UPDATE snapshot SET state = ? WHERE seq = ?", values)
        assert [fault.seq for fault in verify(store).faults] == [snapshot.seq]
        store.close()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM submission", "the file as received is missing"),
        ("UPDATE submission SET packed = x'0011223344'", "the file as received cannot be read"),
        ("UPDATE submission SET packed = x'789c030000000001'", "the file as received does not match its hash"),
        ("UPDATE secret SET value = hex(randomblob(32))", "the secret in the store does not fit the commitment"),
        ("UPDATE secret SET value = 'no hex'", "the secret in the store or the commitment cannot be read"),
        ("UPDATE campaign SET name = 'Other'", "the store calls the campaign 'Other'"),
    ],
)
def test_what_lies_beside_the_record_is_checked(good: Path, tmp_path: Path, statement: str, says: str) -> None:
    faults = verify(changed(good, tmp_path, statement)).faults
    assert faults
    assert all(says in fault.what for fault in faults)


# -- a forger who can compute hashes --------------------------------------------------------------------------


def forged(record: list[Entry], seq: int, change: Callable[[dict[str, Any]], None]) -> Verdict:
    """The verdict on a record in which one entry was changed and all hashes were made anew."""
    drafts = []
    for entry in record:
        body = entry.values()
        if entry.seq == seq:
            change(body)
            assert canonical(body) != entry.body
        drafts.append(Draft(entry.kind, body))
    return verify_entries(chained(Head(0, ""), drafts), "field-1")


def of_kind(record: list[Entry], kind: str, step: str = "") -> Entry:
    return next(e for e in record if e.kind == kind and (not step or e.values().get("step") == step))


def _set(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(body: dict[str, Any]) -> None:
        place: Any = body
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to(place[path[-1]]) if callable(to) else to

    return change


@pytest.mark.parametrize(
    ("kind", "step", "change", "says"),
    [
        ("opened", "", _set("position", to="0" * 64), "the set-up gives"),
        ("opened", "", _set("texts", "units.txt", to=lambda text: text + "# "), "units.txt does not match its hash"),
        ("opened", "", _set("dice", "anchors", "moderator", to="0" * 64), "does not match the commitment"),
        ("sealed", "red-fight", _set("inputs", to="0" * 64), "`inputs` is recorded as"),
        ("sealed", "red-fight", _set("epoch", to=77), "`epoch` is recorded as 77"),
        ("sealed", "red-fight", _set("sealed", "RED orders", to="0" * 64), "`sealed` is recorded as"),
        ("asked", "red-fight", _set("pages", 0, 2, to=lambda old: [old[0] % 6 + 1]), "page 1 of the journal says"),
        ("played", "weather", _set("pages", 0, 2, to=lambda old: [old[0] % 10 + 1]), "page 1 of the journal says"),
        ("played", "weather", _set("pages", to=[]), "the journal has 0 pages, but rules and dice give 1"),
        ("played", "weather", _set("facts", to=[]), "the record has 0 facts, but the replay gives 2"),
        ("played", "weather", _set("position", to="0" * 64), "`position` is recorded as"),
        ("played", "weather", _set("next", to=[9, "bids"]), "`next` is recorded as [9, 'bids']"),
        ("played", "bids", _set("press", to=[["RED", "Goodbye."]]), "`press` is recorded as"),
        ("played", "red-move", _set("orders", "RED", "orders", to=[]), "`orders` is recorded as"),
        ("played", "red-move", _set("edition", to=0), "`edition` is recorded as 0"),
        ("submitted", "", _set("takes", to={"orders": {}, "press": "Bye."}), "`press` is recorded as"),
    ],
)
def test_a_forger_who_makes_all_hashes_anew_is_found_out(
    record: list[Entry], kind: str, step: str, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    """The rules, the dice and the digests of what was sealed are computed again, whatever the hashes say."""
    verdict = forged(record, of_kind(record, kind, step).seq, change)
    assert any(says in fault.what for fault in verdict.faults), [str(fault) for fault in verdict.faults]


def test_a_secret_that_is_not_of_the_chain_is_found(record: list[Entry]) -> None:
    entry = of_kind(record, "asked")
    epoch = next(iter(entry.values()["secrets"]))
    verdict = forged(record, entry.seq, _set("secrets", epoch, "moderator", to="ab" * 32))
    assert f"the secret of epoch {epoch} does not match the commitment of moderator" in [
        fault.what for fault in verdict.faults
    ]
    later = next(e for e in record if e.kind == "played" and epoch in e.values()["secrets"])
    verdict = forged(record, later.seq, _set("secrets", epoch, "moderator", to="ab" * 32))
    assert any("differs from the one revealed before" in fault.what for fault in verdict.faults)


def test_a_fault_names_its_place(record: list[Entry]) -> None:
    entry = of_kind(record, "played", "weather")
    fault = forged(record, entry.seq, _set("facts", to="0" * 64)).faults[0]
    assert (fault.seq, fault.place) == (entry.seq, "t1/weather")
    assert str(fault).startswith(f"entry {entry.seq} (t1/weather): ")


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_that_says_nothing_does_not_crash(record: list[Entry], kind: str) -> None:
    entry = of_kind(record, kind)
    verdict = forged(record, entry.seq, lambda body: body.clear())
    assert any("cannot be replayed" in fault.what for fault in verdict.faults)


def test_a_forged_entry_that_trips_a_rule_is_a_fault_not_a_crash(
    record: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules may raise anything when they are fed what no player could have sent."""

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a rule divides by nothing")

    monkeypatch.setattr("pbem.desk.record.kinds.run.run_open", broken)
    faults = verify_entries(record, "field-1").faults
    assert [fault.place for fault in faults] == ["t1/bids"]
    assert "it cannot be replayed: a rule divides by nothing" in faults[0].what


def test_a_store_with_a_lost_end_shows_it(good: Path, tmp_path: Path) -> None:
    """Entry and snapshot cut off together can only be seen by somebody who kept a hash."""
    last = open_store(str(good)).entries("field-1")[-1]
    store = changed(good, tmp_path, "DELETE FROM entry WHERE seq >= ?", (last.seq - 1,))
    raw = sqlite3.connect(tmp_path / "changed.db")
    raw.execute("DELETE FROM snapshot WHERE seq >= ?", (last.seq - 1,))
    raw.commit()
    assert not verify(store, NAME, last.hash).is_good
    assert status(store).entries == last.seq - 2
