"""14.1 Retreats: who goes and who is lost, and the checks that follow."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.durchbruch import fog
from pbem.games.durchbruch.bridges import come_to, drop_bridge
from pbem.games.durchbruch.control import go
from pbem.games.durchbruch.counters import corps_of, division_of, is_combat_unit, is_gun, is_hq, is_real
from pbem.games.durchbruch.headquarters import displace
from pbem.games.durchbruch.losses import choose_one, hurt, kill, payers
from pbem.games.durchbruch.marks import FLED
from pbem.games.durchbruch.morale import best, checks, passes, value
from pbem.games.durchbruch.routes import Path, ways
from pbem.games.durchbruch.walking import zones
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

# -- going ---------------------------------------------------------------------------------------------------


def groups(board: Board, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """14.1.1 (see 2-b): a stack goes together unless its units are of different divisions, or of different corps."""
    corps = dict.fromkeys(corps_of(board.unit(unit)) for unit in units)
    return [
        group
        for one in corps
        for group in _of_corps(board, [unit for unit in units if corps_of(board.unit(unit)) == one])
    ]


def _of_corps(board: Board, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """See 14.1-2: the units of each division; corps troops follow the first."""
    divisions = list(dict.fromkeys(division_of(board.unit(u)) for u in units if division_of(board.unit(u))))
    if len(divisions) <= 1:
        return [tuple(units)] if units else []
    first = [unit for unit in units if division_of(board.unit(unit)) in ("", divisions[0])]
    rest = [tuple([u for u in units if division_of(board.unit(u)) == name]) for name in divisions[1:]]
    return [tuple(first), *rest]


def retreat(board: Board, table: Table, side: Side, start: HexId, hexes: int, *, is_long_checked: bool = True) -> bool:
    """See 14.1-0, 14.1.2, 2.4.3: everybody leaves the hex; guns are lost. Says whether anybody but an HQ got away."""
    for unit in board.units_at(start, side):
        if is_gun(board.unit(unit)):
            _lose_gun(board, unit)
    units = [unit for unit in board.units_at(start, side) if is_real(board.unit(unit))]
    if not any(is_combat_unit(board.unit(unit)) for unit in units):
        displace(board, table, start)
        return False
    got_away = False
    for number, group in enumerate(groups(board, units), 1):
        got_away |= _go(board, table, side, start, hexes, group, number, is_long_checked)
    return got_away


def _lose_gun(board: Board, unit: UnitId) -> None:
    """14.1.2, ruling R69: artillery that has to leave its hex is eliminated."""
    kill(board, unit, "14.1.2")


def _go(
    board: Board, table: Table, side: Side, start: HexId, hexes: int, group: tuple[UnitId, ...], number: int,
    is_long_checked: bool,
) -> bool:  # fmt: skip
    """See 14.1.1, 14.1.3, 14.1.5, 14.1.6, 13.0.4: one group on its way, to its end or into captivity."""
    paths = ways(board, group, start, hexes)
    if len(paths[0]) <= hexes:
        _surrender(board, table, group, paths[0][-1])
        return False
    path = choosing.way(
        table, board, side, f"retreat {number} from {start}", paths, rule="14.1-1",
        text=f"Which way {'do' if group[1:] else 'does'} {' and '.join(group)} retreat?",
        hint=f"retreat-to {start}: toward {paths[0][-1]}",
        about={"topic": "retreat-to", "hexes": [start], "unit": group[0]},
    )  # fmt: skip
    uncovered = exposed(board, side, path, group)
    for unit in group:
        drop_bridge(board, unit)
    go(board, group, path, "14.1-1", how="retreat")
    _join(board, group, path[-1])
    for hex_id in path[1:]:
        come_to(board, table, side, hex_id)
    _check_zones(board, table, group, uncovered)
    if hexes > 1 and is_long_checked:
        _check_long(board, table, group, number)
    return _survives(board, table, side, group, path[-1])


def _join(board: Board, group: Sequence[UnitId], hex_id: HexId) -> None:
    """13.0.4, ruling R67: who retreats to others takes no part in another combat; who is alone there defends."""
    others = [unit for unit in board.units_at(hex_id, board.unit(group[0]).side) if unit not in group]
    for unit in group if others else ():
        board.mark(unit, FLED, "13.0.4")


def _survives(board: Board, table: Table, side: Side, group: Sequence[UnitId], hex_id: HexId) -> bool:
    """See 2.4.3, ruling R178: whether anybody but an HQ is left after the checks; an HQ that is left alone, or with
    counters face down, goes to its friends."""
    if any(board.is_on_map(unit) and not is_hq(board.unit(unit)) for unit in group):
        return True
    seen = [unit for unit in board.units_at(hex_id, side) if not fog.is_unseen(board, unit)]
    if not any(is_combat_unit(board.unit(unit)) for unit in seen):
        displace(board, table, hex_id)
    return False


def _surrender(board: Board, table: Table, group: Sequence[UnitId], last: HexId) -> None:
    """14.1.6 (see 14.1.3): with nowhere to go a unit surrenders; at the edge of the map it is driven off."""
    is_edge = len(board.map.grid.neighbours[last]) < 6
    for unit in [unit for unit in group if not is_hq(board.unit(unit))]:
        kill(board, unit, "14.1.6" if is_edge else "14.1.3")
    for hq in [unit for unit in group if board.is_on_map(unit)]:
        displace(board, table, board.hex_of(hq))


def exposed(board: Board, side: Side, path: Path, group: Sequence[UnitId]) -> tuple[HexId, ...]:
    """3.1.6, 3.2-b, rulings R64, R102 and R178: the hexes of the way in enemy zones where no friendly combat unit is
    seen to stand."""

    def is_covered(hex_id: HexId) -> bool:
        others = [unit for unit in board.units_at(hex_id, side) if unit not in group]
        return any(is_combat_unit(board.unit(unit)) and not fog.is_unseen(board, unit) for unit in others)

    return tuple([hex_id for hex_id in path[1:] if hex_id in zones(board, side) and not is_covered(hex_id)])


def _check_zones(board: Board, table: Table, group: Sequence[UnitId], hexes: Sequence[HexId]) -> None:
    """14.1.4, ruling R64: a check for each such hex with the best morale of the stack; a failure costs it a step."""
    for hex_id in hexes:
        able = [unit for unit in payers(board, group) if checks(board, unit)]
        if not able:
            return
        strongest = best(board, able)[:1]
        against = value(board, strongest[0], board.hex_of(strongest[0]))
        if not passes(board, table, f"zone {hex_id} of {strongest[0]}", strongest, against, "14.1.4"):
            hurt(
                board,
                choose_one(board, table, able, f"step for {hex_id} by {strongest[0]}", "14.1.4", hex_id),
                "14.1.4",
            )


def _check_long(board: Board, table: Table, group: Sequence[UnitId], number: int) -> None:
    """14.1.8, ruling R63: after more than one hex a single roll, which every unit compares with its own value."""
    able = [unit for unit in payers(board, group) if checks(board, unit)]
    if not able:
        return
    name = f"long retreat {number}"
    dice = table.rolls(name, 2, rule="14.1.8", units=able, kind="morale", kindest=1)
    failing: list[UnitId] = []
    for unit in able:
        against = value(board, unit, board.hex_of(unit))
        holds = sum(dice) <= against.total
        board.note("morale", "14.1.8", unit=unit, units=[unit], dice=list(dice), value=against.as_json(), holds=holds)
        failing += [] if holds else [unit]
    if failing and board.scenario.option("long-retreat") == "one":
        failing = [choose_one(board, table, failing, f"step for {name}", "14.1.8", board.hex_of(failing[0]))]
    for unit in failing:
        hurt(board, unit, "14.1.8")
