"""18.1 to 18.3 Digging: activated infantry that stays where it is raises the trench of its hex."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import Illegal
from pbem.games.strafexpedition import frozen
from pbem.games.strafexpedition.counters import is_fortress, is_infantry
from pbem.games.strafexpedition.short_firing import ASSAULT
from pbem.games.strafexpedition.trenches import DIGGING, fortress_at, level, set_level
from pbem.games.strafexpedition.zoc import is_in_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

DUG = "dug"  # the unit has dug today and stays where it is


def check(board: Board, unit: UnitId, before: int) -> None:
    """18.1, 18.2 (see 18.1.1, 20.2.1, rulings R88, R121): whether the unit may dig, `before` others in its Action.

    The caller knows that it is activated, and by a brigade that was paid for.
    """
    counter, chart = board.unit(unit), board.scenario.charts["trench"]
    if not is_infantry(counter) or is_fortress(counter) or not board.is_on_map(unit):
        found = counter.type if board.is_on_map(unit) else board.place(unit)
        raise Illegal("18.1", f"{unit} cannot dig", found=found, wanted="infantry", advice="leave it out")
    frozen.check_free(board, unit, "does not dig")
    for mark, done in (("moved", "moved"), (ASSAULT, "declared an assault")):
        if board.is_marked(unit, mark):
            why = f"{unit} has {done} today"
            raise Illegal("18.1", why, found=done, wanted="a unit that stays in its hex", advice="leave it out")
    if before >= int(chart["levels_by_brigade"]):
        most = f"at most {chart['levels_by_brigade']} levels for a brigade"
        found = f"{before} before it"
        raise Illegal("18.2", f"{unit} is one too many", found=found, wanted=most, advice="leave it out")
    check_hex(board, board.hex_of(unit))


def check_hex(board: Board, hex_id: HexId) -> None:
    """18.1.1, 20.2.1 (see 18.1, 18.2, ruling R160): no trench in a fortress, none above level 3, one at a time."""
    most = int(board.scenario.charts["trench"]["most"])
    if fortress_at(board, hex_id):
        why = f"a fortress stands in {hex_id}"
        raise Illegal("18.1.1", why, found="a fortress", wanted="a hex without one", advice="leave it out")
    if level(board, hex_id) >= most:
        why = f"the trench in {hex_id} cannot get better"
        raise Illegal("18.1", why, found=f"level {most}", wanted=f"at most level {most - 1}", advice="leave it out")
    if is_at_work(board, hex_id) or any(board.is_marked(unit, DUG) for unit in board.units_at(hex_id)):
        why = f"somebody digs in {hex_id} already"
        raise Illegal("18.2", why, found="work in progress", wanted="one level at a time", advice="leave it out")


def dig(board: Board, table: Table, unit: UnitId, before: int) -> None:
    """18.3 (see 18.2, 18.2.1, rulings R90, R161): the first level at once, others by the end of the next turn.

    In an enemy zone a die decides; a try that fails counts as one of the five, and ties the unit like any other.
    """
    check(board, unit, before)
    hex_id, side = board.hex_of(unit), board.unit(unit).side
    board.mark(unit, DUG, "18.2.1")
    if is_in_enemy_zone(board, hex_id, side):
        die = table.roll(f"digging of {unit}", rule="18.3", units=(unit,), kind="digging", kindest=1)
        if die not in board.scenario.charts["trench"]["dug_on"]:
            board.note("dug", "18.3", unit=unit, hex=hex_id, level=level(board, hex_id), came_off=False)
            return
    high = level(board, hex_id) + 1
    if high == 1:
        set_level(board, hex_id, side, high, "18.2")
    else:
        board.mark_hex(hex_id, f"{DIGGING}={unit}:{board.turn}", "18.2")
    board.note("dug", "18.2", unit=unit, hex=hex_id, level=high, came_off=True, is_ready=high == 1)


def works(board: Board) -> dict[HexId, tuple[UnitId, int]]:
    """See 18.2: the trenches that are being raised: by whom, and since which turn."""
    marked = board.marked_hexes(DIGGING)
    parts = {hex_id: value.rpartition(":") for hex_id, value in marked.items()}
    return {hex_id: (UnitId(unit), int(turn)) for hex_id, (unit, _, turn) in parts.items()}


def is_at_work(board: Board, hex_id: HexId) -> bool:
    """See 18.2, ruling R89: whether somebody raises the trench of the hex who is still there."""
    return hex_id in works(board) and board.place(works(board)[hex_id][0]) == hex_id


def clear_up(board: Board) -> None:
    """See 18.2.1, ruling R89: whoever dug is dead or has surrendered, and what he had begun is lost."""
    for hex_id, (unit, _) in works(board).items():
        if not is_at_work(board, hex_id):
            board.unmark_hex(hex_id, DIGGING, "18.2.1")
            board.note("digging-lost", "18.2.1", unit=unit, hex=hex_id)


def complete(board: Board, side: Side, units: Iterable[UnitId] | None = None) -> None:
    """See 18.2, 18.2.1, ruling R89: work begun on an earlier day is done, if its unit is still there.

    At the end of its brigade's Action (of these units) or of Phase 10 (of all).
    """
    wanted = None if units is None else tuple(units)
    for hex_id, (unit, since) in works(board).items():
        is_meant = board.unit(unit).side == side and (wanted is None or unit in wanted)
        if not is_meant or since >= board.turn:
            continue
        if board.place(unit) == hex_id and not board.is_marked(unit, "moved"):
            set_level(board, hex_id, side, level(board, hex_id) + 1, "18.2")
            board.note("trench-finished", "18.2", unit=unit, hex=hex_id, level=level(board, hex_id))
        board.unmark_hex(hex_id, DIGGING, "18.2")


def interrupt(board: Board, unit: UnitId, *, is_assaulted: bool = False) -> None:
    """18.2.1 (see rulings R89, R109, R121): the unit leaves, assaults, or is assaulted on the next day: all is lost.

    Who is assaulted on the day on which he began goes on, if he keeps the hex; bombardment interrupts nobody.
    """
    for hex_id, (digger, since) in works(board).items():
        if digger == unit and not (is_assaulted and since == board.turn):
            board.unmark_hex(hex_id, DIGGING, "18.2.1")
            board.note("digging-lost", "18.2.1", unit=unit, hex=hex_id)
