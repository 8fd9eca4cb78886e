"""What a message says once for all its steps: dates, victory, who owes what, the proofs; and from when on it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.desk.outbox.knowing import Known
from pbem.desk.record.eyes import ALL, debts_seen
from pbem.desk.record.kinds import body_of
from pbem.desk.views.citing import date_in_words, eyes_in_words
from pbem.desk.views.post import date_of, names
from pbem.desk.views.posts import luck_after, parts_of, together
from pbem.dice.harmless import harmless
from pbem.dice.steps import mixed_proof
from pbem.kernel.board import Board
from pbem.kernel.views.plain import plain

if TYPE_CHECKING:
    from pbem.report.several import Part


def since(known: Known) -> str:
    """From when on the steps are told."""
    if known.wrote is None:
        return "What has happened since the campaign began." if known.steps else "Nothing has been played yet."
    if not known.steps:
        return "Nothing has been played since your last mail."
    # Nothing that a reader of mails takes for the line above a quotation (`On 16 November Anna wrote:`).
    at = date_in_words(body_of(known.wrote).at, known.reader.zone)
    return f"What has happened since your last mail, which came on {at} (entry {known.wrote.seq})."


def context_of(known: Known) -> tuple[list[Part], dict[str, Any]]:
    """The steps, and the context of the page (see `pbem.report.context`)."""
    campaign, turn = known.campaign, known.state.position.turn
    parts = parts_of(known.shown, known.state, known.steps, known.eyes)
    about = together(parts, luck_after(campaign, known.steps[-1])) if parts else _commitments(known)
    return parts, about | {
        **names(campaign),
        "turn": turn,
        "date": date_of(campaign, turn),
        "victory": plain(campaign.game.summary(Board(known.shown.scenario, known.position))),
        "eyes": "" if known.eyes == ALL else eyes_in_words(campaign, known.eyes),
        "next": [
            {**debt.as_json(), "player": harmless(debt.player), "by": date_in_words(debt.due, known.reader.zone)}
            for debt in debts_seen(known.debts, known.eyes)
        ],
    }


def _commitments(known: Known) -> dict[str, Any]:
    """What the dice are bound to, while nothing has been played."""
    campaign, state = known.campaign, known.state
    if state.trail:
        return {}
    proof = mixed_proof(campaign.id, campaign.terms.mode, state.dice.anchors)
    return {"dice": {"mode": campaign.terms.mode, "proof": "\n".join(proof)}}
