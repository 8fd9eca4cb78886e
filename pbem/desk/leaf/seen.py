"""The state of a campaign as one player may know it: a new one, into which only what is his is put.

Everything is named here one by one. A part of the state that is added later is not in a leaf until it is added here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import DiceState
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.open_step import NOTHING, Open, Replies
from pbem.desk.record.state import Past, State
from pbem.desk.views.past import position_now

# A question to somebody else: that the step waits for an answer everybody knows, and no more.
_OTHERS = {"key": "", "side": "", "options": [], "many": False}


def seen_by(campaign: Campaign, state: State, who: str) -> State:
    """The state with what this player may know: his orders, his questions, the board as he sees it."""
    side = campaign.side_of(who)
    eyes = own_eyes(campaign, state, side)
    stood = position_seen(campaign, position_now(campaign, state), eyes) if state.open else None
    return State(
        state.campaign,
        state.seq,
        state.head,
        position_seen(campaign, state.position, eyes),
        _dice(state.dice, side),
        pending={who: dict(state.pending[who])} if state.pending.get(who) else {},
        standing={who: state.standing[who]} if who in state.standing else {},
        open=_open(state.open, side, who) if state.open else None,
        next_epoch=state.next_epoch,
        trail=[Past(past.turn, past.step, past.seq) for past in state.trail],
        earlier=state.earlier,
        pen=state.pen,
        hidden=dict(state.hidden),
        shown=dict(state.shown),
        keys={side: state.keys[side]} if side in state.keys else {},
        public=state.public,
        people=dict(state.people),
        edition=state.edition,
        made_by=state.made_by,
        at=state.at,
        stood=stood,
    )


def _dice(dice: DiceState, side: str) -> DiceState:
    """His own link, and the anchors that everybody has published: links of others may be waiting for their use."""
    links = {party: (0, anchor) for party, anchor in dice.anchors.items()}
    own = {side: dice.links[side]} if side in dice.links else {}
    return DiceState("", dict(dice.anchors), {**links, **own}, named=dice.named, due=dice.due)


def _open(opened: Open, side: str, who: str) -> Open:
    """The step under way without its journal: with it come the orders of all."""
    questions = tuple(question for question in opened.questions if _is_for(question, side, who))
    rest = (_OTHERS,) if len(questions) < len(opened.questions) else ()
    return Open(
        opened.turn,
        opened.step,
        opened.first_epoch,
        {},
        {who: opened.orders.get(who, NOTHING)},
        _own(opened.late, questions),
        _own(opened.fresh, questions),
        questions=(*questions, *rest),
        ahead={who: opened.ahead[who]} if who in opened.ahead else {},
    )


def _is_for(question: Mapping[str, Any], side: str, who: str) -> bool:
    return question["side"] == side and question.get("seat", "") in ("", who)


def _own(replies: Replies, questions: tuple[Mapping[str, Any], ...]) -> Replies:
    """The replies to questions that are his."""
    keys = [question["key"] for question in questions]
    return {key: reply for key, reply in replies.items() if key in keys}
