"""Who sits where: each side, or seat of a shared one, has a commander, and may have deputies, observers, substitutes.

Those who have left stay on the list with the entry by which they left: what a player did under his name stays his.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from pbem.values import NamedTuple

FIRST = 1  # the entry that opens a campaign
LEFT = "left"  # in the place of a role: he is there no more


class Role(StrEnum):
    """What somebody is on his side."""

    COMMANDER = "commander"  # his orders count
    DEPUTY = "deputy"  # his count while the commander is away, or lets him
    OBSERVER = "observer"  # reads what his side reads, and no more
    SUBSTITUTE = "substitute"  # takes over when the commander fails


class Person(NamedTuple):
    """Somebody on a side, in one role."""

    name: str
    role: str
    since: int = FIRST  # the entry by which he came to it
    until: int = 0  # the entry by which he left it; 0 while he has it
    key: str = ""  # his public key, where he came with one

    @property
    def is_here(self) -> bool:
        """Whether he has the role now."""
        return not self.until


People = tuple[Person, ...]


def people_of(players: Mapping[str, str], seated: Mapping[str, People], who: str) -> People:
    """All who have ever sat there, in the order of their coming: as entries say, else as the campaign was opened."""
    opened = (Person(players[who], Role.COMMANDER),) if players.get(who) else ()
    return seated.get(who, opened)


def commander_of(people: People, at: int = 0) -> str:
    """The commander now, or after an entry; the empty text where nobody is named."""
    found = [one for one in people if one.role == Role.COMMANDER]
    if at:
        return next((one.name for one in found if one.since <= at and (not one.until or at < one.until)), "")
    return next((one.name for one in found if one.is_here), "")


def with_seated(people: People, person: Person) -> People:
    """The people of a seat after an entry: whoever had the one commander's place, and any other role of his, leaves."""

    def leaves(one: Person) -> bool:
        return one.name == person.name or person.role == one.role == Role.COMMANDER

    kept = [one._replace(until=person.since) if one.is_here and leaves(one) else one for one in people]
    return (*kept, *(() if person.role == LEFT else (person,)))


def here(people: Iterable[Person], *roles: str) -> list[Person]:
    """Those who are there now, in any of these roles; in whatever role if none is named."""
    return [one for one in people if one.is_here and (not roles or one.role in roles)]
