"""3.1, 12 How far units can go: allowances, enemy zones, strategic movement. Nothing here changes the board."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import itemgetter

from pbem.errors import Illegal
from pbem.games.durchbruch.communication import closes, enemy_hexes, is_cut_off
from pbem.games.durchbruch.costs import WHOLE, exits, mover
from pbem.games.durchbruch.counters import IT, infiltrates, is_combat_unit, is_hq
from pbem.games.durchbruch.ground import is_across_the_isonzo, is_no_mans_land, trenches, ways_from
from pbem.games.durchbruch.marks import PASSAGE, PINNED
from pbem.games.durchbruch.marks import UP as TURNED_UP
from pbem.games.durchbruch.passages import may_try, needs_check
from pbem.games.durchbruch.stacking import check_stack
from pbem.games.durchbruch.zoc import controlled_hexes, exerting
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits, Reach, reach
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.tally import UP, round_

DUMMY_POINTS = 5  # a dummy goes as an MG company does (ruling R112)


# -- points --------------------------------------------------------------------------------------------------


def points(board: Board, unit: UnitId) -> int:
    """7.2-2, 10.1.1-2, 10.1.2-3, rulings R20 and R112: movement points, halved once out of communication and for the
    Italians on turn 1, rounded up."""
    counter = board.unit(unit)
    printed = DUMMY_POINTS if counter.type == "dummy" else counter.figure("move")
    is_halved = is_cut_off(board, unit) or (counter.side == IT and board.turn == 1)
    return round_(Fraction(printed, 2), UP) if is_halved else printed


def half_points(board: Board, units: Sequence[UnitId]) -> int:
    """See 12-b, 2.4.5: the allowance of a stack in half points: that of its slowest unit."""
    return min(points(board, unit) for unit in units) * WHOLE


def is_strategic(board: Board, side: Side, path: Sequence[HexId]) -> bool:
    """12.4, ruling R103: along roads and trails, four hexes or more from every enemy; no Italians on turn 1."""
    if side == IT and board.turn == 1:
        return False
    ways, near = ways_from(board.map), _near_enemies(board, side)
    if any(there not in ways.get(here, ()) for here, there in itertools.pairwise(path)):
        return False
    return path[0] in ways and not any(hex_id in near for hex_id in path)


def _near_enemies(board: Board, side: Side) -> dict[HexId, None]:
    """See 12.4: the hexes less than four from an enemy, or from a counter that may be one."""
    enemy, far = board.enemy_of(side), int(board.scenario.charts["movement"]["strategic_distance"])
    return board.derived(
        ("near", side), (enemy, TURNED_UP),
        lambda: {h: None for u in board.on_map(enemy) if closes(board, u)
                 for h in board.map.grid.within(board.hex_of(u), far - 1)},
    )  # fmt: skip


def marches(board: Board, units: Sequence[UnitId], most: int) -> Reach:
    """See 12.4: where strategic movement takes the stack from where it stands, in half points."""
    start, side, table = board.hex_of(units[0]), board.unit(units[0]).side, ways(board, units)
    if any(board.is_marked(unit, PINNED) for unit in units) or not is_strategic(board, side, (start,)):
        return Reach({start: 0}, {})
    onward = ByHex(lambda here: tuple([step for step in table[here] if is_strategic(board, side, (here, step[0]))]))
    return reach(start, most, onward, {}, (), ends(board, units))


def bonus(board: Board) -> int:
    """See 12.4: what strategic movement adds, in half points."""
    return int(board.scenario.charts["movement"]["strategic_bonus"]) * WHOLE


# -- enemy zones ---------------------------------------------------------------------------------------------


def zones(board: Board, side: Side) -> dict[HexId, None]:
    """3.1.1, 1.4-zoc, ruling R08: the hexes in which a move ends; no zone tells in no man's land, for a side in the
    enemy's first line as little."""
    enemy = board.enemy_of(side)
    return board.derived(
        ("zones against", side), (enemy, PINNED, "ooc2"),
        lambda: {h: None for h in controlled_hexes(board, enemy) if not is_no_mans_land(board.map, h, side, enemy)},
    )  # fmt: skip


def zone_toll(board: Board, unit: UnitId, here: HexId, there: HexId) -> int | None:
    """3.1.2, 3.1.3, 3.1.4, 3.1.5, 2.4.2, 2.5.1-c, 2.5.5.1-c, rulings R09 and R162: what it costs to leave a zone for
    a free hex or another zone; nothing where the same enemy forbids it."""
    counter = board.unit(unit)
    side, rows = counter.side, board.scenario.charts["movement"]
    if here not in zones(board, side):
        return 0
    if there not in zones(board, side):
        return int(rows["leave_enemy_zone"]) * WHOLE
    if infiltrates(counter):
        return int(rows["zone_to_zone_assault"]) * WHOLE
    if counter.type == "engineer":
        return int(rows["zone_to_zone_engineer"]) * WHOLE
    if is_hq(counter):
        return 0  # a friendly unit waits there: `may_enter` asks for one
    same = [enemy for enemy in exerting(board, here, side) if enemy in exerting(board, there, side)]
    return None if same else int(rows["zone_to_zone"]) * WHOLE


def goes_on(board: Board, units: Sequence[UnitId]) -> bool:
    """See 3.1.1, 3.1.4, ruling R08: nobody goes on in enemy zones; by option engineers, assault units and Rommel do."""
    if board.scenario.option("zone-stop") != "not-infiltrators":
        return False
    counters = [board.unit(unit) for unit in units]
    return all(infiltrates(counter) or counter.type == "engineer" for counter in counters)


def may_enter(board: Board, unit: UnitId, here: HexId, there: HexId, stack: Sequence[UnitId] = ()) -> bool:
    """12-d, 1.3.4-b, 2.4.1-c, rulings R32 and R113: no hex of the enemy; not over the Isonzo into a zone; an HQ into
    a zone only beside a friend, who may come with it (2.4.5)."""
    counter = board.unit(unit)
    if there in enemy_hexes(board, counter.side):
        return False
    counters = [counter, *[board.unit(other) for other in stack if other != unit]]
    return there not in zones(board, counter.side) or _may_enter_zone(board, counters, here, there)


def _may_enter_zone(board: Board, counters: Sequence[Unit], here: HexId, there: HexId) -> bool:
    """See 1.3.4-b, 2.4.1-c, 2.4.5: the first of the counters with the others beside it."""
    if is_across_the_isonzo(board.map, here, there):
        return False
    if not any(map(is_hq, counters)):
        return True
    friends = [board.unit(unit) for unit in board.units_at(there, counters[0].side)]
    return any(map(is_combat_unit, (*counters, *friends)))


# -- one step, and all of them -------------------------------------------------------------------------------


def ways(board: Board, units: Sequence[UnitId]) -> Exits[HexId]:
    """See 12-b, 2.4.5: the prices of a stack: open to every unit, and the dearest counts. From the hex in which it
    starts a zone costs a toll."""
    tables = [exits(board, who) for who in dict.fromkeys(mover(board, unit) for unit in units)]
    start = board.hex_of(units[0]) if board.is_on_map(units[0]) else None
    is_free, shut, held = goes_on(board, units), _shut(board, units), zones(board, board.unit(units[0]).side)

    def row(here: HexId) -> tuple[tuple[HexId, int], ...]:
        found = [step for step in _dearest(tables, here) if not shut(here, step[0])]
        if here not in held or not (is_free or here == start):
            return tuple(found)
        tolled = [(there, cost, _toll(board, units, here, there)) for there, cost in found]
        return tuple(sorted([(t, cost + toll) for t, cost, toll in tolled if toll is not None], key=itemgetter(1)))

    return ByHex(row)


def _dearest(tables: Sequence[Exits[HexId]], here: HexId) -> Sequence[tuple[HexId, int]]:
    """See 12-b: of each step that all can make the highest price, cheap ones first."""
    if len(tables) == 1:
        return tables[0][here]
    rows = [dict(table[here]) for table in tables]
    common = [there for there in rows[0] if all(there in other for other in rows)]
    return sorted([(there, max(row[there] for row in rows)) for there in common], key=itemgetter(1))


def _shut(board: Board, units: Sequence[UnitId]) -> Callable[[HexId, HexId], bool]:
    """See 12-d, 4-a, 1.4-b0: whether something forbids the stack a step that it could pay; each is looked for only
    where it can be."""
    side, counters = board.unit(units[0]).side, [board.unit(unit) for unit in units]
    enemies, held, unmade = enemy_hexes(board, side), zones(board, side), _without_passage(board, side)
    lines = board.map.memo("trench hexes", lambda: dict.fromkeys(board.map.hexes_with("trench")))
    may_make = any(map(may_try, counters))

    def is_shut(here: HexId, there: HexId) -> bool:
        if there in enemies or (there in held and not _may_enter_zone(board, counters, here, there)):
            return True
        if there in lines and is_packed(board, units, there):
            return True
        return not may_make and there in unmade and needs_check(board, side, here, there)

    return is_shut


def _toll(board: Board, units: Sequence[UnitId], here: HexId, there: HexId) -> int | None:
    """See 3.1.2, 3.1.3: the highest toll of the stack; nothing where one of its units may not go."""
    tolls = [zone_toll(board, unit, here, there) for unit in units]
    known = [toll for toll in tolls if toll is not None]
    return max(known) if len(known) == len(tolls) else None


def is_packed(board: Board, units: Sequence[UnitId], there: HexId) -> bool:
    """4-a, ruling R94: friends pass through one another, but in a trench the limits hold at every moment."""
    side = board.unit(units[0]).side
    here = [unit for unit in board.units_at(there, side) if unit not in units]
    return bool(trenches(board.map, there) and here) and not has_room(board, units, there)


def has_room(board: Board, units: Sequence[UnitId], there: HexId, leaving: Sequence[UnitId] = ()) -> bool:
    """See 4.1: whether the units may end their move there."""
    side = board.unit(units[0]).side
    others = [unit for unit in board.units_at(there, side) if unit not in units and unit not in leaving]
    try:
        check_stack(board.map, there, [board.unit(unit) for unit in (*others, *units)])
    except Illegal:
        return False
    return True


def ends(board: Board, units: Sequence[UnitId]) -> dict[HexId, None]:
    """See 3.1.1, 1.4-b1: the hexes in which a move of these units ends: zones, and what has no passage yet."""
    side = board.unit(units[0]).side
    stops = {} if goes_on(board, units) else zones(board, side)
    return {**stops, **_without_passage(board, side)}


def _without_passage(board: Board, side: Side) -> dict[HexId, None]:
    """The hexes that nobody of the side enters unchecked."""
    raw = (*board.map.hexes_with("no-mans-land"), *board.map.hexes_with("trench"))
    return board.derived(
        ("without passage", side), (f"hex {PASSAGE}",),
        lambda: {h: None for h in raw if needs_check(board, side, None, h)},
    )  # fmt: skip


def reachable(board: Board, units: Sequence[UnitId]) -> Reach:
    """12-a, ruling R110: where the stack can go now, in half points; one hex is always possible, but not from zone to
    zone without the points."""
    start, most = board.hex_of(units[0]), half_points(board, units)
    table = ways(board, units)
    is_pinned = any(board.is_marked(unit, PINNED) for unit in units)
    found = Reach({start: 0}, {}) if is_pinned else reach(start, most, table, {}, (), ends(board, units))
    side = board.unit(units[0]).side
    for there, cost in table[start]:
        is_hard = start in zones(board, side) and there in zones(board, side) and cost > most
        if there not in found.cost and not is_hard:
            found.cost[there] = min(cost, most)
            found.previous[there] = start
    return found
