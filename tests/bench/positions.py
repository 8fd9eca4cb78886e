"""Boards for the bench: the historical set-up, once or several times over."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pbem import library
from pbem.games.gwe.card import GAME
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario


@cache
def historical() -> tuple[Scenario, Position]:
    """The scenario and its first position."""
    scenario = GAME.load(library.texts_of(GAME, "historical"), "historical", {})
    return scenario, GAME.set_up(scenario)


def fresh_board() -> Board:
    """A board on which nothing has been computed yet."""
    return Board(*historical())


def multiplied(times: int) -> tuple[Scenario, Position]:
    """The order of battle several times over, with room in the hexes and on the rails for all of it."""
    scenario, position = historical()
    units, states = {}, {}
    for copy in range(times):
        for name, unit in scenario.units.items():
            twin = UnitId(name if copy == 0 else f"{name}.{copy}")
            units[twin] = replace(unit, id=twin)
            if name in position.units:
                states[twin] = position.units[name]
    charts = {**scenario.charts, "stacking": {**scenario.charts["stacking"], "limit": 12 * times}}
    return replace(scenario, units=units, charts=charts), replace(position, units=states)
