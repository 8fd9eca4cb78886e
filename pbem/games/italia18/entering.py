"""What happens on the way: supports that are overrun, Depots that fall, ground that changes hands, pontoons cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.italia18.cadorna_line import rally
from pbem.games.italia18.costs import shuns_zones
from pbem.games.italia18.counters import CP, EN, is_combat_unit, standing
from pbem.games.italia18.disorder import disorganize
from pbem.games.italia18.frozen import alarm
from pbem.games.italia18.ways import PONTOON
from pbem.games.italia18.zoc import controlled_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

HELD = "held"  # the mark of a hex that counts for victory: who was there last
CONTESTED = ("trench", "iron-cross", "cockade")


def go(board: Board, units: Sequence[UnitId], path: Sequence[HexId], rule: str, **about: Any) -> None:
    """See 11.1.1a, 11.3.1b, rulings R62, R71: units go along a path, in whatever phase, with all that this brings."""
    side = board.unit(units[0]).side
    has_fighters = any(is_combat_unit(board.unit(unit)) for unit in units)
    for unit in units:
        board.move(unit, path, rule, **about)
    for hex_id in path[1:]:
        rally(board, units, hex_id)
    if has_fighters:
        for hex_id in path[1:]:
            overrun(board, hex_id, side)
            alarm(board, hex_id, side)
            take(board, hex_id, side)
        capture(board, path[-1], units)
        cut_pontoons(board, path[-1], side)
    sweep(board)


# -- supports that stand alone -------------------------------------------------------------------------------


def is_alone(board: Board, unit: UnitId) -> bool:
    """See 11.3.1b, ruling R70: no combat unit of its side shares the hex."""
    counter = board.unit(unit)
    return not any(is_combat_unit(board.unit(one)) for one in board.units_at(board.place(unit), counter.side))


def overrun(board: Board, hex_id: HexId, side: Side) -> None:
    """11.3.1b (see 11.3.3, 11.3.4, ruling R71): lone guns, HQs and Trucks next to a moving combat unit are lost."""
    for there in board.map.grid.neighbours[hex_id]:
        for unit in board.units_at(there, board.enemy_of(side)):
            if shuns_zones(board.unit(unit)) and is_alone(board, unit):
                board.eliminate(unit, "11.3.1b", why="overrun")


def sweep(board: Board) -> None:
    """11.3.1d (see 11.3.1c, rulings R70, R101): whoever of them is left alone in an enemy zone is lost at once."""
    for side in board.scenario.sides:
        shy = standing(board, side, "shy of zones", shuns_zones)
        zones = controlled_hexes(board, board.enemy_of(side))
        near = [unit for unit in shy if board.hex_of(unit) in zones]
        for unit in [unit for unit in near if is_alone(board, unit)]:
            board.eliminate(unit, "11.3.1d", why="alone in an enemy zone of control")


# -- ground --------------------------------------------------------------------------------------------------


def take(board: Board, hex_id: HexId, side: Side) -> None:
    """See S0.vc3, ruling R88: a combat unit takes what counts in the hex."""
    if any(board.map.has(hex_id, name) for name in CONTESTED) and holder(board, hex_id) != side:
        board.mark_hex(hex_id, f"{HELD}={side}", "S0.vc3")
        board.note("taken", "S0.vc3", side=side, hex=hex_id)


def holder(board: Board, hex_id: HexId) -> Side:
    """See S0.vc3, ruling R88: the side whose combat unit was there last; at first the side of the front decides."""
    marked = board.hex_mark(hex_id, HELD)
    if marked:
        return Side(marked)
    trench = board.map.feature(hex_id, "trench")
    if trench:
        return Side(trench.get("owner"))
    is_theirs = board.map.has(hex_id, "south-of-trenches") or board.map.has(hex_id, "iron-cross")
    return EN if is_theirs else CP


# -- Depots --------------------------------------------------------------------------------------------------


def depots_at(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 15.5.2: enemy Depots that a combat unit of the side would capture here."""
    return tuple([unit for unit in board.units_at(hex_id, board.enemy_of(side)) if board.unit(unit).type == "depot"])


def capture(board: Board, hex_id: HexId, units: Sequence[UnitId]) -> None:
    """15.5.2 (see ruling R129): a Depot falls to the combat units that end their move on it.

    The note `depots.CP` counts what the side has taken. Plunder disorganizes Austro-Hungarian units.
    """
    side = board.unit(units[0]).side
    fighters = [unit for unit in units if is_combat_unit(board.unit(unit))]
    for depot in depots_at(board, hex_id, side):
        board.write(f"depots.{side}", board.number(f"depots.{side}") + 1, "15.5.2")
        board.eliminate(depot, "15.5.2", why="captured", by=side)
        for unit in [one for one in fighters if board.unit(one).nation == "AH" and board.unit(depot).nation == "IT"]:
            disorganize(board, unit, "15.5.2")


# -- pontoons ------------------------------------------------------------------------------------------------


def cut_pontoons(board: Board, hex_id: HexId, side: Side) -> None:
    """11.2.4f (see ruling R62): a combat unit that ends next to an enemy pontoon, or on it, removes it.

    The hex of the marker, on the near side of its arrow, has to be empty.
    """
    for bridge, value in board.marked_sides(PONTOON).items():
        owner, _, far = value.partition(">")
        near = bridge.a if bridge.b == far else bridge.b
        is_close = board.map.grid.distance(hex_id, near) <= 1
        if owner != side and is_close and not board.units_at(near, Side(owner)):
            board.unmark_side(bridge.a, bridge.b, PONTOON, "11.2.4f")
            board.note("pontoon-cut", "11.2.4f", hexside=str(bridge), side=side)
