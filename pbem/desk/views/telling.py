"""What a step tells: made once, then worded by the post, drawn by the board and kept by the archive."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.kernel.telling.tale import Tale, tale_of


def tale(campaign: Campaign, after: Position, facts: Sequence[Fact] = ()) -> Tale:
    """Order, numbers and events of the facts that led to a position."""
    return tale_of(campaign.scenario, campaign.game.telling, after, facts)
