"""Drawing: the board of a campaign as a picture, what a step did on it under the numbers of the post, and overlays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called, unit_called
from pbem.desk.replay.progress import Progress
from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.position import Position
from pbem.kernel.telling.tale import Tale
from pbem.kernel.text.words import did_you_mean
from pbem.kernel.views.layers import Laid, Layer

COMMON = {"zoc": "zones of control", "supply": "lines of supply", "command": "radius of command", "reach": "reach"}


def picture(
    campaign: Campaign,
    position: Position,
    told: Tale | None = None,
    overlays: Sequence[str] = (),
    *,
    title: str = "",
    progress: Progress | None = None,
    **size: Any,
) -> bytes:
    """The PNG of a position, all of it (`views.eyes` gives what a side may see); overlays as `zoc`, `reach=GE-5`.

    With a tale also what the step did. `size` is how large and in which colours: see `draw.Size`.
    """
    from pbem.draw import Size, View, draw_board

    look = campaign.game.look(Board(campaign.scenario, position))
    laid = [one for wish in overlays for one in layer(campaign, position, wish)]
    events = told.events if told else ()
    view = View(campaign.scenario, position, look, events, laid, title)
    return draw_board(view, Size(**size), progress=progress)


# -- overlays -------------------------------------------------------------------------------------------------


def layer(campaign: Campaign, position: Position, wish: str) -> Sequence[Laid]:
    """What a wish such as `supply=CP` lays over the board."""
    name, _, who = (part.strip() for part in wish.partition("="))
    found = _layer_called(campaign, name.lower())
    whom = _whom(campaign, position, found, who) if who else ""
    if not who and "all" not in found.of:
        raise UsageError(f"the overlay {name} is for one {' or '.join(found.of)}: write {_form(name, found)}")
    return found.lay(Board(campaign.scenario, position), whom)


def _layer_called(campaign: Campaign, name: str) -> Layer:
    layers = campaign.game.layers
    if name in layers:
        return layers[name]
    known = "; ".join(f"{_form(one, found)} ({found.shows})" for one, found in layers.items())
    there = f"it has {known}" if known else "it has no overlays"
    if name in COMMON:
        raise UsageError(f"{campaign.game.title} knows no {COMMON[name]}, so there is no overlay {name!r}; {there}")
    raise UsageError(
        f"there is no overlay {name!r} in {campaign.game.title}; {there}. {did_you_mean(name, layers)}".strip()
    )


def _form(name: str, found: Layer) -> str:
    """How an overlay is written: `zoc, zoc=SIDE, zoc=UNIT`."""
    return " or ".join(name if one == "all" else f"{name}={one.upper()}" for one in found.of)


def _whom(campaign: Campaign, position: Position, found: Layer, who: str) -> str:
    """The side or the unit that is meant."""
    if "side" in found.of:
        try:
            return side_called(campaign.sides, who)
        except UsageError:
            if "unit" not in found.of:
                raise
    if "unit" not in found.of:
        raise UsageError(f"the overlay for {found.shows} is not for one unit or side ({who!r}): leave it out")
    return unit_called(campaign.scenario, position, who)
