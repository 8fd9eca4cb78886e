"""The greedy player's marches: toward victory points where it attacks, into the gaps where it is pressed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import infiltration, strategic, supply, walking
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.control import friendly_hexes
from pbem.games.caporetto.counters import attack_factor, combat_units, is_combat_unit, is_hq
from pbem.games.caporetto.terrain import may_enter
from pbem.games.caporetto.zoc import is_in_enemy_combat_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.fuzz.caporetto_field import Field
from tests.fuzz.caporetto_worth import (
    VENEZIA,
    distance_to_goal,
    is_in_contact,
    threat,
)

MOST_PLUGS = 8
MOST_OFFERS = 6


def _path(before: Mapping[HexId, HexId | None], end: HexId) -> tuple[HexId, ...]:
    found, here = [end], before[end]
    while here is not None and before[here] is not None:
        found.append(here)
        here = before[here]
    return tuple(found)


# -- the moves -----------------------------------------------------------------------------------------------


def marches(board: Board, side: Side) -> list[tuple[UnitId, HexId]]:
    """Where each free unit goes; units that stay are left out. The strongest choose first."""
    field = Field(board, side)
    free = [unit for unit in board.on_map(side) if not walking.is_pinned(board, unit)]
    reached = {unit: list(walking.reachable(board, (unit,)).cost) for unit in free}
    made = plugs(field, {u: hexes for u, hexes in reached.items() if is_combat_unit(board.unit(u))})
    plugged = dict(made)
    fighters = [unit for unit in free if is_combat_unit(board.unit(unit)) and unit not in plugged]
    for unit in sorted(fighters, key=lambda u: (-attack_factor(board, u), u)):
        goal = _choice(field, unit, reached[unit])
        if goal != board.hex_of(unit) and _goes(field, unit, goal):
            made.append((unit, goal))
    for unit in [unit for unit in free if is_hq(board.unit(unit))]:
        goal = _post(field, unit, reached[unit])
        if goal != board.hex_of(unit):
            field.move(unit, goal)
            made.append((unit, goal))
    return made


def _goes(field: Field, unit: UnitId, goal: HexId) -> bool:
    """The unit goes, unless that would open a way for the enemy."""
    here = field.board.hex_of(unit)
    is_garrison = here == VENEZIA and len(field.stacks[here]) == 1
    return not is_garrison and not field.opens_by([(unit, goal)])


def plugs(field: Field, reached: Mapping[UnitId, Sequence[HexId]]) -> list[tuple[UnitId, HexId]]:
    """Units that stop the ways on which the enemy could reach VP hexes and sources; those that lose least by it."""
    made: dict[UnitId, HexId] = {}
    hopeless: list[HexId] = []
    while len(made) + len(hopeless) < MOST_PLUGS:
        before = field.ways_in()
        open_ = [h for h in field.exposed(before) if h not in hopeless]
        if not open_:
            break
        path = _path(before, open_[0])
        offers = [(u, h) for u, hexes in reached.items() if u not in made for h in path if h in hexes]
        offers = [(u, h) for u, h in offers if field.has_room(u, h)]
        ranked = sorted(offers, key=lambda offer: (-_change(field, *offer), offer))[:MOST_OFFERS]
        best = next((offer for offer in ranked if _shuts(field, offer, len(open_))), None)
        if best is None:
            hopeless.append(open_[0])
        else:
            made[best[0]] = best[1]
    return list(made.items())


def _shuts(field: Field, offer: tuple[UnitId, HexId], old: int) -> bool:
    """Whether less lies open with the unit there; else it is taken back."""
    here = field.where[offer[0]]
    field.move(*offer)
    if len(field.exposed(field.ways_in())) < old:
        return True
    field.move(offer[0], here)
    return False


def _change(field: Field, unit: UnitId, hex_id: HexId) -> float:
    return field.score(unit, hex_id) - field.score(unit, field.board.hex_of(unit))


def _choice(field: Field, unit: UnitId, reached: Iterable[HexId]) -> HexId:
    here = field.board.hex_of(unit)
    open_ = [h for h in reached if h == here or field.has_room(unit, h)]
    return max(open_, key=lambda h: (field.score(unit, h) + (0.4 if h == here else 0.0), h))


def _post(field: Field, hq: UnitId, reached: Iterable[HexId]) -> HexId:
    """A headquarters goes where most units in contact are in its range, and never in front of them."""
    board, side, grid = field.board, field.side, field.board.map.grid
    front = [h for h, units in field.stacks.items() if units and is_in_contact(board, side, h)]
    others = [board.hex_of(u) for u in board.on_map(side) if is_hq(board.unit(u)) and u != hq]

    def worth(h: HexId) -> tuple[float, HexId]:
        served = [f for f in front if grid.distance(f, h) <= 3]
        alone = [f for f in served if not any(grid.distance(f, other) <= 3 for other in others)]
        near = min((grid.distance(f, h) for f in front), default=0)
        return 3.0 * len(alone) + len(served) - 0.5 * near - (3.0 if near < 2 else 0.0), h

    safe = [h for h in reached if not is_in_enemy_combat_zone(board, h, side) and supply.has_line(board, h, side)]
    open_ = [h for h in safe if h == board.hex_of(hq) or field.has_room(hq, h)]
    return max(open_, key=worth, default=board.hex_of(hq))


def infiltrations(board: Board, side: Side) -> list[tuple[UnitId, HexId]]:
    """Assault infantry slips on toward the goals, if its side attacks; an HQ is not left alone."""
    field = Field(board, side)
    made: list[tuple[UnitId, HexId]] = []
    if not field.mood.is_attacking:
        return made
    for unit in [u for u in board.on_map(side) if is_combat_unit(board.unit(u)) and is_assault(board, u)]:
        here = board.hex_of(unit)
        if is_in_contact(board, side, here) and len(field.stacks[here]) == 1:
            continue  # nobody else would hold the hex
        near = distance_to_goal(board, side, here)
        deeper = [h for h in infiltration.reachable(board, unit).cost if distance_to_goal(board, side, h) < near]
        reached = [here, *(h for h in deeper if field.has_room(unit, h))]
        goal = max(reached, key=lambda h: (field.depth(unit, h), h))
        if goal != here and not combat_units(board, goal, board.enemy_of(side)):
            field.move(unit, goal)
            made.append((unit, goal))
    return made


def transfers(board: Board, side: Side, number: int) -> list[tuple[UnitId, HexId]]:
    """Strategic moves: from where a unit does least to where it is wanted most."""
    field = Field(board, side)
    free = [u for u in board.on_map(side) if not walking.is_pinned(board, u) and is_combat_unit(board.unit(u))]
    idle = sorted(free, key=lambda u: (field.score(u, board.hex_of(u)), u))
    wanted = [h for h in friendly_hexes(board, side) if h in field.line or threat(board, side, h)]
    near = [h for h in wanted if supply.has_line(board, h, side)]
    made: list[tuple[UnitId, HexId]] = []
    for unit in idle[: 2 * number]:
        if len(made) == number or not near:
            break
        open_ = [h for h in near if field.has_room(unit, h) and may_enter(board, unit, h)]
        best = max(open_, key=lambda h: (field.score(unit, h), h), default=None)
        if best and _is_linked(board, unit, best) and _change(field, unit, best) > 2 and _goes(field, unit, best):
            made.append((unit, best))
    return made


def _is_linked(board: Board, unit: UnitId, goal: HexId) -> bool:
    try:
        strategic.find_path(board, unit, goal)
    except Illegal:
        return False
    return True
