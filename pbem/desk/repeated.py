"""A file that came before: it counts once. The second gets the receipt of the first, and nothing is recorded again."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from pbem.desk.inbox.letters.opening import is_mail
from pbem.desk.inbox.receipts import Looked, Receipt, receipt_of
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Spot
from pbem.store.entry import Entry, Reads

_SUBMITTED = "submitted"


class _Before(NamedTuple):
    """The entry of the same file, what it says, and the newest entry that its sender's side wrote after it."""

    entry: Entry
    body: dict[str, Any]
    newer: int
    is_still: bool  # whether only files have come since: the campaign stands where it stood


def receipt_again(store: Reads, campaign: Campaign, state: State, looked: Looked, data: bytes) -> Receipt | None:
    """The receipt of the first, if this is the same file once more; nothing for one that is new or means something new.

    The bytes of a mail never come twice on purpose. A plain file may: it is looked at anew once the side has sent
    another, or once the campaign has gone on and the file says something to it.
    """
    before = _before(store, campaign, data)
    if before is None:
        return None
    first = receipt_of(campaign, looked)
    if before.body["verdict"] != "accepted":
        same = [problem.why for problem in first.problems] == [row["why"] for row in before.body["problems"]]
        return _again(first, before) if same and not first.is_accepted else None
    is_stale = not first.is_accepted or before.is_still or _is_in_force(state, before)
    if not is_mail(data) and (before.newer or not is_stale):
        return None
    if not first.is_accepted:
        first = first._replace(
            side=before.body["side"], turn=before.body["turn"], verdict="accepted", problems=(),
            canonical=before.body["canonical"], digest=before.body["digest"],
            steps=tuple(before.body["takes"]["orders"]), warnings=tuple(before.body["warnings"]),
        )  # fmt: skip
    return _again(first, before)


def _before(store: Reads, campaign: Campaign, data: bytes) -> _Before | None:
    """The last entry for the same bytes."""
    sha256 = hashlib.sha256(data).hexdigest()
    entries = store.entries(campaign.id)
    found = [entry for entry in entries if entry.kind == _SUBMITTED and sha256 in entry.body]
    same = [(entry, body) for entry in found if (body := entry.values())["sha256"] == sha256]
    if not same:
        return None
    entry, body = same[-1]
    later = [one for one in entries if one.seq > entry.seq]
    newer = [one.seq for one in later if one.kind == _SUBMITTED and _is_of(one.values(), body["side"])]
    return _Before(entry, body, newer[-1] if newer else 0, all(one.kind == _SUBMITTED for one in later))


def _is_of(body: dict[str, Any], side: str) -> bool:
    return bool(side) and body["verdict"] == "accepted" and body["side"] == side


def _is_in_force(state: State, before: _Before) -> bool:
    """Whether all orders of the file still lie on the desk as it brought them."""
    pending, takes = state.pending.get(before.body["side"], {}), before.body["takes"]
    is_waiting = all(step in pending and pending[step].seq == before.entry.seq for step in takes["orders"])
    return bool(takes["orders"]) and is_waiting and not takes.get("replies")


def _again(receipt: Receipt, before: _Before) -> Receipt:
    words = f"this very file came before, as entry {before.entry.seq}: it counts once, and nothing was recorded again"
    if before.newer:
        words += f"; entry {before.newer}, which you sent after it, stays in force"
    sha256 = before.body["sha256"]
    return receipt._replace(
        seq=before.entry.seq, head=before.entry.hash, sha256=sha256, warnings=(*receipt.warnings, words)
    )


def check_echo(store: Reads, campaign: Campaign, looked: Looked) -> None:
    """A quoted block that says what its sender has sent before is no new order: he only answers in the same thread."""
    judged = looked.judged
    if not judged.level or judged.problems or not judged.digest:
        return
    for entry in reversed(store.entries(campaign.id)):
        if entry.kind == _SUBMITTED and judged.digest in entry.body and _is_of(entry.values(), judged.side):
            why = f"the only order block in this mail is a quoted one, which you sent before, as entry {entry.seq}"
            advice = "if you mean these orders once more, copy the block to the top of your mail"
            spot = Spot(judged.line) if judged.line else None
            wanted = "a block that you have written or edited"
            problem = Problem(Family.UNREADABLE, why, "the block unchanged", wanted, advice=advice, spot=spot)
            judged.problems.append(problem)
            return
