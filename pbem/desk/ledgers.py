"""Dice ledgers in the store: found by name, checked along their chain of hashes, written after what was seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.errors import BadRecord, UsageError, did_you_mean
from pbem.store.entry import secret_bytes
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.dice.ledger import Ledger
    from pbem.store.entry import Reads
    from pbem.store.store import Store


class Found(NamedTuple):
    """A ledger of the store, and how long its record was when it was read."""

    id: str
    ledger: Ledger
    seq: int


def found_ledger(store: Reads, name: str) -> Found:
    """The ledger of a name; it must be there."""
    found = find(store, name)
    if found is None:
        raise UsageError(_missing(store, name))
    return found


def find(store: Reads, name: str) -> Found | None:
    """The ledger of a name, from a record whose hashes all fit; nothing if there is none."""
    from pbem.dice.ledger import ledger_from, ledger_id
    from pbem.store.entry import entry_hash

    entries = store.entries(ledger_id(name))
    if not entries:
        return None
    before = ""
    for number, entry in enumerate(entries, 1):
        is_chained = (entry.seq, entry.prev) == (number, before)
        if not is_chained or entry.hash != entry_hash(entry.prev, entry.kind, entry.body):
            raise BadRecord(f"entry {number} of the dice ledger {name} was changed: its hash does not fit")
        before = entry.hash
    return Found(ledger_id(name), ledger_from(entries), len(entries))


def _missing(store: Reads, name: str) -> str:
    known = [listed.name for listed in store.ledgers()]
    hint = did_you_mean(name, known) or (f"there are {', '.join(known)}" if known else "`pbem dice open` makes one")
    return f"there is no dice ledger {name!r}: {hint}"


def secret_of(store: Reads, found: Found) -> bytes:
    """The moderator's secret; only the store in which the ledger was opened holds it."""
    from pbem.dice.seal import MODERATOR

    secret = store.secret(found.id, MODERATOR)
    if not secret:
        raise UsageError(f"this store does not hold the secret of {found.ledger.name}; only its moderator can use it")
    return secret_bytes(secret)


def first_entry(store: Store, name: str, body: Mapping[str, Any], secret: bytes) -> None:
    """A new ledger."""
    from pbem.dice.ledger import ledger_id
    from pbem.dice.seal import MODERATOR
    from pbem.store.entry import Draft, Listed

    listed = Listed(ledger_id(name), name, str(body["at"]))
    store.create(listed, [Draft("ledger-opened", body)], "", {MODERATOR: secret.hex()})


def write(store: Store, found: Found, bodies: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Entries after those that were seen; if another process was faster, nothing is written."""
    from pbem.store.entry import Draft, Snapshot

    drafts = [Draft(kind, body) for kind, body in bodies]
    store.append(found.id, found.seq, drafts, Snapshot(found.seq + len(drafts), ""))
