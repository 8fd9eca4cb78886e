"""Damaged stores: cut, overwritten, foreign, with tables missing. `python -m tests.fuzz.stores`"""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import sys
from pathlib import Path

from tests.desk.archives import played_store
from tests.desk.helpers import order_file
from tests.fuzz.damage import damaged
from tests.fuzz.tracebacks import Trial, call, run

LOOKS = (
    ("status",), ("history",), ("verify",), ("report",), ("sheet", "--side", "RED"), ("moves", "R1"),
    ("submit", "orders.txt"), ("adjudicate",), ("undo", "--reason", "x"), ("luck",), ("status", "--json"), ("notice",),
)  # fmt: skip
TABLES = ("campaign", "entry", "snapshot", "submission", "secret", "address")


def prepare(folder: Path) -> Trial:
    """The store of a tiny campaign, and one command that reads it."""
    played_store(folder).close()
    good, bad, orders = (folder / "pbem.db").read_bytes(), folder / "bad.db", folder / "orders.txt"
    orders.write_bytes(order_file("BLUE", "bid 1\n", turn=2, step="bid"))

    def trial(chance: random.Random) -> None:
        for old in folder.glob("bad.db*"):
            old.unlink()
        if chance.random() < 0.5:
            bad.write_bytes(_overwritten(good, chance))
        else:
            shutil.copy(folder / "pbem.db", bad)
            _meddled(bad, chance)
        words = chance.choice(LOOKS)
        call(*(str(orders) if word == "orders.txt" else word for word in words), "--db", str(bad))

    return trial


def _overwritten(good: bytes, chance: random.Random) -> bytes:
    """A page of noise, a part of the file, or a few changed bytes."""
    way, at = chance.randrange(3), chance.randrange(len(good))
    if way == 0:
        return good[:at] + chance.randbytes(chance.choice((16, 4096))) + good[at + 4096 :]
    return good[:at] if way == 1 else damaged(good, chance)


def _meddled(path: Path, chance: random.Random) -> None:
    """Whoever has a database program: tables gone, triggers gone, other values in a row."""
    table = chance.choice(TABLES)
    with contextlib.closing(sqlite3.connect(path)) as db, contextlib.suppress(sqlite3.Error):
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f'DROP TRIGGER "{name}"')
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
        column = chance.choice(columns)
        value = chance.choice((None, "", "x", -1, b"\x00", "{}", "[]", '{"format": 3}', "9" * 400))
        statement = chance.choice(
            (
                f"DROP TABLE {table}",
                f"ALTER TABLE {table} RENAME TO other",
                f"DELETE FROM {table}",
                f"DELETE FROM {table} WHERE rowid % 2",
                f"UPDATE OR IGNORE {table} SET {column} = ?",
                f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid % 3 = 1",
                f"ALTER TABLE {table} RENAME COLUMN {column} TO other",
            )
        )
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(statement, (value,) if "?" in statement else ())
        db.commit()


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
