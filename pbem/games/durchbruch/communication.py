"""10 Lines of communication: from the map edge to the corps, from the corps to its divisions, and on to their units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.durchbruch import fog
from pbem.games.durchbruch.counters import IT, corps_of, division_of, infiltrates, is_hq, is_real
from pbem.games.durchbruch.ground import TRENCH, ways_from
from pbem.games.durchbruch.marks import OOC1, OOC2, PINNED, SILENT, TOP, UP
from pbem.games.durchbruch.zoc import controlled_hexes, sources
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import spread, trace
from pbem.kernel.ground.terrain import Feature
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple

FAR = 200  # hexes: longer than any road
Hexes = Mapping[HexId, None]


class Lines(NamedTuple):
    """What a corps can reach: whether its HQ has its road to the edge, and the hexes in range of a linked HQ."""

    edge: tuple[HexId, ...]  # the road from the corps HQ to the edge; nothing without one
    linked: tuple[UnitId, ...]  # HQs that pass communication on
    in_range: Hexes


# -- what breaks a line --------------------------------------------------------------------------------------


def closes(board: Board, unit: UnitId) -> bool:
    """See 12-d, rulings R113, R114: every enemy counter closes its hex, unless it is known to be a station."""
    return is_real(board.unit(unit)) or not board.is_marked(unit, UP)


def enemy_hexes(board: Board, side: Side) -> Hexes:
    """See 10.0.3-2, 12-d: the hexes that units of the enemy stand in, or counters that may be some."""
    enemy = board.enemy_of(side)
    owners = (enemy, UP)
    return board.derived(
        ("occupied", enemy), owners, lambda: {board.hex_of(u): None for u in board.on_map(enemy) if closes(board, u)}
    )


def barred(board: Board, side: Side, corps: str) -> Hexes:
    """10.0.3-2 (see 3.1.6, rulings R102, R148): enemies, and enemy zones in which no friendly unit stands."""
    return {**_hostile(board, side), **silenced(board, side, corps)}


def _hostile(board: Board, side: Side) -> Hexes:
    enemy = board.enemy_of(side)
    return board.derived(("barred", side), (side, enemy, PINNED, OOC2, UP, TOP), lambda: _barred(board, side, enemy))


def _barred(board: Board, side: Side, enemy: Side) -> Hexes:
    held = _held(board, side)
    zones = {hex_id: None for hex_id in controlled_hexes(board, enemy) if hex_id not in held}
    return {**enemy_hexes(board, side), **zones}


def _held(board: Board, side: Side) -> Hexes:
    """See 3.1.6, rulings R165 and R178: the hexes in which a unit is seen, or told by its zone; else the marker of a
    unit behind would say what lies face down."""
    seen = [unit for unit in board.on_map(side) if is_real(board.unit(unit)) and not fog.is_unseen(board, unit)]
    return {**{board.hex_of(unit): None for unit in seen}, **sources(board, side)}


def silenced(board: Board, side: Side, corps: str) -> Hexes:
    """6.5-4, 10.2-b, ruling R39: on turn 1 no Italian line runs within nine hexes of a station that was hit; by option
    none of its own corps."""
    if side != IT or board.turn != 1 or not board.noted(SILENT):
        return {}
    reach = int(board.scenario.charts["command"]["station_range"])
    hit = [one.partition(":") for one in board.noted(SILENT).split(",")]
    stations = [HexId(hex_id) for hex_id, _, owner in hit if owner in ("", corps)]
    return {hex_id: None for station in stations for hex_id in board.map.grid.within(station, reach)}


# -- from the edge to the units ------------------------------------------------------------------------------


def lines_of(board: Board, side: Side, corps: str) -> Lines:
    """2.4.7.1, ruling R124 (see 10.0.1-1, 10.0.2): without its road to the edge a corps HQ gives nothing at all."""
    hqs = [u for u in board.on_map(side) if is_hq(board.unit(u)) and corps_of(board.unit(u)) == corps]
    head = next((hq for hq in hqs if not division_of(board.unit(hq))), None)
    edge = road_to_edge(board, head) if head else ()
    is_alone = board.scenario.option("cut-off-corps") == "range"
    if head is None or not (edge or is_alone):
        return Lines((), (), {})
    linked = (head, *(hq for hq in hqs if hq != head and _is_linked(board, side, head, hq)))
    return Lines(edge, linked, {h: None for hq in linked for h in _range_of(board, side, hq)})


def road_to_edge(board: Board, hq: UnitId) -> tuple[HexId, ...]:
    """2.4.6.1, rulings R42 and R124: along roads and trails to an own edge of the map, however far."""
    start, side, corps = board.hex_of(hq), board.unit(hq).side, corps_of(board.unit(hq))
    ways = ways_from(board.map)
    closed = barred(board, side, corps)
    if start in silenced(board, side, corps) or start not in ways:
        return ()
    return trace(start, dict.fromkeys(board.map.hexes_with("edge", owner=side)), FAR, ways, closed)


def _is_linked(board: Board, side: Side, head: UnitId, hq: UnitId) -> bool:
    """2.4.6.2, 10.0.1-1: a division HQ within ten hexes of its corps HQ."""
    most = int(board.scenario.charts["command"]["corps_to_division"])
    return board.hex_of(hq) in _around(board, side, head, most)


def _range_of(board: Board, side: Side, hq: UnitId) -> Hexes:
    """2.4.7.2, 10.0.1-2, 10.0.2, ruling R40: five hexes around any linked HQ of the corps."""
    command = board.scenario.charts["command"]
    most = int(command["division_to_unit"] if division_of(board.unit(hq)) else command["corps_to_unit"])
    return _around(board, side, hq, most)


def _around(board: Board, side: Side, hq: UnitId, most: int) -> Hexes:
    """10.0.3-3: over the Isonzo too; a line may begin in a barred hex, but not where stations are silent."""
    start, corps = board.hex_of(hq), corps_of(board.unit(hq))
    silent = silenced(board, side, corps)
    if start in silent:
        return {}
    found = spread([start], most, board.map.grid.neighbours, _without(barred(board, side, corps), start))
    return {hex_id: None for hex_id in found.distance if hex_id not in silent}


def _without(hexes: Hexes, one: HexId) -> Hexes:
    return {hex_id: None for hex_id in hexes if hex_id != one}


# -- trench chains -------------------------------------------------------------------------------------------


def chained(board: Board, side: Side, units: Sequence[UnitId], corps: str, in_range: Hexes) -> dict[UnitId, None]:
    """2.4.7.3, 10.0.3-1, ruling R41: of a division in one trench only the first unit must be in range."""
    found: dict[UnitId, None] = {}
    for division in dict.fromkeys(division_of(board.unit(unit)) for unit in units):
        own = {board.hex_of(u): None for u in units if division and division_of(board.unit(u)) == division}
        lines = dict.fromkeys(f for hex_id in own for f in board.map.features(hex_id) if f.name == TRENCH)
        for line in lines:
            reached = _along(board, side, line, own, [h for h in own if h in in_range], corps)
            found |= {u: None for u in units if division_of(board.unit(u)) == division and board.hex_of(u) in reached}
    return found


def _along(board: Board, side: Side, line: Feature, own: Hexes, first: Sequence[HexId], corps: str) -> Hexes:
    """The hexes of the line to which a chain leads: ten at most, and no gap of more than two."""
    command = board.scenario.charts["command"]
    longest, gap = int(command["trench_chain"]), int(command["trench_gap"])
    closed = barred(board, side, corps)
    front = [(hex_id, 0) for hex_id in first if line in board.map.features(hex_id)]
    best = dict(front)  # the shortest gap behind a hex
    for _ in range(longest):
        ahead: list[tuple[HexId, int]] = []
        for here, empty in front:
            for there in board.map.grid.neighbours[here]:
                now = 0 if there in own else empty + 1
                if line not in board.map.features(there) or there in closed or now > gap or best.get(there, 99) <= now:
                    continue
                best[there] = now
                ahead.append((there, now))
        front = ahead
    return {hex_id: None for hex_id in best if hex_id in own}


# -- the check -----------------------------------------------------------------------------------------------


def in_command(board: Board, side: Side, corps: str) -> dict[UnitId, None]:
    """2.5.5.1-a, ruling R43 (see 10.0.1-2, 10.0.2, 10.0.3-1): the units of a corps that have their line."""
    units = [u for u in board.on_map(side) if corps_of(board.unit(u)) == corps and is_checked(board, u)]
    lines = lines_of(board, side, corps)
    near = {unit: None for unit in units if not is_hq(board.unit(unit)) and board.hex_of(unit) in lines.in_range}
    always = {unit: None for unit in units if infiltrates(board.unit(unit))}
    return {**dict.fromkeys(lines.linked), **near, **chained(board, side, units, corps, lines.in_range), **always}


def is_checked(board: Board, unit: UnitId) -> bool:
    """See 10-a, ruling R112: every unit, and dummies, which go no farther than a machine-gun company would."""
    return board.unit(unit).type != "station"


def check_corps(board: Board, side: Side, corps: str) -> None:
    """7.1-2, 10-a (see 10.1, 10.1.3, rulings R107, R126): every unit of the corps; guns under a marker are inactive,
    but they may move."""
    connected = in_command(board, side, corps)
    for unit in board.on_map(side):
        if corps_of(board.unit(unit)) != corps or not is_checked(board, unit):
            continue
        if unit in connected:
            _restore(board, unit)
        else:
            _cut_off(board, unit)


def _restore(board: Board, unit: UnitId) -> None:
    """10.1.4: who has a line again loses every marker."""
    board.unmark(unit, OOC1, "10.1.4")
    board.unmark(unit, OOC2, "10.1.4")


def _cut_off(board: Board, unit: UnitId) -> None:
    """10.1, ruling R107: OOC1 at the first check, OOC2 at the next."""
    if board.is_marked(unit, OOC1):
        board.unmark(unit, OOC1, "10.1")
        board.mark(unit, OOC2, "10.1")
    elif not board.is_marked(unit, OOC2):
        board.mark(unit, OOC1, "10.1")


def is_cut_off(board: Board, unit: UnitId) -> bool:
    """See 10.1: whether it lies under either marker."""
    return board.is_marked(unit, OOC1) or board.is_marked(unit, OOC2)
