"""Adjudicating: every step that can run is sealed, played and recorded, one transaction for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.making import Making
from pbem.desk.newcomer import advice, unsaid
from pbem.desk.promising import open_promise
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.editions import must_be_todays
from pbem.desk.record.eyes import ALL, debts_seen, own_eyes
from pbem.desk.record.kinds.run import StepPlayed, outcome
from pbem.desk.record.kinds.sealed import public_salt
from pbem.desk.record.notice import is_complete
from pbem.desk.record.open_step import Parts
from pbem.desk.record.pen import check_pen
from pbem.desk.record.sealing import epochs_used, run_open
from pbem.desk.record.secrets import Fetch, Secrets
from pbem.desk.record.state import State, label
from pbem.desk.record.writing import again_if_overtaken
from pbem.desk.replay.load import load, state_now
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.showing import show, shown_in
from pbem.dice.drand import NAME as DRAND
from pbem.dice.seal import MODERATOR, SALT
from pbem.errors import BadRecord, UsageError
from pbem.kernel.facts import Fact
from pbem.kernel.play import Played
from pbem.values import dataclass, field, replace

if TYPE_CHECKING:
    from pbem.store.store import Store

MOST_STEPS = 2000  # in one go; a sequence of play that runs on by itself for longer is broken


@dataclass(frozen=True, slots=True)
class Ran:
    """A step that ran: to its end, or until a question."""

    label: str
    title: str
    seq: int
    is_complete: bool
    facts: tuple[Fact, ...]
    dropped: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The plain values; the facts are in the report."""
        return {
            "label": self.label,
            "title": self.title,
            "seq": self.seq,
            "complete": self.is_complete,
            "facts": len(self.facts),
            "dropped": list(self.dropped),
        }


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """What was played, and who is waited for."""

    campaign: str
    ran: tuple[Ran, ...]
    waiting: tuple[Owed, ...]
    turn: int
    step: str
    is_over: bool
    sides: Mapping[str, str] = field(default_factory=dict)  # by name
    pen: str = ""  # the side that may write, where turn files go to and fro
    eyes: str = ALL  # of who keeps the store
    unsaid: str = ""  # the step that was not sealed, as this player has joined and sent nothing yet

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "ran": [ran.as_json() for ran in self.ran],
            "waiting": [debt.as_json() for debt in self.waiting],
            "turn": self.turn,
            "step": self.step,
            "over": self.is_over,
            **({"unsaid": self.unsaid} if self.unsaid else {}),
        }


def adjudicate(
    store: Store,
    campaign: str,
    now: str,
    fetch: Fetch | None = None,
    progress: Progress = silent,
    anyway: bool = False,
) -> Adjudicated:
    """Run every step that can run. `fetch` gets a beacon round; without it the round must be there already.

    Who has just joined and sent nothing seals nothing, unless `anyway` is said.
    """
    loaded, state = load(store, campaign)
    own = Secrets(store, loaded, fetch)
    check_pen(loaded, state, own.me)
    must_be_todays(loaded, state)
    ran: list[Ran] = []
    while len(ran) < MOST_STEPS:
        if open_promise(own, state, now) or show(own, state, now):
            continue
        if can_run(own, state, now):
            if not anyway and (step_unsaid := unsaid(own, state)):
                return replace(_summary(own, state, ran), unsaid=step_unsaid)
            step, state = _run_next(own, state, now)
            ran += [step] if step else []
            progress(len(ran), 0, step.label if step else "")
            continue
        without = _run_without_dice(own, state, now)
        if without:
            ran.append(without)
            continue
        if _give_links(own, state, now):
            continue
        fresh = state_now(store, loaded)
        if fresh.seq == state.seq:
            return _summary(own, state, ran)
        state = fresh  # somebody sent something meanwhile
    raise BadRecord(f"{MOST_STEPS} steps ran by themselves; the sequence of play of {loaded.game.name} has no end")


def seal_step(store: Store, campaign: str, now: str) -> bool:
    """Seal the step that is complete and run nothing, so that its seal can be published first; whether it was so."""
    loaded, state = load(store, campaign)
    own = Secrets(store, loaded)
    check_pen(loaded, state, own.me)
    if not is_complete(loaded, state):
        return False
    if step := unsaid(own, state):
        raise UsageError(advice(step))
    made = Making(loaded, state, now)
    made.seal(own)
    made.write(store)
    return True


def keeper_sees(done: Adjudicated) -> Adjudicated:
    """What a run tells who keeps the store: a moderator all, a player who keeps it by turns nothing of the enemy."""
    if done.eyes == ALL:
        return done
    ran = tuple(replace(one, dropped=()) for one in done.ran)  # his own are in `pbem report --side`
    return replace(done, ran=ran, waiting=tuple(debts_seen(done.waiting, done.eyes)))


def can_run(own: Secrets, state: State, now: str) -> bool:
    """Whether nothing is missing but what this store can add itself."""
    if own.campaign.step_of(state) is None:
        return False
    debts = owed(own.campaign, state)
    return all(debt.party and own.can_give(debt.party, state, now) for debt in debts)


def _run_without_dice(own: Secrets, state: State, now: str) -> Ran | None:
    """A step that was sealed together with the one before may need no dice: then it waits for nobody's part of them.

    Links are given only where dice are needed; else those of an epoch would be known before its orders are fixed.
    """
    opened = state.open
    if opened is None or not opened.is_sealed or opened.has_dice or state.proposal:
        return None
    played = run_open(own.campaign, state, opened, None, own.me)
    if played.stopped:
        return None
    made = Making(own.campaign, state, now)
    made.bodies += shown_in(own, opened, played, made.now)
    return _written(own, made, played, None)


def _give_links(own: Secrets, state: State, now: str) -> bool:
    """Once the orders are sealed this store's links are given, also while others are missing; whether there were any.

    So with a beacon nobody who waits for its round has still a link to keep back.
    """
    if state.open is None or not state.open.is_sealed or state.proposal:
        return False
    parts = {p: v for p, v in own.own_parts(state, now).items() if p not in (DRAND, MODERATOR)}
    if parts:
        made = Making(own.campaign, state, now)
        made.contribute(parts)
        made.write(own.store)
    return bool(parts)


def _summary(own: Secrets, state: State, ran: Sequence[Ran]) -> Adjudicated:
    campaign, place = own.campaign, state.position
    eyes = own_eyes(campaign, state, own.me) if own.me else ALL
    return Adjudicated(
        campaign.name, tuple(ran), tuple(owed(campaign, state)), place.turn, place.step,
        campaign.step_of(state) is None, {str(side): name for side, name in campaign.sides.items()}, state.pen, eyes,
    )  # fmt: skip


def _run_next(own: Secrets, state: State, now: str) -> tuple[Ran | None, State]:
    """Run one step; who is overtaken looks again, and another process may have run it by then."""
    states = [state]

    def attempt() -> tuple[Ran | None, State]:
        seen = states.pop() if states else state_now(own.store, own.campaign)
        return (_run(own, seen, now) if can_run(own, seen, now) else None), seen

    return again_if_overtaken(attempt)


def _run(own: Secrets, state: State, now: str) -> Ran | None:
    """Seal the step if it is not sealed, add this store's part of the dice where they are needed, and play it."""
    campaign, now = own.campaign, state.time(now)
    made = Making(campaign, state, now)
    made.seal(own)
    parts = None if made.opened.has_dice else own.parts(state, now)
    # What opens the seal is shown with what makes the dice.
    parts = parts and {**parts, SALT: public_salt(campaign, state, made.opened)}
    played = run_open(campaign, state, made.opened, parts, own.me)
    made.bodies += shown_in(own, made.opened, played, now)
    if played.stopped:
        made.contribute(own.own_parts(state, now))
        made.write(own.store)
        return None
    if state.next_epoch in epochs_used(played.pages):
        made.contribute(own.own_parts(state, now))
    return _written(own, made, played, parts)


def _written(own: Secrets, made: Making, played: Played, parts: Parts | None) -> Ran:
    """The entry of a run that came to its end or to a question, after those that come with it."""
    campaign, state, now = made.campaign, made.state, made.now
    body = outcome(campaign, state, made.opened, played, parts, now)
    made.bodies.append(body)
    seq = made.write(own.store, played)
    name = label(made.opened.turn, made.opened.step)
    return Ran(
        name,
        campaign.steps[made.opened.step].title,
        seq,
        isinstance(body, StepPlayed),
        tuple(played.facts),
        tuple("\n".join(problem.lines(name)) for problem in played.problems),
    )
