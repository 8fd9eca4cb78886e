"""Who sends orders: sides, and the seats of players who share one."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import Sides
from pbem.kernel.pieces import Side
from pbem.kernel.text.names import folded


def sender_names(campaign: Campaign) -> Sides:
    """Who sends orders: the sides by name, and where players share one its seats in its place."""
    return {
        Side(who): campaign.seats[who].title if who in campaign.seats else campaign.side_name(who)
        for who in campaign.senders
    }


def is_side(campaign: Campaign, text: str) -> bool:
    """Whether a word means a side, shared or not."""
    words = folded(" ".join(text.split()))
    return any(words in (folded(side), folded(name)) for side, name in campaign.sides.items())
