"""Sealing a step and running it. Adjudicating and verifying both go through here, so they cannot differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbem.desk.campaign import Campaign, sha256
from pbem.desk.dice_state import missing as missing_parts
from pbem.desk.dice_state import seed_parts, settled_round
from pbem.desk.state import Open, Replies, State, Used, label, replies_json
from pbem.desk.terms import parties
from pbem.dice.derive import inputs_digest
from pbem.dice.drand import NAME as DRAND
from pbem.dice.seal import SealedDice
from pbem.kernel.facts import canonical_facts
from pbem.kernel.journal import Page, pages_from_json
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.sequence import Step


class Owed(NamedTuple):
    """Somebody who must send something before play goes on."""

    side: str
    player: str
    what: str
    step: str
    questions: tuple[Mapping[str, Any], ...] = ()
    party: str = ""  # whose part of the dice it is; `drand` for the beacon
    due: str = ""  # by when, where the campaign has dates

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "side": self.side,
            "player": self.player,
            "what": self.what,
            "step": self.step,
            "questions": [dict(question) for question in self.questions],
            "party": self.party,
            "due": self.due,
        }


def is_instalment(question: Mapping[str, Any]) -> bool:
    """Whether a question asks for the next part of a step's orders."""
    return not question["options"] and bool(question["many"])


def numbered(state: State, side: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The questions that wait for a side, as it is told them: Q1, Q2 and so on."""
    asked = [q for q in (state.open.questions if state.open else ()) if q["side"] == side]
    return [(f"Q{number}", question) for number, question in enumerate(asked, 1)]


def owed(campaign: Campaign, state: State) -> list[Owed]:
    """Who must send what before the campaign can go on; nobody when the next step can run or the game is over."""
    step = campaign.step_of(state)
    if step is None:
        return []
    if state.proposal:
        return _owed_consent(campaign, state.proposal, step)
    if state.open and state.open.is_sealed:
        return owed_dice(campaign, state, step)
    if state.open:
        return [debt for side in campaign.game.sides if (debt := _owed_answers(campaign, state, step, side))]
    due = state.dice.due
    missing = [side for side in step.needs if not _has_orders(state, side, step)]
    what = f"orders for {step.kind}, turn {state.position.turn}"
    anchors = [side for side in sides_with_chains(campaign) if side not in state.dice.links]
    silent = [side for side in missing if step.id not in state.promises.get(side, {}).get("steps", ())]
    opening = f"the opening of the orders for {step.kind} that it has fixed"
    debts = [(side, "the anchor of its dice chain") for side in anchors]
    debts += [(side, what) for side in silent] or [(side, opening) for side in missing]
    return [Owed(side, campaign.player(side), words, step.id, due=due) for side, words in debts]


def _owed_consent(campaign: Campaign, proposal: Mapping[str, Any], step: Step) -> list[Owed]:
    what = f"consent to the amendment of {proposal['taken_back'][0]} (entry {proposal['seq']}), or its refusal"
    silent = [side for side in campaign.game.sides if side not in proposal["consents"]]
    return [Owed(side, campaign.player(side), what, step.id) for side in silent]


def sides_with_chains(campaign: Campaign) -> tuple[str, ...]:
    """The sides whose links make the dice."""
    return tuple(side for side in campaign.game.sides if side in parties(campaign.terms, campaign.game.sides))


def waits_for_anchors(campaign: Campaign, state: State, side: str) -> bool:
    """Whether another side has yet to publish its anchor: who knows a link could choose his chain by it."""
    return any(other not in state.dice.links for other in sides_with_chains(campaign) if other != side)


def owed_dice(campaign: Campaign, state: State, step: Step) -> list[Owed]:
    """The parts of the epoch's seed that are still missing when the orders are sealed."""
    epoch, dice = state.next_epoch, state.dice
    debts = []
    for party in missing_parts(dice, campaign.terms, campaign.game.sides, epoch):
        what = f"link {epoch} of its dice chain"
        if party == DRAND and dice.named:
            what = f"round {dice.named.round} of the drand chain {dice.named.chain}, which falls at {dice.named.time}"
        side = party if party in campaign.game.sides else ""
        debts.append(Owed(side, campaign.player(side), what, step.id, party=party, due=dice.due if side else ""))
    return debts


def _owed_answers(campaign: Campaign, state: State, step: Step, side: str) -> Owed | None:
    fresh = state.open.fresh if state.open else {}
    open_ones = [{"number": n, **q} for n, q in numbered(state, side) if q["key"] not in fresh]
    if not open_ones:
        return None
    parts = [q for q in open_ones if is_instalment(q)]
    what = "the next part of the orders" if len(parts) == len(open_ones) else f"answers to {len(open_ones)} questions"
    what = "an answer to 1 question" if len(open_ones) == 1 and not parts else what
    due = state.dice.due
    return Owed(side, campaign.player(side), f"{what} in {step.kind}", step.id, tuple(open_ones), due=due)


def _has_orders(state: State, side: str, step: Step) -> bool:
    sent = state.pending.get(side, {}).get(step.id)
    return sent is not None and sent.turn == state.position.turn


# -- sealing --------------------------------------------------------------------------------------------------


def sealed(campaign: Campaign, state: State, now: str) -> tuple[Open, dict[str, Any]]:
    """Fix what the players have sent: the open step, and the body of the entry `sealed`."""
    if state.open:
        late = {**state.open.late, **state.open.fresh}
        opened = state.open._replace(late=late, fresh={}, questions=())
    else:
        opened = _first_seal(campaign, state)
    texts = _sealed_texts(campaign, opened)
    # Not the hash of the last entry: that holds times and file hashes, which whoever writes it could try out.
    inputs = inputs_digest(bytes.fromhex(state.dice.inputs), texts)
    opened = opened._replace(inputs={**opened.inputs, state.next_epoch: inputs.hex()})
    body = {
        "turn": opened.turn,
        "step": opened.step,
        "at": now,
        "epoch": state.next_epoch,
        "sealed": {f"{side} {kind}": sha256(text.decode()) for (side, kind), text in sorted(texts.items())},
        "inputs": inputs.hex(),
    }
    named = settled_round(state.dice, campaign.terms, now)
    return opened, {**body, "named": named.as_json()} if named else body


def _first_seal(campaign: Campaign, state: State) -> Open:
    turn, step = state.position.turn, state.position.step
    used: dict[str, Used] = {}
    for side in campaign.game.sides:
        sent = state.pending.get(side, {}).get(step)
        is_now = sent is not None and sent.turn == turn
        orders, seq = (sent.lines, sent.seq) if sent and is_now else ((), 0)
        used[side] = Used(orders, state.standing.get(side, ()), seq)
    kept = state.amended if state.amended and state.amended.label == label(turn, step) else None
    opened = Open(turn, step, state.next_epoch, {}, used, {}, {})
    return opened._replace(secrets=kept.secrets, inputs=kept.inputs) if kept else opened


def _sealed_texts(campaign: Campaign, opened: Open) -> dict[tuple[str, str], bytes]:
    """The canonical texts of each side that go into the dice: orders, standing orders, late answers."""
    texts: dict[tuple[str, str], bytes] = {}
    for side, used in opened.orders.items():
        texts[side, "orders"] = _lines_text(used.orders)
        texts[side, "standing"] = _lines_text(used.standing)
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


def run_open(campaign: Campaign, state: State, opened: Open, parts: Mapping[str, Any] | None) -> Played:
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


def outcome(
    campaign: Campaign, state: State, opened: Open, played: Played, parts: Mapping[str, Any] | None, now: str
) -> tuple[str, dict[str, Any]]:
    """The kind and the body of the entry that says what came of it. Only a seed whose dice have fallen is revealed."""
    is_cast = state.next_epoch in epochs_used(played.pages)
    body: dict[str, Any] = {
        "turn": opened.turn,
        "step": opened.step,
        "at": now,
        "rules": campaign.game.version,
        "orders": {side: used.as_json() for side, used in opened.orders.items()},
        "late": replies_json(opened.late),
        "pages": [page.as_json() for page in played.pages],
        "secrets": {**opened.secrets, **({str(state.next_epoch): dict(parts)} if is_cast and parts else {})},
    }
    if state.amended:
        # Rolls that still count from before the step was amended.
        body["kept"] = [page.key for page in played.pages if page.kind == "roll" and page.epoch in state.amended.inputs]
    if played.waiting:
        return "asked", {**body, "questions": [question.as_json() for question in played.waiting]}
    place = played.position
    return "played", {
        **body,
        "facts": sha256(canonical_facts(played.facts)),
        "position": place.digest(),
        "next": [place.turn, place.step],
        "press": [list(item) for item in state.press],
    }


def epochs_used(pages: list[Page]) -> list[int]:
    """The epochs whose dice have been seen, and whose secrets are therefore revealed."""
    return sorted({page.epoch for page in pages if page.kind == "roll"})
