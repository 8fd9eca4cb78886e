"""Tiny campaigns with real rounds of drand: moments are chosen so that the named round is one of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.desk.adjudicating import Adjudicated, adjudicate
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.terms import MARGIN, Terms
from pbem.dice.drand import CHAINS, Chain, Round, iso_of, time_of
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.copies import copied
from tests.desk.helpers import NAME, PLAYERS, SECRET, order_file
from tests.dice.drand_rounds import real

DAY = 24 * 3600
REAL, OTHER = 30_662_982, 30_662_992  # genuine rounds of quicknet, half a minute apart, of July 2026


def moment(number: int = REAL, seconds: int = 0, chain: str = "quicknet") -> str:
    """When a round falls, or so many seconds later."""
    return iso_of(time_of(CHAINS[chain], number) + seconds)


def opening(number: int = REAL, days: int = 3, chain: str = "quicknet") -> str:
    """When a step must open for this round to be named for it."""
    return moment(number, -MARGIN - days * DAY, chain)


def from_vectors(chain: Chain, number: int) -> Round:
    """What a relay would serve."""
    return real(chain.name, number)[1]


def open_with(path: Path, dice: Terms, now: str, **more: Any) -> Store:
    """A store with a tiny campaign under these terms."""
    if path.exists():
        return _opened(path, dice, now, more)
    key = ("open with", path.name, dice, now, *more.items())
    return copied(path.parent, key, lambda folder: [_opened(folder / path.name, dice, now, more)])[0]


def _opened(path: Path, dice: Terms, now: str, more: Mapping[str, Any]) -> Store:
    tiny.register()
    store = open_store(str(path), create=True)
    secret = SECRET if dice.has("seed") or more.get("me") else None
    open_campaign(store, NAME, "tiny", "field", players=PLAYERS, secret=secret, now=now, dice=dice, **more)
    return store


def give(store: Store, side: str, body: str, now: str, header: Mapping[str, str] | None = None, **more: Any) -> Receipt:
    """A file comes in at a moment."""
    head = "".join(f"{key}: {value}\n" for key, value in (header or {}).items())
    return receive(
        store, NAME, order_file(side, body, **more).replace(b"\nturn:", f"\n{head}turn:".encode()), side, now
    )


def accepted(store: Store, side: str, body: str, now: str, **more: Any) -> Receipt:
    """A file comes in at a moment and must be accepted."""
    receipt = give(store, side, body, now, **more)
    assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
    return receipt


def bid_and_move(store: Store, now: str, **header: Mapping[str, str]) -> Adjudicated:
    """Both have bid, and Red's unit goes where a die decides; the step is sealed and waits for its dice."""
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\n", now, step="bid", header=header.get("RED"))
    accepted(store, "BLUE", "bid 2\n", now, step="bid", header=header.get("BLUE"))
    return adjudicate(store, NAME, now)
