"""Folding entries into the state: what each kind of entry changes. No rules are run here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.campaign import Campaign
from pbem.desk.state import Open, Past, Reply, Sent, State, Used, label, used_from_json
from pbem.errors import BadRecord
from pbem.kernel.position import Position
from pbem.store.entry import Entry

Body = Mapping[str, Any]


def first_state(campaign: Campaign, opened: Entry) -> State:
    """The state behind the first entry."""
    return State(campaign.id, opened.seq, opened.hash, campaign.game.set_up(campaign.scenario))


def step_on(state: State, entry: Entry) -> State:
    """The state stands behind this entry now."""
    state.seq, state.head = entry.seq, entry.hash
    return state


def fold_submitted(state: State, body: Body, seq: int) -> None:
    """An accepted file: orders by step, standing orders, replies to questions, press."""
    if body["verdict"] != "accepted":
        return
    side, takes = body["side"], body["takes"]
    for step, lines in takes.get("orders", {}).items():
        state.pending.setdefault(side, {})[step] = Sent(body["turn"], tuple(lines), seq)
    if "standing" in takes:
        state.standing[side] = tuple(takes["standing"])
    replies = {key: Reply(side, kind, tuple(values)) for key, (kind, values) in takes.get("replies", {}).items()}
    if replies and state.open:
        state.open = state.open._replace(fresh={**state.open.fresh, **replies})
    if takes.get("press"):
        state.press.append((side, takes["press"]))


def fold_sealed(state: State, opened: Open) -> None:
    """The orders of the step are on the table and can no longer be replaced."""
    for sent in state.pending.values():
        sent.pop(opened.step, None)
    state.open = opened


def fold_asked(state: State, body: Body) -> None:
    """The step waits for answers; dice that fell are kept and their epochs are used up."""
    if state.open is None:
        raise BadRecord("questions without a sealed step")
    state.open = state.open._replace(pages=tuple(body["pages"]), questions=tuple(body["questions"]))
    _use_epochs(state, body)


def fold_played(state: State, body: Body, seq: int, position: Position) -> None:
    """The step is complete."""
    orders = {side: used_from_json(used) for side, used in body["orders"].items()}
    state.trail.append(Past(body["turn"], body["step"], seq, state.position, orders))
    state.position, state.open = position, None
    state.press.clear()
    _use_epochs(state, body)
    for sent in state.pending.values():
        for step in [step for step, item in sent.items() if item.turn < position.turn]:
            del sent[step]


def fold_undone(state: State, body: Body) -> None:
    """Back to before a step: its orders lie on the desk again as they were, those of later steps do not."""
    turn, step = body["back"]["turn"], body["back"]["step"]
    if state.open and (state.open.turn, state.open.step) == (turn, step) and not body["back"]["seq"]:
        orders: Mapping[str, Used] = state.open.orders
    else:
        orders = _rewind(state, body["back"]["seq"], label(turn, step))
    state.open = None
    for side, used in orders.items():
        if used.seq:
            state.pending.setdefault(side, {}).setdefault(step, Sent(turn, used.orders, used.seq))


def _rewind(state: State, seq: int, name: str) -> Mapping[str, Used]:
    index = next((i for i, past in enumerate(state.trail) if past.seq == seq), -1)
    past = state.trail[index] if index >= 0 else None
    if past is None or past.before is None:
        raise BadRecord(f"{name}, entry {seq}, is no step that can be taken back")
    del state.trail[index:]
    state.position = past.before
    for sent in state.pending.values():
        for step in [step for step, item in sent.items() if item.turn > past.turn]:
            del sent[step]
    return past.orders or {}


def _use_epochs(state: State, body: Body) -> None:
    used = [page[4] for page in body["pages"] if page[0] == "roll"]
    state.next_epoch = max([state.next_epoch, *(epoch + 1 for epoch in used)])
