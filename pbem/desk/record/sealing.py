"""Sealing a step and running it. Adjudicating and verifying both go through here, so they cannot differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import seed_parts
from pbem.desk.record.open_step import Lines, Open, Parts, Replies, Used
from pbem.desk.record.state import State, label
from pbem.dice.derive import inputs_digest
from pbem.dice.seal import SealedDice
from pbem.kernel.journal import Page, pages_from_json
from pbem.kernel.play import Input, Played, play_step


def with_inputs(campaign: Campaign, state: State) -> Open:
    """The step with all that the players have sent, and the digest of it that goes into the dice."""
    if state.open:
        late = {**state.open.late, **state.open.fresh}
        opened = state.open._replace(late=late, fresh={}, questions=())
    else:
        opened = _first_seal(campaign, state)
    # Not the hash of the last entry: that holds times and file hashes, which whoever writes it could try out.
    inputs = inputs_digest(bytes.fromhex(state.dice.inputs), sealed_texts(opened))
    return opened._replace(inputs={**opened.inputs, state.next_epoch: inputs.hex()})


def _first_seal(campaign: Campaign, state: State) -> Open:
    turn, step = state.position.turn, state.position.step
    used: dict[str, Used] = {}
    for who in campaign.senders:
        sent = state.pending.get(who, {}).get(step)
        is_now = sent is not None and sent.turn == turn
        orders, seq = (sent.lines, sent.seq) if sent and is_now else ((), 0)
        used[who] = Used(orders, state.standing.get(who, ()), seq, _filed(campaign, state, who, step))
    kept = state.amended if state.amended and state.amended.label == label(turn, step) else None
    opened = Open(turn, step, state.next_epoch, {}, used, {}, {})
    return opened._replace(secrets=kept.secrets, inputs=kept.inputs) if kept else opened


def _filed(campaign: Campaign, state: State, who: str, step: str) -> dict[str, Lines]:
    """What a side has filed for steps that this one may call up: fixed with it, before its dice are known."""
    calls = campaign.steps[step].calls if step in campaign.steps else ()
    sent = state.pending.get(who, {})
    return {other: sent[other].lines for other in calls if other in sent and sent[other].turn == state.position.turn}


def sealed_texts(opened: Open) -> dict[tuple[str, str], bytes]:
    """The canonical texts of each side that go into the dice: orders, standing orders, late answers."""
    texts: dict[tuple[str, str], bytes] = {}
    for side, used in opened.orders.items():
        texts[side, "orders"] = _lines_text(used.orders)
        texts[side, "standing"] = _lines_text(used.standing)
        texts |= {(side, f"filed {step}"): _lines_text(lines) for step, lines in used.filed.items()}
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
        elif reply.side == side:
            yield from (f"more {key}:", *reply.values)


# -- running --------------------------------------------------------------------------------------------------


def run_open(campaign: Campaign, state: State, opened: Open, parts: Parts | None) -> Played:
    """Run the sealed step from its start; pages that are written already are read, not cast or asked again.

    `parts` make the seed of the first epoch that nobody has seen; without them the run stops where dice would fall.
    """
    epoch = state.next_epoch
    dice = SealedDice(
        campaign.id,
        label(opened.turn, opened.step),
        {} if parts is None else {epoch: seed_parts(parts, campaign.terms.chain)},
        {number: bytes.fromhex(digest) for number, digest in opened.inputs.items()},
    )
    pages = pages_from_json(opened.pages)
    given = input_of(campaign, opened)
    return play_step(
        campaign.game, campaign.scenario, state.position, given, dice, pages,
        first_epoch=opened.first_epoch, kept=state.amended.settled if state.amended else None,
    )  # fmt: skip


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
