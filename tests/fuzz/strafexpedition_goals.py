"""What the greedy player of Strafexpedition thinks of hexes: objectives, where the enemy is, how far the way is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pbem.games.strafexpedition.control import holder
from pbem.games.strafexpedition.costs import printed
from pbem.games.strafexpedition.counters import AH, SIDES, combat_units, is_hq
from pbem.games.strafexpedition.sectors import home
from pbem.games.strafexpedition.trenches import level
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import reach
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario

OBJECTIVE = 10  # what a hex of the scenario's own list is worth beside the points of the others
FAR = 600  # half points: no way on the map is longer


def prizes(board: Board, side: Side) -> dict[HexId, int]:
    """The hexes that decide the game, with their points."""
    card = board.scenario.card["victory"]
    if card.get("points"):
        return {HexId(one): int(row["points"]) for row in board.scenario.charts["objective"] for one in row["hexes"]}
    return {HexId(one): OBJECTIVE for one in (*card["objectives"], *card.get("draw_objectives", ()))}


def goals(board: Board, side: Side) -> tuple[HexId, ...]:
    """Where the side wants to be: what the enemy of it holds; for Italy, its own that are in danger."""
    wanted = [one for one in prizes(board, side) if holder(board, one) != AH]
    if side == AH:
        return tuple(wanted)
    enemies = [board.hex_of(unit) for unit in board.on_map(AH) if not is_hq(board.unit(unit))]
    near = {one: min([board.map.grid.distance(one, there) for there in enemies], default=99) for one in wanted}
    return tuple(sorted(wanted, key=lambda one: (near[one], one))[:6])


def distance(board: Board, hex_id: HexId, hexes: tuple[HexId, ...]) -> int:
    """How far the nearest of them is as the crow flies."""
    return min([board.map.grid.distance(hex_id, one) for one in hexes], default=0)


# -- the plain, or the enemy's rear ---------------------------------------------------------------------------


def towns(board: Board, side: Side) -> dict[HexId, int]:
    """See 23.3, 23.4: all towns of a breakthrough, its own already or not."""
    return {HexId(one): OBJECTIVE for one in board.scenario.charts["breakthrough"][side]}


def rear(board: Board, side: Side) -> dict[HexId, int]:
    """See 23.3, 23.4: the towns that make a breakthrough and are still the enemy's."""
    return {one: worth for one, worth in towns(board, side).items() if holder(board, one) != side}


def way(board: Board, hex_id: HexId, hexes: tuple[HexId, ...]) -> int:
    """How many half points it is to the nearest of them on foot, whoever stands there."""
    return min([_field(board.scenario, one).get(hex_id, FAR) for one in hexes], default=0)


def _field(scenario: Scenario, goal: HexId) -> Mapping[HexId, int]:
    """From everywhere to the goal as the map is printed; worked out once."""
    return scenario.memo(("greedy field", goal), lambda: reach(goal, FAR, _back(scenario), {}).cost)


def _back(scenario: Scenario) -> Mapping[HexId, list[tuple[HexId, int]]]:
    """Every step, backwards, the cheapest first; over crags by road alone."""
    return scenario.memo("greedy steps back", lambda: _backwards(scenario))


def _backwards(scenario: Scenario) -> dict[HexId, list[tuple[HexId, int]]]:
    found: dict[HexId, list[tuple[HexId, int]]] = {one: [] for one in scenario.map.grid.hexes}
    for here in found:
        for step in printed(scenario)[here]:
            if step.rate is not None or not step.is_crag:
                found[step.there].append((here, step.ground if step.rate is None else step.rate))
    return {there: sorted(steps, key=lambda one: (one[1], one[0])) for there, steps in found.items()}


# -- what a player wants --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aim:
    """What a player goes for, how he measures the way, and who attacks with guns instead of digging."""

    prizes: Callable[[Board, Side], Mapping[HexId, int]]
    goals: Callable[[Board, Side], tuple[HexId, ...]]
    away: Callable[[Board, HexId, tuple[HexId, ...]], int]
    attackers: tuple[Side, ...]
    leaves_enemies: bool = False  # whoever stands beside one goes on all the same
    keeps: Callable[[Board, Side], Mapping[HexId, int]] = lambda board, side: {}  # hexes in which somebody stays
    sector: str = ""  # of a player who shares his side (24.1)

    def commands(self, board: Board, unit: UnitId) -> bool:
        """See 24.1: whether it is his unit."""
        return not self.sector or home(board.scenario, board.unit(unit)) in (self.sector, "")

    def worth(self, board: Board, side: Side, target: HexId) -> int:
        """What an assault on the hex brings: its points, and an easy victim more than a hard one."""
        enemies = combat_units(board, target, board.enemy_of(side))
        nearer = 6 - min(6, distance(board, target, self.goals(board, side)))
        return 4 * self.prizes(board, side).get(target, 0) + nearer - 2 * level(board, target) - len(enemies)


POINTS = Aim(prizes, goals, distance, (AH,))
BREAKTHROUGH = Aim(rear, lambda board, side: tuple(rear(board, side)), way, tuple(SIDES), True, towns)
