"""`asked` and `played`: a sealed step was run, until it stopped at a question or to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign, sha256
from pbem.desk.record.dice_state import fits, learn, links_in, name_round, needs, use_epoch
from pbem.desk.record.eyes import is_open_to
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.kinds.submitted import shown_key
from pbem.desk.record.kinds.unlike import unlike
from pbem.desk.record.luck import with_rolls
from pbem.desk.record.open_step import Lines, Open, Parts, Reply, Used
from pbem.desk.record.owners import open_date
from pbem.desk.record.pending import clear
from pbem.desk.record.sealing import epochs_used, run_open
from pbem.desk.record.state import Past, State, label
from pbem.dice.drand import NAME as DRAND
from pbem.dice.seal import SALT
from pbem.errors import BadRecord
from pbem.kernel.facts import canonical_facts
from pbem.kernel.journal import pages_from_json
from pbem.kernel.play import Played


@dataclass(frozen=True, kw_only=True)
class StepRun(Body):
    """A run: what was on the table, the journal, and what made the dice that fell."""

    turn: int
    step: str
    rules: str
    orders: Mapping[str, Used]
    late: Mapping[str, Reply]
    pages: tuple[Any, ...]  # of the journal
    secrets: Mapping[int, Parts]  # by epoch
    called: tuple[tuple[str, str], ...] = ()  # filed orders that it has called up, by side and step
    kept: Lines | None = None  # rolls that still count from before the step was amended


@dataclass(frozen=True, kw_only=True)
class StepAsked(StepRun):
    """The step waits for answers."""

    questions: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, kw_only=True)
class StepPlayed(StepRun):
    """The step is complete."""

    facts: str  # the hash of the facts
    position: str  # the digest of the position behind it
    next: tuple[int, str]  # turn and step
    press: tuple[tuple[str, str], ...]


def outcome(
    campaign: Campaign, state: State, opened: Open, played: Played, parts: Parts | None, now: str
) -> StepAsked | StepPlayed:
    """The entry that says what came of a run. Only a seed whose dice have fallen is revealed."""
    is_cast = state.next_epoch in epochs_used(played.pages)
    run: dict[str, Any] = {
        "at": now,
        "turn": opened.turn,
        "step": opened.step,
        "rules": campaign.game.version,
        "orders": opened.orders,
        "late": opened.late,
        "pages": tuple(page.as_json() for page in played.pages),
        "secrets": {**opened.secrets, **({state.next_epoch: parts} if is_cast and parts else {})},
        "called": tuple((str(side), step) for side, step in played.called),
        "kept": _kept(state, played),
    }
    if played.waiting:
        return StepAsked(**run, questions=tuple(question.as_json() for question in played.waiting))
    place = played.position
    return StepPlayed(
        **run,
        facts=sha256(canonical_facts(played.facts)),
        position=place.digest(),
        next=(place.turn, place.step),
        press=tuple(state.press),
    )


def _kept(state: State, played: Played) -> Lines | None:
    if not state.amended:
        return None
    return tuple(page.key for page in played.pages if page.kind == "roll" and page.epoch in state.amended.inputs)


# -- what it changes ------------------------------------------------------------------------------------------


def _fold_asked(moment: Moment, body: StepAsked) -> None:
    """The step waits for answers; dice that fell are kept and their epochs are used up."""
    state, played = moment.state, _run_of(moment)
    if state.open is None:
        raise BadRecord("questions without a sealed step")
    state.open = state.open._replace(
        pages=body.pages, questions=body.questions, secrets=body.secrets, settled=played.settled(), called=body.called
    )
    _use_epochs(state, body, played)
    name_round(state.dice, moment.campaign.terms, body.at, True)


def _fold_played(moment: Moment, body: StepPlayed) -> None:
    """The step is complete."""
    state, played = moment.state, _run_of(moment)
    inputs = state.open.inputs if state.open else {}
    before, settled = state.position, played.settled()
    state.trail.append(
        Past(body.turn, body.step, moment.seq, before, body.orders, settled, body.secrets, inputs, state.luck)
    )
    state.luck = with_rolls(state.luck, played.pages)
    for side, step in body.called:
        for who in moment.campaign.seats_of(side):
            state.pending.get(who, {}).pop(step, None)
    state.position, state.open, state.amended = played.position, None, None
    state.press.clear()
    _use_epochs(state, body, played)
    open_date(moment.campaign, state, body.at)
    clear(state, before=state.position.turn)


def _run_of(moment: Moment) -> Played:
    if moment.played is None:
        raise BadRecord("the outcome of a step, and nobody has played it")
    return moment.played


def _use_epochs(state: State, body: StepRun, played: Played) -> None:
    for epoch, parts in body.secrets.items():
        for party, link in links_in(parts).items():
            learn(state.dice, state.campaign, party, epoch, link)
    after = max([state.next_epoch, *(epoch + 1 for epoch in epochs_used(played.pages))])
    if after != state.next_epoch:
        state.next_epoch = after
        use_epoch(state.dice)


# -- what must be true of it ----------------------------------------------------------------------------------


def _check(moment: Moment, body: StepAsked | StepPlayed) -> Iterator[str]:
    """The step is played again: its dice, its journal, its questions or its end must come out the same."""
    campaign, state = moment.campaign, moment.state
    opened = _sealed_now(state)
    yield from _check_secrets(moment, opened, body)
    parts = body.secrets.get(state.next_epoch)
    moment.played = run_open(campaign, state, opened, parts)
    if moment.played.stopped:
        raise BadRecord(f"{label(opened.turn, opened.step)} stopped: {moment.played.stopped}")
    expected = outcome(campaign, state, opened, moment.played, parts, body.at)
    if type(expected) is not type(body):
        yield f"the record says the step was {_name(body)}, the rules say {_name(expected)}"
    yield from unlike(body, expected)


def _name(body: StepAsked | StepPlayed) -> str:
    return "asked" if isinstance(body, StepAsked) else "played"


def _sealed_now(state: State) -> Open:
    if state.open is None or state.open.questions:
        raise BadRecord("a step was run without being sealed")
    return state.open


def _check_secrets(moment: Moment, opened: Open, body: StepRun) -> Iterator[str]:
    """Each revealed part of a seed must lead back, link by link, to a published anchor."""
    for epoch, parts in sorted(body.secrets.items()):
        if epoch not in opened.secrets:
            yield from _check_parts(moment.campaign, moment.state, epoch, parts)
        elif parts != opened.secrets[epoch]:
            yield f"the secret of epoch {epoch} differs from the one revealed before"


def _check_parts(campaign: Campaign, state: State, epoch: int, parts: Parts) -> Iterator[str]:
    for party, value in parts.items():
        if party == DRAND:
            if value != state.dice.round:
                yield f"the beacon round of epoch {epoch} is not the one that came in for it"
        elif party == SALT:
            if state.open is None or value != state.open.salt:
                yield f"the salt of epoch {epoch} is not the one that its orders were sealed with"
        elif not fits(state.dice, campaign.id, party, epoch, value):
            yield f"the secret of epoch {epoch} does not fit the commitment of {party}"
    for party in (*needs(state.dice, campaign.terms, campaign.game.sides), SALT):
        if party not in parts:
            yield f"the dice of epoch {epoch} fell without the part of {party}"


# -- its words ------------------------------------------------------------------------------------------------


def _asked_words(body: StepAsked, sides: Sides, eyes: str) -> str:
    asked = ", ".join(f"{q['side']} ({shown_key(q['key'], is_open_to(eyes, q['side']))})" for q in body.questions)
    return f"{label(body.turn, body.step)}: waits for {asked}"


def _played_words(body: StepPlayed, sides: Sides, eyes: str) -> str:
    dice = sum(len(page.values) for page in pages_from_json(body.pages) if page.kind == "roll")
    return f"{label(body.turn, body.step)}: played, {dice} dice, then {label(*body.next)}"


ASKED = Kind("asked", StepAsked, _fold_asked, _check, _asked_words, lambda body, sender: "")
PLAYED = Kind("played", StepPlayed, _fold_played, _check, _played_words, lambda body, sender: "", is_kept=True)
