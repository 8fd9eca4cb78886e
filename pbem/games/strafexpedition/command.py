"""8.0 Command: how far a headquarters reaches, hex by hex, and where an enemy zone stops it."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import brigade_of, is_hq
from pbem.games.strafexpedition.zoc import enemy_area, open_enemy_zone, open_ground
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, flood
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import Spread, spread
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.values import dataclass, field

HQ_BOX = "hq"  # where headquarters lie that are not on the map
Hexes = dict[HexId, None]


def headquarters(scenario: Scenario, side: Side) -> dict[str, UnitId]:
    """See 8.2, 2.2.2: the headquarters of the side by the names of their brigades."""
    return scenario.memo(("headquarters", side), lambda: _headquarters(scenario, side))


def _headquarters(scenario: Scenario, side: Side) -> dict[str, UnitId]:
    return {brigade_of(unit): unit.id for unit in scenario.units.values() if is_hq(unit) and unit.side == side}


def battalions(board: Board, side: Side, brigade: str) -> tuple[UnitId, ...]:
    """See 8.3, 8.6: the brigade's own units on the map, its headquarters not among them."""
    return board.derived(("brigades", side), (side,), lambda: _brigades(board, side)).get(brigade, ())


def _brigades(board: Board, side: Side) -> dict[str, tuple[UnitId, ...]]:
    found: dict[str, list[UnitId]] = {}
    for unit in board.on_map(side):
        if not is_hq(board.unit(unit)):
            found.setdefault(brigade_of(board.unit(unit)), []).append(unit)
    return {brigade: tuple(units) for brigade, units in found.items()}


def range_of(board: Board, hq: UnitId) -> int:
    """See 3.0.command_range: as printed."""
    return board.unit(hq).figure("command")


@dataclass(slots=True)
class Command:
    """The Command Range of one activation, as the board stood when the headquarters was placed.

    `enemies` close hexes for good, `doubtful` hexes lie in enemy zones that no friend lifts. The die of such a hex is
    cast when somebody has no way around it, and then holds for the whole Action (ruling R8).
    """

    at: HexId
    length: int
    enemies: Hexes
    doubtful: Hexes
    dice: dict[HexId, bool] = field(default_factory=dict)  # whether command passes, as far as the dice are cast
    _kept: dict[tuple[bool, int], Spread] = field(default_factory=dict)  # by how many dice are cast

    def covers(self, table: Table, side: Side, hex_id: HexId) -> bool:
        """8.1 (see rulings R8, R9, R138): whether a unit or an observer in the hex is in Command.

        Along any path of hexes within the range, through no enemy unit; through an enemy zone by a die, 1 to 3 block.
        """
        while True:
            if self.surely_covers(table.board, hex_id):
                return True
            hoped = self._spread(table.board, is_certain=False)
            if hex_id not in hoped.distance:
                return False
            unknown = [one for one in hoped.line(hex_id)[1:] if one in self.doubtful and one not in self.dice]
            self._cast(table, side, unknown[-1])

    def could_cover(self, board: Board, hex_id: HexId) -> bool:
        """See 8.1: whether command reaches the hex if all dice that are still to be cast allow it."""
        return hex_id in self._spread(board, is_certain=False).distance

    def surely_covers(self, board: Board, hex_id: HexId) -> bool:
        """See 8.1: whether command reaches the hex without another die."""
        return hex_id in self._spread(board, is_certain=True).distance

    def _cast(self, table: Table, side: Side, hex_id: HexId) -> None:
        die = table.roll(f"command through {hex_id}", rule="8.1", by=side, kind="command", kindest=6)
        self.dice[hex_id] = die not in table.board.scenario.charts["command"]["blocked_on"]
        table.board.note("command-die", "8.1", side=side, hex=hex_id, die=die, passes=self.dice[hex_id])

    def _shut(self, is_certain: bool) -> Hexes:
        """Hexes through which no line passes: enemies, blocked zones, and doubtful ones if it must be certain."""
        zones = [one for one in self.doubtful if not self.dice.get(one, not is_certain)]
        return {**self.enemies, **dict.fromkeys(zones)}

    def _spread(self, board: Board, is_certain: bool) -> Spread:
        key = is_certain, len(self.dice)
        if key not in self._kept:
            self._kept[key] = spread([self.at], self.length, board.map.grid.neighbours, self._shut(is_certain))
        return self._kept[key]


def trace(board: Board, side: Side, at: HexId, length: int, known: dict[HexId, bool] | None = None) -> Command:
    """3.0.command_range (see 8.1, rulings R9, R138): the range from a hex, which itself never stops it.

    The hex of the headquarters does not count, that of the unit does; terrain has no say. `known` are dice that were
    cast before in the same activation.
    """
    held, zone, areas = enemy_area(board, side), open_enemy_zone(board, side), board.map.areas
    near = board.map.memo(("around", at, length), lambda: areas.within(at, length) & ~areas.bit[at])
    enemies, zones = areas.hexes(near & held), areas.hexes(near & zone & ~held)
    return Command(at, length, enemies, zones, known if known is not None else {})


def could_command(board: Board, side: Side, brigade: str, hq: UnitId) -> Area:
    """See 8.1, 8.5.placement: where the headquarters could have a unit of its brigade in Command, if the dice let it.

    The lines run both ways, so they are followed from the units outward; only enemies stop them for certain.
    """
    areas = board.map.areas
    units = areas.of(board.hex_of(unit) for unit in battalions(board, side, brigade))
    return flood(units, range_of(board, hq), open_ground(board.map), enemy_area(board, side))
