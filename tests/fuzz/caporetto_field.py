"""The map as the greedy player's moves will leave it: who stands where, what lies open, what each hex is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.caporetto import supply
from pbem.games.caporetto.control import controller, enemy_hexes
from pbem.games.caporetto.costs import Mover, exits
from pbem.games.caporetto.counters import attack_factor, defence_factor, is_combat_unit
from pbem.games.caporetto.stacking import is_beside_fourteenth_army, limit, may_share
from pbem.games.caporetto.terrain import row, terrains
from pbem.games.caporetto.zoc import zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.fuzz.caporetto_lines import falls_back, is_given_up, line, way_to_line
from tests.fuzz.caporetto_worth import (
    THEATRE,
    defence_of,
    distance_to_goal,
    hex_worth,
    is_at_the_front,
    mood,
    threat,
)

ODDS = 3  # attack factors wanted beside an enemy hex for each of its defence factors
STRAY = -100.0  # out of supply
AWAY = 8.0  # what it costs to take a unit away from an offensive
REACH = 16  # half points of an enemy division


class Field:
    """The map as the moves of this step will leave it: who stands where, and what each hex still wants."""

    def __init__(self, board: Board, side: Side) -> None:
        self.board, self.side, self.mood = board, side, mood(board, side)
        self.where = {unit: board.hex_of(unit) for unit in board.on_map(side)}
        self.stacks: dict[HexId, list[UnitId]] = {}
        for unit, here in self.where.items():
            self.stacks.setdefault(here, []).append(unit)
        self.enemies = enemy_hexes(board, side)
        self.wanted = {h: ODDS * defence_of(board, board.enemy_of(side), h) for h in self.enemies}
        self.massed = {h: self._around(h) for h in self.enemies}
        own = [*board.map.hexes_with("vp"), *supply.usable_sources(board, side)]
        self.prices = exits(board, Mover(board.enemy_of(side), False, False, True, REACH))
        self.is_falling_back = falls_back(board, side)
        self.line = () if self.mood.is_attacking else line(board, side)
        kept = [h for h in own if not (self.is_falling_back and is_given_up(h))]
        self.treasures = {h: None for h in kept if controller(board, h) == side}

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
        free = [u for u in board.on_map(board.enemy_of(self.side)) if board.hex_of(u) not in covered]
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
        if self.is_falling_back:
            return self._retreat(unit, hex_id)
        found = hex_worth(board, side, hex_id)
        if not self.mood.is_attacking:
            return found + self._defence(unit, hex_id) + self._line(unit, hex_id)
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

    def _retreat(self, unit: UnitId, hex_id: HexId) -> float:
        """Behind the river first one unit in each hex, then more; what lies beyond is left."""
        if hex_id in self.line:
            return self._defence(unit, hex_id) + self._line(unit, hex_id)
        if is_given_up(hex_id):
            return -0.7 * way_to_line(self.board, hex_id)
        return self._defence(unit, hex_id)

    def _line(self, unit: UnitId, hex_id: HexId) -> float:
        """What a place on the line is worth: first one unit in each hex, then more."""
        here = [u for u in self.stacks.get(hex_id, ()) if u != unit and is_combat_unit(self.board.unit(u))]
        return max(1.0, 9.0 - 3.0 * len(here)) if hex_id in self.line else 0.0

    def _is_screened(self, hex_id: HexId, unit: UnitId) -> bool:
        """Whether another own unit stands beside the hex, so that nobody can pass through it unhindered."""
        around = [u for there in self.board.map.grid.neighbours[hex_id] for u in self.stacks.get(there, ())]
        return any(u != unit for u in around)
