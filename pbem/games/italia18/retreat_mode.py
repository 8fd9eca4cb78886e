"""11.4 Retreat mode: who goes over to it, where it drives him, and how he leaves it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import frozen
from pbem.games.italia18.by_mail.orders_retreat import RetreatMode, TryExit
from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.disorder import RETREAT_MODE
from pbem.games.italia18.supply_lines import Distances, has_enemy, sources
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.ways import passable_around, rail_links, road_links
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import spread
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, tally
from pbem.kernel.trips import Trip

ORDER = "retreat-order"  # the note of the side whose scenario lets it use the mode from now on
FAR = 200  # longer than any way to a source

# -- into it -------------------------------------------------------------------------------------------------


def enter(board: Board, table: Table, orders: Sequence[RetreatMode], side: Side) -> None:
    """11.4a (see S1.sp12): as a Movement Phase begins; a marker of the High Command goes free of charge."""
    for order in orders:
        with table.attempt(order):
            for unit in order.units:
                check_enter(board, unit, side)
            for unit in order.units:
                frozen.lift(board, unit)
                board.mark(unit, RETREAT_MODE, "11.4a")
                board.note("retreating", "11.4a", unit=unit, hex=board.hex_of(unit))


def check_enter(board: Board, unit: UnitId, side: Side) -> None:
    """See 11.4a: combat units, HQs and Artillery of a side whose scenario allows it, in an enemy zone or not."""
    counter = board.unit(unit)
    if board.noted(ORDER) != side:
        why = "your units may not use Retreat mode"
        wanted = "a scenario that has it, and its Retreat order given"
        raise Illegal("11.4a", why, found="no Retreat order", wanted=wanted, advice="leave the line out")
    if counter.side != side or not board.is_on_map(unit):
        raise Illegal("11.4a", f"{unit} is no unit of yours on the map", found=board.place(unit))
    if not (is_combat_unit(counter) or is_gun(counter) or counter.type == "hq"):
        why = f"{unit} cannot be in Retreat mode"
        raise Illegal("11.4a", why, found=counter.type, wanted="a combat unit, an HQ or Artillery")
    if board.is_marked(unit, RETREAT_MODE):
        raise Illegal("11.4a", f"{unit} is in Retreat mode already", advice="leave it out")


# -- the way it goes -----------------------------------------------------------------------------------------


def away(board: Board, side: Side) -> Distances:
    """See 11.4b, ruling R73: how many hexes every hex is from the nearest printed source of the side, round enemies."""
    held = {hex_id: None for hex_id in board.map.grid.hexes if has_enemy(board, hex_id, side)}
    return spread(sources(board, side), FAR, passable_around(board.map), held).distance


def check_goes_back(board: Board, trips: Iterable[Trip]) -> None:
    """11.4b (see ruling R73): whoever is in the mode ends nearer to a source, if any hex within reach is nearer."""
    for trip in trips:
        bound = [unit for unit in trip.units if board.is_marked(unit, RETREAT_MODE)]
        if not bound:
            continue
        good = nearer(board, trip.units)
        if good and trip.at not in good:
            why = f"{bound[0]} is in Retreat mode and must come nearer to a source of supply on the map"
            wanted = " or ".join(board.map.called(hex_id) for hex_id in good[:3])
            raise Illegal("11.4b", why, found=f"a move to {trip.at}", wanted=wanted)


def nearer(board: Board, units: Sequence[UnitId]) -> tuple[HexId, ...]:
    """See 11.4b, ruling R73: the hexes within reach that are nearer to a source, the nearest first."""
    walking = walk(board, units)
    far = away(board, walking.side)
    now = far.get(walking.start, FAR)
    reached = way(board, walking, walking.start, walking.points).cost
    good = [hex_id for hex_id in reached if far.get(hex_id, FAR) < now]
    return tuple(sorted(good, key=lambda hex_id: (far[hex_id], reached[hex_id], hex_id)))


# -- out of it -----------------------------------------------------------------------------------------------


def roll_exits(board: Board, table: Table, orders: Sequence[TryExit], side: Side) -> None:
    """11.4c (see ruling R74): one die for each unit whose owner wants it, named by its hex."""
    tried: dict[UnitId, None] = {}
    for order in orders:
        with table.attempt(order):
            check_exit(board, order.unit, side, tried)
            here = board.hex_of(order.unit)
            number = 1 + len([unit for unit in tried if board.hex_of(unit) == here])
            tried[order.unit] = None
            name = f"Retreat mode in {here}, unit {number}"
            die = table.roll(name, kind="exit", rule="11.4c", by=side, kindest=1)
            drm = exit_drm(board, here)
            done = die + drm.total <= int(board.scenario.charts["retreat_mode"]["exit"])
            board.note("exit", "11.4c", hex=here, unit=order.unit, die=die, drm=drm.as_json(), done=done)
            if done:
                board.unmark(order.unit, RETREAT_MODE, "11.4c")


def check_exit(board: Board, unit: UnitId, side: Side, tried: Iterable[UnitId]) -> None:
    """See 11.4c: an own unit in the mode, once in a Movement Phase."""
    if board.unit(unit).side != side or not board.is_on_map(unit) or unit in tried:
        why = f"{unit} is not yours on the map, or has had its die in this phase"
        raise Illegal("11.4c", why, found=board.place(unit), wanted="one line for each unit")
    if not board.is_marked(unit, RETREAT_MODE):
        raise Illegal("11.4c", f"{unit} is not in Retreat mode", advice=f"write `move {unit} to ...`")


def exit_drm(board: Board, here: HexId) -> Tally:
    """See 11.4c, 11.1.3c: a road helps, a railway more, and both add up; off both it is harder."""
    drm = board.scenario.charts["retreat_mode"]["exit_drm"]
    terms = [Term("on a road", "11.4c", drm["road"])] if here in road_links(board) else []
    terms += [Term("on a railway", "11.4c", drm["rail"])] if here in rail_links(board) else []
    return tally(terms or [Term("on neither road nor railway", "11.4c", drm["neither"])])
