"""The receipt in a message: of the last file that a player sent, as the record keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.receipts import look_ahead
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.state import State
from pbem.kernel.text.blocks import HEADER
from pbem.kernel.views.plain import plain
from pbem.store.entry import Entry, Reads


def last_receipt(store: Reads, campaign: Campaign, state: State, who: str) -> dict[str, Any] | None:
    """The values of a receipt (`report.pages.receipt`) for the last file of a player; nothing if he sent none."""
    entries = store.entries(campaign.id, state.earlier)
    found = _last(entries, who) or (_last(store.entries(campaign.id), who) if state.earlier else None)
    if found is None:
        return None
    entry, body = found
    is_fresh = body.is_accepted and not any(one.seq > entry.seq and one.kind in ("played", "asked") for one in entries)
    about = {
        "campaign": campaign.name,
        "side": body.side,
        "turn": body.turn,
        "verdict": body.verdict,
        "steps": [step.title for step in campaign.steps.values() if step.id in body.brings.orders],
        "canonical": _orders_alone(body.canonical),
        "digest": body.digest,
        "problems": plain(body.problems),
        "is_fresh": is_fresh,
        "seq": entry.seq,
        "head": entry.hash,
        "sha256": body.sha256,
    }
    return about | (_ahead(campaign, state, body) if is_fresh and state.open is None else {})


def _orders_alone(canonical: str) -> str:
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


def _ahead(campaign: Campaign, state: State, body: Submitted) -> dict[str, Any]:
    """What may come of orders that lie on the desk: warnings, defaults, and the mails that they may still cost."""
    takes, who, steps = body.brings, body.sent_for, campaign.steps
    orders = {step: campaign.orders(who, steps[step].kind, lines) for step, lines in takes.orders.items()}
    standing = None if takes.standing is None else campaign.orders(who, "standing", takes.standing)
    judged = Judged(body.side, body.seat, body.turn, orders=orders, turns=dict(takes.turns), standing=standing)
    looked = look_ahead(campaign, state, judged)
    return {
        "warnings": list(judged.warnings),
        "defaults": list(looked.defaults),
        "mails": plain(looked.mails),
        "others": plain(looked.others),
        "checked_to": looked.checked_to,
        "beyond": list(looked.beyond),
    }
