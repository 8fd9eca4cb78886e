"""The chain of a record: each entry names the hash of the one before it, and none is dated before it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.terms import is_before
from pbem.kernel.facts import canonical
from pbem.store.entry import Entry, Head, entry_hash


def chain_faults(entry: Entry, before: Head) -> Iterator[str]:
    """What does not fit the entry before it, or its own hash."""
    if entry.seq != before.seq + 1:
        yield f"entry {before.seq + 1} is missing: this is entry {entry.seq}"
    if entry.prev != before.hash:
        yield "it does not name the hash of the entry before it"
    if entry.hash != entry_hash(entry.prev, entry.kind, entry.body):
        yield "its hash does not fit its text"
    try:
        if canonical(entry.shared()) != entry.body:
            yield "its text is not in canonical form"
    except (ValueError, RecursionError):
        yield "its text cannot be read"


def time_faults(at: str, before: str) -> Iterator[str]:
    """Whose clock it was no replay can tell, but no record runs backwards."""
    if not at:
        yield "it has no time"
    elif is_before(at, before):
        yield f"it is dated {at}, before the entry in front of it ({before}): times never run backwards"
