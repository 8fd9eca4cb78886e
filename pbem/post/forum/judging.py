"""One post of a thread, judged: orders, sealed orders, press, or nothing that concerns the judge."""

from __future__ import annotations

from pbem.desk.inbox.letters.bringing import campaigns_named
from pbem.desk.inbox.receipts import Receipt, look_at
from pbem.desk.receiving import receive
from pbem.desk.record.campaign import Campaign, campaign_id
from pbem.desk.record.eyes import hidden_now
from pbem.desk.record.names import side_called
from pbem.desk.record.senders import sender_names
from pbem.desk.record.state import State
from pbem.dice.harmless import harmless
from pbem.errors import PbemError, UsageError
from pbem.kernel.naming import the
from pbem.post.claiming import claim_in
from pbem.post.forum.blocks import has_block
from pbem.post.forum.fitting import fit_of, fitted
from pbem.post.forum.sealed import BadSeal, Seal, seals_in
from pbem.post.forum.thread import UNKNOWN, Posted
from pbem.post.office import Office
from pbem.store.forums import Forums, SealedNote
from pbem.store.letters import Stage
from pbem.values import NamedTuple

_LONGEST_PRESS = 4000


class Ruling(NamedTuple):
    """What became of a post: a line for the log, and words for its author, if he is to be told anything."""

    why: str
    words: str = ""
    stage: Stage = Stage.DONE


def judge(office: Office, campaign: str, who: str, post: Posted, *, press: bool, is_again: bool) -> Ruling:
    """Judge a post of a player. `is_again` says that an earlier version of it was read."""
    loaded, state = office.load(campaign)
    data = post.text.encode()
    try:
        seals = [seal for seal in seals_in(post.text) if campaign_id(seal.campaign) == loaded.id]
    except BadSeal as error:
        return Ruling(f"a sealed block cannot be read: {error}", f"Nothing of it counts: {error}.")
    has_orders = has_block(post.text) and _is_for(loaded, data)
    if not seals and not has_orders:
        return _press(office, loaded, state, who, post) if press else Ruling("no block", stage=Stage.QUIET)
    late = _edited_late(state, post, office.now, is_again=is_again)
    if late:
        return Ruling("edited after the date", late)
    if seals:
        return _sealed(office, loaded, state, who, post, seals[-1])
    return _orders(office, loaded, state, who, data)


def _is_for(campaign: Campaign, data: bytes) -> bool:
    named = campaigns_named(data)
    return not named or campaign.id in named


def _due(state: State) -> str:
    """The date of what the campaign waits for now; nothing where it has none."""
    return state.dice.due


def _edited_late(state: State, post: Posted, now: str, *, is_again: bool) -> str:
    """Why a post that was edited does not count; nothing where it does."""
    due = _due(state)
    if not post.edited or not due or (now <= due if post.edited == UNKNOWN else post.edited <= due):
        return ""
    when = "" if post.edited == UNKNOWN else f" at {post.edited}"
    stands = "What I read before the date stands" if is_again else "Nobody can show what it said before"
    return (
        f"This post was edited{when}, after the date ({due}), so it does not count. {stands}. "
        "If the campaign still waits for you, write a new post; never edit one."
    )


# -- orders ---------------------------------------------------------------------------------------------------


def _orders(office: Office, campaign: Campaign, state: State, who: str, data: bytes) -> Ruling:
    claim = claim_in(campaign, state, data)
    if claim.who and claim.who != who:
        found, own = the(campaign.side_name(claim.who)), the(campaign.side_name(who))
        return Ruling(
            f"orders for {claim.who} by {who}",
            f"The block is for {found}, and this account is bound to {own}. Nothing of it counts.",
        )
    why = secret(campaign, state, data)
    if why:
        return Ruling(
            "open orders where orders are secret",
            f"Not taken: {why}. Whoever reads this thread has seen your orders, so delete the post. Then "
            "`pbem forum seal orders.txt` writes a sealed block for the thread; the orders themselves go by mail.",
        )
    fit = fit_of(office.store, campaign, state, who, data)
    if fit.fault:
        return Ruling("not the orders that were sealed", fit.fault)
    try:
        receipt = receive(office.store, campaign.id, data, campaign.player(who), office.now)
    except PbemError as error:
        return Ruling(f"not recorded: {error}", str(error))
    also = fitted(office.store, campaign.id, fit.note) if fit.note else ""
    return Ruling(f"orders {receipt.verdict}, entry {receipt.seq}", _receipt(receipt, also))


def secret(campaign: Campaign, state: State, data: bytes) -> str:
    """Why open orders do not belong in the thread; nothing where they do."""
    hidden = hidden_now(campaign, state)
    if hidden:
        return f"this game hides things ({hidden})"
    judged = look_at(campaign, state, data).judged
    both = [campaign.steps[step].title for step in judged.orders if len(campaign.steps[step].needs) > 1]
    return f"both sides give orders for {both[0]} in secret" if both else ""


def _receipt(receipt: Receipt, also: str) -> str:
    """A receipt for a thread: the verdict, what is wrong, what was noticed; not the orders once more."""
    if receipt.is_accepted:
        steps = ", ".join(receipt.titles or receipt.steps) or "no step of yours"
        lines = [f"Accepted, for {steps}. Entry {receipt.seq} of the record; digest {receipt.digest[:16]}."]
    else:
        count = len(receipt.problems)
        lines = [f"Refused, {count} problem{'s' if count != 1 else ''}. Nothing counts until every problem is fixed:"]
        lines += [f"- {harmless(str(problem))}" for problem in receipt.problems[:20]]
        lines += [f"- {harmless(warning)}" for warning in receipt.warnings[:5]]
    return "\n".join([*lines, *([also] if also else [])])


# -- sealed orders, press -------------------------------------------------------------------------------------


def _sealed(office: Office, campaign: Campaign, state: State, who: str, post: Posted, seal: Seal) -> Ruling:
    try:
        named = str(side_called(sender_names(campaign), seal.side))
    except UsageError as error:
        return Ruling(f"a sealed block for nobody: {error}", f"Nothing of it counts: {error}")
    if named != who:
        found, own = the(campaign.side_name(named)), the(campaign.side_name(who))
        return Ruling(f"a sealed block for {named} by {who}", f"The sealed block is for {found}, and this account is "
                      f"bound to {own}. Nothing of it counts.")  # fmt: skip
    due, at = _due(state), post.edited if post.edited not in ("", UNKNOWN) else post.at or office.now
    if seal.turn < state.position.turn:
        stands = f"Turn {seal.turn} is over: the campaign stands in turn {state.position.turn}. Nothing of it counts."
        return Ruling("a sealed block for a turn that is over", stands)
    if due and at > due:
        return Ruling("a sealed block after the date", f"It came at {at}, after the date ({due}): it does not count.")
    Forums(office.store).note(campaign.id, SealedNote(who, seal.place, seal.digest, at, post.id))
    return Ruling(
        f"sealed orders for {seal.place} noted, {seal.digest[:16]}",
        f"Sealed orders for {seal.place} noted: {seal.digest[:16]}... Send the orders by mail now; they count if their "
        "hash is this one. Play waits for them.",
    )


def _press(office: Office, campaign: Campaign, state: State, who: str, post: Posted) -> Ruling:
    """Words without a block, as press in the record: the next report prints them."""
    lines = [line.rstrip() for line in post.text.splitlines() if line.strip() and not line.lstrip().startswith(">")]
    text = "\n".join(lines)[:_LONGEST_PRESS]
    if not text or campaign.step_of(state) is None:
        return Ruling("no block, and no words", stage=Stage.QUIET)
    head = f"campaign: {campaign.name}\nside: {campaign.side_name(who) if who in campaign.sides else who}\n"
    data = f"=== orders ===\n{head}turn: {state.position.turn}\npress:\n{text}\n=== end of orders ===\n".encode()
    receipt = receive(office.store, campaign.id, data, campaign.player(who), office.now)
    return Ruling(f"press {receipt.verdict}", stage=Stage.DONE if receipt.is_accepted else Stage.QUIET)
