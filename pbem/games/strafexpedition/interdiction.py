"""10.4 Headquarters need a line of supply, and enemy guns that see the road can cut it."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import is_artillery, is_fortress
from pbem.games.strafexpedition.disorganization import FIRING
from pbem.games.strafexpedition.sight import sees
from pbem.games.strafexpedition.supply import is_supplied_hex, net
from pbem.games.strafexpedition.weather import weather
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


def interdicts(board: Board, unit: UnitId) -> bool:
    """See 10.4.1, rulings R17, R113: a battery in fire mode, emplaced or not yet; a fortress that has guns."""
    counter = board.unit(unit)
    if not is_artillery(counter) or not counter.figure("range"):
        return False
    return bool(counter.figure("bombardment")) if is_fortress(counter) else board.is_marked(unit, FIRING)


def interdicted(board: Board, side: Side) -> tuple[HexId, ...]:
    """10.4.1 (see rulings R16, R17, R113): the road hexes that enemy guns cut for headquarters of the side.

    Within range and in the guns' own line of sight in today's weather; it costs nothing, fired or not.
    """
    enemy, sky = board.enemy_of(side), weather(board.scenario, board.turn)
    key = ("interdicted", side, sky)
    return board.derived(key, (enemy, FIRING), lambda: _interdicted(board, enemy, sky))


def _interdicted(board: Board, enemy: Side, sky: str) -> tuple[HexId, ...]:
    map, found = board.map, dict[HexId, None]()
    for unit in [one for one in board.on_map(enemy) if interdicts(board, one)]:
        here = board.hex_of(unit)
        near = [one for one in map.grid.within(here, board.unit(unit).figure("range")) if one in net(map)]
        found |= {one: None for one in near if one not in found and sees(board.scenario, sky, here, one)}
    return tuple(found)


def check_line(board: Board, side: Side, at: HexId) -> None:
    """10.4 (see 8.5.placement, rulings R15, R16): a headquarters is placed where a line of supply can begin.

    Later cuts do not touch it. Another road that no gun sees will do.
    """
    if not is_supplied_hex(board, at, side):
        why = f"no line of supply can be traced from {board.map.called(at)}"
        wanted = "a hex with a line of supply"
        raise Illegal("8.5.placement", why, found=at, wanted=wanted, advice="put the headquarters elsewhere")
    if not is_supplied_hex(board, at, side, interdicted(board, side)):
        why = f"enemy guns interdict every line of supply from {board.map.called(at)}"
        wanted = "a line along a road that no enemy battery in fire mode sees within its range"
        raise Illegal("10.4.1", why, found=at, wanted=wanted, advice="put the headquarters elsewhere")
