"""The printed maps for the order page: a picture of each, and where its hexes lie. Drawn here, shown there."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from pbem import library
from pbem.desk.replay.load import load
from pbem.draw import Size, View
from pbem.draw.kit import printed
from pbem.kernel.board import Board
from pbem.kernel.game import Game
from pbem.kernel.scenario import Scenario
from pbem.store.entry import Reads
from pbem.values import NamedTuple

SCALE = 72


class Ground(NamedTuple):
    """The map of a game. `data`: `picture` as an address, and `size`, `corners` and `hexes` in its pixels."""

    game: str
    data: Mapping[str, Any]


def ground_in(store: Reads, name: str) -> list[Ground]:
    """The map of the campaign in a store."""
    campaign, _ = load(store, name)
    return [ground_of(campaign.game, campaign.scenario)]


def all_grounds() -> list[Ground]:
    """The maps of all games, each once, for a page that takes any position."""
    return [ground for game in library.games() if not library.is_guest(game) for ground in _grounds(library.game(game))]


def _grounds(game: Game) -> list[Ground]:
    loaded = [game.load(library.texts_of(game, name), name, {}) for name in library.scenarios(game.name)]
    by_hexes = {scenario.map.grid.hexes: scenario for scenario in loaded}
    return [ground_of(game, scenario) for scenario in by_hexes.values()]


def ground_of(game: Game, scenario: Scenario) -> Ground:
    """The map of a scenario."""
    start = game.set_up(scenario)
    view = View(scenario, start, game.look(Board(scenario, start)), ())
    picture, where = printed(view, Size(scale=SCALE))
    return Ground(game.name, {**where, "picture": f"data:image/webp;base64,{b64encode(picture).decode()}"})
