"""11.3.1.1 Army Artillery in Offensive mode goes forward when its owner's Exploitation Phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_move import Displace
from pbem.games.italia18.costs import is_gun, why_barred
from pbem.games.italia18.guns import OFFENSIVE
from pbem.games.italia18.supply_lines import has_enemy, open_sources
from pbem.games.italia18.ways import is_blown, is_by_rail, is_by_road, rail_links
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table


def run(board: Board, table: Table, orders: Sequence[Displace], side: Side) -> None:
    """See 11.3.1.1, 14.0a, ruling R119: after all combats and moves of the phase, markers or not; each gun once."""
    gone: list[UnitId] = []
    for order in orders:
        with table.attempt(order):
            if order.unit in gone:
                raise Illegal("11.3.1.1", f"{order.unit} has gone forward already", wanted="one order for each gun")
            path = (board.hex_of(order.unit), *order.hexes) if board.is_on_map(order.unit) else ()
            check(board, order, path, side)
            board.move(order.unit, path, "11.3.1.1", how="displace")
            gone.append(order.unit)


def check(board: Board, order: Displace, path: Sequence[HexId], side: Side) -> None:
    """11.3.1.1 (see 11.3.1a, 11.1.4b): one hex, or two along roads or a railway, away from enemy guns."""
    unit = order.unit
    if board.unit(unit).side != side or not path or not board.is_marked(unit, OFFENSIVE):
        raise Illegal("11.3.1.1", f"{unit} is not your Artillery in Offensive mode", wanted="such a piece on the map")
    chart = board.scenario.charts["movement"]
    if len(order.hexes) > int(chart["offensive_guns_road"]):
        raise Illegal("11.3.1.1", f"{unit} goes two hexes at most", found=f"{len(order.hexes)} hexes")
    for here, there in pairwise(path):
        _check_step(board, unit, here, there, side)
    if len(order.hexes) > int(chart["offensive_guns"]):
        check_two(board, unit, path, side)


def _check_step(board: Board, unit: UnitId, here: HexId, there: HexId, side: Side) -> None:
    if not board.map.grid.are_adjacent(here, there):
        raise Illegal("11.3.1.1", f"{here} and {there} do not touch", wanted="the path hex by hex")
    rule, why = why_barred(board, unit, here, there)
    if rule:
        raise Illegal(rule, why)
    if has_enemy(board, there, side) or is_in_enemy_zoc(board, there, side):
        why = f"{there} is held by the enemy or lies in his zone of control"
        raise Illegal("11.3.1a", why, wanted="a hex without either")


def check_two(board: Board, unit: UnitId, path: Sequence[HexId], side: Side) -> None:
    """See 11.3.1.1, 11.1.4b: a second hex only along roads, or along a railway whose line is open."""
    steps = list(pairwise(path))
    by_road = all(is_by_road(board, here, there) for here, there in steps)
    by_way = all(is_by_road(board, here, there) or is_by_rail(board, here, there) for here, there in steps)
    if not by_way:
        why = f"{unit} goes a second hex only along roads or a railway"
        raise Illegal("11.3.1.1", why, advice="name one hex, or hexes on a road")
    if not by_road and not has_rail_line(board, path[0], side):
        why = f"no open railway leads from {path[0]} to one of your sources"
        raise Illegal("11.1.4b", why, wanted="a line with no enemy on it or next to it")
    shelled = [hex_id for hex_id in path[1:] if is_shelled(board, hex_id, side)]
    if shelled:
        why = f"{shelled[0]} is within range of enemy Artillery"
        raise Illegal("11.3.1.1", why, advice="name one hex")


def is_shelled(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 11.3.1.1, ruling R115: an enemy gun on the map has the hex in range."""
    guns = [unit for unit in board.on_map(board.enemy_of(side)) if is_gun(board.unit(unit))]
    distance = board.map.grid.distance
    return any(distance(board.hex_of(gun), hex_id) <= board.unit(gun).figure("range") for gun in guns)


def has_rail_line(board: Board, start: HexId, side: Side) -> bool:
    """11.1.4b: a railway to a source; an enemy on it or next to it closes it, and no friend opens it again."""
    links = rail_links(board)
    goals, front, known = open_sources(board, side), [start], {start: None}
    for here in front:
        if is_beside_enemy(board, here, side):
            continue
        if here in goals:
            return True
        for there in links.get(here, ()):
            if there not in known and not is_blown(board, here, there):
                known[there] = None
                front.append(there)
    return False


def is_beside_enemy(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 11.1.4b: an enemy unit of any kind in the hex or in one of the six around it."""
    return any(has_enemy(board, one, side) for one in board.map.grid.within(hex_id, 1))
