"""`seated`: somebody takes a seat, changes his role or leaves. The old seat is kept, and so is its past."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.kind import Kind, Moment, Sides, speaks_for_itself
from pbem.desk.record.names import is_player_name
from pbem.desk.record.people import LEFT, Person, Role, commander_of, here, people_of, with_seated
from pbem.desk.record.state import State
from pbem.kernel.naming import the
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Seated(Body):
    """Who is what on a side from now on. Names only: addresses, zones and absences lie beside the record."""

    side: str
    seat: str = ""  # of a side that players share
    player: str
    role: str  # or `left`
    instead: str = ""  # the commander whose place he takes
    key: str = ""  # his public key

    @property
    def who(self) -> str:
        """The seat, or the side where nobody shares it."""
        return self.seat or self.side


def seat_person(campaign: Campaign, state: State, who: str, person: Person) -> None:
    """Somebody has a role from now on. A commander's key goes with him; a predecessor's no longer counts."""
    people = people_of(campaign.opened.players, state.people, who)
    state.people[who] = with_seated(people, person)
    if person.role == Role.COMMANDER:
        state.paces.pop(who, None)  # what his predecessor allowed he has not
    if person.role == Role.COMMANDER and not campaign.opened.exchange:
        state.keys.pop(who, None)
        if person.key:
            state.keys[who] = person.key


def _fold(moment: Moment, body: Seated) -> None:
    person = Person(body.player, body.role, moment.seq, key=body.key)
    seat_person(moment.campaign, moment.state, body.who, person)


def _check(moment: Moment, body: Seated) -> Iterator[str]:
    """A seat that the game has, a name that is a name, and a role that follows from who sits there."""
    campaign = moment.campaign
    if body.who not in campaign.senders or campaign.side_of(body.who) != body.side:
        yield f"{body.player!r} is seated at {body.who!r}, which sends no orders"
        return
    people = people_of(campaign.opened.players, moment.state.people, body.who)
    commander = commander_of(people)
    if not is_player_name(body.player):
        yield "pbem never writes a player's name like this one"
    if body.instead != (commander if body.role == Role.COMMANDER else ""):
        yield f"{body.player} is seated instead of {body.instead!r}, but {commander or 'nobody'} commands"
    if body.player == commander:
        yield f"{body.player} commands already, and leaves only when somebody takes over"
    roles = [one.role for one in here(people) if one.name == body.player]
    if body.role not in (*Role, LEFT) or body.role in roles or (body.role == LEFT and not roles):
        yield f"{body.player} cannot become {body.role!r}: he is {' and '.join(roles) or 'not there'}"
    yield from _check_key(campaign, body)


def _check_key(campaign: Campaign, body: Seated) -> Iterator[str]:
    if body.key and (campaign.opened.exchange or body.role not in (Role.COMMANDER, Role.DEPUTY)):
        yield f"{body.player} brings a key that nobody could use"
    if body.role == Role.COMMANDER and campaign.opened.signed and not campaign.opened.exchange and not body.key:
        yield f"{body.player} takes over without a public key, but this campaign requires signed files"


def _words(body: Seated, sides: Sides, eyes: str) -> str:
    where = the(sides.get(body.side, "")) + (f" ({body.seat})" if body.seat else "")
    if body.role == LEFT:
        return f"{body.player} leaves {where}"
    if body.role != Role.COMMANDER:
        return f"{body.player} joins {where} as {body.role}"
    return f"{body.player} takes over {where}" + (f" from {body.instead}" if body.instead else "")


SEATED = Kind("seated", Seated, _fold, _check, _words, speaks_for_itself)
