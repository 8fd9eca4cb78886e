"""The loop is stopped at every point in turn: nothing is lost or doubled, and a repeated letter is the same letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlmodel import Session

from pbem.store import open_store
from pbem.store.database import Database
from pbem.store.letters import Letters
from tests.post.offices import Bag, Room, reply, room


class Stopped(BaseException):
    """The process is gone: nothing catches it, and nothing behind it is written."""


class Switch:
    """Stops the program at the n-th of the points it passes."""

    def __init__(self) -> None:
        self.left = -1
        self.passed = 0

    def point(self) -> None:
        self.passed += 1
        if self.left >= 0 and self.passed > self.left:
            raise Stopped


def test_stopped_anywhere_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    switch = Switch()
    writing = Database.writing

    @contextmanager
    def guarded(self: Database) -> Iterator[Session]:
        switch.point()
        with writing(self) as session:
            yield session
            switch.point()  # written, and not yet committed
        switch.point()

    Database.writing = guarded  # type: ignore[method-assign]
    try:
        total = _play(tmp_path / "whole", switch, -1)
        assert total > 20
        for stop in range(0, total, max(1, total // 8)):
            _play(tmp_path / str(stop), switch, stop)
    finally:
        Database.writing = writing  # type: ignore[method-assign]


def _play(folder: Path, switch: Switch, stop: int) -> int:
    """Two mails, one of them twice; the program is stopped at a point, and started again until all is quiet."""
    switch.left, switch.passed = -1, 0
    folder.mkdir()
    judge = room(folder, boards=False)
    judge.run()
    first, seen = len(judge.bag.letters), judge.bag
    mails = [judge.mailed.mails[0], judge.mailed.mails[1]]
    for number, (mail, who) in enumerate(zip(mails, ("bruno@example.org", "anna@example.org"), strict=True)):
        text = judge.mailed.words(mail["file"]).decode()
        data = reply(judge.bag.newest(who), who, text, number)
        judge.deliver(data)
        judge.deliver(data)
    switch.left, switch.passed = stop, 0
    for _ in range(3):
        try:
            judge.run("2026-10-25T06:12:00Z")
        except Stopped:
            switch.left = -1
            judge.office.store = open_store(str(folder / "pbem.db"))
            judge.office.letters = Letters(judge.office.store)
    _check(judge, seen, first)
    return switch.passed


def _check(judge: Room, bag: Bag, first: int) -> None:
    entries = judge.office.store.entries("caporetto-1917")
    assert Counter(entry.kind for entry in entries)["submitted"] == 2
    receipts = {letter.id: letter.data for letter in bag.letters if letter.kind == "receipt"}
    assert len(receipts) == 2
    for letter in bag.letters[first:]:
        assert letter.kind != "receipt" or receipts[letter.id] == letter.data
    reports = Counter(letter.who for letter in bag.letters[first:] if letter.kind == "report")
    assert set(reports) == {"CP", "AL"}
    assert not judge.office.letters.unread()
