"""The people of a campaign as the tables beside its record know them: `CP` commands, `CP/Dora` is somebody else."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.people import LEFT, Role
from pbem.values import NamedTuple

_SIGN = "/"  # no side and no seat has it in its name


class Member(NamedTuple):
    """Somebody on a side, or who was there once."""

    id: str
    who: str  # the side, or the seat of a shared one
    name: str
    role: str  # or `left`

    @property
    def is_here(self) -> bool:
        """Whether he has a seat now."""
        return self.role != LEFT


def member_id(who: str, name: str, role: str) -> str:
    """The commander has his seat's own name; his letters and addresses go with the seat."""
    return who if role == Role.COMMANDER else f"{who}{_SIGN}{name}"


def seat_of(member: str) -> str:
    """The side or seat that a member belongs to."""
    return member.partition(_SIGN)[0]


def members(campaign: Campaign) -> list[Member]:
    """Everybody: those who are there, the commander of each seat first, then those who have left."""
    return [member for who in campaign.senders for member in members_at(campaign, who)]


def members_at(campaign: Campaign, who: str) -> list[Member]:
    """The people of one seat. Nobody is named twice: who has left and came again is there."""
    people = campaign.people_at(who)
    now = [Member(member_id(who, one.name, one.role), who, one.name, one.role) for one in people if one.is_here]
    if all(one.role != Role.COMMANDER for one in now):
        now.append(Member(who, who, "", Role.COMMANDER))  # a seat whose player nobody has named
    now.sort(key=lambda one: list(Role).index(Role(one.role)))
    names = dict.fromkeys(one.name for one in people if one.name not in [present.name for present in now])
    return [*now, *(Member(member_id(who, name, LEFT), who, name, LEFT) for name in names)]


def member_of(campaign: Campaign, id: str) -> Member | None:
    """The member with this id; none where nobody has or had that seat."""
    return next((one for one in members(campaign) if one.id == id), None)
