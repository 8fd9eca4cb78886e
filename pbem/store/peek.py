"""A quick look into an SQLite store with the standard library alone: read-only, and without SQLAlchemy."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from typing import Any

from pbem.errors import BadRecord
from pbem.store.entry import Entry, Glance, Head, Listed, Snapshot

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
        address = f"file:{written}?mode=ro"
        try:
            connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)
            connection.execute("SELECT 1 FROM campaign LIMIT 1")
        except sqlite3.Error:
            return None
        return Peek(connection)

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
        return [Listed(*row) for row in rows]

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
        return Glance(Entry(*first[0]), Head(*head[0]), _snapshot(newest[0]) if newest else None)

    def entries(self, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
        """The record behind an entry number, to its end or up to another number."""
        query, last = _ENTRY + " AND seq > ? AND seq <= ? ORDER BY seq", upto or _LAST
        return [Entry(*row) for row in self._rows(query, campaign, after, last)]

    def snapshot_at(self, campaign: str, seq: int) -> Snapshot | None:
        """The snapshot taken just after an entry."""
        rows = self._rows(_SNAPSHOT + " AND seq = ?", campaign, seq)
        return _snapshot(rows[0]) if rows else None

    def _rows(self, query: str, *values: Any) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise BadRecord(f"the store is damaged or not one of pbem: {error}") from error


def _snapshot(row: Sequence[Any]) -> Snapshot:
    return Snapshot(row[0], row[1], bool(row[2]))
