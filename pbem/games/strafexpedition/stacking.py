"""12.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import is_fortress, is_hq
from pbem.games.strafexpedition.disorganization import disorganize
from pbem.games.strafexpedition.terrain import is_high_mountain
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.scenario import Scenario


def limit(scenario: Scenario, hex_id: HexId) -> int:
    """12.1, 12.2 (see 12.5): two units of a side, one in High Mountain; in an assaulted hex each side has its own."""
    high = is_high_mountain(scenario.map, hex_id)
    return int(scenario.charts["stacking"]["high_mountain" if high else "units"])


def counts(unit: Unit) -> bool:
    """12.6, 20.8 (see ruling R40): fortresses and headquarters stack for free, artillery does not."""
    return not is_fortress(unit) and not is_hq(unit)


def counted(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 12.6: the side's units in the hex that count."""
    return tuple([unit for unit in board.units_at(hex_id, side) if counts(board.unit(unit))])


def excess(board: Board, hex_id: HexId, side: Side) -> int:
    """See 12.1, 12.3: by how many units the side is over the limit there."""
    return max(0, len(counted(board, hex_id, side)) - limit(board.scenario, hex_id))


def has_room(board: Board, hex_id: HexId, unit: UnitId) -> bool:
    """12.3 (see 12.1): whether the unit may end its movement or retreat there; passing through is free."""
    counter = board.unit(unit)
    others = [one for one in counted(board, hex_id, counter.side) if one != unit]
    return not counts(counter) or len(others) < limit(board.scenario, hex_id)


def disorganized_by_overstacking(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 12.7, 6.1, ruling R39: who takes a point in an overstacked hex; each unit once a turn at most."""
    if not excess(board, hex_id, side):
        return ()
    return tuple([unit for unit in counted(board, hex_id, side) if not board.is_marked(unit, "overstacked")])


def check_room(board: Board, hex_id: HexId, units: Sequence[UnitId], leaving: Sequence[UnitId] = ()) -> None:
    """See 12.1, 12.2, 12.3, ruling R150: refuses an end of movement over the limit; who leaves later makes room."""
    side = board.unit(units[0]).side
    coming = [unit for unit in units if counts(board.unit(unit))]
    others = [unit for unit in counted(board, hex_id, side) if unit not in units and unit not in leaving]
    most = limit(board.scenario, hex_id)
    if coming and len(coming) + len(others) > most:
        why = f"there is no room in {board.map.called(hex_id)}"
        found = f"{len(coming) + len(others)} units"
        raise Illegal(
            "12.1" if most > 1 else "12.2", why, found=found, wanted=f"at most {most}", advice="stop elsewhere"
        )


def overstack(board: Board, hex_id: HexId, side: Side, rule: str) -> None:
    """12.7 (see 6.1, 16.4, ruling R39): a point for everybody in a hex over the limit, once a turn for each unit."""
    for unit in disorganized_by_overstacking(board, hex_id, side):
        board.mark(unit, "overstacked", rule)
        disorganize(board, unit, 1, rule)
