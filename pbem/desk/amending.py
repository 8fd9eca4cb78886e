"""Amending: other orders for a step that was played. It and all after it are taken back in plain sight.

Dice that were seen stay seen: a roll still counts where its order stands as it was. Other orders get other dice, in a
fresh epoch, and the post shows both. The line that was refuted stays in the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.hiding import check_shown
from pbem.desk.inbox.on_record import on_record
from pbem.desk.inbox.places import of_kind
from pbem.desk.inbox.receipts import Looked, Receipt, look_at, receipt_of, without_orders
from pbem.desk.inbox.received import entry_of
from pbem.desk.inbox.signatures import read_letter
from pbem.desk.record.body import Back, Body, Rolls
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, eyes_of, is_open_to
from pbem.desk.record.kinds.proposed import Consented, Proposed
from pbem.desk.record.kinds.taken_back import Amended, Undone, is_as_proposed
from pbem.desk.record.names import sender_name, side_called
from pbem.desk.record.pen import check_pen
from pbem.desk.record.secrets import ME, Secrets
from pbem.desk.record.state import Past, State, label, labels
from pbem.desk.record.taking_back import amended_copy, dice_after, labels_back
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.desk.undoing import back_to, check_not_fixed, check_rewind, checked_reason, fix_shown_seal, from_start
from pbem.errors import BadRecord, Family, Problem, Refusal, Refused, UsageError
from pbem.kernel.naming import the
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import Block, read_rows
from pbem.kernel.text.names import folded
from pbem.kernel.text.reading import grammar_of
from pbem.store.entry import Reads
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.store.store import Store

_OF_A_FILE = ("sha256", "bytes", "is_kept", "side", "seat", "turn", "takes", "canonical", "digest", "mark")


class _Plan(NamedTuple):
    """An amendment before it is carried out: what is taken back, and how the new orders look there."""

    campaign: Campaign
    state: State  # as it stands
    then: State  # with the step taken back
    looked: Looked
    undone: Undone
    dice: Rolls


def amend(store: Store, campaign: str, reason: str, data: bytes, who: str, now: str) -> Receipt:
    """Take a step back and put these orders in its place: at once, or when all sides have consented."""
    return again_if_overtaken(lambda: _amend(store, campaign, checked_reason(reason), data, sender_name(who), now))


def _amend(store: Store, name: str, reason: str, data: bytes, who: str, now: str) -> Receipt:
    campaign, state = load(store, name)
    check_rewind(campaign, "amend")
    me = Secrets(store, campaign).me
    check_pen(campaign, state, me)
    if state.proposal:
        raise UsageError(f"the amendment of entry {state.proposal.seq} still waits: `pbem consent`, or --refuse it")
    data = on_record(campaign, data)
    plan = _plan(store, name, reason, data, who, now)
    problems = plan.looked.judged.problems
    problems += check_shown(state, plan.looked.judged)
    if me and plan.looked.judged.side != me and not problems:
        problems.append(_not_his(campaign, me))
    if problems:
        return receipt_of(campaign, plan.looked)  # not recorded: nothing is taken back, and no order of his is lost
    if fix_shown_seal(store, campaign, state, now):
        state, plan = load(store, name)[1], _plan(store, name, reason, data, who, now)
    if campaign.terms.rewind == "consent":
        return _propose(store, state, plan, data, now)
    return _carry_out(store, plan, data, [])


def _plan(store: Reads, name: str, reason: str, data: bytes, who: str, now: str) -> _Plan:
    campaign, state = from_start(store, name)
    now = state.time(now)
    try:
        back = back_to(state, _step_meant(campaign, state, data))
    except Refused as refused:
        looked = look_at(campaign, state, b"")
        looked.judged.problems = list(refused.problems)
        nothing = Undone(at=now, who=who, reason=reason, back=Back(0, "", 0), taken_back=())
        return _Plan(campaign, state, state, looked, nothing, Rolls((), ()))
    undone = Undone(at=now, who=who, reason=reason, back=back, taken_back=labels_back(state, back))
    then = amended_copy(campaign, state, undone)
    looked = look_at(campaign, then, data)
    sent_for = looked.judged.who
    dice = dice_after(state, back, sent_for, looked.judged.takes()) if sent_for else Rolls((), ())
    return _Plan(campaign, state, then, looked, undone, dice)


def _receipt(plan: _Plan, eyes: str = ALL) -> Receipt:
    receipt = receipt_of(plan.campaign, plan.looked)
    if not is_open_to(eyes, receipt.side):
        receipt = without_orders(receipt)
    words = [f"taken back: {', '.join(plan.undone.taken_back)}"]
    stay, void = plan.dice
    words += [f"dice that stay valid: {'; '.join(stay)}"] if stay else []
    if void:
        what = f"their replacements are rolled in epoch {plan.then.next_epoch}, and the post shows both"
        words += [f"dice that no longer count: {'; '.join(void)}", what]
    later = [name for name in plan.undone.taken_back[1:] if plan.then.fallen[name].rolls]
    words += [f"dice of later steps stay as they fell, for the same orders: {', '.join(later)}"] if later else []
    return receipt._replace(warnings=(*receipt.warnings, *words))


def _propose(store: Store, state: State, plan: _Plan, data: bytes, now: str) -> Receipt:
    """The entry that asks for consent; the file is kept beside it."""
    check_not_fixed(plan.campaign, state, now)
    receipt = _receipt(plan)
    file = vars(entry_of(plan.campaign, plan.looked, receipt, data, plan.undone.who, now))
    body = Proposed(**{key: file[key] for key in _OF_A_FILE}, **vars(plan.undone), dice=plan.dice)
    entry = write(store, plan.campaign, state, [body], file=data)
    others = [side for side in plan.campaign.game.sides if side != body.side]
    waits = f"nothing is taken back before {' and '.join(others)} has consented"
    return receipt._replace(seq=entry.seq, head=entry.hash, sha256=body.sha256, warnings=(*receipt.warnings, waits))


def proposed(store: Reads, campaign: str, now: str, side: str = "") -> Receipt:
    """What the open proposal would mean, worked out here: for the side that is asked to consent, as it may see it."""
    loaded, state = load(store, campaign)
    plan, _ = _plan_again(store, loaded, state, now)
    receipt = _receipt(plan, eyes_of(loaded, state, side or store.secret(loaded.id, ME)))
    return receipt._replace(warnings=(f"proposed by {plan.undone.who}: {plan.undone.reason}", *receipt.warnings))


def carry_out(store: Store, campaign: Campaign, state: State, consent: Consented, now: str) -> Receipt:
    """The last consent is in: the proposal becomes the amendment, both in one transaction."""
    plan, data = _plan_again(store, campaign, state, now)
    done = _carry_out(store, plan, data, [consent])
    return done if is_open_to(eyes_of(campaign, state, consent.side), done.side) else without_orders(done)


def _plan_again(store: Reads, campaign: Campaign, state: State, now: str) -> tuple[_Plan, bytes]:
    """The plan of the open proposal, from its file; it must still say the same."""
    proposal = state.proposal
    if not proposal:
        raise UsageError(f"nothing in {campaign.name} is waiting for consent: `pbem amend FILE` proposes an amendment")
    data = store.submission(proposal.sha256)
    if data is None:
        raise BadRecord("the file of the proposed amendment is missing from the store")
    plan = _plan(store, campaign.id, proposal.reason, data, proposal.who, now)
    problems = plan.looked.judged.problems
    if problems or not is_as_proposed(proposal, _body(plan, data)):
        raise Refused(problems or [_changed()])
    return plan, data


def _body(plan: _Plan, data: bytes) -> Amended:
    file = vars(entry_of(plan.campaign, plan.looked, _receipt(plan), data, plan.undone.who, plan.undone.at))
    return Amended(**{**file, **vars(plan.undone)}, dice=plan.dice)


def _carry_out(store: Store, plan: _Plan, data: bytes, before: Sequence[Body]) -> Receipt:
    check_not_fixed(plan.campaign, plan.state, plan.undone.at)
    body = _body(plan, data)
    entry = write(store, plan.campaign, plan.state, [*before, body], file=data)
    return _receipt(plan)._replace(seq=entry.seq, head=entry.hash, sha256=body.sha256)


def _not_his(campaign: Campaign, me: str) -> Problem:
    why = "a side proposes other orders for itself only"
    wanted = f"orders of {the(campaign.side_name(me))}"
    return Problem(Family.ILLEGAL, why, "orders of the other side", wanted, advice="ask the other side to propose it")


def _changed() -> Problem:
    why = "the campaign has gone on since the amendment was proposed"
    return Problem(Family.ILLEGAL, why, "another step", "the step that was named then", advice="propose it again")


# -- which step is meant --------------------------------------------------------------------------------------


def _step_meant(campaign: Campaign, state: State, data: bytes) -> str:
    """The played step that a file amends, from its header."""
    try:
        block = read_rows(read_letter(campaign, state, data).rows, grammar_of(campaign.game))
        side = Side(side_called(campaign.sides, block.header.get("side", "")))
    except Refusal as refusal:
        raise Refused([refusal.problem]) from refusal
    except UsageError as error:
        raise Refused([_unclear(str(error), block.header.get("side", ""))]) from error
    wanted = _named_steps(campaign, side, block)
    turn = block.header.get("turn", "")
    under_way = state.open
    if under_way and under_way.step in wanted and turn == str(under_way.turn):
        return label(under_way.turn, under_way.step)
    known = labels(state.trail)
    named = [name for past, name in zip(state.trail, known, strict=True) if _is_meant(past, wanted, turn)]
    if named:
        return named[-1]
    found = f"turn {turn or 'not given'}, step {block.header.get('step') or 'not given'}"
    raise Refused([_unclear("the header does not name a step that this side has played", found, known)])


def _is_meant(past: Past, steps: Sequence[str], turn: str) -> bool:
    return past.step in steps and str(past.turn) == turn


def _named_steps(campaign: Campaign, side: Side, block: Block) -> list[str]:
    said = folded(block.header.get("step", ""))
    named = [step.id for step in campaign.steps.values() if said in (folded(step.id), folded(step.title))]
    return named or [step.id for step in of_kind(campaign, side, said)]


def _unclear(why: str, found: str, known: list[str] | None = None) -> Problem:
    wanted = "side, turn and step of a played step"
    advice = f"the last steps played are {', '.join(known[-3:])}" if known else "see `pbem history`"
    return Problem(Family.UNREADABLE, why, found or "nothing", wanted, advice=advice)
