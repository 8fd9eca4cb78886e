"""The receipt: what a file was understood to say, what will happen by default, and how many mails are still needed."""

from __future__ import annotations

import os
from typing import Any

from pbem.desk.inbox.cautions import cautions
from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.rehearsal import Rehearsal, coverage, rehearse
from pbem.desk.inbox.signatures import Known, Read, check_file
from pbem.desk.inbox.submission import judge, tidy
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import hidden_now
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.state import State
from pbem.dice.chosen import KindDice
from pbem.errors import Family, PbemError, Problem
from pbem.kernel.choosing import counted
from pbem.kernel.naming import the
from pbem.kernel.views.meter import Point
from pbem.kernel.views.plain import fields_of
from pbem.store.entry import Entry
from pbem.values import NamedTuple

REPLACES = "replaces the orders for"
RAISE = "PBEM_RAISE"  # set where tests run: a fault of ours must not hide there as the refusal of a file


class Receipt(NamedTuple):
    """The answer to a file that was checked or received."""

    campaign: str
    side: str
    turn: int
    verdict: str  # accepted or refused
    steps: tuple[str, ...]  # the steps that it gives orders for
    canonical: str
    digest: str
    problems: tuple[Problem, ...]
    warnings: tuple[str, ...]
    defaults: tuple[str, ...]  # what will happen by default, in words
    mails: tuple[Point, ...]  # questions that may still come to this side
    others: tuple[Point, ...]  # questions to others, unless their standing orders decide them
    checked_to: str = ""  # the roll at which the check had to stop
    seq: int = 0  # the entry of the record; 0 for a check
    head: str = ""  # the hash of that entry
    sha256: str = ""  # of the file as received
    proof: str = ""  # the block with the seal of the step, where this file has made it complete
    seat: str = ""  # who of a side that players share
    verbs: tuple[str, ...] = ()  # for whoever writes long orders in several lines: words with which a line begins
    joiners: tuple[str, ...] = ()  # and words before which an order may be cut
    later: int = 0  # orders for later steps that would be illegal as matters would stand by then
    beyond: tuple[str, ...] = ()  # steps with orders that the check could not reach, so that nothing is foreseen there
    titles: tuple[str, ...] = ()  # of the steps, for pages
    is_fresh: bool = True  # whether nothing was played since the file came, so that a page may look ahead

    @property
    def is_accepted(self) -> bool:
        """Whether the orders count."""
        return self.verdict == "accepted"

    def as_json(self) -> dict[str, Any]:
        """The fields, and how many mails may still be needed."""
        found = {**fields_of(self), "mails_needed": len(self.mails)}
        return {key: value for key, value in found.items() if key not in ("verbs", "joiners", "titles", "is_fresh")}


class Looked(NamedTuple):
    """A file that was read and rehearsed."""

    judged: Judged
    defaults: list[str]
    mails: list[Point]
    others: list[Point]
    checked_to: str
    later: int = 0
    beyond: tuple[str, ...] = ()


def look_at(campaign: Campaign, state: State, data: bytes, known: Known | None = None) -> Looked:
    """Read a file, rehearse it with the kindest dice, and collect all that is wrong with it.

    Of a signed file only what the signature covers is read. Where the library for that is missing nothing can be said.
    """
    judged = Judged(turn=state.position.turn)
    looked, read = _read(campaign, state, data, judged, known)
    if read is not None:
        judged.problems += check_file(campaign, state, judged.side, read) if judged.side else []
        judged.problems = [problem.of(read.source) for problem in judged.problems]
    tidy(judged.problems)
    return looked


def _read(
    campaign: Campaign, state: State, data: bytes, judged: Judged, known: Known | None
) -> tuple[Looked, Read | None]:
    read = None
    try:
        read = judge(campaign, state, data, judged, known=known)
        return _rehearsed(campaign, state, judged) if judged.is_placed else Looked(judged, [], [], [], ""), read
    except (PbemError, LookupError, ValueError, TypeError, AttributeError, AssertionError, RecursionError) as error:
        # A fault of ours must not cost a player his file: it is kept, and the message is part of its entry.
        if os.environ.get(RAISE):
            raise
        what = f"{type(error).__name__}: {error}"[:300]
        advice = "please report the message to the makers of the program, and send them the file"
        judged.problems.append(Problem(Family.UNREADABLE, "the program failed on this file", what, "", advice=advice))
        return Looked(judged, [], [], [], ""), read


def _rehearsed(campaign: Campaign, state: State, judged: Judged) -> Looked:
    judged.warnings += _replaced(campaign, state, judged)
    return look_ahead(campaign, state, judged)


def look_ahead(campaign: Campaign, state: State, judged: Judged) -> Looked:
    """What may come of orders as things stand: rehearsed, with warnings, defaults and the mails they may still cost."""
    rehearsal = rehearse(campaign, state, judged, KindDice())
    is_now = bool(rehearsal.steps) and (rehearsal.steps[0].step.id in judged.orders or bool(judged.replies))
    judged.problems += rehearsal.problems() if is_now else []
    judged.warnings += _later(campaign, state, judged, rehearsal)
    judged.warnings += cautions(campaign, state, judged, rehearsal)
    judged.warnings += _unseen(campaign, state) if rehearsal.steps else []
    mails, others = coverage(campaign, rehearsal, judged.side)
    stopped = rehearsal.steps[-1].played.stopped if rehearsal.steps else ""
    later, beyond = len(rehearsal.later_problems()), _beyond(campaign, judged, rehearsal)
    return Looked(judged, _defaults(campaign, state, judged, mails), mails, others, stopped, later, beyond)


def _beyond(campaign: Campaign, judged: Judged, rehearsal: Rehearsal) -> tuple[str, ...]:
    """The steps of the file of which nothing can be foreseen: not reached, or with orders that would be illegal."""
    doubtful = [step.id for step, _ in rehearsal.later_problems()]
    seen = [item.step.id for item in rehearsal.steps if item.step.id not in doubtful]
    return tuple(campaign.steps[step].title for step in judged.orders if step not in seen)


def _replaced(campaign: Campaign, state: State, judged: Judged) -> list[str]:
    """What this file takes the place of."""
    sent = state.pending.get(judged.who, {})
    words = [
        f"{REPLACES} {campaign.steps[step].title} of entry {sent[step].seq}" for step in judged.orders if step in sent
    ]
    if judged.standing is not None and state.standing.get(judged.who):
        done = "replaces" if judged.standing else "takes back"
        words.append(f"{done} {counted(len(state.standing[judged.who]), 'standing order')} given before")
    words += _not_yet(campaign, state, judged)
    fresh = state.open.fresh if state.open else {}
    words += [f"replaces the answer to {key}" for key in judged.replies if key in fresh]
    player = judged.header.get("player", "")
    known = campaign.player(judged.who)
    if player and known and player.casefold() != known.casefold():
        words.append(f"the file is signed by {player}, but {known} plays {the(campaign.side_name(judged.who))}")
    return words


def _not_yet(campaign: Campaign, state: State, judged: Judged) -> list[str]:
    """From when on standing orders count that come while a step waits: see `sealing.goes_on`."""
    now = campaign.step_of(state)
    if judged.standing is None or state.open is None or now is None:
        return []
    if not judged.standing and not state.open.orders[judged.who].standing:
        return []
    return [
        f"{now.title} keeps the standing orders it began with, and so do the steps after it whose orders are on file "
        "when it continues; what you send now counts from the next step that has to wait for orders"
    ]


def _later(campaign: Campaign, state: State, judged: Judged, rehearsal: Rehearsal) -> list[str]:
    """What could not be checked now, and what would go wrong in a later step."""
    reached = [item.step.id for item in rehearsal.steps]
    now = campaign.step_of(state)
    words = [
        f"{step.title}, line {problem.spot.line if problem.spot else 0}: as matters would stand by then, {problem.why}"
        + (f" [{problem.rule}]" if problem.rule else "")
        for step, problem in rehearsal.later_problems()
    ]
    for step in judged.orders:
        if step not in reached and now:
            title = campaign.steps[step].title
            words.append(f"{title} comes after {now.title}: whether its orders are legal is decided when it is played")
    return words


def _unseen(campaign: Campaign, state: State) -> list[str]:
    """What a check cannot know where a game hides units."""
    hidden = hidden_now(campaign, state)
    words = "checked by what you may see; a hidden unit may still stop an order when it is played"
    return [f"{words} ({hidden})"] if hidden else []


def _defaults(campaign: Campaign, state: State, judged: Judged, mails: list[Point]) -> list[str]:
    """Where you gave no orders."""
    words = [f"{point.words()}: {point.default}" for point in mails if point.default]
    if judged.standing is None:
        standing = state.standing.get(judged.who, ())
        stay = "stays" if len(standing) == 1 else "stay"
        kept = f"your {counted(len(standing), 'standing order')} {stay} in force"
        words.append(kept if standing else "you have no standing orders")
    for step in judged.orders:
        if not judged.orders[step]:
            words.append(f"{campaign.steps[step].title}: no orders; your units do nothing that needs one")
    return words


def receipt_of(campaign: Campaign, looked: Looked) -> Receipt:
    """The receipt of a file; the caller adds the entry that records it."""
    judged = looked.judged
    return Receipt(
        campaign.name, judged.side, judged.turn, "refused" if judged.problems else "accepted",
        tuple(judged.orders), judged.canonical, judged.digest, tuple(judged.problems), tuple(judged.warnings),
        tuple(looked.defaults), tuple(looked.mails), tuple(looked.others), looked.checked_to,
        seat=judged.seat,
        verbs=campaign.game.verbs, joiners=campaign.game.joiners, later=looked.later, beyond=looked.beyond,
        titles=tuple(step.title for step in campaign.steps.values() if step.id in judged.orders),
    )  # fmt: skip


def on_file(receipt: Receipt, body: Submitted, entry: Entry, proof: str = "") -> Receipt:
    """The receipt with the entry that records the file, and the seal of the step where there is one."""
    return receipt._replace(
        verdict=body.verdict, seq=entry.seq, head=entry.hash, sha256=body.sha256, proof=proof
    )  # fmt: skip


def without_orders(receipt: Receipt) -> Receipt:
    """The receipt of a file for eyes that may not read its orders: that it came, and what became of it."""
    return receipt._replace(
        steps=(), canonical="", digest="", sha256="", warnings=(), defaults=(), mails=(), others=(), checked_to="",
    )  # fmt: skip
