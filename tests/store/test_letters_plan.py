"""What the judge asks for at every look is found by an index: it takes no longer the more letters there are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from pbem.errors import BadRecord
from pbem.store import open_store
from pbem.store.letters import MAIL, Came, Going, Letters, Stage
from pbem.store.store import Store

NOW = "2026-11-16T08:00:00Z"


def test_every_question_of_a_look_is_answered_by_an_index(tmp_path: Path) -> None:
    store, letters = filled(tmp_path)
    with plans(store) as found:
        letters.going(Stage.WAITING, channel=MAIL)
        letters.unread()
        letters.newest_report("isonzo", "CP")
        letters.told_up_to("isonzo")
        letters.sent_since(NOW)
        letters.sent_since(NOW, "anna@example.org")
        letters.has("<9@example.org>")
        letters.keep(Came("<9@example.org>", NOW, b"9"))
        letters.judged("<9@example.org>", Stage.DONE, "read")
        letters.bounced("anna@example.org")
        letters.whose("abcdefghijklmnop")
    store.close()
    assert len(found) == 11
    scans = [(statement, step) for statement, steps in found for step in steps if step.startswith("SCAN")]
    assert scans == []


def test_the_newest_report_is_the_last_one_and_looks_at_no_letter(tmp_path: Path) -> None:
    store, letters = filled(tmp_path)
    with plans(store) as found:
        assert letters.newest_report("isonzo", "CP") == "2026-11-16T08:19:00Z"
        assert letters.newest_report("isonzo", "AL") == ""
    store.close()
    (steps,) = {tuple(steps) for _, steps in found}
    assert steps == ("SEARCH letter_out USING COVERING INDEX letter_out_told (campaign=? AND kind=? AND who=?)",)


def test_a_letter_that_is_not_there_cannot_be_judged(tmp_path: Path) -> None:
    store, letters = filled(tmp_path)
    with pytest.raises(BadRecord, match="has no letter <none>"):
        letters.judged("<none>", Stage.DONE, "read")
    store.close()


def filled(folder: Path) -> tuple[Store, Letters]:
    """A store with twenty reports."""
    store = open_store(str(folder / "pbem.db"), create=True)
    letters = Letters(store)
    for number in range(20):
        at = f"2026-11-16T08:{number:02}:00Z"
        letters.put(Going(f"<r{number}>", "report", "isonzo", "CP", "anna@example.org", at, b"words", seq=number + 1))
    return store, letters


@contextmanager
def plans(store: Store) -> Iterator[list[tuple[str, list[str]]]]:
    """How the database goes about each statement meanwhile; of those that only put a row in there is nothing to ask."""
    found: list[tuple[str, list[str]]] = []

    def ask(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE")):
            rows = cursor.connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", values)
            found.append((statement, [row[3] for row in rows]))

    with store.reading() as session:
        engine = session.connection().engine
    event.listen(engine, "before_cursor_execute", ask)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", ask)
