"""The greedy player's marches: toward victory points where it attacks, into the gaps where it is pressed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import infiltration, strategic, supply, walking
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.control import controller, enemy_hexes, friendly_hexes
from pbem.games.caporetto.costs import Mover, exits
from pbem.games.caporetto.counters import attack_factor, combat_units, defence_factor, enemy_of, is_combat_unit, is_hq
from pbem.games.caporetto.stacking import is_beside_fourteenth_army, limit, may_share
from pbem.games.caporetto.terrain import may_enter, row, terrains
from pbem.games.caporetto.zoc import is_in_enemy_combat_zone, zone
from pbem.kernel.board import Board
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.fuzz.caporetto_worth import (
    THEATRE,
    VENEZIA,
    defence_of,
    distance_to_goal,
    hex_worth,
    is_at_the_front,
    is_in_contact,
    mood,
    threat,
)

ODDS = 3  # attack factors wanted beside an enemy hex for each of its defence factors
STRAY = -100.0  # out of supply
AWAY = 8.0  # what it costs to take a unit away from an offensive
REACH = 16  # half points of an enemy division
MOST_PLUGS = 8
MOST_OFFERS = 6


class Field:
    """The map as the moves of this step will leave it: who stands where, and what each hex still wants."""

    def __init__(self, board: Board, side: Side) -> None:
        self.board, self.side, self.mood = board, side, mood(board, side)
        self.where = {unit: board.hex_of(unit) for unit in board.on_map(side)}
        self.stacks: dict[HexId, list[UnitId]] = {}
        for unit, here in self.where.items():
            self.stacks.setdefault(here, []).append(unit)
        self.enemies = enemy_hexes(board, side)
        self.wanted = {h: ODDS * defence_of(board, enemy_of(side), h) for h in self.enemies}
        self.massed = {h: self._around(h) for h in self.enemies}
        own = [*board.map.hexes_with("vp"), *supply.usable_sources(board, side)]
        self.prices = exits(board, Mover(enemy_of(side), False, False, True, REACH))
        self.treasures = {h: None for h in own if controller(board, h) == side}

    def _around(self, hex_id: HexId) -> int:
        units = [u for there in self.board.map.grid.neighbours[hex_id] for u in self.stacks.get(there, ())]
        return sum(attack_factor(self.board, u) for u in units if is_combat_unit(self.board.unit(u)))

    def move(self, unit: UnitId, goal: HexId) -> None:
        """The unit will stand there."""
        here, factor = self.where[unit], attack_factor(self.board, unit)
        self.where[unit] = goal
        self.stacks[here].remove(unit)
        self.stacks.setdefault(goal, []).append(unit)
        for hex_id, sign in ((here, -1), (goal, 1)):
            for there in self.board.map.grid.neighbours[hex_id]:
                if there in self.massed:
                    self.massed[there] += sign * factor

    def has_room(self, unit: UnitId, hex_id: HexId) -> bool:
        """8.1, 8.5: as things will stand, and as they stand now."""
        here = self.stacks.get(hex_id, ())
        now = [u for u in self.board.units_at(hex_id) if u != unit]
        # The room beside the 14th Army HQ is not counted on: the HQ may go.
        most = limit(self.board, hex_id, self.side) - is_beside_fourteenth_army(self.board, hex_id)
        return max(len(here), len(now)) < most and may_share(self.board, unit, hex_id)

    # -- leaks ----------------------------------------------------------------------------------------------

    def ways_in(self) -> dict[HexId, HexId | None]:
        """Every hex that a free enemy division could reach, with the hex before it; own zones of control stop it."""
        board, covered = self.board, self._covered()
        free = [u for u in board.on_map(enemy_of(self.side)) if board.hex_of(u) not in covered]
        before: dict[HexId, HexId | None] = dict.fromkeys(board.hex_of(u) for u in free)
        buckets: list[list[tuple[HexId, HexId | None]]] = [[] for _ in range(REACH + 1)]
        buckets[0] = [(here, None) for here in before]
        for spent, bucket in enumerate(buckets):
            for here, last in bucket:
                if last is not None and here in before:
                    continue
                before[here] = last
                for there, price in self.prices[here] if here not in covered else ():
                    if spent + price <= REACH and there not in before and not self.stacks.get(there):
                        buckets[spent + price].append((there, here))
        return before

    def exposed(self, before: Mapping[HexId, HexId | None]) -> list[HexId]:
        """The own VP hexes and sources that lie open."""
        return [h for h in self.treasures if before.get(h)]

    def opens_by(self, moves: Sequence[tuple[UnitId, HexId]]) -> bool:
        """Whether more lies open when these moves are made; then they are taken back."""
        old, places = len(self.exposed(self.ways_in())), [(unit, self.where[unit]) for unit, _ in moves]
        for unit, goal in moves:
            self.move(unit, goal)
        if len(self.exposed(self.ways_in())) <= old:
            return False
        for unit, here in places:
            self.move(unit, here)
        return True

    def _covered(self) -> dict[HexId, None]:
        """The hexes in own zones of control, as the moves will leave them."""
        posts = [h for h, units in self.stacks.items() if any(is_combat_unit(self.board.unit(u)) for u in units)]
        return {there: None for h in posts for there in zone(self.board, h, False)}

    # -- scores ---------------------------------------------------------------------------------------------

    def score(self, unit: UnitId, hex_id: HexId) -> float:
        """How good it is to have the unit in the hex."""
        board, side = self.board, self.side
        if not supply.has_line(board, hex_id, side):
            return STRAY
        found = hex_worth(board, side, hex_id)
        if not self.mood.is_attacking:
            return found + self._defence(unit, hex_id)
        is_front = is_at_the_front(board, side, hex_id)
        if not is_front and is_at_the_front(board, side, self.board.hex_of(unit)):
            found -= AWAY
        return found + self._attack(unit, hex_id) + (0.3 if is_front else 1.0) * self._defence(unit, hex_id)

    def depth(self, unit: UnitId, hex_id: HexId) -> float:
        """How good it is for assault infantry to slip into the hex: nearer to the goals, beside weak enemies."""
        if not supply.has_line(self.board, hex_id, self.side):
            return STRAY
        return hex_worth(self.board, self.side, hex_id) + self._attack(unit, hex_id)

    def _attack(self, unit: UnitId, hex_id: HexId) -> float:
        board = self.board
        found = -float(min(THEATRE, distance_to_goal(board, self.side, hex_id)))
        here = [u for u in self.stacks.get(hex_id, ()) if u != unit and is_combat_unit(board.unit(u))]
        strength = sum(defence_factor(board, u) for u in (*here, unit))
        found -= 0.2 * max(0, threat(board, self.side, hex_id) - 2 * strength)
        for there in board.map.grid.neighbours[hex_id]:
            missing = self.wanted.get(there, 0) - self.massed.get(there, 0)
            if missing > 0:
                found += 0.6 * min(missing, attack_factor(board, unit))
        return found + (0.5 if controller(board, hex_id) != self.side else 0.0)

    def _defence(self, unit: UnitId, hex_id: HexId) -> float:
        board, here = self.board, [u for u in self.stacks.get(hex_id, ()) if u != unit]
        danger = threat(board, self.side, hex_id)
        held = sum(defence_factor(board, u) for u in here if is_combat_unit(board.unit(u)))
        found = 0.5 * min(max(0, danger - held), 2 * defence_factor(board, unit))
        if danger and not here:
            found += 2.0 + max(int(row(board, name).get("left", 0)) for name in terrains(board.map, hex_id))
            found += 0.0 if self._is_screened(hex_id, unit) else 2.0
        if board.map.has(hex_id, "vp") and not here and controller(board, hex_id) == self.side:
            found += 5.0 if danger else 1.0
        return found

    def _is_screened(self, hex_id: HexId, unit: UnitId) -> bool:
        """Whether another own unit stands beside the hex, so that nobody can pass through it unhindered."""
        around = [u for there in self.board.map.grid.neighbours[hex_id] for u in self.stacks.get(there, ())]
        return any(u != unit for u in around)


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
        if goal != here and not combat_units(board, goal, enemy_of(side)):
            field.move(unit, goal)
            made.append((unit, goal))
    return made


def transfers(board: Board, side: Side, number: int) -> list[tuple[UnitId, HexId]]:
    """Strategic moves: from where a unit does least to where it is wanted most."""
    field = Field(board, side)
    free = [u for u in board.on_map(side) if not walking.is_pinned(board, u) and is_combat_unit(board.unit(u))]
    idle = sorted(free, key=lambda u: (field.score(u, board.hex_of(u)), u))
    near = [h for h in friendly_hexes(board, side) if threat(board, side, h) and supply.has_line(board, h, side)]
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
