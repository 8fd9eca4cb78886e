"""The dice desk: a moderator's dice for any game: committed, bound to their purpose, posted with their proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pbem.desk.ledgers import Found, find, first_entry, found_ledger, secret_of, write
from pbem.desk.record.names import check_name
from pbem.dice import chance
from pbem.dice.casting import asked_specs, total
from pbem.dice.ledger import Ledger, check_casts, closing, label_of, opening, purpose_text, reopening, rolling
from pbem.dice.luck import Luck, luck_of, rolls_of_ledger
from pbem.dice.posts import next_post, write_post
from pbem.store.entry import Reads
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.store.store import Store

Bodies = Sequence[Mapping[str, Any]]

__all__ = (
    "Ledger", "LedgerPost", "Rolled", "check_name", "close", "ledgers", "luck", "mark_posted", "open_ledger", "post",
    "roll", "total", "verifier",
)  # fmt: skip


class Rolled(NamedTuple):
    """Rolls for a purpose, and whether their commitment had been posted before."""

    ledger: str
    rolls: Bodies
    was_posted: bool


class LedgerPost(NamedTuple):
    """A post that is not marked as posted yet: the rolls past `after` up to `last`."""

    found: Found
    text: str
    after: int
    last: int
    revealed: int
    is_new: bool


def open_ledger(store: Store, name: str, secret: bytes | None, now: str) -> Ledger:
    """A new ledger, committed to the secret or to a random one; a closed ledger reopens with a new epoch."""
    found = find(store, name)
    if found:
        write(store, found, [("ledger-reopened", reopening(found.ledger, now))])
    else:
        secret = secret or chance.fresh()
        first_entry(store, name, opening(name, secret, now), secret)
    return found_ledger(store, name).ledger


def roll(store: Store, name: str, purpose: str, what: str, *, player: str, word: str, now: str) -> Rolled:
    """Dice for a purpose, which is never rolled again."""
    specs, found, said = asked_specs(what), found_ledger(store, name), purpose_text(purpose)
    bodies = rolling(found.ledger, secret_of(store, found), said, label_of(said, player, word), specs, now, player)
    write(store, found, [("ledger-rolled", body) for body in bodies])
    return Rolled(found.ledger.name, bodies, bool(found.ledger.posts))


def post(store: Reads, name: str, fmt: str, *, everything: bool = False, upto: int = -1) -> LedgerPost:
    """The rolls since the last post, or all of them, or all to a number, with their proof."""
    found = found_ledger(store, name)
    check_casts(found.ledger, secret_of(store, found))
    (after, last, revealed), is_new = next_post(found.ledger)
    if everything or upto >= 0:
        after, last, is_new = 0, min(upto if upto >= 0 else len(found.ledger.casts), len(found.ledger.casts)), False
    return LedgerPost(found, write_post(found.ledger, fmt, after, last), after, last, revealed, is_new)


def mark_posted(store: Store, made: LedgerPost, now: str) -> None:
    """Remember a post that has been handed out, if it is news; then the same one again is none."""
    body = {"after": made.after, "upto": made.last, "revealed": made.revealed, "at": now}
    write(store, made.found, [("ledger-posted", body)])


def close(store: Store, name: str, now: str) -> dict[str, Any]:
    """Reveal the secret of the epoch."""
    found = found_ledger(store, name)
    secret = secret_of(store, found)
    check_casts(found.ledger, secret)
    body = closing(found.ledger, secret, now)
    write(store, found, [("ledger-closed", body)])
    return {"ledger": found.ledger.name, **body}


def ledgers(store: Reads) -> list[dict[str, Any]]:
    """The ledgers of a store."""
    found = [found_ledger(store, listed.name).ledger for listed in store.ledgers()]
    return [
        {"ledger": one.name, "epoch": one.epoch, "state": "open" if one.is_open else "closed",
         "rolls": len(one.casts), "commitment": one.commitment.hex()}
        for one in found
    ]  # fmt: skip


def luck(store: Reads, name: str, *, low_is_good: bool) -> tuple[str, list[Luck]]:
    """The name of the ledger as it is written, and how lucky each side was."""
    ledger = found_ledger(store, name).ledger
    return ledger.name, list(luck_of(rolls_of_ledger(ledger), low_is_good=low_is_good))


def verifier(*, html: bool) -> str:
    """The verifier that needs nothing but Python, or a browser."""
    return (files("pbem.dice.verifiers") / ("verify_dice.html" if html else "verify_dice.py")).read_text("utf-8")
