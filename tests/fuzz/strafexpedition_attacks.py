"""The greedy player's assaults: with whom, from where, and whether the table is kind enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.strafexpedition.area import playable
from pbem.games.strafexpedition.assault import Assault, room
from pbem.games.strafexpedition.by_mail.chances import assault_chances
from pbem.games.strafexpedition.costs import across
from pbem.games.strafexpedition.counters import combat_factor, combat_units, is_fortress, is_infantry
from pbem.games.strafexpedition.movement import check_unit
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.walking import walkers_of, ways
from pbem.games.strafexpedition.zoc import is_passable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.fuzz.strafexpedition_goals import Aim

GOOD = Fraction(1, 2)  # the least chance of winning that it takes


@dataclass(frozen=True, slots=True)
class Blow:
    """An assault that it wants: who goes where first, and what the chances are."""

    target: HexId
    came_from: tuple[tuple[UnitId, HexId], ...]
    chance: Fraction


def reach(board: Board, unit: UnitId) -> dict[HexId, int]:
    """Where the unit can go in an Action, with the half points that it then has left."""
    try:
        check_unit(board, unit)
        walkers = walkers_of(board, (unit,), "", is_march=False)
    except Illegal:
        return {}
    found: dict[HexId, int] = {}
    for stage, cost in ways(board, walkers, board.hex_of(unit), walkers.halves).cost.items():
        found[stage.hex] = max(found.get(stage.hex, 0), walkers.halves - cost)
    return found


def blows(board: Board, side: Side, units: Sequence[UnitId], aim: Aim) -> list[Blow]:
    """The assaults that these units can make together, the most valuable hexes first; each unit takes part in one."""
    copy, made = board.copy(), list[Blow]()
    able = [unit for unit in units if is_infantry(board.unit(unit)) and not is_fortress(board.unit(unit))]
    far = {unit: reach(board, unit) for unit in able}
    for target in _targets(board, side, far, aim):
        free = [unit for unit in able if not any(unit in dict(blow.came_from) for blow in made)]
        blow = _best(copy, side, target, {unit: far[unit] for unit in free})
        if blow and blow.chance >= GOOD:
            made.append(blow)
            for unit, origin in blow.came_from:
                if copy.place(unit) != origin:
                    copy.put(unit, origin, "greedy")
    return made


def _targets(board: Board, side: Side, far: dict[UnitId, dict[HexId, int]], aim: Aim) -> list[HexId]:
    enemy = board.enemy_of(side)
    near = dict.fromkeys(
        there for hexes in far.values() for one in hexes for there in board.map.grid.neighbours[one]
    )  # fmt: skip
    held = [one for one in near if combat_units(board, one, enemy) and one in playable(board.scenario)]
    return sorted(held, key=lambda one: (-aim.worth(board, side, one), one))


def _best(board: Board, side: Side, target: HexId, far: dict[UnitId, dict[HexId, int]]) -> Blow | None:
    """The strongest that get there, each from the hex that leaves it most."""
    came: list[tuple[UnitId, HexId]] = []
    for unit in sorted(far, key=lambda one: (-combat_factor(board, one), one)):
        origin = _origin(board, unit, target, far[unit], [hex_id for _, hex_id in came])
        if origin is not None and len(came) < room(board, side, target):
            came.append((unit, origin))
    if not came:
        return None
    assault = Assault(side, target, tuple(came), combat_units(board, target, board.enemy_of(side)))
    won = sum((share for result, share in assault_chances(board, assault).items() if result.endswith("R")), Fraction(0))
    return Blow(target, tuple(came), won)


def _origin(board: Board, unit: UnitId, target: HexId, far: dict[HexId, int], taken: list[HexId]) -> HexId | None:
    here = board.hex_of(unit)
    beside = [one for one in board.map.grid.neighbours[target] if one in far and is_passable(board.map, one, target)]
    able = [one for one in beside if far[one] >= across(board.scenario, one, target)]
    free = [one for one in able if one == here or (has_room(board, one, unit) and one not in taken)]
    return min(free, key=lambda one: (one != here, -far[one], one), default=None)
