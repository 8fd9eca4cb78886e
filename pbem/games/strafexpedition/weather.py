"""9.0 Weather: what the turn track says of each day, and what that does to sight, guns and legs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.strafexpedition.counters import is_battery, is_infantry
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.terrain import level
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario

HIGH = 5  # 9.1: from this level on overcast weather hides more


def weather(scenario: Scenario, turn: int) -> str:
    """4.0.4, 9.0: the weather of the day, from the one track that all scenarios use; it lasts the whole turn."""
    day = int(scenario.card["first_day"]) + turn - 1
    return str(scenario.charts["day"]["weather"][day - 1])


def effects(scenario: Scenario, name: str) -> Mapping[str, Any]:
    """9.1.clear: what the weather does; clear weather does nothing."""
    found: Mapping[str, Any] = scenario.charts["weather"][name]
    return found


def sight(scenario: Scenario, name: str, observer: int, target: int) -> int:
    """See 3.0.los, 9.1.overcast, 13.2.2, ruling R50: how many hexes a line of sight may have between two levels.

    One hex more for each level that the observer stands higher.
    """
    row = effects(scenario, name)
    least = int(row["sight_high" if max(observer, target) >= HIGH else "sight"])
    return least + max(0, observer - target)


def bombardment(scenario: Scenario, name: str, total: int, target: HexId) -> int:
    """9.1.overcast, 9.1.round (see 9.1.rain, rulings R49, R57): the factors against one target, halved once."""
    from_level = effects(scenario, name).get("halved_from_level")
    is_halved = from_level is not None and level(scenario.map, target) >= int(from_level)
    return total // 2 if is_halved else total


def halved(board: Board, factors: Sequence[int], target: HexId) -> int:
    """See 9.1.round, rulings R49, R57: what today's weather leaves of guns that fire together: of their sum.

    By an option each of them is halved, and rounded, by itself.
    """
    scenario, today = board.scenario, weather(board.scenario, board.turn)
    parts = factors if chosen(board, "halving") == "each" else [sum(factors)]
    return sum(bombardment(scenario, today, part, target) for part in parts)


def movement(board: Board, unit: UnitId, name: str) -> int:
    """11.0.1 (see 9.1.rain, rulings R34, R37): the movement points that a unit has today; nothing is saved up."""
    counter, row = board.unit(unit), effects(board.scenario, name)
    printed = counter.figure("move")
    if is_battery(counter):
        return printed // 2 if "artillery_movement" in row else printed
    return max(0, printed + int(row.get("infantry_movement", 0))) if is_infantry(counter) else 0
