"""Receiving a file: it is kept as it came, accepted or refused, and what it brings lies on the desk."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.desk.addresses import sender_known
from pbem.desk.hiding import check_hidden, check_unsigned, hidden_words, hide
from pbem.desk.inbox.arrival import brings_inputs, check_arrival, comes_too_late, too_late
from pbem.desk.inbox.on_record import on_record
from pbem.desk.inbox.receipts import Looked, Receipt, look_at, on_file, receipt_of
from pbem.desk.inbox.received import entry_of
from pbem.desk.inbox.signatures import Known
from pbem.desk.promising import check_promise_kept, must_be_secret, promise
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.notice import notice_lines, seal_to_come
from pbem.desk.record.pen import check_pen
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.repeated import receipt_again, sent_before
from pbem.desk.replay.load import load
from pbem.desk.views.histories import told_of_record
from pbem.errors import Family, Problem, Refused
from pbem.kernel.naming import the
from pbem.store.entry import LARGEST_BLOB

if TYPE_CHECKING:
    from pbem.store.store import Store


def receive(
    store: Store, campaign: str, data: bytes, sender: str, now: str, known: Known | None = None,
    seen: tuple[Campaign, State] | None = None,
) -> Receipt:  # fmt: skip
    """Take a file in. Every file is recorded, without mail addresses, with time, sender, verdict and problems; once.

    Whoever has read it already, to see whose it is, hands on what he found (see `Known`), and the campaign with the
    state in which he has `seen` it: that is brought to where the entry leads.
    """
    first = [seen] if seen else []  # who was overtaken looks for himself
    return again_if_overtaken(
        lambda: _receive(store, *(first.pop() if first else load(store, campaign)), data, sender, now, known)
    )


def _receive(
    store: Store, campaign: Campaign, state: State, data: bytes, sender: str, now: str, known: Known | None
) -> Receipt:
    sender = sender_known(store, campaign, sender)
    own, now = Secrets(store, campaign), state.time(now)
    check_pen(campaign, state, own.me)
    data = on_record(campaign, data)
    looked = look_at(campaign, state, data, known)
    has_come = store.has_submission(hashlib.sha256(data).hexdigest())
    is_mail_again = known is not None and known.is_again
    if has_come and (again := receipt_again(store, campaign, state, looked, data, is_mail_again)) is not None:
        return again
    if state.pen and comes_too_late(campaign, state, looked, now):
        # Not recorded: the other side goes on from the record that it has, and names a new date.
        raise Refused([too_late(state, now)])
    check_arrival(campaign, state, looked, now, lambda side, digest: sent_before(store, campaign, side, digest))
    if state.pen and looked.judged.side not in ("", own.me):
        looked.judged.problems.append(_not_yours(campaign, own.me, looked.judged.side))
    looked.judged.problems += check_promise_kept(state, looked.judged)
    looked.judged.problems += check_hidden(own, state, looked.judged) + check_unsigned(campaign, state, looked.judged)
    hidden = hide(campaign, state, looked, data)
    if hidden is None:
        return _laid_down(own, state, looked, data, sender, now)
    receipt = _laid_down(own, state, hidden.looked, hidden.data, sender, now, hidden.secrets)
    understood = receipt_of(campaign, looked)  # its owner reads the lines themselves
    warnings = (*receipt.warnings, hidden_words(len(hidden.secrets)))
    return receipt._replace(canonical=understood.canonical, digest=understood.digest, warnings=warnings)


def _laid_down(
    own: Secrets, state: State, looked: Looked, data: bytes, sender: str, now: str,
    secrets: Mapping[str, str] | None = None,
) -> Receipt:  # fmt: skip
    if must_be_secret(own.campaign, state, looked.judged) and not looked.judged.problems:
        return promise(own, state, looked, data, sender, now, secrets)
    return record(own.store, own.campaign, state, looked, data, sender, now, secrets)


def record(
    store: Store, campaign: Campaign, state: State, looked: Looked, data: bytes, sender: str, now: str,
    secrets: Mapping[str, str] | None = None,
) -> Receipt:  # fmt: skip
    """Write the entry `submitted` for a file that was looked at."""
    if len(data) > LARGEST_BLOB:
        looked.judged.problems.append(_not_kept(data))
    receipt = receipt_of(campaign, looked)
    if state.pen and not receipt.is_accepted:
        return receipt  # not recorded: the turn file would show the other side orders that still need fixing
    told = (
        *receipt.warnings, *told_of_record(store, campaign, state, looked.judged),
        *_whose_it_replaces(store, campaign, state, looked, sender),
    )  # fmt: skip
    body = entry_of(campaign, looked, receipt, data, sender, now)
    entry = write(store, campaign, state, [body], file=data, secrets=secrets)
    seals = seal_to_come(Secrets(store, campaign), state) if receipt.is_accepted and brings_inputs(looked) else {}
    proof = "\n".join(notice_lines(campaign, state, seals)) if seals else ""
    return on_file(receipt._replace(warnings=told), body, entry, proof)


def _whose_it_replaces(store: Store, campaign: Campaign, state: State, looked: Looked, sender: str) -> list[str]:
    """Where several people write for a seat: whose file this one takes the place of."""
    judged, sent = looked.judged, state.pending.get(looked.judged.who, {})
    entries = dict.fromkeys(sent[step].seq for step in judged.orders if step in sent)
    words = []
    for seq in entries:
        by = store.entries(campaign.id, seq - 1, seq)[0].values().get("sender", "")
        if by and by != sender:
            words.append(f"the file of entry {seq}, which this one replaces, came from {by}")
    return words


def _not_yours(campaign: Campaign, me: str, side: str) -> Problem:
    why = "each side enters its orders in its own store, so that neither can write for the other"
    found, wanted = f"orders of {the(campaign.side_name(side))}", f"orders of {the(campaign.side_name(me))}"
    return Problem(Family.ILLEGAL, why, found, wanted, advice="wait for the other side's turn file and import it")


def _not_kept(data: bytes) -> Problem:
    found, wanted = f"{len(data):,} bytes", f"at most {LARGEST_BLOB:,} bytes"
    why = "the file is too large to be kept; only its hash is recorded"
    return Problem(Family.UNREADABLE, why, found, wanted, advice="send only the order block")
