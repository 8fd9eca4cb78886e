"""How a recorded game came out: where everybody lies now, and what is left of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import eyes_of, seen
from pbem.desk.replay.load import load
from pbem.desk.views.past import facts_of
from pbem.desk.views.status import status
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.views.plain import plain
from pbem.store.entry import Reads
from pbem.values import NamedTuple


class Outcome(NamedTuple):
    """How things stand, as both sides may see it."""

    campaign: str
    turn: int
    step: str
    is_over: bool
    seen_by: str
    moved: Mapping[str, list[str]]
    summary: Mapping[str, Any]


def outcome(store: Reads) -> Outcome:
    """How the one campaign of a store stands."""
    campaign, state = load(store)
    start, eyes = _start(store, campaign), eyes_of(campaign, state, "")
    campaign, position = seen(campaign, eyes, state.position)
    board = Board(campaign.scenario, position)
    moved, summary = _moved(board, position, start), plain(campaign.game.summary(board))
    return Outcome(campaign.name, position.turn, position.step, campaign.step_of(state) is None, eyes, moved, summary)


def _start(store: Reads, campaign: Campaign) -> Mapping[UnitId, UnitState]:
    """Where everybody stood when the first turn began: after the set-ups, where the players make them."""
    made = [label for label in status(store).played if label.endswith("set-up")]
    if made:
        return facts_of(store, "", made[-1]).after.units
    return campaign.game.set_up(campaign.scenario).units


def _moved(board: Board, position: Position, start: Mapping[UnitId, UnitState]) -> dict[str, list[str]]:
    """Who is named in the position and lies elsewhere than at the start, by places, with the steps that are left."""
    stacks: dict[str, list[str]] = {}
    for unit, now in position.units.items():
        if unit in start and now.place != start[unit].place:
            name = board.map.called(board.hex_of(unit)) if board.is_on_map(unit) else now.place
            stacks.setdefault(name, []).append(f"{unit} ({now.steps})" if now.steps else unit)
    return dict(sorted(stacks.items()))
