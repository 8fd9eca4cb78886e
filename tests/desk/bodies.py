"""Entries and campaigns for tests that need no store: everything that does not matter is empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.record.body import Takes
from pbem.desk.record.campaign import RECORD_FORMAT, Campaign, Opened
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.terms import Terms
from pbem.kernel.game import Game
from pbem.kernel.scenario import Scenario
from tests.desk.helpers import NOW


def opened(sides: Mapping[Any, str], **values: Any) -> Opened:
    """A first entry."""
    usual: dict[str, Any] = {
        "at": NOW, "format": RECORD_FORMAT, "campaign": "c", "name": "c", "game": "tiny", "edition": 1, "scenario": "s",
        "sides": {str(side): name for side, name in sides.items()}, "options": {}, "players": {}, "texts": {},
        "sha256": {}, "dice": Terms(), "position": "",
    }  # fmt: skip
    return Opened(**{**usual, **values})


def campaign_with(game: Game, scenario: Scenario) -> Campaign:
    """A campaign of this game and scenario."""
    return Campaign(opened(game.sides), game, scenario)


def submitted(side: str, turn: int, takes: Takes | None) -> Submitted:
    """A file that was accepted with this, or refused."""
    verdict = "accepted" if takes else "refused"
    return Submitted(
        at=NOW, sender="", sha256="", bytes=0, is_kept=False, verdict=verdict, side=side, turn=turn, header={},
        problems=(), takes=takes,
    )  # fmt: skip


def played(step: str, turn: int = 1) -> StepPlayed:
    """A step that was played."""
    return StepPlayed(
        at=NOW, turn=turn, step=step, edition=1, orders={}, late={}, pages=(), secrets={}, facts=(), position="",
        next=(turn, step), press=(),
    )  # fmt: skip
