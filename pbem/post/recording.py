"""Recording a mail with orders: the same words, whether the judge takes it or a moderator hands it in."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pbem.desk.inbox.letters.opening import is_mail
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.receiving import receive
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.desk.record.writing import again_if_overtaken
from pbem.desk.replay.load import load
from pbem.errors import Refused
from pbem.post.claiming import Claim, claim_in
from pbem.post.forum.fitting import fit_of, fitted
from pbem.post.unpacking import unpacked
from pbem.store.forums import SealedNote
from pbem.store.letters import Came, Letters, Stage

if TYPE_CHECKING:
    from pbem.store.store import Store


def hand_in(store: Store, campaign: str, data: bytes, sender: str, now: str) -> Receipt:
    """A file or mail that somebody hands in. Orders that their player has sealed in a thread must fit their hash."""
    return again_if_overtaken(lambda: _hand_in(store, campaign, data, sender, now))


def _hand_in(store: Store, campaign: str, data: bytes, sender: str, now: str) -> Receipt:
    loaded, state = load(store, campaign)
    claim = claim_in(loaded, state, data)
    fit = fit_of(store, loaded, state, claim.who, data)
    if fit.problem:
        raise Refused([fit.problem])
    letters, key = Letters(store), f"by hand {hashlib.sha256(data).hexdigest()}"
    is_again = is_mail(data) and letters.has_come(key)
    with store.together():
        receipt = record(store, (loaded, state), claim, data, sender, now, fit.note, is_again=is_again)
        if is_mail(data) and receipt.is_accepted and not is_again:
            why = f"handed in by {sender}: orders accepted, entry {receipt.seq}"
            letters.keep(Came(key, now, b"", Stage.DONE, loaded.id, claim.who, why))  # its words are in the record
    return receipt


def record(
    store: Store, seen: tuple[Campaign, State], claim: Claim, data: bytes, sender: str, now: str,
    note: SealedNote | None = None, zone: str = "", *, is_again: bool = False,
) -> Receipt:  # fmt: skip
    """The entry of a mail with orders, and its receipt. The state that was seen is brought to where the entry leads."""
    campaign, state = seen
    kept, known = unpacked(campaign, state, data, claim.read)
    known = known and known._replace(is_again=is_again)
    receipt = receive(store, campaign.id, kept, sender, now, known, seen)
    if note is None:
        return receipt
    return receipt._replace(warnings=(*receipt.warnings, fitted(store, campaign.id, note, zone)))
