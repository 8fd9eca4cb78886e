"""The calls of the page by name. Each takes the open position and plain values, and gives plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.page import looking, setting, writing

CALLS: Mapping[str, Callable[..., Any]] = {
    "about": setting.about,
    "block": setting.block,
    "check": writing.check,
    "draws": writing.draws,
    "layer": looking.layer,
    "map": looking.map_,
    "moves": looking.moves,
    "odds": looking.odds,
    "odds_in": looking.odds_in,
    "position": looking.position,
    "questions": setting.questions,
    "read": writing.read,
    "sheet": looking.sheet,
    "standing": setting.standing,
    "tell": looking.tell,
    "try": writing.try_,
    "verbs": setting.verbs,
}
