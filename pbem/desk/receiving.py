"""Receiving a file: it is kept as it came, accepted or refused, and what it brings lies on the desk."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pbem.desk.inbox.receipts import Looked, Receipt, look_at, receipt_of
from pbem.desk.inbox.received import entry_of
from pbem.desk.promising import check_promise_kept, must_be_secret, promise
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import is_too_late
from pbem.desk.record.names import sender_name
from pbem.desk.record.pen import check_pen
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.repeated import check_echo, receipt_again
from pbem.desk.replay.load import load
from pbem.desk.views.notice import notice_lines, seal_to_come
from pbem.errors import Family, Problem, Refused
from pbem.store.entry import LARGEST_BLOB

if TYPE_CHECKING:
    from pbem.store.store import Store


def receive(store: Store, campaign: str, data: bytes, sender: str, now: str) -> Receipt:
    """Take a file in. Every file is recorded with its bytes, time, sender, verdict and problems; the same file once."""
    return again_if_overtaken(lambda: _receive(store, campaign, data, sender, now))


def _receive(store: Store, name: str, data: bytes, sender: str, now: str) -> Receipt:
    campaign, state = load(store, name)
    own = Secrets(store, campaign)
    check_pen(campaign, state, own.me)
    looked = look_at(campaign, state, data)
    known = store.submission(hashlib.sha256(data).hexdigest()) is not None
    if known and (again := receipt_again(store, campaign, state, looked, data)) is not None:
        return again
    check_echo(store, campaign, looked)
    if is_too_late(state.dice, campaign.terms, now) and _brings_inputs(looked) and not _is_sealed(state):
        if state.pen:
            # Not recorded: the other side goes on from the record that it has, and names a new date.
            raise Refused([_too_late(state, now)])
        looked.judged.problems.append(_too_late(state, now))
    if state.pen and looked.judged.side not in ("", own.me):
        looked.judged.problems.append(_not_yours(campaign, own.me, looked.judged.side))
    looked.judged.problems += check_promise_kept(state, looked.judged)
    if must_be_secret(campaign, state, looked.judged) and not looked.judged.problems:
        return promise(own, state, looked, data, sender_name(sender), now)
    return record(store, campaign, state, looked, data, sender, now)


def record(
    store: Store, campaign: Campaign, state: State, looked: Looked, data: bytes, sender: str, now: str
) -> Receipt:
    """Write the entry `submitted` for a file that was looked at."""
    if len(data) > LARGEST_BLOB:
        looked.judged.problems.append(_not_kept(data))
    receipt = receipt_of(campaign, looked)
    if state.pen and not receipt.is_accepted:
        return receipt  # not recorded: the turn file would show the other side orders that are still to be mended
    body = entry_of(looked, receipt, data, sender, now)
    entry = write(store, campaign, state, [body], file=data)
    seals = seal_to_come(Secrets(store, campaign), state) if receipt.is_accepted and _brings_inputs(looked) else {}
    proof = "\n".join(notice_lines(campaign, state, seals)) if seals else ""
    return receipt._replace(seq=entry.seq, head=entry.hash, sha256=body.sha256, proof=proof)


def _is_sealed(state: State) -> bool:
    return state.open is not None and state.open.is_sealed


def _brings_inputs(looked: Looked) -> bool:
    judged = looked.judged
    return bool(judged.orders or judged.replies) or judged.standing is not None


def _too_late(state: State, now: str) -> Problem:
    why = "the date has passed, and the beacon round that decides may be known: orders written now do not count"
    advice = "ask for a new date: `pbem extend` names one, with another round"
    return Problem(Family.ILLEGAL, why, f"a file that came at {now}", f"orders by {state.dice.due}", advice=advice)


def _not_yours(campaign: Campaign, me: str, side: str) -> Problem:
    why = "each side gives its orders in its own store, so that nobody can write for the other"
    found, wanted = f"orders of {campaign.side_name(side)}", f"orders of {campaign.side_name(me)}"
    return Problem(Family.ILLEGAL, why, found, wanted, advice="the other side sends a turn file; take it in")


def _not_kept(data: bytes) -> Problem:
    found, wanted = f"{len(data):,} bytes", f"at most {LARGEST_BLOB:,} bytes"
    why = "the file is too large to be kept; only its hash is recorded"
    return Problem(Family.UNREADABLE, why, found, wanted, advice="send only the order block")
