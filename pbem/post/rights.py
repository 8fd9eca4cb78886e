"""Who may do what: the commander's word counts; a deputy's while he is away or lets him; an observer reads."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.outbox.knowing import Reader
from pbem.desk.record.people import LEFT, Role
from pbem.desk.roster import Seat
from pbem.post.office import Office

ACTING = (Role.COMMANDER, Role.DEPUTY)


def at_seat(seats: Sequence[Seat], who: str, *roles: str) -> list[Seat]:
    """Those of a seat who have one of these roles."""
    return [one for one in seats if one.member.who == who and one.member.role in roles]


def why_not(seats: Sequence[Seat], one: Seat, now: str) -> str:
    """Why orders of this member do not count now, in words for him; empty if they do."""
    (commander, *_) = at_seat(seats, one.member.who, Role.COMMANDER)
    name = commander.member.name or "your commander"
    if one.member.role == Role.COMMANDER or (one.member.role == Role.DEPUTY and _is_free(commander, now)):
        return ""
    return {
        Role.DEPUTY: f"You are the deputy of {name}: your orders count while {name} is away or has sent `deputy on`.",
        Role.OBSERVER: "You observe: you get the reports of your side, and send no orders.",
        Role.SUBSTITUTE: f"You stand by: your orders count when you have taken over from {name}.",
        LEFT: f"You have handed your seat over; {name} has it now.",
    }[one.member.role]


def _is_free(commander: Seat, now: str) -> bool:
    """Whether a commander leaves the orders to his deputies."""
    return commander.wishes.lets or commander.own.is_away(now)


def acting(seats: Sequence[Seat], who: str, now: str) -> list[Seat]:
    """Those whose orders count for a seat now, the commander first."""
    return [one for one in at_seat(seats, who, *ACTING) if not why_not(seats, one, now)]


def reader_of(office: Office, seats: Sequence[Seat], one: Seat) -> Reader:
    """How a report is written for a member."""
    return Reader(one.member.name, one.wishes.zone, why_not(seats, one, office.now))
