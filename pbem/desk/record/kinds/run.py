"""`asked` and `played`: a sealed step was run, until it stopped at a question or to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import fits, name_round, needs
from pbem.desk.record.editions import is_older
from pbem.desk.record.epochs import use_epochs, use_seal
from pbem.desk.record.eyes import is_open_to
from pbem.desk.record.fallen import NOTHING_FELL, Again, Void, kept_names, void_rolls
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.kinds.sealed import public_salt
from pbem.desk.record.kinds.submitted import shown_key
from pbem.desk.record.kinds.unlike import unlike
from pbem.desk.record.luck import with_rolls
from pbem.desk.record.open_step import Lines, Open, Parts, Reply, Used
from pbem.desk.record.owners import open_date
from pbem.desk.record.pending import clear, take_up
from pbem.desk.record.recorded import Behind, asked_as_recorded, check_pages, orders_behind, played_as_recorded
from pbem.desk.record.sealing import epochs_used, goes_on, run_open
from pbem.desk.record.state import Past, State, label, label_of
from pbem.dice.drand import NAME as DRAND
from pbem.dice.seal import SALT
from pbem.errors import BadRecord
from pbem.kernel.journal import pages_from_json
from pbem.kernel.play import Played
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class StepRun(Body):
    """A run: what was on the table, the journal, and what made the dice that fell."""

    turn: int
    step: str
    edition: int  # of the rules
    orders: Mapping[str, Used]
    late: Mapping[str, Reply]
    pages: tuple[Any, ...]  # of the journal
    secrets: Mapping[int, Parts]  # by epoch
    behind: Behind = ()  # the occasion of each roll and each answer, which only the rules know
    called: tuple[tuple[str, str], ...] = ()  # filed orders that it has called up, by side and step
    place: str = ""  # under which its dice were cast, where it came before in the same epoch
    kept: Lines | None = None  # rolls that still count from before the step was taken back


@dataclass(frozen=True, kw_only=True)
class StepAsked(StepRun):
    """The step waits for answers."""

    questions: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, kw_only=True)
class StepPlayed(StepRun):
    """The step is complete."""

    facts: tuple[Any, ...]  # what happened: a later edition of the rules could not find it out
    position: str  # the digest of the position after it
    next: tuple[int, str]  # turn and step
    press: tuple[tuple[str, str], ...]
    again: tuple[Again, ...] = ()  # each time that it was taken back
    void: tuple[Void, ...] = ()  # rolls that fell before and no longer count


def outcome(
    campaign: Campaign, state: State, opened: Open, played: Played, parts: Parts | None, now: str
) -> StepAsked | StepPlayed:
    """The entry that says what came of a run. Only a seed whose dice have fallen is revealed."""
    is_cast = state.next_epoch in epochs_used(played.pages)
    fell = state.fallen.get(label_of(state, opened.turn, opened.step), NOTHING_FELL)
    run: dict[str, Any] = {
        "at": now,
        "turn": opened.turn,
        "step": opened.step,
        "edition": state.edition,
        "orders": opened.orders,
        "late": opened.late,
        "pages": tuple(page.as_json() for page in played.pages),
        "secrets": {**opened.secrets, **({state.next_epoch: parts} if is_cast and parts else {})},
        "behind": orders_behind(played),
        "called": tuple((str(side), step) for side, step in played.called),
        "place": opened.place if opened.place != label(opened.turn, opened.step) else "",
        "kept": kept_names(fell, played.pages) if fell.again else None,
    }
    if played.waiting:
        return StepAsked(**run, questions=tuple(question.as_json() for question in played.waiting))
    place = played.position
    return StepPlayed(
        **run,
        facts=tuple(fact.as_json() for fact in played.facts),
        position=place.digest(),
        next=(place.turn, place.step),
        press=tuple(state.press),
        again=fell.again,
        void=void_rolls(fell, played.pages),
    )


# -- what it changes ------------------------------------------------------------------------------------------


def _fold_asked(moment: Moment, body: StepAsked) -> None:
    """The step waits for answers; dice that fell are kept and their epochs are used up."""
    state, played = moment.state, _run_of(moment)
    if state.open is None:
        raise BadRecord("questions without a sealed step")
    state.open = state.open._replace(
        pages=body.pages, questions=body.questions, secrets=body.secrets, settled=played.settled(), called=body.called
    )
    use_epochs(state, body.secrets, epochs_used(played.pages))
    use_seal(state, state.open)
    name_round(state.dice, moment.campaign.terms, body.at, True, moment.campaign.opened.answer_hours)


def _fold_played(moment: Moment, body: StepPlayed) -> None:
    """The step is complete."""
    state, played = moment.state, _run_of(moment)
    opened, settled = _sealed_now(state), played.settled()
    name = label_of(state, body.turn, body.step)
    if name in state.fallen:
        state.fallen[name] = state.fallen[name]._replace(void=sum(len(void.faces) for void in body.void))
    past = Past(body.turn, body.step, moment.seq, state.position, body.orders, settled, body.secrets, opened.inputs)
    state.trail.append(past._replace(luck=state.luck, sealed_before=opened.sealed_before))
    state.luck = with_rolls(state.luck, played.pages)
    for side, step in body.called:
        for who in moment.campaign.seats_of(side):
            state.pending.get(who, {}).pop(step, None)
    state.position, state.open, state.amended = played.position, None, None
    state.press.clear()
    use_epochs(state, body.secrets, epochs_used(played.pages))
    clear(state, before=state.position.turn)
    state.open = goes_on(moment.campaign, state, _without_called(opened, body))
    if state.open:
        take_up(state, state.open)
    else:
        use_seal(state, opened)
        open_date(moment.campaign, state, body.at)


def _without_called(done: Open, body: StepPlayed) -> Open:
    """The step with the secrets of its dice, and without the orders that it has called up from later ones."""
    called = {step for _, step in body.called}
    ahead = {who: {s: item for s, item in sent.items() if s not in called} for who, sent in done.ahead.items()}
    return done._replace(secrets=body.secrets, ahead=ahead)


def _run_of(moment: Moment) -> Played:
    if moment.played is None:
        raise BadRecord("the outcome of a step that nobody has played")
    return moment.played


# -- what must be true of it ----------------------------------------------------------------------------------


def _check(moment: Moment, body: StepAsked | StepPlayed) -> Iterator[str]:
    """The step is played again: its dice, its journal, its questions or its end must come out the same."""
    campaign, state = moment.campaign, moment.state
    opened = _sealed_now(state)
    yield from _check_secrets(moment, opened, body)
    if body.edition != state.edition:
        yield f"`edition` is recorded as {body.edition}, but edition {state.edition} is in force"
    if is_older(campaign, state.edition):
        yield from _as_recorded(moment, opened, body)
        return
    moment.played = run_open(campaign, state, opened, parts := body.secrets.get(state.next_epoch))
    if moment.played.stopped:
        raise BadRecord(f"{label(opened.turn, opened.step)} stopped: {moment.played.stopped}")
    if moment.played.revealed.fresh:
        yield f"a secret was used before it was opened ({', '.join(moment.played.revealed.fresh)})"
    yield from moment.played.revealed.untrue
    expected = outcome(campaign, state, opened, moment.played, parts, body.at)
    if type(expected) is not type(body):
        was, is_now = ("asked" if isinstance(one, StepAsked) else "played" for one in (body, expected))
        yield f"the record says that the step was {was}, but by the rules it was {is_now}"
    yield from unlike(body, expected)


def _as_recorded(moment: Moment, opened: Open, body: StepAsked | StepPlayed) -> Iterator[str]:
    """A run of an older edition: it is taken from its entry, of which all is checked that needs no rules."""
    state = moment.state
    fell = state.fallen.get(label_of(state, opened.turn, opened.step), NOTHING_FELL)
    yield from check_pages(moment.campaign, opened, body, fell.rolls)
    if isinstance(body, StepAsked):
        moment.played = asked_as_recorded(state.position, body, body.questions)
    else:
        moment.played = played_as_recorded(state.position, body, body.facts, body.next)
    expected = outcome(moment.campaign, state, opened, moment.played, body.secrets.get(state.next_epoch), body.at)
    yield from unlike(body, expected)


def _sealed_now(state: State) -> Open:
    if state.open is None or state.open.questions:
        raise BadRecord("a step was played before it was sealed")
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
                yield f"the beacon round of epoch {epoch} is not the one entered for it"
        elif party == SALT:
            if state.open is None or value != public_salt(campaign, state, state.open):
                yield f"the salt of epoch {epoch} is not the one its orders were sealed with"
        elif not fits(state.dice, campaign.id, party, epoch, value):
            yield f"the secret of epoch {epoch} does not match the commitment of {party}"
    for party in (*needs(state.dice, campaign.terms, campaign.game.sides), SALT):
        if party not in parts:
            yield f"the dice of epoch {epoch} were rolled without the contribution of {party}"


# -- its words ------------------------------------------------------------------------------------------------


def _asked_words(body: StepAsked, sides: Sides, eyes: str) -> str:
    asked = ", ".join(f"{q['side']} ({shown_key(q['key'], is_open_to(eyes, q['side']))})" for q in body.questions)
    return f"{label(body.turn, body.step)}: waits for {asked}"


def _played_words(body: StepPlayed, sides: Sides, eyes: str) -> str:
    dice = sum(len(page.values) for page in pages_from_json(body.pages) if page.kind == "roll")
    return f"{label(body.turn, body.step)}: played, {dice} dice, then {label(*body.next)}"


ASKED = Kind("asked", StepAsked, _fold_asked, _check, _asked_words, lambda body, sender: "", by_rules=True)
PLAYED = Kind(
    "played", StepPlayed, _fold_played, _check, _played_words, lambda body, sender: "", by_rules=True, is_kept=True
)
