"""6.3, 11.1, 2.5.3 The bombardment before turn 1: preliminary fire, and gas."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import accessory, fog
from pbem.games.durchbruch.by_mail.orders import Fire, Gas
from pbem.games.durchbruch.communication import lines_of
from pbem.games.durchbruch.counters import AG, IT, artillery_range, is_gun, is_real
from pbem.games.durchbruch.ground import LEVELS, level, ways_from
from pbem.games.durchbruch.losses import choose_one, hurt, payers
from pbem.games.durchbruch.marks import PINNED, RP_SPENT, SPENT
from pbem.games.durchbruch.operations import is_on, settle
from pbem.games.durchbruch.passages import lay, may_lie
from pbem.games.durchbruch.retreat import retreat
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """5-1, 6.3.2 (see 6.2, 6.3.1, 11.1.1-2): accessory points, then all targets at once, then fire and gas."""
    items = orders[AG].items
    accessory.lay_out(board, table, items)
    fires = _checked_fires(board, table, items)
    gases = _checked_gas(board, table, items)
    sectors = paid_sectors(board, [order.target for order in fires])
    if sectors:
        board.write(RP_SPENT, board.number(RP_SPENT) + len(sectors), "11.1.1-1")
        board.note("paid", "11.1.1-1", points=len(sectors), sectors=list(sectors))
    for order in fires:
        with board.episode("preliminary", f"fire on {order.target}", side=AG, hexes=[order.target]):
            fire(board, table, order)
    for gas in gases:
        with board.episode("gas", f"gas of {gas.unit}", side=AG, hexes=[gas.target]):
            release(board, table, gas)
    settle(board)


# -- preliminary fire ----------------------------------------------------------------------------------------


def _checked_fires(board: Board, table: Table, items: Sequence[Order]) -> list[Fire]:
    """11.1.1-2 (see 2.3-f): the targets are fixed before the first die, one attempt on each hex."""
    taken: list[Fire] = []
    for order in items:
        if isinstance(order, Fire) and is_on(board, table, AG, order):
            with table.attempt(order):
                check_fire(board, order, taken)
                taken.append(order)
    return taken


def check_fire(board: Board, order: Fire, taken: Sequence[Fire]) -> None:
    """11.1, 6.3.1, 11.1.1-1 (see 11.1.1-3): one ready battery on a road or trail, in range of an Italian hex, and the
    points for its sector."""
    place = board.map.called(order.target)
    if len(order.units) != 1:
        raise Illegal(
            "11.1.1-3", "each battery makes its own attempt", found=", ".join(order.units), wanted="one battery"
        )
    gun = order.units[0]
    counter = board.unit(gun)
    if not is_gun(counter) or counter.side != AG or not board.is_on_map(gun):
        raise Illegal("11.1", f"{gun} makes no preliminary fire", found=counter.type, wanted="an Austro-German battery")
    if board.hex_of(gun) not in ways_from(board.map):
        raise Illegal(
            "6.3.1", f"{gun} stands on no road or trail", found=board.place(gun), wanted="a road or trail hex"
        )
    if any(gun in one.units for one in taken) or any(one.target == order.target for one in taken):
        raise Illegal("11.1.1-2", f"{gun} or {place} is named twice", wanted="one attempt of a battery, one on a hex")
    far, most = board.map.grid.distance(board.hex_of(gun), order.target), artillery_range(counter)
    if far > most:
        raise Illegal("2.3-d", f"{place} is out of range of {gun}", found=f"{far} hexes", wanted=f"at most {most}")
    if board.map.feature(order.target, "sector") is None:
        raise Illegal("11.1", f"{place} lies in no Italian sector", wanted="a hex in front of the Italians or behind")
    need = len(paid_sectors(board, [*(one.target for one in taken), order.target]))
    if need > accessory.points_left(board):
        raise Illegal(
            "11.1.1-1",
            "there are not so many resource points left",
            found=str(accessory.points_left(board)),
            wanted=str(need),
        )


def paid_sectors(board: Board, targets: Sequence[HexId]) -> tuple[str, ...]:
    """11.1.1-5, ruling R37 (see 11.1.1-1): a point for each sector fired at; counters face down go with a sector that
    is paid anyhow, if its HQ reaches them."""
    plain = [hex_id for hex_id in targets if not _is_for_backs(board, hex_id)]
    paid = dict.fromkeys(_sector(board, hex_id) for hex_id in plain)
    for hex_id in [hex_id for hex_id in targets if hex_id not in plain]:
        if not any(_reaches(board, corps, hex_id) for corps in paid):
            paid[_sector(board, hex_id)] = None
    return tuple(paid)


def _is_for_backs(board: Board, hex_id: HexId) -> bool:
    """See 11.1, 11.1.1-5, ruling R183: outside the first lines, with nothing but counters that lie face down."""
    units = board.units_at(hex_id, IT)
    return bool(units) and not may_lie(board, hex_id) and all(_is_back(board, unit) for unit in units)


def _is_back(board: Board, unit: UnitId) -> bool:
    """A counter that the firing side sees from the back alone."""
    return board.unit(unit).type == "unseen" or fog.is_unseen(board, unit)


def _sector(board: Board, hex_id: HexId) -> str:
    found = board.map.feature(hex_id, "sector")
    return found.get("corps") if found else ""


def _reaches(board: Board, corps: str, hex_id: HexId) -> bool:
    """See 11.1.1-5: in range of an HQ of the corps that has its line."""
    return hex_id in lines_of(board, IT, corps).in_range


def fire(board: Board, table: Table, order: Fire) -> None:
    """11.1.1-3, 11.1.1-4, 1.4-a5, rulings R38 and R90: two dice against the ground, whatever the battery; a hit opens
    a passage in no man's land and the first lines, and turns up counters anywhere."""
    gun, target = order.units[0], order.target
    need = int(board.scenario.charts["terrain"][LEVELS[level(board.map, target) - 1]]["fire"])
    dice = table.rolls("fire", 2, rule="11.1.1-3", by=AG, units=(gun,))
    is_hit = sum(dice) >= need
    board.outcome(
        "preliminary", "11.1.1-3", side=AG, units=[gun], targets=[target], dice=list(dice), need=need, hit=is_hit
    )
    board.mark(gun, SPENT, "11.1.1-3")
    if is_hit:
        if may_lie(board, target):
            lay(board, target, AG, "11.1.1-4")
        fog.hit_by_preliminary_fire(board, target)


# -- gas -----------------------------------------------------------------------------------------------------


def _checked_gas(board: Board, table: Table, items: Sequence[Order]) -> list[Gas]:
    taken: list[Gas] = []
    for order in items:
        if isinstance(order, Gas):
            with table.attempt(order):
                check_gas(board, order, taken)
                taken.append(order)
    return taken


def check_gas(board: Board, order: Gas, taken: Sequence[Gas]) -> None:
    """2.5.3.1 (see 2.5.3.2-b, rulings R02 and R161): a gas counter, once, at most two hexes far; it costs nothing."""
    counter, most = board.unit(order.unit), gas_range(board)
    if not counter.has("gas") or any(order.unit == one.unit for one in taken):
        raise Illegal(
            "2.5.3.1", f"{order.unit} cannot launch gas", wanted="a counter of the gas battalion, once a game"
        )
    far = board.map.grid.distance(board.hex_of(order.unit), order.target)
    if far > most:
        raise Illegal("2.5.3.2-b", f"{order.target} is too far for gas", found=f"{far} hexes", wanted=f"at most {most}")


def gas_range(board: Board) -> int:
    """See 2.5.3.2-b, ruling R02: two hexes; by option three, as in the printed example."""
    return int(board.scenario.charts["gas"]["range"]) + (board.scenario.option("gas-range") == "three")


def release(board: Board, table: Table, order: Gas) -> None:
    """2.5.3.2-b, 2.5.3.2-c, ruling R106: a hit on five to nine; then one die for the steps that the hex loses."""
    rows, target = board.scenario.charts["gas"], order.target
    dice = table.rolls("gas", 2, rule="2.5.3.2-b", by=AG)
    is_hit = sum(dice) in rows["hits"]
    board.outcome("gas", "2.5.3.2-b", side=AG, units=[order.unit], targets=[target], dice=list(dice), hit=is_hit)
    if not is_hit or not board.units_at(target, IT):
        return
    steps = int(rows["losses"][table.roll("gas losses", rule="2.5.3.2-c", by=IT, kindest=1) - 1])
    fog.show_under_fire(board, target, "2.5.3.2-c")
    for number in range(1, steps + 1):
        able = payers(board, board.units_at(target, IT))
        if able:
            hurt(board, choose_one(board, table, able, f"gas loss {number}", "2.5.3.2-c", target), "2.5.3.2-c")
    _withdraw(board, table, target)


def _withdraw(board: Board, table: Table, target: HexId) -> None:
    """2.5.3.2-d, rulings R105 and R161: who survives goes back two hexes and is pinned; no check for the long way."""
    left = [unit for unit in board.units_at(target, IT) if is_real(board.unit(unit))]
    if left:
        retreat(board, table, IT, target, int(board.scenario.charts["gas"]["retreat"]), is_long_checked=False)
        for unit in left:
            _pin(board, unit)


def _pin(board: Board, unit: UnitId) -> None:
    if board.is_on_map(unit):
        board.mark(unit, PINNED, "2.5.3.2-d")
