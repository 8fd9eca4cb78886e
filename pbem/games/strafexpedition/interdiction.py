"""10.4 Headquarters need a line of supply, and enemy guns that see the road can cut it."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import is_artillery, is_fortress
from pbem.games.strafexpedition.disorganization import FIRING
from pbem.games.strafexpedition.sight import seen_among
from pbem.games.strafexpedition.supply import is_supplied_hex, net_area, supplied
from pbem.games.strafexpedition.weather import weather
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario


def interdicts(board: Board, unit: UnitId) -> bool:
    """See 10.4.1, rulings R17, R113: a battery in fire mode, emplaced or not yet; a fortress that has guns."""
    counter = board.unit(unit)
    if not is_artillery(counter) or not counter.figure("range"):
        return False
    return bool(counter.figure("bombardment")) if is_fortress(counter) else board.is_marked(unit, FIRING)


def interdicted(board: Board, side: Side) -> Area:
    """10.4.1 (see rulings R16, R17, R113): the road hexes that enemy guns cut for headquarters of the side.

    Within range and in the guns' own line of sight in today's weather; it costs nothing, fired or not.
    """
    enemy, sky = board.enemy_of(side), weather(board.scenario, board.turn)
    key = ("interdicted", side, sky)
    return board.derived(key, (enemy, FIRING), lambda: _interdicted(board, enemy, sky))


def _interdicted(board: Board, enemy: Side, sky: str) -> Area:
    found = 0
    for unit in [one for one in board.on_map(enemy) if interdicts(board, one)]:
        found |= _covered(board.scenario, sky, board.hex_of(unit), board.unit(unit).figure("range"))
    return found


def _covered(scenario: Scenario, sky: str, here: HexId, most: int) -> Area:
    """The road hexes that guns of this range see from a hex in this weather: most guns stay where they are."""
    return scenario.memo(("covered", sky, here, most), lambda: _cover(scenario, sky, here, most))


def _cover(scenario: Scenario, sky: str, here: HexId, most: int) -> Area:
    areas = scenario.map.areas
    near = areas.hexes(areas.within(here, most) & net_area(scenario.map))
    return areas.of(seen_among(scenario, sky, here, near))


def headquarters_lines(board: Board, side: Side) -> Area:
    """See 10.4, rulings R15, R16: every hex with a line of supply along roads that no enemy gun interdicts."""
    return supplied(board, side, interdicted(board, side))


def check_line(board: Board, side: Side, at: HexId) -> None:
    """10.4 (see 8.5.placement, rulings R15, R16): a headquarters is placed where a line of supply can begin.

    Later cuts do not touch it. Another road that no gun sees will do.
    """
    if not is_supplied_hex(board, at, side):
        why = f"no line of supply can be traced from {board.map.called(at)}"
        wanted = "a hex with a line of supply"
        raise Illegal("8.5.placement", why, found=at, wanted=wanted, advice="put the headquarters elsewhere")
    if not headquarters_lines(board, side) & board.map.areas.bit[at]:
        why = f"enemy guns interdict every line of supply from {board.map.called(at)}"
        wanted = "a line along a road that no enemy battery in fire mode sees within its range"
        raise Illegal("10.4.1", why, found=at, wanted=wanted, advice="put the headquarters elsewhere")
