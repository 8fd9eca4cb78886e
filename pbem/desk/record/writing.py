"""Writing to a record: entries and the state behind them in one transaction, and again if somebody was quicker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.editions import must_be_todays
from pbem.desk.record.kinds import KINDS, draft_of, fold
from pbem.desk.record.kinds.kind import Moment
from pbem.desk.record.open_step import Open
from pbem.desk.record.state import State
from pbem.kernel.play import Played
from pbem.store.entry import Busy, Conflict, Entry, Head, Snapshot, chained

if TYPE_CHECKING:
    from pbem.store.store import Store

T = TypeVar("T")

ATTEMPTS = 25


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
    campaign: Campaign,
    state: State,
    bodies: Sequence[Body],
    *,
    file: bytes | None = None,
    secrets: Mapping[str, str] | None = None,
    sealed: Open | None = None,
    played: Played | None = None,
) -> Entry:
    """Append entries that say this behind the state that was seen, and bring it to where they lead; the last of them.

    `file` is the one as received that they name; `sealed` and `played` are what came of the step that they tell of.
    """
    if any(KINDS[draft_of(body).kind].by_rules for body in bodies):
        must_be_todays(campaign, state)
    seen, drafts = state.seq, [draft_of(body) for body in bodies]
    entries = chained(Head(seen, state.head), drafts)
    for entry, body in zip(entries, bodies, strict=True):
        fold(Moment(campaign, state, entry.seq, sealed, played), body)
        state.stand_behind(entry, body.at)
    snapshot = Snapshot(state.seq, state.text(), KINDS[entries[-1].kind].is_kept)
    files = () if file is None else (file,)
    return store.append(state.campaign, seen, drafts, snapshot, files, secrets)[-1]
