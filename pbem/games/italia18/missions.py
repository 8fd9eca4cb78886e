"""17.2 Air missions: interdiction, observation, bombardment, and the Entente's attacks on pontoons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import Illegal
from pbem.games.italia18.air import MISSION, MISSIONS, in_box
from pbem.games.italia18.area import is_inside
from pbem.games.italia18.by_mail.orders_special import Fly
from pbem.games.italia18.counters import CP, EN, of_type
from pbem.games.italia18.supply_lines import hqs
from pbem.games.italia18.ways import PONTOON
from pbem.games.italia18.weather import may_fly
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId, Hexside
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

OBSERVE, BOMBARD, INTERDICT, AT_PONTOON = "observe", "bombard", "interdict", "pontoon"
KINDS = (OBSERVE, BOMBARD, INTERDICT, AT_PONTOON)


def run(board: Board, table: Table, orders: Sequence[Fly], side: Side, phasing: Side) -> None:
    """11.0, 11.3.6 (see 17.1c, 17.2c): before anything else in a Movement Phase, observers first; then pontoons."""
    flying: list[Fly] = []
    for order in sorted(orders, key=lambda one: one.mission != OBSERVE):
        with table.attempt(order):
            check(board, order, side, phasing)
            board.put(order.unit, order.at, "17.1c", how="fly", mission=order.mission)
            board.mark(order.unit, f"{MISSION}={order.mission}", "17.1c")
            flying.append(order)
    for order in flying:
        if order.mission == AT_PONTOON:
            attack_pontoon(board, table, order)


def may_do_anything(board: Board, side: Side, phasing: Side) -> bool:
    """See 17.1c, 10.0c: whether the side could send anybody as this Movement Phase opens."""
    return bool(in_box(board, side, MISSIONS)) and may_fly(board, phasing)


# -- terms ---------------------------------------------------------------------------------------------------


def check(board: Board, order: Fly, side: Side, phasing: Side) -> None:
    """See 17.1c, 17.2b, 17.2c, 10.0c: a support that is ready, weather, a hex that it may fly to, and its mission."""
    unit = order.unit
    if board.unit(unit).side != side or board.place(unit) != MISSIONS:
        ready = ", ".join(in_box(board, side, MISSIONS)) or "nobody this turn"
        raise Illegal("17.1b", f"{unit} is not in your Missions box", found=board.place(unit), wanted=ready)
    if not may_fly(board, phasing):
        raise Illegal("10.0c", "nobody flies in poor weather or under fog", found=str(order), advice="wait for the sun")
    if not is_inside(board.scenario, order.at):
        raise Illegal("SC.0a", f"{order.at} lies outside the area of this scenario", found=order.at)
    if not is_in_radius(board, order.at, side):
        why = f"{order.at} is not within the Command Radius of one of your HQs"
        raise Illegal("17.1c", why, found=order.at, wanted="a hex near an HQ", advice="name another hex")
    most = int(board.scenario.charts["air"]["most_per_hex"])
    if len(over(board, order.at, side)) >= most:
        raise Illegal("17.1c", f"{most} Air supports fly over {order.at} already", wanted=f"{most} in a hex at most")
    _check_mission(board, order, side, phasing)


def _check_mission(board: Board, order: Fly, side: Side, phasing: Side) -> None:
    at = order.at
    if order.mission == OBSERVE and not _has_ground_units(board, at):
        raise Illegal("17.2b", f"nobody is in {at} to be observed", wanted="a hex with a unit of either side")
    if order.mission == BOMBARD and not is_observed(board, at, side):
        why = f"no Air support of yours observes {at}"
        raise Illegal("17.2c", why, wanted="a second support that observes", advice=f"write `fly ... to {at} observe`")
    if order.mission == AT_PONTOON:
        if "anti_pontoon" not in board.scenario.card or side != EN or phasing != EN:
            why = "only the Entente attack pontoons, in June 1918, as their own Movement Phase opens"
            raise Illegal("S3.sp4", why, found=str(order), advice="leave the line out")
        if not pontoons_at(board, at):
            raise Illegal("S3.sp4", f"no enemy pontoon begins in {at}", found=at, wanted="the hex of such a marker")


def is_in_radius(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 17.1c, ruling R110: by plain hexes."""
    away = board.map.grid.distance
    return any(away(board.hex_of(hq), hex_id) <= board.unit(hq).figure("radius") for hq in hqs(board, side))


def _has_ground_units(board: Board, hex_id: HexId) -> bool:
    return any(board.unit(unit).type != "air" for unit in board.units_at(hex_id))


# -- what they do --------------------------------------------------------------------------------------------


def over(board: Board, hex_id: HexId, side: Side, mission: str = "") -> tuple[UnitId, ...]:
    """17.1d: the side's Air supports over a hex, on any mission or on one; for all else they are not there."""
    flying = [unit for unit in board.units_at(hex_id, side) if board.unit(unit).type == "air"]
    return tuple([unit for unit in flying if not mission or board.mark_of(unit, MISSION) == mission])


def is_observed(board: Board, hex_id: HexId, side: Side) -> bool:
    """17.2b: the side's guns gain a column there, whoever attacks."""
    return bool(over(board, hex_id, side, OBSERVE))


def rating(board: Board, hex_id: HexId, side: Side) -> int:
    """17.2c (see ruling R53): what the side's bombers add to its Artillery, beyond the reach of counter-battery."""
    return sum([board.unit(unit).figure("rating") for unit in over(board, hex_id, side, BOMBARD)])


def is_interdicted(board: Board, hex_id: HexId, side: Side) -> bool:
    """17.2a (see 12.3h): enemies of the side keep the hex under attack; entering and retreating there costs more."""
    return hex_id in interdicted_hexes(board, side)


def interdicted_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 17.2a: all hexes that enemies of the side keep under attack."""
    enemy = board.enemy_of(side)
    return board.derived(("interdicted", enemy), (enemy, MISSION), lambda: _interdicted_by(board, enemy))


def _interdicted_by(board: Board, side: Side) -> dict[HexId, None]:
    hexes = dict.fromkeys([board.hex_of(unit) for unit in of_type(board, side, "air")])
    return {hex_id: None for hex_id in hexes if over(board, hex_id, side, INTERDICT)}


# -- pontoons ------------------------------------------------------------------------------------------------


def pontoons_at(board: Board, hex_id: HexId) -> tuple[Hexside, ...]:
    """See S3.sp4: pontoons of the Central Powers whose marker lies in the hex."""
    return tuple(_near(board, hex_id))


def _near(board: Board, hex_id: HexId) -> Iterator[Hexside]:
    for side, value in board.marked_sides(PONTOON).items():
        owner, _, far = value.partition(">")
        if owner == CP and hex_id in (side.a, side.b) and hex_id != far:
            yield side


def attack_pontoon(board: Board, table: Table, order: Fly) -> None:
    """S3.sp4, S4.sp4 (see ruling R134): a die for each support, 1 to 4, one more if an enemy stands there."""
    card, at = board.scenario.card["anti_pontoon"], order.at
    with board.episode("bombing", f"{order.unit} over {at}", side=EN, hexes=[at]):
        die = table.roll("pontoon attacked", rule="S3.sp4", by=EN, kindest=1)
        drm = int(card["drm_unit_in_hex"]) if any(board.unit(u).type != "air" for u in board.units_at(at, CP)) else 0
        done = die + drm <= int(card["success"])
        for side in pontoons_at(board, at) if done else ():
            board.unmark_side(side.a, side.b, PONTOON, "S3.sp4")
        board.outcome("bombing", "S3.sp4", hex=at, unit=order.unit, die=die, drm=drm, done=done)
