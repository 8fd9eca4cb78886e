"""Drawing: the board of a campaign as a picture, what a step did on it under the numbers of the post, and overlays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called, unit_called
from pbem.desk.replay.progress import Progress
from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position
from pbem.kernel.telling.tale import Tale
from pbem.kernel.text.words import did_you_mean
from pbem.kernel.views.layers import Laid, Layer
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.draw import View

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
    from pbem.draw import Size, draw_board

    board = Board(campaign.scenario, position)
    wishes = [layer(campaign, position, wish) for wish in overlays]
    laid = [one for wish in wishes for one in wish.laid]
    focus = [hex_id for wish in wishes for hex_id in _focus(board, wish)]
    view = view_of(campaign, position, told)._replace(overlays=laid, title=title, focus=focus)
    return draw_board(view, Size(**size), progress=progress)


def view_of(campaign: Campaign, position: Position, told: Tale | None = None) -> View:
    """What is drawn of a position, and with a tale what the step did."""
    from pbem.draw import View

    look = campaign.game.look(Board(campaign.scenario, position))
    return View(campaign.scenario, position, look, told.events if told else ())


def happened_at(view: View, *, is_framed: bool = True, **size: Any) -> tuple[int, ...]:
    """The pixels of such a picture (or of the bare map), without overlays, in which something happened."""
    from pbem.draw import Size, action_box

    return action_box(view, Size(**size), is_framed)


# -- overlays -------------------------------------------------------------------------------------------------


class Wish(NamedTuple):
    """What is laid over the board, and for whom: a side, a unit, or nobody in particular."""

    laid: Sequence[Laid]
    whom: str


def _focus(board: Board, wish: Wish) -> list[HexId]:
    """Of a wish for a unit all that it shows: the unit, its way to every source, where it can go."""
    if wish.whom not in board.scenario.units:
        return []
    steps = [step for one in wish.laid for path in one.paths for step in path]
    shown = [board.hex_of(UnitId(wish.whom)), *steps, *(h for one in wish.laid for h in one.hexes)]
    return [HexId(h) for h in dict.fromkeys(shown) if h in board.map.grid]


def layer(campaign: Campaign, position: Position, wish: str) -> Wish:
    """What a wish such as `supply=CP` lays over the board."""
    name, _, who = (part.strip() for part in wish.partition("="))
    found = _layer_called(campaign, name.lower())
    whom = _whom(campaign, position, found, who) if who else ""
    if not who and "all" not in found.of:
        raise UsageError(f"the overlay {name} is for one {' or '.join(found.of)}: write {_form(name, found)}")
    return Wish(found.lay(Board(campaign.scenario, position), whom), whom)


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
