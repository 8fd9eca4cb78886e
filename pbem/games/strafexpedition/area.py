"""S1 to S5: the part of the map on which a scenario is fought."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import IT
from pbem.games.strafexpedition.terrain import EAST, WEST, sector
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.scenario import Scenario

ALL = "all"
Hexes = Mapping[HexId, None]


def playable(scenario: Scenario) -> Hexes:
    """S1.area, S2.area, S3.area, S4.area, S5.area (see 2.1.sectors, ruling T30): the hexes that units may use.

    West or east of the Sector Line, some columns, or all. Supply (ruling R47) and headquarters (R11) may leave it.
    """
    return scenario.memo("area", lambda: _playable(scenario))


def _playable(scenario: Scenario) -> Hexes:
    map, area = scenario.map, str(scenario.card.get("area", ALL))
    if area in (ALL, EAST, WEST):
        return {one: None for one in map.grid.hexes if area in (ALL, sector(map, one))}
    return dict.fromkeys(hexes_of(map, IT, area))


def check_inside(scenario: Scenario, hex_id: HexId, what: str) -> None:
    """See S1.area, S4.area, ruling T30: nothing is entered, assaulted or bombarded outside."""
    if hex_id not in playable(scenario):
        name = scenario.card["area"]
        why = f"{what}: {scenario.map.called(hex_id)} is outside the area of this scenario"
        raise Illegal(_rule(scenario), why, found=hex_id, wanted=f"a hex inside it ({name})", advice="stay inside")


def _rule(scenario: Scenario) -> str:
    """The number of the rule on the area: `rulebook S4` is the source of the card."""
    return f"{str(scenario.card.get('source', 'rulebook S5')).rpartition(' ')[2]}.area"
