"""S1.sp1, S2.sp1 Italian guns begin where they reach two hexes behind the enemy's front."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import AH
from pbem.games.strafexpedition.terrain import front, is_behind_front
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario

DEPTH = 2  # hexes behind the Austro-Hungarian front


def deep(scenario: Scenario) -> tuple[HexId, ...]:
    """See S1.sp1, ruling T16: the hexes that lie two hexes behind the Austro-Hungarian front."""
    return scenario.memo("deep", lambda: _deep(scenario))


def _deep(scenario: Scenario) -> tuple[HexId, ...]:
    map, line = scenario.map, front(scenario.map, AH)
    near = dict.fromkeys(one for here in line for one in map.grid.within(here, DEPTH))
    behind = [one for one in near if is_behind_front(map, one, AH)]
    return tuple([one for one in behind if min(map.grid.distance(one, here) for here in line) == DEPTH])


def away(scenario: Scenario, at: HexId) -> int:
    """See S1.sp1: how far a hex is from the nearest of them."""
    return scenario.memo(("deep", at), lambda: min(scenario.map.grid.distance(at, one) for one in deep(scenario)))


def reaches(scenario: Scenario, unit: UnitId, at: HexId, mode: str) -> bool:
    """S1.sp1 (see S2.sp1, ruling T16): whether a gun that must begin in battery would reach one of them from there."""
    return mode != "fire" or away(scenario, at) <= scenario.unit(unit).figure("range")


def check(scenario: Scenario, unit: UnitId, at: HexId, mode: str) -> None:
    """See S1.sp1, S2.sp1: refuses a place from which the gun reaches none of them."""
    if not reaches(scenario, unit, at, mode):
        rule = "S2.sp1" if str(scenario.card["source"]).endswith("S2") else "S1.sp1"
        found, most = f"{away(scenario, at)} hexes away", scenario.unit(unit).figure("range")
        why = f"{unit} in {at} does not reach two hexes behind the enemy's front"
        raise Illegal(rule, why, found=found, wanted=f"at most {most}", advice="place it nearer to the front")
