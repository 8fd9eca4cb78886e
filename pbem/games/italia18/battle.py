"""12.2 One combat: what was declared, and who stands in it."""

from __future__ import annotations

from pbem.games.italia18.counters import is_combat_unit
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass

ATTACKER, DEFENDER = "attacker", "defender"


@dataclass(frozen=True, slots=True)
class Attack:
    """What the attacker lays down in steps 1, 2 and 4 of a combat, and whom he would like to lead it."""

    side: Side
    target: HexId
    units: tuple[UnitId, ...]
    guns: tuple[UnitId, ...] = ()
    counter_battery: int = 0  # Corps Artillery that turns on the enemy's guns, as far as the rules let it
    assault: tuple[UnitId, ...] = ()  # the Assault Troops that he uses
    leads: tuple[UnitId, ...] = ()  # whom he prefers as lead unit, first to last
    is_exploitation: bool = False
    is_rommel: bool = False  # the Rommel counter is played on the hex (S1.sp8)
    is_forced: bool = False  # whatever the odds


@dataclass(frozen=True, slots=True)
class Battle:
    """A combat under way: the attack, the units that it strikes, and the sequence in which it is fought."""

    attack: Attack
    defenders: tuple[UnitId, ...]
    sequence: int = 1

    @property
    def target(self) -> HexId:
        """The attacked hex."""
        return self.attack.target

    def side(self, board: Board, role: str) -> Side:
        """The attacking or the defending side."""
        return self.attack.side if role == ATTACKER else board.enemy_of(self.attack.side)

    def units(self, board: Board, role: str) -> tuple[UnitId, ...]:
        """See 12.2.1: the combat units of one side that take part and are left."""
        named = self.attack.units if role == ATTACKER else self.defenders
        return tuple([unit for unit in named if board.is_on_map(unit)])

    def assault(self, board: Board) -> tuple[UnitId, ...]:
        """See 15.3a, 15.3b: the Assault Troops that were used and are left; who fell to the guns helps nobody."""
        return tuple([troops for troops in self.attack.assault if board.is_on_map(troops)])

    def holders(self, board: Board) -> tuple[UnitId, ...]:
        """See 12.4b: the defenders that are still in the attacked hex."""
        return tuple([unit for unit in self.units(board, DEFENDER) if board.hex_of(unit) == self.target])


def other(role: str) -> str:
    """The role across the table."""
    return DEFENDER if role == ATTACKER else ATTACKER


def combat_units_in(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 12.1b: the side's combat units in a hex."""
    return tuple([unit for unit in board.units_at(hex_id, side) if is_combat_unit(board.unit(unit))])
