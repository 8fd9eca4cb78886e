"""11.3.1 and 11.3.2 Supports that a combat leaves without a unit."""

from __future__ import annotations

from pbem.games.italia18 import entering
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.costs import shuns_zones
from pbem.games.italia18.stacking import homeless
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side


def tidy(board: Board, battle: Battle) -> None:
    """11.3.1c, 11.3.2b (see 11.3.1d, ruling R125): supports that a combat leaves alone are lost, guns and the Assault
    Troops for whom no unit is left."""
    held = [(battle.target, battle.side(board, DEFENDER))]
    held += [(board.hex_of(unit), battle.attack.side) for unit in battle.units(board, ATTACKER)]
    for unit in board.units_at(battle.target, battle.side(board, DEFENDER)):
        if shuns_zones(board.unit(unit)) and entering.is_alone(board, unit):
            board.eliminate(unit, "11.3.1c", why="no unit is left to hold the hex")
    entering.sweep(board)
    for hex_id, side in dict.fromkeys(held):
        for troops in homeless(board, hex_id, side):
            board.eliminate(troops, "11.3.2b", why="nobody is left to go with")


def lose_escorted(board: Board, side: Side, rule: str) -> None:
    """See 11.3.1d, 11.3.2b, 9.3, ruling R101: when combat units of the side have gone, the supports that they leave."""
    for hex_id in dict.fromkeys([board.hex_of(unit) for unit in board.on_map(side)]):
        for troops in homeless(board, hex_id, side):
            board.eliminate(troops, rule, why="nobody is left to go with")
    entering.sweep(board)
