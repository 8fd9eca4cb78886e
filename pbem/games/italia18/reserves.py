"""11.2.7 and 11.2.8 Disengagement and Reserves markers, laid at the end of the Movement Phase."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_move import Disengage, Reserve
from pbem.games.italia18.counters import is_combat_unit, is_division, is_reduced, is_regiment
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.displays import division_of
from pbem.games.italia18.markers import DISENGAGE, FROZEN, RESERVES
from pbem.games.italia18.offensive import guns_in_range
from pbem.games.italia18.relief import Phase
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order

MOST = 2  # 11.2.8b: different combat units under one Reserves marker


def run(board: Board, table: Table, orders: Sequence[Order], phase: Phase) -> None:
    """See 11.2.7, 11.2.8a: the markers that the orders of the phase ask for, in their order."""
    for order in orders:
        if isinstance(order, Disengage):
            with table.attempt(order):
                disengage(board, order, phase)
        elif isinstance(order, Reserve):
            with table.attempt(order):
                reserve(board, order, phase)


def _check_own(board: Board, unit: UnitId, phase: Phase, rule: str) -> None:
    if board.unit(unit).side != phase.side or not board.is_on_map(unit) or not is_combat_unit(board.unit(unit)):
        raise Illegal(rule, f"{unit} cannot be marked", found=board.place(unit), wanted="your combat unit on the map")
    if unit in phase.moved:
        raise Illegal(rule, f"{unit} has moved in this phase", wanted="a unit that stood still")
    if board.is_marked(unit, FROZEN):
        raise Illegal("11.2.10a", f"{unit} is held by the High Command", advice=f"write `release {unit}` first")


def disengage(board: Board, order: Disengage, phase: Phase) -> None:
    """11.2.7 (see 13.0a, rulings R69, R118): own combat units in an enemy zone that stood still."""
    for unit in order.units:
        _check_own(board, unit, phase, "11.2.7")
        if not is_in_enemy_zoc(board, board.hex_of(unit), phase.side):
            why = f"{unit} is in no enemy zone of control and has nothing to disengage from"
            raise Illegal("11.2.7", why, advice=f"write `move {unit} to ...`")
    for unit in order.units:
        board.mark(unit, DISENGAGE, "11.2.7")
        board.note("to-disengage", "11.2.7", unit=unit, hex=board.hex_of(unit))


# -- Reserves ------------------------------------------------------------------------------------------------


def reserve(board: Board, order: Reserve, phase: Phase) -> None:
    """11.2.8b (see 11.2.8a, 11.2.8c): one marker, for two different units at most, in one hex."""
    for unit in order.units:
        _check_own(board, unit, phase, "11.2.8a")
        check_fit(board, unit)
    if len(dict.fromkeys([board.hex_of(unit) for unit in order.units])) > 1:
        raise Illegal("11.2.8b", f"{', '.join(order.units)} stand in different hexes", wanted="one marker for one hex")
    number = len(different(board, order.units))
    if number > MOST:
        why = f"{', '.join(order.units)} are {number} different units, and a marker covers {MOST}"
        raise Illegal("11.2.8b", why, advice="write a second `reserve` for the others")
    marker = free_marker(board, order, phase.side)
    for unit in order.units:
        board.mark(unit, f"{RESERVES}={marker}", "11.2.8b")
        board.note("in-reserve", "11.2.8b", unit=unit, hex=board.hex_of(unit))


def check_fit(board: Board, unit: UnitId) -> None:
    """11.2.8a (see 8.0b, rulings R67, R115, R130): whole, in order, in no zone, in range of a gun in Offensive mode."""
    here, side = board.hex_of(unit), board.unit(unit).side
    found = ""
    if is_reduced(board, unit):
        found = "it has lost steps"
    elif is_disorganized(board, unit):
        found = "it is Disorganized or Reorganizing"
    elif is_in_enemy_zoc(board, here, side):
        found = f"{here} lies in an enemy zone of control"
    elif not guns_in_range(board, here, side):
        found = f"no Army Artillery in Offensive mode has {here} in range"
    if found:
        wanted = "a whole, orderly unit out of enemy zones and in range of such Artillery"
        raise Illegal("11.2.8a", f"{unit} cannot go into reserve", found=found, wanted=wanted)


def different(board: Board, units: Sequence[UnitId]) -> tuple[str, ...]:
    """See 11.2.8b, rulings R68, R127: units as markers count them: what belongs to one division is one."""
    found: dict[str, None] = {}
    for unit in units:
        counter = board.unit(unit)
        found[(division_of(board, unit) or unit) if is_regiment(counter) else unit] = None
    return tuple(found)


def free_marker(board: Board, order: Reserve, side: Side) -> str:
    """11.2.8c (see rulings R66, R98, R213): the next marker that lies unused; cavalry has some of its own."""
    chart = board.scenario.charts["markers"]
    if order.is_cavalry and not all(_is_cavalry(board, unit) for unit in order.units):
        why = f"{', '.join(order.units)} are not all cavalry divisions"
        raise Illegal("11.2.8c", why, wanted="cavalry divisions under a Cav Reserves marker")
    letter, most = ("c", chart["cav_reserves"][side]) if order.is_cavalry else ("", chart["reserves"][side])
    used = [board.mark_of(unit, RESERVES) for unit in board.marked(side)]
    free = [f"{letter}{number}" for number in range(1, most + 1) if f"{letter}{number}" not in used]
    if not free:
        why = f"all {most} markers of this kind are on the map"
        raise Illegal("11.2.8c", why, found=f"one more for {', '.join(order.units)}", advice="leave this order out")
    return free[0]


def _is_cavalry(board: Board, unit: UnitId) -> bool:
    return is_division(board.unit(unit)) and board.unit(unit).type == "cavalry"
