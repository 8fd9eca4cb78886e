"""Sealing a step and running it. Adjudicating and verifying both go through here, so they cannot differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import must_send
from pbem.desk.record.dice_state import seed_parts
from pbem.desk.record.fallen import NOTHING_FELL
from pbem.desk.record.open_step import SHOW, Lines, Open, Parts, Replies, Sent, Used
from pbem.desk.record.state import State, label, label_of
from pbem.dice.derive import inputs_digest
from pbem.dice.seal import SealedDice
from pbem.kernel.journal import Page, pages_from_json
from pbem.kernel.openings import Openings
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.rolls import Kept

SALTED = ("", "salt")  # nobody's text: without it nobody can try out what the orders may have been


def with_inputs(campaign: Campaign, state: State, salt: str) -> Open:
    """The step with all that the players have sent, and the salted digest of it that goes into the dice."""
    if state.open:
        late = {**state.open.late, **state.open.fresh}
        opened = state.open._replace(late=late, fresh={}, questions=())
    else:
        opened = _first_seal(campaign, state)
    opened = opened._replace(ahead=_ahead(state, opened))
    # Not the hash of the last entry: that holds times and file hashes, which whoever writes it could try out.
    texts = {**sealed_texts(opened), SALTED: bytes.fromhex(salt)}
    inputs = inputs_digest(bytes.fromhex(state.dice.inputs), texts)
    return opened._replace(inputs={**opened.inputs, state.next_epoch: inputs.hex()}, salt=salt)


def _first_seal(campaign: Campaign, state: State) -> Open:
    turn, step = state.position.turn, state.position.step
    used = _used(campaign, turn, step, state.pending, state.standing)
    fell = state.fallen.get(label_of(state, turn, step), NOTHING_FELL)
    opened = Open(turn, step, state.next_epoch, fell.inputs, used, {}, {})
    return opened._replace(secrets=fell.secrets, sealed_before=state.dice.inputs)


def _used(
    campaign: Campaign, turn: int, step: str, pending: Mapping[str, Mapping[str, Sent]], standing: Mapping[str, Lines]
) -> dict[str, Used]:
    """What each sender has on the table for a step."""
    used: dict[str, Used] = {}
    for who in campaign.senders:
        sent = pending.get(who, {}).get(step)
        orders, seq = (sent.lines, sent.seq) if sent and sent.turn == turn else ((), 0)
        used[who] = Used(orders, standing.get(who, ()), seq, _filed(campaign, turn, step, pending.get(who, {})))
    return used


def _filed(campaign: Campaign, turn: int, step: str, sent: Mapping[str, Sent]) -> dict[str, Lines]:
    """What a side has filed for steps that this one may call up: fixed with it, before its dice are known."""
    calls = campaign.steps[step].calls if step in campaign.steps else ()
    return {other: sent[other].lines for other in calls if other in sent and sent[other].turn == turn}


# -- steps that share an epoch --------------------------------------------------------------------------------


def _ahead(state: State, opened: Open) -> dict[str, dict[str, Sent]]:
    """Orders for later steps, which are sealed with this one: so their dice may come from the same secrets."""
    return {who: _other_steps(sent, opened.turn, opened.step) for who, sent in state.pending.items() if sent}


def _other_steps(sent: Mapping[str, Sent], turn: int, step: str) -> dict[str, Sent]:
    return {other: item for other, item in sent.items() if (item.turn, other) != (turn, step)}


def goes_on(campaign: Campaign, state: State, done: Open) -> Open | None:
    """The next step, if all that it needs was sealed together with the one just played; it is sealed, then.

    Nobody has decided anything since. What is decided later, be it a single answer, waits for a seal of its own.
    """
    turn, step = state.position.turn, state.position.step
    following = campaign.steps.get(step)
    if following is None:
        return None
    used = _used(campaign, turn, step, done.ahead, {who: had.standing for who, had in done.orders.items()})
    needed = [who for side in following.needs for who in campaign.seats_of(side) if must_send(following, side, who)]
    epoch = max(done.inputs)
    is_known = epoch in done.secrets
    if any(not used[who].sent for who in needed) or not (is_known or epoch == state.next_epoch):
        return None
    ahead = {who: _other_steps(sent, turn, step) for who, sent in done.ahead.items()}
    fell = state.fallen.get(label_of(state, turn, step), NOTHING_FELL)
    secrets = {**fell.secrets, epoch: done.secrets[epoch]} if is_known else fell.secrets
    before = (*done.before, label(done.turn, done.step)) if is_known else ()
    return Open(
        turn, step, epoch, {**fell.inputs, epoch: done.inputs[epoch]}, used, {}, {}, secrets=secrets, ahead=ahead,
        before=before, salt=done.salt, sealed_before=state.dice.inputs,
    )  # fmt: skip


def sealed_texts(opened: Open) -> dict[tuple[str, str], bytes]:
    """The canonical texts of each side that go into the dice: orders, standing orders, late answers."""
    texts: dict[tuple[str, str], bytes] = {}
    for side, used in opened.orders.items():
        texts[side, "orders"] = _lines_text(used.orders)
        texts[side, "standing"] = _lines_text(used.standing)
        texts |= {(side, f"filed {step}"): _lines_text(lines) for step, lines in used.filed.items()}
    for side, sent in opened.ahead.items():
        texts |= {(side, f"ahead {label(item.turn, s)}"): _lines_text(item.lines) for s, item in sent.items()}
    for side in dict.fromkeys(reply.side for reply in opened.late.values()):
        texts[side, "answers"] = _lines_text(_replies_lines(opened.late, side))
    return texts


def _lines_text(lines: Iterable[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def _replies_lines(replies: Replies, side: str) -> Iterator[str]:
    """All that a side has replied in the step so far, by the key of the question."""
    for key, reply in sorted(replies.items()):
        if reply.side == side and reply.kind == "answer":
            yield f"answer {key}: {', '.join(reply.values) or 'none'}"
        elif reply.side == side and reply.kind == SHOW:
            yield f"show {key}: {', '.join(reply.values) or 'none'}"
        elif reply.side == side:
            yield from (f"more {key}:", *reply.values)


# -- running --------------------------------------------------------------------------------------------------


def run_open(campaign: Campaign, state: State, opened: Open, parts: Parts | None, owner: str = "") -> Played:
    """Run the sealed step from its start; pages that are written already are read, not cast or asked again.

    `parts` make the seed of the first epoch that nobody has seen; without them the run stops where dice would fall.
    `owner` is the side whose secrets this store can open; a replay opens only what the record has opened.
    """
    # Of earlier epochs only that of a step before, with which it was sealed: after a decision none is used again.
    last = max(opened.inputs)
    shared = {last: opened.secrets[last]} if opened.has_dice else {}
    secrets = {**shared, **({} if parts is None else {state.next_epoch: parts})}
    dice = SealedDice(
        campaign.id,
        opened.place,
        {number: seed_parts(known, campaign.terms.chain) for number, known in secrets.items()},
        {number: bytes.fromhex(digest) for number, digest in opened.inputs.items()},
    )
    pages = pages_from_json(opened.pages)
    given = input_of(campaign, opened)
    return play_step(
        campaign.game, campaign.scenario, state.position, given, dice, pages,
        first_epoch=opened.first_epoch, kept=taken_over(state, opened),
        openings=openings_of(state, owner, opened),
    )  # fmt: skip


def openings_of(state: State, owner: str, opened: Open | None = None) -> Openings:
    """The hidden lines that are known: opened in the record, or this store's own."""
    lines = {**state.truth, **{token: line for token, (line, _) in state.shown.items()}}
    replies = opened.late.items() if opened else ()
    late = {key: (reply.side, "".join(reply.values)) for key, reply in replies if reply.kind == SHOW}
    return Openings(lines, {**(opened.shown if opened else {}), **late}, frozenset(late), owner)


def taken_over(state: State, opened: Open) -> Kept:
    """What a step takes over from before it was taken back: all its dice, and after an amendment the answers."""
    name = label_of(state, opened.turn, opened.step)
    answers = state.amended.answers if state.amended and state.amended.label == name else ()
    return {**state.fallen.get(name, NOTHING_FELL).kept(), **{came.occasion: came.settled for came in answers}}


def input_of(campaign: Campaign, opened: Open) -> Input:
    """What the players have given for an open step."""
    kind = campaign.steps[opened.step].kind
    answers = {key: reply.values for key, reply in opened.late.items() if reply.kind == "answer"}
    instalments = {
        key: campaign.orders(reply.side, kind, reply.values)
        for key, reply in opened.late.items()
        if reply.kind == "more"
    }
    return Input(campaign.on_table(kind, opened.orders), answers, instalments)


def epochs_used(pages: list[Page]) -> list[int]:
    """The epochs whose dice have been seen, and whose secrets are therefore revealed."""
    return sorted({page.epoch for page in pages if page.kind == "roll"})
