"""`allowed`: a player allows everybody to see how quick he is, or allows it no longer. All must, before it is shown."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.kind import Kind, Moment, Sides, speaks_for_itself
from pbem.desk.record.state import State
from pbem.kernel.naming import does, the
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Allowed(Body):
    """What a player says of his pace from now on."""

    side: str
    seat: str = ""  # of a side that players share
    pace: bool

    @property
    def who(self) -> str:
        """The seat, or the side where nobody shares it."""
        return self.seat or self.side


def allows(campaign: Campaign, state: State, who: str) -> bool:
    """Whether a player lets everybody see how quick he is: as he last said, or as was agreed at the start."""
    return state.paces.get(who, campaign.opened.pace)


def _fold(moment: Moment, body: Allowed) -> None:
    moment.state.paces[body.who] = body.pace


def _check(moment: Moment, body: Allowed) -> Iterator[str]:
    """Somebody who sends orders, and who says something new."""
    campaign = moment.campaign
    if body.who not in campaign.senders or campaign.side_of(body.who) != body.side:
        yield f"{body.who!r}, which sends no orders, speaks of its pace"
    elif allows(campaign, moment.state, body.who) == body.pace:
        yield f"{the(campaign.side_name(body.who))} had said so already"


def _words(body: Allowed, sides: Sides, eyes: str) -> str:
    name = sides.get(body.side, "") + (f" ({body.seat})" if body.seat else "")
    whom = "that all see how quick each player is"
    return f"{does(name, 'allow')} {whom}" if body.pace else f"{does(name, 'allow')} no longer {whom}"


ALLOWED = Kind("allowed", Allowed, _fold, _check, _words, speaks_for_itself)
