"""Who stands where: the small questions that every chapter asks, and the verb with which units change hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.games.gwe.counters import COMBAT_TYPES, is_combat_unit, units_of
from pbem.games.gwe.fortress import standing_fortress
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId


def combat_units(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """The side's combat units in the hex, depots included (8.51)."""
    found = ((unit, board.unit(unit)) for unit in board.units_at(hex_id))
    return tuple([unit for unit, counter in found if counter.side == side and is_combat_unit(counter)])


def is_held_by(board: Board, hex_id: HexId, side: Side) -> bool:
    """Whether a combat unit of the side stands there; HQs and the Monitor hold nothing (10.52, 17.32)."""
    return bool(combat_units(board, hex_id, side))


def occupied_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """All hexes that hold a combat unit of the side."""
    return board.derived(("occupied", side), (side,), lambda: _occupied_hexes(board, side))


def _occupied_hexes(board: Board, side: Side) -> dict[HexId, None]:
    return {board.hex_of(unit): None for unit in units_of(board, side, *COMBAT_TYPES)}


def barred_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 5.13: hexes that the side may not enter: enemy combat units and standing enemy fortresses."""
    enemy = board.enemy_of(side)
    key = ("barred", side)
    return board.derived(key, (enemy, "hex fort"), lambda: occupied_hexes(board, enemy) | _standing(board, enemy))


def barred_area(board: Board, side: Side) -> Area:
    """See 5.13: the same hexes as an area."""
    owners = (board.enemy_of(side), "hex fort")
    return board.derived(("barred area", side), owners, lambda: board.map.areas.of(barred_hexes(board, side)))


def _standing(board: Board, owner: Side) -> dict[HexId, None]:
    hexes = board.map.hexes_with("fortress", owner=owner)
    return {hex_id: None for hex_id in hexes if standing_fortress(board, hex_id, owner)}


def hqs_in(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """The side's headquarters in the hex."""
    return tuple(u for u in board.units_at(hex_id) if board.unit(u).side == side and board.unit(u).type == "hq")


def is_refuge(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 10.52, ruling I4: a hex where an HQ of the side is safe: with a combat unit or in its own fortress."""
    return is_held_by(board, hex_id, side) or standing_fortress(board, hex_id, side) is not None


def go(board: Board, unit: UnitId, path: Sequence[HexId], rule: str, **about: Any) -> None:
    """A unit goes along a path; every hex it enters has then been occupied by its side last."""
    board.move(unit, path, rule, **about)
    if is_combat_unit(board.unit(unit)):
        occupy(board, board.unit(unit).side, path[1:])


def occupy(board: Board, side: Side, hexes: Iterable[HexId]) -> None:
    """See 5.33, 9.15, ruling D5: rail closes to its owner where the enemy was last, until he comes back himself."""
    theirs, ours = (_rails(board.map, owner) for owner in (board.enemy_of(side), side))
    for hex_id in hexes:
        if hex_id in theirs:
            board.mark_hex(hex_id, f"held={side}", "5.33")
        elif hex_id in ours:
            board.unmark_hex(hex_id, "held", "5.33")


def _rails(map: Map, owner: Side) -> Mapping[HexId, object]:
    return map.memo(("rails", owner), lambda: map.line_from("rail", owner=owner))


def is_lost_rail(board: Board, hex_id: HexId, owner: Side) -> bool:
    """See 5.33, 9.15: whether the enemy of the rail's owner was the last to stand there."""
    return board.hex_mark(hex_id, "held") == board.enemy_of(owner)
