"""A cheat at work on turn files and records: entries changed, dropped and added, with all hashes made anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.desk.exchange.turn_file import read_turn, write_turn
from pbem.desk.replay.files_again import FileOf
from pbem.desk.replay.verify import verify_entries
from pbem.store.entry import Draft, Entry, Head, chained

Change = Callable[[list[Draft]], None]


def altered(text: str, change: Change, *, honest_hash: bool = False) -> bytes:
    """A turn file whose entries somebody has changed, with the hashes made anew."""
    turn = read_turn(text.encode())
    drafts = [Draft(draft.kind, dict(draft.body)) for draft in turn.drafts]
    change(drafts)
    hash_ = turn.head if honest_hash else chained(Head(*turn.base), drafts)[-1].hash
    return write_turn(turn._replace(drafts=tuple(drafts), head=hash_), ["forged"]).encode()


def faults_of(entries: Sequence[Entry], change: Change, file_of: FileOf | None = None) -> list[str]:
    """What verify says of a record that somebody has changed so; with the files as received, if they are given."""
    drafts = [Draft(entry.kind, entry.values()) for entry in entries]
    change(drafts)
    return [fault.what for fault in verify_entries(chained(Head(0, ""), drafts), "field-1", file_of=file_of).faults]


def last(drafts: Sequence[Draft], kind: str) -> int:
    """Where the last entry of a kind stands."""
    return max(number for number, draft in enumerate(drafts) if draft.kind == kind)


def change_of(kind: str, **values: Any) -> Change:
    """Other values in the last entry of a kind."""

    def change(drafts: list[Draft]) -> None:
        at = last(drafts, kind)
        drafts[at] = Draft(kind, {**drafts[at].body, **values})

    return change


def without(kind: str, key: str) -> Change:
    """The last entry of a kind without one of its values."""

    def change(drafts: list[Draft]) -> None:
        at = last(drafts, kind)
        drafts[at] = Draft(kind, {name: value for name, value in drafts[at].body.items() if name != key})

    return change


def drop(kind: str) -> Change:
    """Without the last entry of a kind."""
    return lambda drafts: drafts.pop(last(drafts, kind)) and None


def add(kind: str, **body: Any) -> Change:
    """One more entry before the last one."""
    return lambda drafts: drafts.insert(len(drafts) - 1, Draft(kind, body))
