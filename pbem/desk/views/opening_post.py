"""The opening post: what is played, by whom, with which options and dice, how everybody stands, and who begins."""

from __future__ import annotations

from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, seen
from pbem.desk.record.people import FIRST
from pbem.desk.record.state import State
from pbem.desk.record.terms import Terms
from pbem.desk.views.citing import eyes_in_words, reconstructed
from pbem.desk.views.past import state_after
from pbem.desk.views.post import Published, Wish, date_of, names, next_of
from pbem.dice.harmless import harmless
from pbem.dice.steps import mixed_proof
from pbem.store.entry import Reads

_WAYS = {
    "seed": "the moderator's committed seed",
    "chain": "the hash chains of both players",
    "beacon": "the public beacon drand",
}
_REFUSAL = {
    "wait": "the others wait, or give a new date",
    "moderator": "the moderator decides",
    "standing": "its standing orders and the defaults decide",
    "substitute": "a substitute takes over its seat",
    "forfeit": "the side has lost",
    "beacon": "a beacon round stands in for its link",
}
_REWIND = {"moderator": "the moderator alone", "consent": "all sides together", "never": "nobody"}


OPENING = "the opening"  # what the post is about: it has no steps to be cut at


def opening_post(store: Reads, campaign: Campaign, state: State, eyes: str, wish: Wish, picture: str = "") -> Published:
    """The post that opens a campaign; while nothing has been played it ends with the first order block."""
    from pbem.report.pages import opening

    start = state_after(store, campaign, 1)
    shown, position = seen(campaign, eyes, start.position)
    proof = mixed_proof(campaign.id, campaign.terms.mode, state.dice.anchors)
    context: dict[str, Any] = {
        **names(shown),
        "turn": position.turn,
        "date": date_of(campaign, position.turn),
        "dice": {"mode": campaign.terms.mode, "proof": "\n".join(proof)},
        "reconstructed": reconstructed(campaign, ()),
        "eyes": "" if eyes == ALL else eyes_in_words(campaign, eyes),
        **(next_of(campaign, state, eyes) if not state.trail and state.open is None else {}),
    }
    if picture:
        context["picture"] = {"file": picture, "text": "the set-up"}
    who, what = players(campaign, FIRST), agreement(campaign)
    text = opening(shown.scenario, position, what, who, context=context, **wish.words())
    return Published(OPENING, text, tuple(wish.warnings))


def players(campaign: Campaign, at: int = 0) -> list[dict[str, str]]:
    """Who plays what, now or after an entry of the record."""
    return [
        {"side": campaign.side_name(who), "id": who, "player": harmless(campaign.player(who, at))}
        for who in campaign.senders
    ]


def agreement(campaign: Campaign) -> list[str]:
    """What was agreed on before the first step: options, dice, dates, taking back; and data of the players' own."""
    terms = campaign.terms
    options = ", ".join(f"{name} {value}" for name, value in campaign.scenario.options.items())
    lines = [f"Options: {options}"] if options else []
    lines += [harmless(line) for line in campaign.data.lines()]
    lines.append(f"Dice come from {' and '.join(_WAYS[part] for part in terms.mode.split('+'))}")
    lines += _dates(terms, campaign.opened.answer_hours)
    lines.append(f"A played step is taken back by {_REWIND[terms.rewind]}")
    if campaign.opened.signed:
        lines.append("Files that are not signed are refused")
    if campaign.opened.pace:
        lines.append("How quick each player is may be shown to all (`pbem status --pace`)")
    return lines


def _dates(terms: Terms, hours: int) -> list[str]:
    if not terms.days:
        return ["No dates are set"]
    days = "1 day" if terms.days == 1 else f"{terms.days} days"
    less = f", and {hours} hour{'s' if hours != 1 else ''} for an answer" if hours else ""
    return [f"A side has {days} for a step{less}; when it lets the date pass, {_REFUSAL[terms.refusal]}"]
