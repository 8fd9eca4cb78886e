"""A quick look into an SQLite store with the standard library alone: read-only, and without SQLAlchemy."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from typing import Any

from pbem.errors import BadRecord
from pbem.store.entry import (
    Entry,
    Glance,
    Head,
    Listed,
    Snapshot,
    entry_from,
    listed_from,
    of_kinds,
    snapshot_from,
    unpacked,
)

_ENTRY = "SELECT seq, kind, body, prev, hash FROM entry WHERE campaign = ?"
_SNAPSHOT = "SELECT seq, state, is_kept FROM snapshot WHERE campaign = ?"
_LAST = 2**62  # no record has so many entries
PATIENCE = 20.0  # seconds


class Peek:
    """Reads what `Store` reads, by the same names."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @staticmethod
    def open(path: str) -> Peek | None:
        """The file for reading; nothing if it cannot be read this way (then the slow way says why)."""
        written = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        for way in ("mode=rw", "mode=ro", "immutable=1"):  # who may write takes the side files away when he closes
            if way == "immutable=1" and _has_news(path):
                break
            try:
                connection = sqlite3.connect(f"file:{written}?{way}", uri=True, timeout=PATIENCE, isolation_level=None)
                connection.execute("PRAGMA query_only=ON")
                connection.execute("SELECT 1 FROM campaign LIMIT 1")
            except (sqlite3.Error, UnicodeDecodeError):
                continue  # on a disk that nobody can write to no lock can be had, and none is needed
            return Peek(connection)
        return None

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def campaigns(self) -> list[Listed]:
        """All campaigns, oldest first."""
        return [listed for listed in self._listed() if not listed.is_ledger]

    def ledgers(self) -> list[Listed]:
        """All dice ledgers, oldest first."""
        return [listed for listed in self._listed() if listed.is_ledger]

    def _listed(self) -> list[Listed]:
        rows = self._rows("SELECT id, name, created FROM campaign ORDER BY created, id")
        return [listed_from(row) for row in rows]

    def glance(self, campaign: str) -> Glance | None:
        """First entry, head and newest snapshot, read in one transaction."""
        self._connection.execute("BEGIN")
        try:
            first = self._rows(_ENTRY + " AND seq = 1", campaign)
            head = self._rows("SELECT seq, hash FROM entry WHERE campaign = ? ORDER BY seq DESC LIMIT 1", campaign)
            newest = self._rows(_SNAPSHOT + " ORDER BY seq DESC LIMIT 1", campaign)
        finally:
            self._connection.execute("ROLLBACK")
        if not first:
            return None
        last = Head(*of_kinds(head[0], int, str))
        return Glance(entry_from(first[0]), last, snapshot_from(newest[0]) if newest else None)

    def entries(self, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
        """The record behind an entry number, to its end or up to another number."""
        query, last = _ENTRY + " AND seq > ? AND seq <= ? ORDER BY seq", upto or _LAST
        return [entry_from(row) for row in self._rows(query, campaign, after, last)]

    def entries_with(self, campaign: str, kind: str, words: str) -> list[Entry]:
        """The entries of a kind in whose body these words stand."""
        query = _ENTRY + " AND kind = ? AND instr(body, ?) > 0 ORDER BY seq"
        return [entry_from(row) for row in self._rows(query, campaign, kind, words)]

    def hashes(self, campaign: str, wanted: Sequence[int]) -> dict[int, str]:
        """The hashes of single entries, by their number."""
        query = "SELECT seq, hash FROM entry WHERE campaign = ? AND seq = ?"
        return dict(row for seq in wanted if 0 < seq < _LAST for row in self._rows(query, campaign, seq))

    def snapshot_at(self, campaign: str, seq: int) -> Snapshot | None:
        """The snapshot taken just after an entry."""
        rows = self._rows(_SNAPSHOT + " AND seq = ?", campaign, seq)
        return snapshot_from(rows[0]) if rows else None

    def record(self, campaign: str) -> tuple[list[Entry], list[Snapshot]]:
        """The whole record and its snapshots, all read at one moment: another process may be writing."""
        self._connection.execute("BEGIN")
        try:
            rows = self._rows(_SNAPSHOT + " ORDER BY seq", campaign)
            return self.entries(campaign), [snapshot_from(row) for row in rows]
        finally:
            self._connection.execute("ROLLBACK")

    def packed_submissions(self, hashes: Sequence[str]) -> dict[str, bytes]:
        """Submissions as they are kept, by their hash; `unpacked` opens them."""
        query = "SELECT sha256, packed FROM submission WHERE sha256 = ?"
        return dict(row for sha256 in hashes for row in self._rows(query, sha256))

    def secret(self, campaign: str, key: str) -> str:
        """What only the moderator may know; the empty text if this store does not hold it."""
        return self.secrets(campaign).get(key, "")

    def secrets(self, campaign: str) -> dict[str, str]:
        """All that only the moderator may know, by key."""
        return dict(self._rows("SELECT key, value FROM secret WHERE campaign = ? ORDER BY key", campaign))

    def addresses(self, campaign: str) -> dict[str, str]:
        """Where players get their mail, by side or seat; a store that was never asked to keep any has no such table."""
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'address'"):
            return {}
        return dict(self._rows("SELECT who, address FROM address WHERE campaign = ? ORDER BY who", campaign))

    def unreachable(self, campaign: str) -> dict[str, str]:
        """Whom mail does not reach; a store that has sent no mail knows of nobody."""
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'bounced'"):
            return {}
        query = "SELECT who, why FROM address JOIN bounced ON bounced.address = lower(address.address)"
        return dict(self._rows(f"{query} WHERE campaign = ? ORDER BY who", campaign))

    def submission(self, sha256: str) -> bytes | None:
        """The bytes of a submission as they came."""
        rows = self._rows("SELECT packed FROM submission WHERE sha256 = ?", sha256)
        return unpacked(sha256, *of_kinds(rows[0], bytes)) if rows else None

    def _rows(self, query: str, *values: Any) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise BadRecord(f"the store is damaged or not one of pbem: {error}") from error


def _has_news(path: str) -> bool:
    """Whether something was written that is not in the file itself yet; without a lock it would not be seen."""
    return os.path.exists(f"{path}-wal") and os.path.getsize(f"{path}-wal") > 0
