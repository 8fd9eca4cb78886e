"""11.0 Fortresses: printed on the map, four steps each, never moved, never replaced."""

from __future__ import annotations

from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Feature, Map
from pbem.kernel.pieces import Side
from pbem.values import NamedTuple

STEPS = 4  # 11.13


class Fortress(NamedTuple):
    """A fortress as it stands: who owns it, what steps are left, and its strength with them."""

    hex: HexId
    owner: Side
    steps: int
    strength: int

    @property
    def stands(self) -> bool:
        """Whether it is not yet destroyed."""
        return self.steps > 0


def fortress_at(board: Board, hex_id: HexId) -> Fortress | None:
    """11.11, 11.14 (see 11.0): the fortress in the hex; after two lost steps the smaller strength counts."""
    printed = printed_fortresses(board.map).get(hex_id)
    if printed is None:
        return None
    left = int(board.hex_mark(hex_id, "fort") or STEPS)
    full, weakened = (int(figure) for figure in printed.get("strength").split("/"))
    strength = full if left > STEPS - 2 else weakened
    return Fortress(hex_id, Side(printed.get("owner")), left, strength if left else 0)


def printed_fortresses(map: Map) -> dict[HexId, Feature]:
    """11.0: the fortresses on the map, by hex."""
    return map.memo("fortresses", lambda: _printed_fortresses(map))


def _printed_fortresses(map: Map) -> dict[HexId, Feature]:
    return {h: f for h in map.hexes_with("fortress") if (f := map.feature(h, "fortress"))}


def standing_fortress(board: Board, hex_id: HexId, side: Side) -> Fortress | None:
    """The side's own fortress in the hex, if it still stands."""
    if hex_id not in fortresses(board.map, side):
        return None
    fortress = fortress_at(board, hex_id)
    return fortress if fortress and fortress.stands else None


def fortresses(map: Map, owner: Side) -> tuple[HexId, ...]:
    """The hexes of a side's fortresses, standing or not."""
    return map.hexes_with("fortress", owner=owner)


def lose_fortress_steps(board: Board, hex_id: HexId, steps: int, rule: str) -> int:
    """11.12, 11.13, 11.15: the fortress loses steps for good; at none it is destroyed."""
    fortress = fortress_at(board, hex_id)
    if fortress is None:
        return 0
    lost = min(steps, fortress.steps)
    if lost:
        left = fortress.steps - lost
        board.mark_hex(hex_id, f"fort={left}", rule)
        board.note("fortress-lost", rule, hex=hex_id, owner=fortress.owner, steps=lost, left=left)
    return lost
