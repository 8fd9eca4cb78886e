"""6.1, 6.5 Set-up: the tables, and what both sides place within the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import masks
from pbem.games.durchbruch.bridges import note_first_bridges
from pbem.games.durchbruch.by_mail.orders import LeaveOut, Top
from pbem.games.durchbruch.counters import AG, IT, corps_of, division_of, is_face_down, is_gun, is_hq
from pbem.games.durchbruch.ground import BRIDGE, is_built_up, level, ways_from
from pbem.games.durchbruch.marks import BLOWN
from pbem.games.durchbruch.stacking import check_stack
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId, Hexside, hexside
from pbem.kernel.hidden import is_secret, keep
from pbem.kernel.pieces import ASIDE, WAITING, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Deploy, MoreOrder, Order, OrdersBySide

PLAN = "plan"  # of the secret line


def initial_position(scenario: Scenario) -> Position:
    """6.1-a (see 1.3.5.1-c): everybody where the tables put him, reinforcements on the track, Tolmino without its
    bridge."""
    units = {unit: UnitState(_home(counter), counter.figure("steps")) for unit, counter in scenario.units.items()}
    return Position("durchbruch", 1, "set-up", units, sides=_blown(scenario))


def _home(unit: Unit) -> str:
    word, *rest = unit.set_up.split()
    return WAITING if word == "turn" else rest[0]


def _blown(scenario: Scenario) -> dict[Hexside, tuple[str, ...]]:
    found: dict[Hexside, tuple[str, ...]] = {}
    for (a, b), features in scenario.map.on_side.items():
        if any(feature.name == BRIDGE and feature.get("state") == BLOWN for feature in features):
            found[hexside(a, b)] = (f"{BRIDGE}={BLOWN}",)
    return found


def is_free(unit: Unit) -> bool:
    """See 6.5-1, 6.5-2, 2.5.3.2-a: counters that their owner places."""
    return unit.set_up.startswith("free")


# -- the step ------------------------------------------------------------------------------------------------


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """6.1-c, 16.5, rulings R78, R104 and R159: both at once, sealed; whoever wants a plan and has none owes it."""
    plans = _plans(board, table, orders[AG].items)
    for side in board.scenario.sides:
        placing = [order for order in orders[side].items if not isinstance(order, MoreOrder)]
        for order in [order for order in placing if side == IT or not is_secret(order)]:
            with table.attempt(order):
                _carry_out(board, order)
    note_first_bridges(board)
    part = 1
    while wants_plan(board) and not plans:
        part += 1
        plans = _plans(board, table, table.more(AG, f"plan, part {part}"))
    keep(board, AG, PLAN, plans, "16.5")


def wants_plan(board: Board) -> bool:
    """See 6.1-c, ruling R78: the campaign does."""
    return bool(board.scenario.card["victory"]["plan"])


def _plans(board: Board, table: Table, items: Sequence[Order]) -> list[Order]:
    """See 6.1-c: the one plan among the orders; a second one is dropped, a file without any is refused on receipt."""
    found = [order for order in items if is_secret(order)]
    wanted = ", ".join(f"`choose {name}`" for name in board.scenario.charts[PLAN])
    for order in found[1:]:
        with table.attempt(order):
            raise Illegal("6.1-c", "the Austro-Germans choose one plan", found=str(len(found)), wanted="one of them")
    written = [order for order in items if not isinstance(order, MoreOrder)]
    for _, preview in table.previewed(written[:1] if wants_plan(board) and not found else ()):
        with preview:
            raise Illegal("6.1-c", "the Austro-Germans choose a plan first", found="none", wanted=f"one of {wanted}")
    return found[:1]


def _carry_out(board: Board, order: Order) -> None:
    if isinstance(order, Deploy):
        check_place(board, order.unit, order.at)
        if board.place(order.unit) != order.at:
            board.put(order.unit, order.at, "6.5-2" if is_face_down(board.unit(order.unit)) else "6.5-1", how="set-up")
    elif isinstance(order, Top):
        masks.put_on_top(board, order.unit, "")
    elif isinstance(order, LeaveOut):
        _leave_out(board, order.unit)
    elif is_secret(order):
        raise Illegal("16.5", "the Italians have no plan", found=str(order), wanted="`place`, `aside` or `top`")
    else:
        raise Illegal("6.1-a", f"`{order}` has no place in the set-up", wanted="`place`, `aside` or `top`")


def _leave_out(board: Board, unit: UnitId) -> None:
    """See 6.5-2: as many of the eight dummies as the Italians like."""
    if board.unit(unit).type != "dummy":
        raise Illegal("6.5-2", f"{unit} must be set up", found=board.unit(unit).type, wanted="a dummy")
    board.put(unit, ASIDE, "6.5-2", how="set-up")


# -- where things may stand ----------------------------------------------------------------------------------


def check_place(board: Board, unit: UnitId, at: HexId) -> None:
    """6.5-1, 6.5-2, ruling R123: in a town, or on a road or trail; with a back side also within five hexes of the
    corps HQ."""
    counter = board.unit(unit)
    if not is_free(counter):
        raise Illegal(
            "6.1-a", f"{unit} stands where the table puts it", found=board.place(unit), wanted="a special unit"
        )
    if counter.side == AG:
        check_gas_place(board, unit, at)
    elif not is_built_up(board.map, at) and at not in ways_from(board.map):
        raise Illegal("6.5-2", f"{unit} cannot be set up in {at}", wanted="a town, or a road or trail hex")
    elif counter.type == "station":
        check_station(board, unit, at)
    elif not is_face_down(counter):
        _check_near(board, unit, at)
    _check_ground(board, counter, at)
    others = [board.unit(other) for other in board.units_at(at, counter.side) if other != unit]
    check_stack(board.map, at, [*others, counter])


def _check_ground(board: Board, counter: Unit, at: HexId) -> None:
    """See 6.1-a: nobody is set up among the enemy."""
    is_theirs = board.map.has(at, "ag-side") != (counter.side == AG)
    if is_theirs or board.units_at(at, board.enemy_of(counter.side)):
        raise Illegal("6.1-a", f"{at} is not yours when play begins", wanted="a hex behind your own line")


def _check_near(board: Board, unit: UnitId, at: HexId) -> None:
    most = int(board.scenario.charts["command"]["corps_to_unit"])
    (hq,) = _heads(board, corps_of(board.unit(unit)))
    far = board.map.grid.distance(board.hex_of(hq), at)
    if far > most:
        raise Illegal("6.5-1", f"{unit} is too far from {hq}", found=f"{far} hexes", wanted=f"at most {most}")


def _heads(board: Board, corps: str) -> list[UnitId]:
    hqs = [u for u in board.on_map(IT) if is_hq(board.unit(u)) and corps_of(board.unit(u)) == corps]
    return [hq for hq in hqs if not division_of(board.unit(hq))]


def check_station(board: Board, unit: UnitId, at: HexId) -> None:
    """6.5-3, 10.2-a: within nine hexes of the corps HQ or of the corps artillery."""
    corps, most = corps_of(board.unit(unit)), int(board.scenario.charts["command"]["station_range"])
    own = [u for u in board.on_map(IT) if corps_of(board.unit(u)) == corps and not division_of(board.unit(u))]
    ends = [u for u in own if is_hq(board.unit(u)) or is_gun(board.unit(u))]
    if not any(board.map.grid.distance(board.hex_of(u), at) <= most for u in ends):
        why = f"{unit} is too far from the HQ and the guns of its corps"
        raise Illegal("6.5-3", why, found=at, wanted=f"at most {most} hexes from {' or '.join(ends)}")


def check_gas_place(board: Board, unit: UnitId, at: HexId) -> None:
    """2.5.3.2-a: the gas counters within three hexes of 1619, on level 1."""
    rows = board.scenario.charts["gas"]
    far = board.map.grid.distance(HexId(rows["centre"]), at)
    if far > int(rows["radius"]) or level(board.map, at) != int(rows["level"]):
        wanted = f"level {rows['level']} within {rows['radius']} hexes of {rows['centre']}"
        raise Illegal(
            "2.5.3.2-a",
            f"{unit} cannot be set up in {at}",
            found=f"{far} hexes, level {level(board.map, at)}",
            wanted=wanted,
        )
