"""Sealed orders without a server: where both sides decide in secret, the first to write sends only a hash.

His orders stay in his own store until the other side's are in the record; then they are opened, and must fit the
hash. So nobody writes with the other's secret orders before his eyes, and nobody can change his own.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.receipts import Looked, Receipt, look_at, receipt_of
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.folding import fold_promised, fold_submitted
from pbem.desk.record.pending import sender_of
from pbem.desk.record.secrets import Hand
from pbem.desk.record.state import State
from pbem.desk.record.writing import write
from pbem.errors import BadRecord, Family, Problem
from pbem.kernel.facts import canonical
from pbem.store.entry import Draft

Body = Mapping[str, Any]
_TAG = "pbem-promise/1"


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
    return step in state.pending.get(who, {}) or step in state.promises.get(who, {}).get("steps", ())


def digest_of(nonce: str, takes: Body) -> str:
    """The hash that stands for what a file brings; the nonce keeps anybody from guessing it."""
    return hashlib.sha256(f"{_TAG}\0{nonce}\0{canonical(takes)}".encode()).hexdigest()


def promise(hand: Hand, state: State, looked: Looked, data: bytes, sender: str, now: str) -> Receipt:
    """Only the hash goes into the record; the file itself stays here."""
    judged, receipt = looked.judged, receipt_of(hand.campaign, looked)
    nonce = os.urandom(16).hex()
    digest = digest_of(nonce, judged.takes())
    body = {"at": now, "side": judged.side, "turn": judged.turn, "steps": list(judged.orders), "digest": digest}
    body |= {"seat": judged.seat} if judged.seat else {}
    kept = json.dumps({"nonce": nonce, "sender": sender, "data": base64.b64encode(data).decode()})
    drafts = [Draft("promised", body)]
    secrets = {_key(state.seq + 1): kept}
    entry = write(hand.store, state, drafts, lambda e: fold_promised(state, body, e[0].seq), secrets=secrets)[0]
    words = "your orders stay in this store, and only their hash is sent, until those of the other side are in"
    return receipt._replace(seq=entry.seq, head=entry.hash, warnings=(*receipt.warnings, words))


def check_promise_kept(state: State, judged: Judged) -> list[Problem]:
    """Orders whose hash the other side has are not replaced by others."""
    known = state.promises.get(judged.who)
    if not known or not known["is_sent"] or not any(step in known["steps"] for step in judged.orders):
        return []
    why = "your orders for this step are fixed: the other side has their hash, and may have answered it"
    found, wanted = "other orders for the same step", f"nothing; entry {known['seq']} is opened by `pbem adjudicate`"
    return [Problem(Family.ILLEGAL, why, found, wanted, advice="if a rule was broken, propose an amendment afterwards")]


def _key(seq: int) -> str:
    return f"promise {seq}"


def open_promise(hand: Hand, state: State, now: str) -> bool:
    """Open this store's promise when the orders that it waited for are in; whether there was one to open."""
    known = [who for who in hand.campaign.seats_of(hand.me) if who in state.promises]
    promised = state.promises[known[0]] if known else None
    if not promised or any(_is_awaited(hand.campaign, state, hand.me, step) for step in promised["steps"]):
        return False
    kept = json.loads(hand.store.secret(hand.campaign.id, _key(promised["seq"])) or "{}")
    if not kept:
        raise BadRecord("the orders that this side promised are missing from its store")
    data = base64.b64decode(kept["data"])
    looked = look_at(hand.campaign, state, data)
    receipt = receipt_of(hand.campaign, looked)
    if not receipt.is_accepted or digest_of(kept["nonce"], looked.judged.takes()) != promised["digest"]:
        raise BadRecord("the orders that this side promised no longer fit the campaign")
    _submit(hand, state, looked, receipt, data, kept, now)
    return True


def _submit(
    hand: Hand, state: State, looked: Looked, receipt: Receipt, data: bytes, kept: Mapping[str, str], now: str
) -> None:
    from pbem.desk.receiving import submission_body  # receiving promises, this opens

    body = submission_body(looked, receipt, data, kept["sender"], now)
    body["promise"] = {"seq": state.promises[looked.judged.who]["seq"], "nonce": kept["nonce"]}
    write(hand.store, state, [Draft("submitted", body)], lambda e: fold_submitted(state, body, e[0].seq), data)


# -- in a replay ----------------------------------------------------------------------------------------------


def check_promised(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A promise is for steps in which both sides decide, and is not changed once the other side has it."""
    is_known = all(step in campaign.steps for step in body["steps"])
    if body["side"] not in campaign.game.sides or not body["steps"] or not is_known:
        yield "a promise of nobody, or of nothing"
    if body["turn"] != state.position.turn:
        yield f"a promise for turn {body['turn']} in turn {state.position.turn}"
    known = state.promises.get(sender_of(body))
    if known and known["is_sent"]:
        yield f"{body['side']} changes the orders that it promised in entry {known['seq']}"


def check_opening(state: State, body: Body) -> Iterator[str]:
    """Orders that were promised must fit their hash, and no others may take their place."""
    promised = state.promises.get(sender_of(body))
    if body["verdict"] != "accepted" or promised is None:
        return
    if "promise" not in body:
        if promised["is_sent"] and any(step in promised["steps"] for step in body["takes"].get("orders", {})):
            yield f"{body['side']} gives other orders than those that it promised in entry {promised['seq']}"
        return
    digest = digest_of(body["promise"]["nonce"], body["takes"])
    if body["promise"]["seq"] != promised["seq"] or not hmac.compare_digest(digest, promised["digest"]):
        yield f"the orders of {body['side']} are not those that it promised in entry {promised['seq']}"
