"""Drawing: the board of a campaign as a picture, what a step did on it under the numbers of the post, and overlays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called, unit_called
from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.game import Layer
from pbem.kernel.position import Position
from pbem.kernel.text.words import did_you_mean

COMMON = {"zoc": "zones of control", "supply": "lines of supply", "command": "radius of command", "reach": "reach"}


def picture(
    campaign: Campaign,
    position: Position,
    facts: Sequence[Fact] = (),
    overlays: Sequence[str] = (),
    **asked: Any,
) -> bytes:
    """The PNG of a position, all of it (`desk.seeing` gives what a side may see); overlays as `zoc`, `reach=GE-5`."""
    from pbem.draw import draw_board

    look = campaign.game.look(Board(campaign.scenario, position))
    laid = [one for wish in overlays for one in layer(campaign, position, wish)]
    numbers = board_numbers(campaign, position, facts)
    return draw_board(campaign.scenario, position, look, facts=facts, numbers=numbers, overlays=laid, **asked)


def board_numbers(campaign: Campaign, after: Position, facts: Sequence[Fact]) -> dict[int, str]:
    """The numbers that post and board have in common, by the index of the fact: lines that the board can show."""
    from pbem.draw import step_events
    from pbem.report import numbers_of

    if not facts:
        return {}
    look = campaign.game.look(Board(campaign.scenario, after))
    events = step_events(campaign.scenario, after, look, facts)
    return numbers_of(campaign.scenario, facts, {index: None for event in events for index in event.facts})


# -- overlays -------------------------------------------------------------------------------------------------


def layer(campaign: Campaign, position: Position, wish: str) -> Sequence[Mapping[str, Any]]:
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
