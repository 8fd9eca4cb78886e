"""Folding entries into the state: what each kind of entry changes. No rules are run here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.dice_state import commit, first_dice, learn, must_be_shown, name_round, settled_round, use_epoch
from pbem.desk.record.open_step import Open, Reply, used_from_json
from pbem.desk.record.pending import clear, lay_back, lay_down, sender_of, take_up
from pbem.desk.record.state import Amended, Past, State, label
from pbem.desk.record.terms import FORFEIT, Named, due_after
from pbem.dice.drand import NAME as DRAND
from pbem.errors import BadRecord
from pbem.kernel.play import Played
from pbem.kernel.position import Position
from pbem.store.entry import Entry

Body = Mapping[str, Any]
PROPOSED = ("side", "turn", "sha256", "takes", "who", "reason", "back", "taken_back", "dice")  # what sides consent to


def first_state(campaign: Campaign, opened: Entry) -> State:
    """The state behind the first entry."""
    position = campaign.game.set_up(campaign.scenario)
    dice = first_dice(campaign.opened, opened.hash, _has_owner(campaign, position))
    pen, keys = campaign.opened.get("exchange", ""), dict(campaign.opened.get("keys", {}))
    return State(campaign.id, opened.seq, opened.hash, position, dice, pen=pen, keys=keys)


def fold_proposed(state: State, body: Body, seq: int) -> None:
    """An amendment waits until every side has consented; the side that proposes it has."""
    state.proposal = {"seq": seq, "consents": [body["side"]], **{key: body[key] for key in PROPOSED}}


def fold_consented(state: State, body: Body) -> None:
    """One more side has consented."""
    if state.proposal is not None:
        state.proposal["consents"] = [*state.proposal["consents"], body["side"]]


def fold_declined(campaign: Campaign, state: State, body: Body) -> None:
    """A side does not consent: all stays. Nobody is late because the play had to wait for another's proposal."""
    proposer = state.proposal["side"] if state.proposal else ""
    state.proposal = None
    if all(debt.side != proposer for debt in owed(campaign, state)):
        _move_date(campaign, state, body["at"])


def _has_owner(campaign: Campaign, position: Position) -> bool:
    """Whether somebody has to send something: his orders, or between two stores the sealed step before its round."""
    step = campaign.steps.get(position.step)
    pen = campaign.opened.get("exchange", "")
    return step is not None and (bool(step.needs) or must_be_shown(campaign.terms, pen))


def step_on(state: State, entry: Entry) -> State:
    """The state stands behind this entry now."""
    state.seq, state.head = entry.seq, entry.hash
    return state


def fold_submitted(state: State, body: Body, seq: int) -> None:
    """An accepted file: orders by step, standing orders, replies to questions, press."""
    if body["verdict"] != "accepted":
        return
    if body.get("mark"):
        state.marks.append(body["mark"])
    if "promise" in body:
        state.promises.pop(sender_of(body), None)
    side, takes = body["side"], body["takes"]
    lay_down(state, sender_of(body), body["turn"], takes, seq)
    if "standing" in takes:
        state.standing[sender_of(body)] = tuple(takes["standing"])
    replies = {key: Reply(side, kind, tuple(values)) for key, (kind, values) in takes.get("replies", {}).items()}
    if replies and state.open:
        state.open = state.open._replace(fresh={**state.open.fresh, **replies})
    if takes.get("press"):
        state.press.append((side, takes["press"]))
    if "anchor" in takes:
        commit(state.dice, side, takes["anchor"])
    if "link" in takes:
        learn(state.dice, state.campaign, side, *takes["link"])


def fold_joined(state: State, body: Body) -> None:
    """A side has published the anchor of its chain."""
    commit(state.dice, body["side"], body["anchor"])
    if "key" in body:
        state.keys.setdefault(body["side"], body["key"])


def fold_handed(state: State, body: Body) -> None:
    """The other store writes from here on, and has all that is sealed."""
    state.pen = body["to"]
    state.dice.shown = True
    for promised in state.promises.values():
        promised["is_sent"] = True


def fold_promised(state: State, body: Body, seq: int) -> None:
    """A side has fixed orders that only it knows."""
    kept = {key: body[key] for key in ("turn", "steps", "digest")}
    state.promises[sender_of(body)] = {"seq": seq, "is_sent": False, **kept}


def fold_sealed(campaign: Campaign, state: State, opened: Open, at: str) -> None:
    """The orders of the step are on the table and can no longer be replaced."""
    take_up(state, opened)
    state.open = opened
    state.dice.shown = False
    state.dice.inputs = opened.inputs[state.next_epoch]
    state.dice.named = settled_round(state.dice, campaign.terms, at)


def fold_contributed(state: State, body: Body) -> None:
    """A part of the coming epoch's seed: a side's link, or the round of the beacon."""
    if "round" in body:
        state.dice.round = body["round"]
    else:
        learn(state.dice, state.campaign, body["party"], body["epoch"], body["link"])


def fold_extended(campaign: Campaign, state: State, body: Body) -> None:
    """The side that is late gets a new date."""
    state.pen = body["by"]
    _move_date(campaign, state, body["at"])


def _move_date(campaign: Campaign, state: State, at: str) -> None:
    """A new date; before the orders are sealed the step gets another round with it, in another epoch."""
    if state.open and state.open.is_sealed:
        state.dice.due = due_after(campaign.terms, at, True)
        return
    name_round(state.dice, campaign.terms, at, _has_owner(campaign, state.position))
    if state.open is None and campaign.terms.beacon:
        state.next_epoch += 1  # a round that was named for an epoch is not changed


def fold_missed(state: State, body: Body) -> None:
    """A side has let its date pass: a round stands in for its link, or it has lost. Who names it may write on."""
    state.pen = body["by"]
    if body["consequence"] == "beacon":
        state.dice.absent.append(body["side"])
        state.dice.named, state.dice.round = Named(**body["named"]), None
    else:
        state.position, state.open = replace(state.position, step=FORFEIT), None


def fold_asked(campaign: Campaign, state: State, body: Body, played: Played) -> None:
    """The step waits for answers; dice that fell are kept and their epochs are used up."""
    if state.open is None:
        raise BadRecord("questions without a sealed step")
    state.open = state.open._replace(
        pages=tuple(body["pages"]),
        questions=tuple(body["questions"]),
        secrets=body["secrets"],
        settled=played.settled(),
        called=tuple((side, step) for side, step in body.get("called", ())),
    )
    _use_epochs(state, body)
    name_round(state.dice, campaign.terms, body["at"], True)


def fold_played(campaign: Campaign, state: State, body: Body, seq: int, played: Played) -> None:
    """The step is complete."""
    orders = {side: used_from_json(used) for side, used in body["orders"].items()}
    inputs = state.open.inputs if state.open else {}
    past = Past(body["turn"], body["step"], seq, state.position, orders, played.settled(), body["secrets"], inputs)
    position = played.position
    state.trail.append(past)
    for side, step in body.get("called", ()):
        for who in campaign.seats_of(side):
            state.pending.get(who, {}).pop(step, None)
    state.position, state.open, state.amended = position, None, None
    state.press.clear()
    _use_epochs(state, body)
    name_round(state.dice, campaign.terms, body["at"], _has_owner(campaign, position))
    clear(state, before=position.turn)


def fold_undone(campaign: Campaign, state: State, body: Body) -> None:
    """Back to before a step: its orders lie on the desk again as they were, those of later steps do not."""
    turn, step = body["back"]["turn"], body["back"]["step"]
    past = _taken_back(state, body["back"]["seq"], turn, step)
    state.open, state.amended, state.proposal = None, None, None
    lay_back(state, turn, step, past.orders or {})
    _void_epoch(state)
    name_round(state.dice, campaign.terms, body["at"], _has_owner(campaign, state.position))


def _void_epoch(state: State) -> None:
    """What was shown or announced for the coming epoch is void: orders given now must not meet links that are known."""
    shown = [epoch for epoch, _ in state.dice.links.values() if epoch >= state.next_epoch]
    if state.dice.round or state.dice.named:
        shown.append(state.next_epoch)
    state.next_epoch = max([state.next_epoch, *(epoch + 1 for epoch in shown)])
    use_epoch(state.dice)


def fold_amended(campaign: Campaign, state: State, body: Body) -> None:
    """As undone, but the dice of orders that stay as they are still count when the step is played anew.

    So standing orders count as they stood then: who knows the dice must not give others.
    """
    turn, step = body["back"]["turn"], body["back"]["step"]
    under_way, trail = state.open, list(state.trail)
    fold_undone(campaign, state, body)
    past = next((past for past in trail if past.seq == body["back"]["seq"]), None)
    before = past or under_way
    if before is not None:
        state.amended = Amended(label(turn, step), before.settled, before.secrets, before.inputs)
        state.standing |= {side: used.standing for side, used in (before.orders or {}).items()}


def _taken_back(state: State, seq: int, turn: int, step: str) -> Past:
    """The step that is taken back, the one under way or a played one with all after it."""
    if state.open and (state.open.turn, state.open.step) == (turn, step) and not seq:
        return Past(turn, step, 0, state.position, state.open.orders)
    return _rewind(state, seq, label(turn, step))


def _rewind(state: State, seq: int, name: str) -> Past:
    index = next((i for i, past in enumerate(state.trail) if past.seq == seq), -1)
    past = state.trail[index] if index >= 0 else None
    if past is None or past.before is None:
        raise BadRecord(f"{name}, entry {seq}, is no step that can be taken back")
    del state.trail[index:]
    state.position = past.before
    clear(state, behind=past.turn)
    return past


def _use_epochs(state: State, body: Body) -> None:
    for epoch, parts in body["secrets"].items():
        for party in parts:
            if party != DRAND:
                learn(state.dice, state.campaign, party, int(epoch), parts[party])
    used = [page[4] for page in body["pages"] if page[0] == "roll"]
    after = max([state.next_epoch, *(epoch + 1 for epoch in used)])
    if after != state.next_epoch:
        state.next_epoch = after
        use_epoch(state.dice)
