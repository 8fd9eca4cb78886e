"""What the ground is worth at the end: hexes held, objectives, and units with a line to an HQ."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.area import is_inside
from pbem.games.italia18.entering import holder
from pbem.games.italia18.headquarters import supplied_hqs
from pbem.games.italia18.supply import is_supplied_from
from pbem.games.italia18.supply_lines import hqs
from pbem.games.italia18.ways import is_blown
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

CROSS, COCKADE = "iron-cross", "cockade"
BEHIND = "south-of-trenches"


def has_line_to_supplied_hq(board: Board, unit: UnitId) -> bool:
    """See S2.vc1, S3.vc1, ruling R131: within the radius of an HQ that has a line itself, as things stand."""
    return any(is_supplied_from(board, unit, hq) for hq in supplied_hqs(board, board.unit(unit).side))


def has_line_to_hq(board: Board, unit: UnitId) -> bool:
    """See S2.vc4, ruling R131: within the radius of any HQ of its side."""
    return any(is_supplied_from(board, unit, hq) for hq in hqs(board, board.unit(unit).side))


def occupied(board: Board, units: Sequence[UnitId]) -> tuple[HexId, ...]:
    """The hexes in which these units stand."""
    return tuple(dict.fromkeys([board.hex_of(unit) for unit in units]))


def is_behind_trenches(board: Board, hex_id: HexId) -> bool:
    """See S0.vc1, S3.vc2, ruling R87: on the far side of the Entente's trench line."""
    return board.map.has(hex_id, BEHIND)


def trenches_taken(board: Board, side: Side) -> tuple[HexId, ...]:
    """See S0.vc3, S2.vc3, ruling R88: enemy trench hexes in play that the side occupies or controls."""
    enemy = board.enemy_of(side)
    hexes = board.map.hexes_with("trench", owner=enemy)
    return tuple([one for one in hexes if is_inside(board.scenario, one) and holder(board, one) == side])


def objectives_held(board: Board, side: Side, symbol: str, *, needs_bridges: bool = False) -> dict[HexId, int]:
    """See S0.vc3, S1.vc1, S3.vc2, S5.vc1, rulings R88, R140: the side's objectives in play, each with its points.

    Where the scenario says so, a bridge at one of its hexsides that is down takes the points away until it is rebuilt.
    """
    hexes = [one for one in board.map.hexes_with(symbol) if is_inside(board.scenario, one)]
    held = [one for one in hexes if holder(board, one) == side and not (needs_bridges and has_blown_bridge(board, one))]
    return {one: worth(board, one, symbol) for one in held}


def worth(board: Board, hex_id: HexId, symbol: str) -> int:
    """See R210: the crosses or cockades on the hex."""
    feature = board.map.feature(hex_id, symbol)
    return int(feature.get("vp")) if feature else 0


def has_blown_bridge(board: Board, hex_id: HexId) -> bool:
    """See S3.vc2, S5.vc1, ruling R140: a bridge over any of the hex's sides is down."""
    return any(is_blown(board, hex_id, there) for there in board.map.grid.neighbours[hex_id])
