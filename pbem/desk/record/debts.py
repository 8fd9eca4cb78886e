"""Who owes what before a campaign can go on: orders, answers, parts of the dice, consent."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import missing as missing_parts
from pbem.desk.record.state import Proposal, State
from pbem.desk.record.terms import parties
from pbem.dice.drand import NAME as DRAND
from pbem.kernel.naming import agreed
from pbem.kernel.questions import question_from_json
from pbem.kernel.sequence import Step
from pbem.kernel.text.amounts import chosen_words, how_many
from pbem.values import NamedTuple


class Debt(StrEnum):
    """What kind of thing is owed; the words for people stand beside it."""

    ORDERS = "orders"
    OPENING = "opening"  # of orders or secrets that a side has fixed by their hash
    ANSWERS = "answers"
    INSTALMENT = "instalment"  # the next part of a step's orders
    ANCHOR = "anchor"  # of a side's dice chain
    DICE = "dice"  # a part of the epoch's seed
    CONSENT = "consent"  # to an amendment, or its refusal


class Owed(NamedTuple):
    """Somebody who must send something before play goes on."""

    side: str
    player: str
    kind: Debt
    what: str
    step: str
    questions: tuple[Mapping[str, Any], ...] = ()
    party: str = ""  # whose part of the dice it is; `drand` for the beacon
    due: str = ""  # by when, where the campaign has dates
    seat: str = ""  # who of a side that players share

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "side": self.side,
            "player": self.player,
            "kind": self.kind.value,
            "what": self.what,
            "step": self.step,
            "questions": [dict(question) for question in self.questions],
            "party": self.party,
            "due": self.due,
            **({"seat": self.seat} if self.seat else {}),
        }


def is_instalment(question: Mapping[str, Any]) -> bool:
    """Whether a question asks for the next part of a step's orders."""
    return not question["options"] and bool(question["many"])


def is_opening(question: Mapping[str, Any]) -> bool:
    """Whether a question asks for the opening of a secret: its owner's program answers, and decides nothing."""
    return not question["options"] and not question["many"]


def numbered(state: State, side: str, who: str = "") -> list[tuple[str, Mapping[str, Any]]]:
    """The questions that wait for a side, as it is told them: Q1, Q2 and so on; `who` leaves out those to others."""
    asked = [q for q in (state.open.questions if state.open else ()) if q["side"] == side and not is_opening(q)]
    if who and who != side:
        asked = [q for q in asked if q.get("seat", "") in ("", who)]
    return [(f"Q{number}", question) for number, question in enumerate(asked, 1)]


def owed(campaign: Campaign, state: State) -> list[Owed]:
    """Who owes what before the campaign can go on; nobody when the next step can run or the game is over."""
    step = campaign.step_of(state)
    if step is None:
        return _owed_secrets(campaign, state)
    if state.proposal:
        return _owed_consent(campaign, state.proposal, step)
    if state.open and state.open.is_sealed and state.open.has_dice:
        return []
    if state.open and state.open.is_sealed:
        return owed_dice(campaign, state, step)
    if state.open:
        answers = [debt for who in campaign.senders if (debt := _owed_answers(campaign, state, step, who))]
        return [*answers, *_owed_openings(campaign, state, step)]
    due = state.dice.due
    needed = [who for side in step.needs for who in campaign.seats_of(side) if must_send(step, side, who)]
    missing = [who for who in needed if not _has_orders(state, who, step)]
    what = f"orders for {step.kind}, turn {state.position.turn}"
    anchors = [side for side in sides_with_chains(campaign) if side not in state.dice.links]
    silent = [side for side in missing if not (side in state.promises and step.id in state.promises[side].steps)]
    debts = [(side, Debt.ANCHOR, f"the anchor of {_its(campaign, side)} dice chain") for side in anchors]
    opening = f"the opening of the sealed orders for {step.kind}"
    debts += [(side, Debt.ORDERS, what) for side in silent] or [(side, Debt.OPENING, opening) for side in missing]
    return [_owed(campaign, who, kind, words, step, due=due) for who, kind, words in debts]


def _its(campaign: Campaign, side: str) -> str:
    return agreed(campaign.side_name(side), "their")


def _owed(campaign: Campaign, who: str, kind: Debt, what: str, step: Step, **more: Any) -> Owed:
    seat = who if who in campaign.seats else ""
    return Owed(campaign.side_of(who), campaign.player(who), kind, what, step.id, seat=seat, **more)


def must_send(step: Step, side: str, who: str) -> bool:
    """Whether the step waits for this one of the players who share a side."""
    return who == side or not step.seats or who in step.seats


def _owed_consent(campaign: Campaign, proposal: Proposal, step: Step) -> list[Owed]:
    edition, back = proposal.edition, proposal.taken_back
    about = f"edition {edition} of the rules" if edition else f"the amendment of {back[0]}"
    what = f"consent to {about} (entry {proposal.seq}), or its refusal"
    silent = [side for side in campaign.game.sides if side not in proposal.consents]
    return [Owed(side, campaign.player(side), Debt.CONSENT, what, step.id) for side in silent]


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
        what = f"link {epoch} of {_its(campaign, party)} dice chain"
        if party == DRAND and dice.named:
            what = f"round {dice.named.round} of the drand chain {dice.named.chain}, due at {dice.named.time}"
        side = party if party in campaign.game.sides else ""
        due = dice.due if side else ""
        debts.append(Owed(side, campaign.player(side), Debt.DICE, what, step.id, party=party, due=due))
    return debts


def _owed_answers(campaign: Campaign, state: State, step: Step, who: str) -> Owed | None:
    fresh = state.open.fresh if state.open else {}
    open_ones = [_in_words(n, q) for n, q in numbered(state, campaign.side_of(who), who) if q["key"] not in fresh]
    if not open_ones:
        return None
    kind = Debt.INSTALMENT if all(is_instalment(q) for q in open_ones) else Debt.ANSWERS
    count = "an answer to 1 question" if len(open_ones) == 1 else f"answers to {len(open_ones)} questions"
    what = f"{count if kind is Debt.ANSWERS else 'the next part of the orders'} in {step.kind}"
    return _owed(campaign, who, kind, what, step, questions=tuple(open_ones), due=state.dice.due)


def _owed_openings(campaign: Campaign, state: State, step: Step) -> list[Owed]:
    """The secrets that a rule wants to see."""
    asked, fresh = (state.open.questions, state.open.fresh) if state.open else ((), {})
    sides = dict.fromkeys(q["side"] for q in asked if is_opening(q) and q["key"] not in fresh)
    what = f"the opening of a secret in {step.kind}: `pbem adjudicate` opens it"
    return [Owed(side, campaign.player(side), Debt.OPENING, what, step.id, due=state.dice.due) for side in sides]


def _owed_secrets(campaign: Campaign, state: State) -> list[Owed]:
    """The game is over: what was kept secret to its end is opened, so that all of it can be proven."""
    debts = []
    for side in campaign.game.sides:
        count = len(state.closed(side))
        what = f"the opening of {count} secret line{'s' if count != 1 else ''}: `pbem adjudicate` does it"
        debts += [Owed(side, campaign.player(side), Debt.OPENING, what, "")] if count else []
    return debts


def _in_words(number: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """A question as it is shown: with its number, how many of its options are wanted, and an answer as an example."""
    asked = question_from_json(question)
    if not asked.options:
        return {"number": number, **question}
    example = chosen_words(asked.fallback() or (asked.options[0].value,))
    return {"number": number, **question, "wanted": how_many(asked).partition(":")[0], "example": example}


def _has_orders(state: State, who: str, step: Step) -> bool:
    sent = state.pending.get(who, {}).get(step.id)
    return sent is not None and sent.turn == state.position.turn
