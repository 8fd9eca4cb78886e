"""Sealed orders without a server: where both sides decide in secret, the first to write sends only a hash.

His orders stay in his own store until the other side's are in the record; then they are opened, and must fit the
hash. So nobody writes with the other's secret orders before his eyes, and nobody can change his own.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.receipts import Looked, Receipt, look_at, receipt_of
from pbem.desk.inbox.received import entry_of
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.promised import Promised, digest_of
from pbem.desk.record.kinds.submitted import Opening
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.writing import write
from pbem.dice import chance
from pbem.errors import BadRecord, Family, Problem


def must_be_secret(campaign: Campaign, state: State, judged: Judged) -> bool:
    """Whether the file gives orders that the other side must not see before it has given its own."""
    return bool(state.pen) and any(_is_awaited(campaign, state, judged.side, step) for step in judged.orders)


def _is_awaited(campaign: Campaign, state: State, side: str, step: str) -> bool:
    """Whether another side has yet to fix its own orders for the step."""
    if side not in campaign.steps[step].needs:
        return False
    others = [who for other in campaign.steps[step].needs if other != side for who in campaign.seats_of(other)]
    return any(not _is_fixed(state, who, step) for who in others)


def _is_fixed(state: State, who: str, step: str) -> bool:
    return step in state.pending.get(who, {}) or step in _promised_steps(state, who)


def _promised_steps(state: State, side: str) -> tuple[str, ...]:
    return state.promises[side].steps if side in state.promises else ()


def promise(
    own: Secrets, state: State, looked: Looked, data: bytes, sender: str, now: str,
    secrets: Mapping[str, str] | None = None,
) -> Receipt:  # fmt: skip
    """Only the hash goes into the record; the file itself stays here."""
    judged, receipt = looked.judged, receipt_of(own.campaign, looked)
    nonce = chance.fresh(16).hex()
    digest = digest_of(nonce, judged.takes())
    body = Promised(
        at=state.time(now),
        side=judged.side,
        turn=judged.turn,
        steps=tuple(judged.orders),
        digest=digest,
        seat=judged.seat,
    )
    kept = json.dumps({"nonce": nonce, "sender": sender, "data": base64.b64encode(data).decode()})
    entry = write(own.store, own.campaign, state, [body], secrets={**(secrets or {}), _key(state.seq + 1): kept})
    words = "your orders stay in this store, and only their hash is sent, until those of the other side are in"
    return receipt._replace(seq=entry.seq, head=entry.hash, warnings=(*receipt.warnings, words))


def check_promise_kept(state: State, judged: Judged) -> list[Problem]:
    """Orders whose hash the other side has are not replaced by others."""
    known = state.promises.get(judged.who)
    if not known or not known.is_sent or not any(step in known.steps for step in judged.orders):
        return []
    why = "your orders for this step are fixed: the other side has their hash, and may have answered it"
    found, wanted = "other orders for the same step", f"nothing; entry {known.seq} is opened by `pbem adjudicate`"
    return [Problem(Family.ILLEGAL, why, found, wanted, advice="if a rule was broken, propose an amendment afterwards")]


def _key(seq: int) -> str:
    return f"promise {seq}"


def open_promise(own: Secrets, state: State, now: str) -> bool:
    """Open this store's promise when the orders that it waited for are in; whether there was one to open."""
    known = [who for who in own.campaign.seats_of(own.me) if who in state.promises]
    promised = state.promises[known[0]] if known else None
    if not promised or any(_is_awaited(own.campaign, state, own.me, step) for step in promised.steps):
        return False
    kept = json.loads(own.store.secret(own.campaign.id, _key(promised.seq)) or "{}")
    if not kept:
        raise BadRecord("the orders that this side promised are missing from its store")
    data = base64.b64decode(kept["data"])
    looked = look_at(own.campaign, state, data)
    receipt = receipt_of(own.campaign, looked)
    if not receipt.is_accepted or digest_of(kept["nonce"], looked.judged.takes()) != promised.digest:
        raise BadRecord("the orders that this side promised no longer fit the campaign")
    opening = Opening(promised.seq, kept["nonce"])
    body = entry_of(own.campaign, looked, receipt, data, kept["sender"], state.time(now), opening)
    write(own.store, own.campaign, state, [body], file=data)
    return True
