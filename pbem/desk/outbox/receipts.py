"""The receipt in a message: of the last file that a player sent, made from the record as it was made on receipt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from pbem.desk.inbox.arrival import brings_inputs
from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.receipts import Looked, Receipt, look_ahead, on_file, receipt_of
from pbem.desk.inbox.submission import judge
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.notice import notice_lines, seal_to_come, seals_of
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.errors import Problem
from pbem.kernel.text.blocks import HEADER
from pbem.store.entry import Entry, Reads

if TYPE_CHECKING:
    from pbem.store.store import Store


def last_receipt(store: Reads, campaign: Campaign, state: State, who: str) -> Receipt | None:
    """The receipt for the last file of a player; nothing if he sent none."""
    entries = store.entries(campaign.id, state.earlier)
    found = _last(entries, who) or (_last(store.entries(campaign.id), who) if state.earlier else None)
    if found is None:
        return None
    entry, body = found
    is_fresh = body.is_accepted and not any(one.seq > entry.seq and one.kind in ("played", "asked") for one in entries)
    looked = _looked(campaign, state, body, store.submission(body.sha256) if is_fresh else None)
    made = receipt_of(campaign, looked)._replace(is_fresh=is_fresh)
    return on_file(made, body, entry, _seal(store, campaign, state) if is_fresh and brings_inputs(looked) else "")


def _looked(campaign: Campaign, state: State, body: Submitted, data: bytes | None) -> Looked:
    """What the record says of the file; with the file, what may still come of it: notes, defaults, mails."""
    takes, who, steps = body.brings, body.sent_for, campaign.steps
    judged = Judged(body.side, body.seat, body.turn)
    if data is not None:
        judge(campaign, state, data, judged, is_again=True)  # for its notes: what counts of it stands in the record
    judged.orders = {step: campaign.orders(who, steps[step].kind, lines) for step, lines in takes.orders.items()}
    judged.standing = None if takes.standing is None else campaign.orders(who, "standing", takes.standing)
    judged.turns, judged.canonical = dict(takes.turns), body.canonical
    is_ahead = data is not None and state.open is None
    looked = look_ahead(campaign, state, judged) if is_ahead else Looked(judged, [], [], [], "")
    judged.problems = [Problem.from_json(row) for row in body.problems]
    return looked


def _seal(store: Reads, campaign: Campaign, state: State) -> str:
    """The seal of the orders that lie on the desk, where all are in; what secrets it takes are only read."""
    seals = seals_of(campaign, state) or seal_to_come(Secrets(cast("Store", store), campaign), state)
    return "\n".join(notice_lines(campaign, state, seals)) if seals else ""


def orders_alone(canonical: str) -> str:
    """The orders alone: a header that is quoted could pass for that of a file, and press is printed with its step."""
    lines = canonical.partition("\npress:\n")[0].splitlines()
    first = next((number for number, line in enumerate(lines) if not HEADER.match(line)), len(lines))
    return "\n".join(lines[first:])


def _last(entries: Sequence[Entry], who: str) -> tuple[Entry, Submitted] | None:
    for entry in reversed(entries):
        body = body_of(entry) if entry.kind in ("submitted", "amended") else None
        if isinstance(body, Submitted) and body.sent_for == who:
            return entry, body
    return None
