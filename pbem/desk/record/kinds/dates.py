"""`extended` and `missed`: a date has passed, and the side gets a new one or is named, with what was agreed."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Debt, Owed, numbered, owed
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.kinds.seated import seat_person
from pbem.desk.record.open_step import Reply, Sent
from pbem.desk.record.owners import give_date, move_date
from pbem.desk.record.people import Person, Role, here
from pbem.desk.record.state import State
from pbem.desk.record.terms import (
    ASK,
    FORFEIT,
    GRACE,
    STANDING,
    SUBSTITUTE,
    WAIT,
    Named,
    is_before,
    later_date,
    round_after,
)
from pbem.kernel.naming import the
from pbem.kernel.questions import question_from_json
from pbem.values import dataclass, replace

MOST_HOURS = 366 * 24  # a date is moved on by a year at most


@dataclass(frozen=True, kw_only=True)
class Extended(Body):
    """Who moves the date of others, and to when."""

    by: str  # nobody where a moderator keeps the record
    due: str
    hours: int = 0  # by how much; nothing for the days that were agreed on


@dataclass(frozen=True, kw_only=True)
class Missed(Body):
    """Who has let its date pass, and what follows from it."""

    side: str
    by: str
    what: str  # it owed, in words
    due: str
    consequence: str
    named: Named | None = None  # the round that stands in for its link
    seat: str = ""  # who of a side that players share, where the rest of it is not concerned


# -- a new date -----------------------------------------------------------------------------------------------


def _fold_extended(moment: Moment, body: Extended) -> None:
    """Who owes something gets a new date."""
    moment.state.pen = body.by
    give_date(moment.campaign, moment.state, body.due)


def _check_extended(moment: Moment, body: Extended) -> Iterator[str]:
    """A date is moved on by somebody who does not owe anything himself."""
    campaign, state = moment.campaign, moment.state
    yield from _check_speaker(campaign, state, body.by)
    if not _late(campaign, state):
        yield f"the deadline {state.dice.due or '(never set)'} is moved, but nobody owes anything by then"
    if not 0 <= body.hours <= MOST_HOURS:
        yield f"the deadline is moved by {body.hours} hours"
    elif not state.dice.due or body.due != later_date(campaign.terms, state.dice.due, body.at, body.hours):
        yield f"the new deadline {body.due} does not match the length of the extension"


def _check_speaker(campaign: Campaign, state: State, by: str) -> Iterator[str]:
    """Who names others and moves dates: one of two stores, nobody by name where a moderator keeps the record."""
    if by not in (campaign.game.sides if campaign.opened.exchange else ("",)):
        yield f"{by or 'nobody'} has no right to declare a missed deadline or to move one"
    if any(debt.side == by for debt in _late(campaign, state)):
        yield f"{by} is late as well"


def _late(campaign: Campaign, state: State) -> list[Owed]:
    """What sides owe by a date; neither the beacon nor a consent has one."""
    return [debt for debt in owed(campaign, state) if debt.side and debt.due]


def _extended_words(body: Extended, sides: Sides, eyes: str) -> str:
    return f"the deadline moves to {body.due}"


# -- a date that was missed -----------------------------------------------------------------------------------


def _fold_missed(moment: Moment, body: Missed) -> None:
    """A round stands in for the link of the side, standing orders or a substitute for its player, or it has lost.

    Who names it may write on.
    """
    state = moment.state
    state.pen = body.by
    if body.consequence == STANDING:
        _go_without(moment, body)
    elif body.consequence == SUBSTITUTE:
        _call_in(moment, body)
    elif body.named:
        state.dice.absent.append(body.side)
        state.dice.named, state.dice.round = body.named, None
    else:
        state.position, state.open = replace(state.position, step=FORFEIT), None


def _go_without(moment: Moment, body: Missed) -> None:
    """The step goes on without his file: standing orders decide, and open questions go by their defaults."""
    state, who = moment.state, body.seat or body.side
    if state.open:
        asked = [q for _, q in numbered(state, body.side, who) if q["key"] not in state.open.fresh]
        replies = {q["key"]: Reply(body.side, "answer", question_from_json(q).fallback()) for q in asked}
        state.open = state.open._replace(fresh={**state.open.fresh, **replies})
    else:
        step = state.position.step
        state.pending.setdefault(who, {})[step] = Sent(state.position.turn, (), moment.seq)


def _call_in(moment: Moment, body: Missed) -> None:
    """The first substitute commands from now on, and has as long as was agreed."""
    who = body.seat or body.side
    reserve = here(moment.state.people.get(who, ()), Role.SUBSTITUTE)
    if reserve:
        person = Person(reserve[0].name, Role.COMMANDER, moment.seq, key=reserve[0].key)
        seat_person(moment.campaign, moment.state, who, person)
    move_date(moment.campaign, moment.state, body.at)


def _check_missed(moment: Moment, body: Missed) -> Iterator[str]:
    """A side is named by another, after its date, for what it owes, and what follows is what was agreed."""
    campaign, state, side = moment.campaign, moment.state, body.side
    yield from _check_speaker(campaign, state, body.by)
    late = _late(campaign, state)
    debts = [debt for debt in late if debt.side == side and (debt.seat == body.seat or not body.seat)]
    follows = consequence_of(campaign, state, debts[0]) if debts else WAIT
    if follows != body.consequence or follows in (WAIT, ASK) or (body.seat and follows not in (STANDING, SUBSTITUTE)):
        yield f"{side} owes nothing for which `{body.consequence}` was agreed"
    elif (body.what, body.due) != (debts[0].what, state.dice.due):
        yield f"{side} is declared late with {body.what} by {body.due}, but owes {debts[0].what} by {state.dice.due}"
    if body.consequence == FORFEIT and len({debt.side for debt in late}) > 1:
        yield f"only {side} is declared late, but others are late as well"
    if (body.consequence == "beacon") != (body.named is not None):
        yield f"`{body.consequence}` " + ("names a round" if body.named else "names no round")
    if not is_before(state.dice.due, body.at):
        yield f"{side} is declared late at {body.at}, before the deadline {state.dice.due or '(never set)'}"
    elif body.named:
        yield from _check_stand_in(stand_in(campaign, state), body)


def _check_stand_in(named: Named, body: Missed) -> Iterator[str]:
    if body.named != named:
        yield "the round that stands in is not the one agreed on"
    if is_before(named.time, body.at):
        yield f"{body.side} is declared late at {body.at}, when round {named.round} was already known"


def consequence_of(campaign: Campaign, state: State, debt: Owed) -> str:
    """What follows when a date has passed: a round stands in for a link only, standing orders for what they can decide.

    Where what was agreed on cannot be done, the moderator decides; between two stores the others wait.
    """
    agreed, who = campaign.terms.refusal, debt.seat or debt.side
    if agreed == "beacon":
        return agreed if debt.party else WAIT
    can = {
        STANDING: debt.kind is Debt.ORDERS
        or (debt.kind is Debt.ANSWERS and all(question["default"] for question in debt.questions)),
        SUBSTITUTE: not campaign.opened.exchange and bool(here(state.people.get(who, ()), Role.SUBSTITUTE)),
    }
    return agreed if can.get(agreed, True) else WAIT if campaign.opened.exchange else ASK


def stand_in(campaign: Campaign, state: State) -> Named:
    """The round that takes the place of a link: the first one a day after the missed date."""
    return round_after(campaign.terms, state.dice.due, GRACE)


def _missed_words(body: Missed, sides: Sides, eyes: str) -> str:
    return f"{the(sides.get(body.side, ''))} missed the deadline of {body.due} for {body.what}: {body.consequence}"


def _may_write(body: Extended | Missed, sender: str) -> str:
    return "" if body.by == sender else f"it was not written by {sender}"


EXTENDED = Kind("extended", Extended, _fold_extended, _check_extended, _extended_words, _may_write)
MISSED = Kind("missed", Missed, _fold_missed, _check_missed, _missed_words, _may_write)
