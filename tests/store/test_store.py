"""The store: append-only, in one transaction, and a clear word when two processes meet."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from pbem.errors import BadRecord, UsageError
from pbem.store import open_store
from pbem.store.engine import engine_for
from pbem.store.entry import Busy, Conflict, Draft, Head, Listed, Snapshot, chained, entry_hash
from pbem.store.place import place_of
from pbem.store.store import Store
from tests.conftest import SAFE

LISTED = Listed("isonzo", "Isonzo", "2026-11-16")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = open_store(str(tmp_path / "pbem.db"), create=True)
    made.create(LISTED, [Draft("opened", {"b": 1, "a": "é"})], "state 1", {"moderator": "00ff"})
    return made


def file_of(store: Store) -> str:
    return store.url.removeprefix("sqlite:///")


def test_what_is_written_is_on_the_disk_before_anybody_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.store.engine._PRAGMAS", SAFE)  # the other tests do not wait for the disk
    with engine_for(place_of(str(tmp_path / "pbem.db"), create=True)).connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_entries_are_chained_by_hash(store: Store) -> None:
    store.append("isonzo", 1, [Draft("x", {"n": 1}), Draft("y", {})], Snapshot(3, "state 3"))
    first, second, third = store.entries("isonzo")
    assert (first.prev, second.prev, third.prev) == ("", first.hash, second.hash)
    assert first.body == '{"a":"é","b":1}'
    assert all(entry.hash == entry_hash(entry.prev, entry.kind, entry.body) for entry in (first, second, third))
    assert [entry.seq for entry in store.entries("isonzo", 1)] == [2, 3]


def test_the_hash_covers_prev_kind_and_body_with_their_lengths() -> None:
    message = b"pbem-record/1\0" + b"\0\0\0\1p" + b"\0\0\0\2kk" + b"\0\0\0\2{}"
    assert entry_hash("p", "kk", "{}") == hashlib.sha256(message).hexdigest()
    assert entry_hash("a", "bc", "d") != entry_hash("ab", "c", "d")


def test_who_comes_second_is_told_and_nothing_of_his_is_written(store: Store) -> None:
    store.append("isonzo", 1, [Draft("x", {})], Snapshot(2, "two"))
    with pytest.raises(Conflict, match="its record has 2 entries, 1 were seen"):
        store.append("isonzo", 1, [Draft("y", {})], Snapshot(2, "other"), [b"data"])
    assert [entry.kind for entry in store.entries("isonzo")] == ["opened", "x"]
    assert store.submission(hashlib.sha256(b"data").hexdigest()) is None
    assert store.snapshot_at("isonzo", 2) == Snapshot(2, "two")


def test_a_store_that_stays_locked_is_said_to_be_busy(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.store.engine._PRAGMAS", ("busy_timeout=50",))
    second = Store(store.url)
    other = sqlite3.connect(file_of(store), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy, match="has been busy"):
        second.append("isonzo", 1, [Draft("x", {})], Snapshot(2, "two"))
    other.execute("ROLLBACK")
    second.append("isonzo", 1, [Draft("x", {})], Snapshot(2, "two"))


@pytest.mark.parametrize("table", ["entry", "submission", "campaign"])
@pytest.mark.parametrize("verb", ["DELETE FROM {}", "UPDATE {} SET rowid = rowid"])
def test_the_database_itself_refuses_to_change_a_record(store: Store, table: str, verb: str) -> None:
    store.append("isonzo", 1, [Draft("x", {})], Snapshot(2, "two"), [b"data"])
    raw = sqlite3.connect(file_of(store))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute(verb.format(table))


def test_a_name_is_used_once(store: Store) -> None:
    with pytest.raises(UsageError, match="already has a campaign called Isonzo"):
        store.create(LISTED, [Draft("opened", {})], "", {})
    assert store.campaigns() == [LISTED]


def test_submissions_are_kept_byte_for_byte_and_packed(store: Store) -> None:
    data = bytes(range(256)) * 40_000  # 10 MB
    store.append("isonzo", 1, [Draft("x", {})], Snapshot(2, ""), [data])
    store.append("isonzo", 2, [Draft("x", {})], Snapshot(3, ""), [data])  # sent twice, kept once
    assert store.submission(hashlib.sha256(data).hexdigest()) == data
    raw = sqlite3.connect(file_of(store))
    assert raw.execute("SELECT count(*), max(length(packed)) < 100000 FROM submission").fetchone() == (1, 1)


def test_damaged_bytes_are_said_to_be_damaged(store: Store) -> None:
    raw = sqlite3.connect(file_of(store))
    raw.execute("INSERT INTO submission VALUES ('abc', 3, ?)", (b"no zlib",))
    raw.commit()
    with pytest.raises(BadRecord, match="submission abc are damaged"):
        store.submission("abc")


def test_a_packed_bomb_stays_small(store: Store) -> None:
    raw = sqlite3.connect(file_of(store))
    raw.execute("INSERT INTO submission VALUES ('bomb', 3, ?)", (zlib.compress(bytes(64 * 1024 * 1024)),))
    raw.commit()
    assert len(store.submission("bomb") or b"") == 16 * 1024 * 1024


def test_secrets_lie_beside_the_record(store: Store) -> None:
    assert store.secret("isonzo", "moderator") == "00ff"
    assert store.secret("isonzo", "other") == ""
    assert "00ff" not in "".join(entry.body for entry in store.entries("isonzo"))


def test_snapshots_that_are_not_kept_give_way_to_newer_ones(store: Store) -> None:
    store.append("isonzo", 1, [Draft("x", {})], Snapshot(2, "two"))
    store.append("isonzo", 2, [Draft("x", {})], Snapshot(3, "three", is_kept=True))
    store.append("isonzo", 3, [Draft("x", {})], Snapshot(4, "four"))
    assert [(s.seq, s.is_kept) for s in store.snapshots("isonzo")] == [(1, True), (3, True), (4, False)]
    assert [s.state for s in store.snapshots("isonzo")] == ["state 1", "three", "four"]
    between = [Snapshot(5, "five", is_kept=True)]
    store.append("isonzo", 4, [Draft("x", {}), Draft("y", {})], Snapshot(6, "six"), kept=between)
    assert [(s.seq, s.state) for s in store.snapshots("isonzo")][-2:] == [(5, "five"), (6, "six")]
    assert store.hashes("isonzo", [1, 6, 9]) == {e.seq: e.hash for e in store.entries("isonzo") if e.seq in (1, 6)}
    assert [e.seq for e in store.entries("isonzo", 2, 4)] == [3, 4]


def test_chaining_goes_on_from_any_head() -> None:
    entries = chained(Head(7, "ab"), [Draft("x", {}), Draft("y", {})])
    assert [(e.seq, e.prev) for e in entries] == [(8, "ab"), (9, entries[0].hash)]


def test_the_file_is_in_wal_mode_with_foreign_keys(store: Store) -> None:
    raw = sqlite3.connect(file_of(store))
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with pytest.raises(Conflict):
        store.append("nobody", 0, [Draft("x", {})], Snapshot(1, ""))  # no such campaign: the foreign key says no


def test_an_older_store_gets_the_indexes_of_letters_when_it_is_opened(tmp_path: Path) -> None:
    path = str(tmp_path / "old.db")
    open_store(path, create=True).close()
    ask = "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name LIKE 'letter_%'"
    with closing(sqlite3.connect(path)) as plain:
        all_of_them = plain.execute(ask).fetchone()[0]
        for (name,) in plain.execute("SELECT name FROM sqlite_master WHERE name LIKE 'letter_out_%'").fetchall():
            plain.execute(f"DROP INDEX {name}")
        assert plain.execute(ask).fetchone()[0] == 1
    open_store(path).close()
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute(ask).fetchone()[0] == all_of_them == 4


def test_an_unknown_campaign_has_nothing_to_show(store: Store) -> None:
    assert store.glance("nobody") is None
    assert store.entries("nobody") == []
    assert store.snapshot_at("nobody", 1) is None


def test_another_url_works_the_same() -> None:
    memory = open_store("sqlite://", create=True)
    memory.create(LISTED, [Draft("opened", {})], "s", {})
    glance = memory.glance("isonzo")
    assert glance is not None
    assert glance.head == Head(1, glance.opened.hash)


def test_who_reads_an_entry_for_himself_spoils_it_for_nobody() -> None:
    entry, other = chained(Head(0, ""), [Draft("one", {"a": [1]}), Draft("two", {"a": [2]})])
    entry.values()["a"].append(2)
    assert entry.shared() == entry.values() == {"a": [1]}
    assert other.shared() == {"a": [2]}
    assert entry.shared() == {"a": [1]}
