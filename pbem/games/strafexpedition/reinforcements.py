"""6.0 Reinforcements and logistics points: who comes when and where, and what a scenario adds to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.strafexpedition import brusilov, events, logistics, rebuilding
from pbem.games.strafexpedition.area import playable
from pbem.games.strafexpedition.by_mail.orders_guns import Delay, Enter
from pbem.games.strafexpedition.control import enters, holder
from pbem.games.strafexpedition.counters import SIDES, combat_units
from pbem.games.strafexpedition.disorganization import MARK
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.terrain import is_crag_hex
from pbem.games.strafexpedition.zoc import is_in_enemy_zone, is_in_open_enemy_zone
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from pbem.values import dataclass

HALVED, HELD = "halved", "held"  # marks of the day of arrival: half the allowance, no movement at all


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line of the schedule: who comes, when, and where."""

    side: Side
    turn: int
    units: tuple[UnitId, ...]
    row: Mapping[str, Any]


def arrivals(scenario: Scenario) -> tuple[Arrival, ...]:
    """S5.re.it, S5.re.ah (see 6.1): the schedule, line by line; days are turns."""
    return scenario.memo("arrivals", lambda: _arrivals(scenario))


def _arrivals(scenario: Scenario) -> tuple[Arrival, ...]:
    dates, rows = scenario.card.get("dates", ()), scenario.card.get("reinforcement", ())
    return tuple(
        [Arrival(Side(row["side"]), dates.index(row["day"]) + 1, tuple(map(UnitId, row["units"])), row) for row in rows]
    )


def arrival_of(board: Board, unit: UnitId) -> Arrival | None:
    """See 6.1: the line that brings the unit in by now; of two the later one."""
    lines = board.scenario.memo("arrivals by unit", lambda: _by_unit(board.scenario)).get(unit, ())
    return next((line for line in reversed(lines) if line.turn <= board.turn), None)


def _by_unit(scenario: Scenario) -> dict[UnitId, list[Arrival]]:
    found: dict[UnitId, list[Arrival]] = {}
    for line in arrivals(scenario):
        for unit in line.units:
            found.setdefault(unit, []).append(line)
    return found


def due(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 6.1, 6.2, 22.0, 25.3, ruling R110: who may come today: the day's units, and those who have waited.

    In the fog an enemy who has come and lies below another is not on the board at all.
    """
    if brusilov.is_cut_off(board, side):
        return ()
    coming = board.derived(("scheduled", side), (side,), lambda: _still_waiting(board, side))
    return tuple([unit for unit in coming if arrival_of(board, unit)])


def _still_waiting(board: Board, side: Side) -> tuple[UnitId, ...]:
    """Who has not come yet; a scenario without a schedule is not searched."""
    scheduled = _scheduled(board.scenario, side)
    waiting = dict.fromkeys(board.units_at(WAITING, side)) if scheduled else {}
    return tuple([unit for unit in scheduled if unit in waiting])


def _scheduled(scenario: Scenario, side: Side) -> tuple[UnitId, ...]:
    """Everybody on the side's schedule, in the order of the manifest."""
    return scenario.memo(("scheduled", side), lambda: _on_schedule(scenario, side))


def _on_schedule(scenario: Scenario, side: Side) -> tuple[UnitId, ...]:
    listed = _by_unit(scenario)
    return tuple([unit for unit, counter in scenario.units.items() if unit in listed and counter.side == side])


def is_rebuilt(board: Board, unit: UnitId) -> bool:
    """See S5.re.ah.0601, ruling R39: whether the unit is one of those that came back whole today."""
    line = arrival_of(board, unit)
    return line is not None and bool(line.row.get("rebuilt")) and line.turn == board.turn


# -- where ---------------------------------------------------------------------------------------------------


def zone(board: Board, line: Arrival) -> tuple[HexId, ...]:
    """S5.sp7, S5.re.it.0524 (see rulings T7, T27): the hexes of the line; Valstagna only a turn later."""
    row, side = line.row, line.side
    is_other = "if_held" in row and holder(board, HexId(row["if_held"])) != side
    hexes = hexes_of(board.map, side, row["otherwise"] if is_other else row["zone"])
    later = (HexId(row["later_at"]),) if "later_at" in row and board.turn > line.turn else ()
    return tuple(dict.fromkeys((*hexes, *later)))


def why_closed(board: Board, line: Arrival, hex_id: HexId) -> str:
    """6.2, S2.re.it.0521, S5.re.it.0521 (see rulings R26, T30, T31): what keeps reinforcements out; nothing if open.

    Enemies in the hex, an enemy zone that no friend lifts, and what the line itself asks for.
    """
    side, enemy = line.side, board.enemy_of(line.side)
    if hex_id not in playable(board.scenario) or is_crag_hex(board.map, hex_id):
        return "no unit can stand there"
    if combat_units(board, hex_id, enemy):
        return "enemies hold it"
    if is_in_open_enemy_zone(board, hex_id, side):
        return "it lies in an enemy zone"
    words = [part.split() for part in str(line.row["zone"]).split(";")]
    if ["no-zoc"] in words and is_in_enemy_zone(board, hex_id, side):
        return "it lies in an enemy zone"
    away = next((int(word[1]) for word in words if word[0] == "off-enemy"), 0)
    near = board.map.grid.within(hex_id, away - 1) if away else ()
    return f"an enemy is nearer than {away} hexes" if any(combat_units(board, one, enemy) for one in near) else ""


def open_hexes(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """See 6.1, 6.2: where the unit can come in now, those with room first."""
    line = arrival_of(board, unit)
    found = [one for one in zone(board, line) if not why_closed(board, line, one)] if line else []
    return tuple(sorted(found, key=lambda one: not has_room(board, one, unit)))


def check_entry(board: Board, side: Side, unit: UnitId, hex_id: HexId) -> None:
    """See 6.1, 6.2: refuses who is not due, a hex that is not his, and a closed one."""
    line = arrival_of(board, unit)
    if unit not in due(board, side) or line is None:
        wanted = "a reinforcement that is due"
        raise Illegal("6.1", f"{unit} cannot come now", found=board.place(unit), wanted=wanted, advice="leave it out")
    hexes = zone(board, line)
    if hex_id not in hexes:
        wanted = ", ".join(hexes[:8])
        raise Illegal("6.1", f"{unit} does not come in at {hex_id}", found=hex_id, wanted=wanted, advice="take another")
    why = why_closed(board, line, hex_id)
    if why:
        text = f"{unit} cannot come in at {board.map.called(hex_id)}: {why}"
        raise Illegal("6.2", text, found=why, wanted="an open hex", advice="name another hex behind it, or wait")


# -- the phase -----------------------------------------------------------------------------------------------


def morning(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.0.1 (see 7.0, 22.0, S4.sp, ruling R25): the day begins; its logistics points come in, whoever writes or not."""
    events.forget(board)
    rebuilding.lift(board, arrivals(board.scenario))
    for side in SIDES:
        by_turn = board.scenario.card["logistics"][side]
        points = 0 if brusilov.is_cut_off(board, side) else int(by_turn[board.turn - 1])
        if points:
            logistics.gain(board, side, points, "4.0.1")
            board.note("points-arrive", "4.0.1", side=side, points=points)


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """6.1 (see 6.2, ruling T27): as ordered, each unit in the first open hex named; the others where they can.

    Limits of stacking do not count today. Who is told to wait, or finds no open hex, stays off the map.
    """
    for side in SIDES:
        held: dict[UnitId, None] = {}
        for order in orders[side].items:
            if isinstance(order, Enter):
                for unit in order.units or due(board, side):
                    with table.attempt(order):
                        _enter(board, side, unit, order.hexes)
            elif isinstance(order, Delay):
                with table.attempt(order):
                    held |= dict.fromkeys(_delayed(board, side, order.units or due(board, side)))
        for unit in due(board, side):
            hexes = open_hexes(board, unit)
            if unit not in held and hexes:
                arrive(board, unit, hexes[0])


def _delayed(board: Board, side: Side, units: Sequence[UnitId]) -> Sequence[UnitId]:
    """See 6.2, ruling R39: anybody who is due may wait, but not those that are rebuilt on June 1."""
    for unit in units:
        line = arrival_of(board, unit)
        if unit not in due(board, side) or line is None:
            raise Illegal("6.2", f"{unit} is not due", found=board.place(unit), wanted="a reinforcement that is due")
        if line.row.get("rebuilt"):
            why = f"{unit} cannot wait"
            raise Illegal("S5.re.ah.0601", why, found="rebuilt today", wanted="a placement", advice="name a hex for it")
    return units


def _enter(board: Board, side: Side, unit: UnitId, hexes: Sequence[HexId]) -> None:
    for hex_id in hexes[:-1]:
        line = arrival_of(board, unit)
        if line and unit in due(board, side) and hex_id in zone(board, line) and not why_closed(board, line, hex_id):
            arrive(board, unit, hex_id)
            return
    check_entry(board, side, unit, hexes[-1])
    arrive(board, unit, hexes[-1])


def arrive(board: Board, unit: UnitId, hex_id: HexId) -> None:
    """S5.re.it.0522 (see 6.1, S2.re.it.0521, rulings R38, R114, R131): it stands there, as tired as its line says."""
    line = arrival_of(board, unit)
    assert line is not None
    board.put(unit, hex_id, "6.1", how="reinforcement")
    enters(board, unit, [hex_id], "6.1")
    tired = int(line.row.get("disorganization", 0))
    if tired:
        board.mark(unit, f"{MARK}={tired}", "6.1")
    if line.row.get("movement") == HALVED:
        board.mark(unit, HALVED, "S5.re.it.0522")
    if not line.row.get("may_move", True):
        board.mark(unit, HELD, "6.1")
