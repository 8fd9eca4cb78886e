"""Restoring a record into a store: as it was, all of it or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.errors import BadRecord, UsageError
from pbem.store import open_store
from pbem.store.entry import Draft, Entry, Head, Listed, Snapshot, chained
from pbem.store.store import Store

LISTED = Listed("a", "A", "2026-11-16")
ENTRIES = chained(Head(0, ""), [Draft("opened", {"n": 1}), Draft("submitted", {"n": 2}), Draft("played", {"n": 3})])
SNAPSHOTS = [Snapshot(1, "one", True), Snapshot(3, "three", True)]
FILES = [b"orders", b"more orders"]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(str(tmp_path / "pbem.db"), create=True)


def test_everything_is_as_it_was(store: Store) -> None:
    store.restore(LISTED, ENTRIES, [*SNAPSHOTS[:1], Snapshot(3, "three")], FILES, {"moderator": "ab", "me": "RED"})
    assert store.campaigns() == [LISTED]
    assert store.entries("a") == ENTRIES
    assert store.snapshots("a") == [Snapshot(1, "one", True), Snapshot(3, "three")]
    assert store.secrets("a") == {"me": "RED", "moderator": "ab"}
    store.append("a", 3, [Draft("submitted", {"n": 4})], Snapshot(4, "four"), [b"orders"])
    assert [entry.seq for entry in store.entries("a")] == [1, 2, 3, 4]


def test_files_that_the_store_has_already_are_kept_once(store: Store) -> None:
    store.restore(LISTED, ENTRIES, SNAPSHOTS, FILES, {})
    store.restore(Listed("b", "B", ""), ENTRIES, SNAPSHOTS, FILES, {})
    assert store.secrets("b") == {}
    assert len(store.campaigns()) == 2


def nothing(store: Store) -> None:
    assert store.campaigns() == []
    assert store.entries("a") == []


def test_hashes_that_do_not_fit_leave_nothing_behind(store: Store) -> None:
    bad = [*ENTRIES[:2], ENTRIES[2]._replace(hash="0" * 64)]
    with pytest.raises(BadRecord, match="do not fit its entries: nothing was restored"):
        store.restore(LISTED, bad, SNAPSHOTS, FILES, {})
    nothing(store)
    gap: list[Entry] = [ENTRIES[0], ENTRIES[2]]
    with pytest.raises(BadRecord):
        store.restore(LISTED, gap, SNAPSHOTS, FILES, {})
    nothing(store)


def test_files_that_cannot_be_read_leave_nothing_behind(store: Store) -> None:
    def files() -> Iterator[bytes]:
        yield b"orders"
        raise BadRecord("the archive lacks a file")

    with pytest.raises(BadRecord, match="lacks a file"):
        store.restore(LISTED, ENTRIES, SNAPSHOTS, files(), {"moderator": "ab"})
    nothing(store)
    assert store.secrets("a") == {}


def test_a_campaign_that_is_there_is_not_touched(store: Store) -> None:
    store.create(LISTED, [Draft("opened", {"n": 9})], "state")
    before = store.record("a")
    with pytest.raises(UsageError, match="already has a campaign called A: nothing was restored"):
        store.restore(LISTED, ENTRIES, SNAPSHOTS, FILES, {})
    assert store.record("a") == before
