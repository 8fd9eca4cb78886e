"""A file that came before: it counts once. The second gets the receipt of the first, and nothing is recorded again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from pbem.desk.inbox.letters.opening import is_mail
from pbem.desk.inbox.receipts import REPLACES, Looked, Receipt, receipt_of
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.submitted import SUBMITTED, Submitted
from pbem.desk.record.state import State
from pbem.store.entry import Entry, Reads
from pbem.values import NamedTuple


class _Before(NamedTuple):
    """The entry of the same file, what it says, and the newest entry that its sender's side wrote after it."""

    entry: Entry
    body: Submitted
    newer: int
    is_still: bool  # whether only files have come since: the campaign stands where it stood


def receipt_again(
    store: Reads, campaign: Campaign, state: State, looked: Looked, data: bytes, is_mail_again: bool = False
) -> Receipt | None:
    """The receipt of the first, if this is the same file once more; nothing for one that is new or means something new.

    The bytes of a mail never come twice on purpose. A plain file may: it is looked at anew once the side has sent
    another, or once the campaign has gone on and the file says something to it. Of a mail that was unpacked only
    whoever has seen the mail can say that it is the same.
    """
    before = _before(store, campaign, data)
    if before is None:
        return None
    first, body = receipt_of(campaign, looked), before.body
    if not body.is_accepted:
        same = [problem.why for problem in first.problems] == [row["why"] for row in body.problems]
        return _again(first, before) if same and not first.is_accepted else None
    is_stale = not first.is_accepted or before.is_still or _is_in_force(state, before)
    if not (is_mail_again or is_mail(data)) and (before.newer or not is_stale):
        return None
    if not first.is_accepted:
        first = first._replace(
            side=body.side, turn=body.turn, verdict=body.verdict, problems=(), canonical=body.canonical,
            digest=body.digest, steps=tuple(body.brings.orders), warnings=(),
        )  # fmt: skip
    return _again(first, before)


def _before(store: Reads, campaign: Campaign, data: bytes) -> _Before | None:
    """The last entry for the same bytes."""
    sha256 = hashlib.sha256(data).hexdigest()
    found = store.entries_with(campaign.id, SUBMITTED.name, sha256)
    same = [(entry, body) for entry, body in _files(found) if body.sha256 == sha256]
    if not same:
        return None
    entry, body = same[-1]
    later = store.entries(campaign.id, entry.seq)
    newer = [one.seq for one, said in _files(later) if said.is_accepted and said.side == body.side and body.side]
    return _Before(entry, body, newer[-1] if newer else 0, all(one.kind == SUBMITTED.name for one in later))


def _files(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Submitted]]:
    """The entries that record a file."""
    for entry in entries:
        if entry.kind == SUBMITTED.name:
            body = body_of(entry)
            if isinstance(body, Submitted):
                yield entry, body


def _is_in_force(state: State, before: _Before) -> bool:
    """Whether all orders of the file still lie on the desk as it brought them."""
    pending, takes = state.pending.get(before.body.side, {}), before.body.brings
    is_waiting = all(step in pending and pending[step].seq == before.entry.seq for step in takes.orders)
    return bool(takes.orders) and is_waiting and not takes.replies


def _again(receipt: Receipt, before: _Before) -> Receipt:
    words = f"this very file came before, as entry {before.entry.seq}: it counts once, and nothing was recorded again"
    if before.newer:
        words += f"; entry {before.newer}, which you sent after it, stays in force"
    seq, head = before.entry.seq, before.entry.hash
    kept = (text for text in receipt.warnings if not text.startswith(REPLACES))  # it replaces nothing any more
    return receipt._replace(seq=seq, head=head, sha256=before.body.sha256, warnings=(*kept, words))


def sent_before(store: Reads, campaign: Campaign, side: str, digest: str) -> int:
    """The newest entry with which a side has sent orders of this digest; 0 if it has not."""
    files = reversed(list(_files(store.entries_with(campaign.id, SUBMITTED.name, digest))))
    return next(
        (entry.seq for entry, body in files if body.is_accepted and (body.side, body.digest) == (side, digest)), 0
    )
