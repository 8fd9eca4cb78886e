"""Writing to a record: entries and the state behind them in one transaction, and again if somebody was quicker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from pbem.desk.record.folding import step_on
from pbem.desk.record.state import State
from pbem.store.entry import Busy, Conflict, Draft, Entry, Head, Snapshot, chained

if TYPE_CHECKING:
    from pbem.store.store import Store

T = TypeVar("T")

ATTEMPTS = 25
KEPT_AFTER = ("opened", "played", "undone", "amended")  # positions that people ask for again


def again_if_overtaken(act: Callable[[], T]) -> T:
    """Look again and try again when another process wrote first; at last say so."""
    for _ in range(ATTEMPTS - 1):
        try:
            return act()
        except Busy:
            raise
        except Conflict:
            continue
    return act()


def write(
    store: Store,
    state: State,
    drafts: Sequence[Draft],
    fold: Callable[[Sequence[Entry]], None],
    data: bytes | None = None,
    secrets: Mapping[str, str] | None = None,
) -> list[Entry]:
    """Append the drafts behind the state that was seen; `fold` brings the state to where they lead."""
    seen = state.seq
    entries = chained(Head(seen, state.head), drafts)
    fold(entries)
    step_on(state, entries[-1])
    snapshot = Snapshot(state.seq, state.text(), entries[-1].kind in KEPT_AFTER)
    return store.append(state.campaign, seen, drafts, snapshot, () if data is None else (data,), secrets)
