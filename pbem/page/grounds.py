"""The printed maps for the order page: a picture of each, and where its hexes lie. Drawn here, shown there."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.replay.load import load
from pbem.desk.views.picture import view_of
from pbem.draw import Size
from pbem.draw.kit import printed
from pbem.store.entry import Reads

SCALE = 72


def ground_in(store: Reads, name: str) -> dict[str, Any]:
    """The map of the campaign in a store, by its game."""
    campaign, _ = load(store, name)
    return {campaign.game.name: ground_of(campaign)}


def ground_of(campaign: Campaign) -> dict[str, Any]:
    """The map of a campaign: `picture` as an address, and `size`, `corners` and `hexes` in its pixels."""
    start = campaign.game.set_up(campaign.scenario)
    picture, where = printed(view_of(campaign, start), Size(scale=SCALE))
    return {**where, "picture": f"data:image/webp;base64,{b64encode(picture).decode()}"}
