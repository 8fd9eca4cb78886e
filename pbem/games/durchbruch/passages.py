"""1.4 Passages through no man's land and the first lines: who needs one, who makes one, who destroys one."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.durchbruch import masks
from pbem.games.durchbruch.counters import AG, IT, corps_of, is_gun, is_hq
from pbem.games.durchbruch.ground import is_between_the_lines, is_first_line_of, is_no_mans_land, trenches
from pbem.games.durchbruch.marks import PASSAGE, PINNED, STOPPED, TRIED, WORK
from pbem.games.durchbruch.morale import passes, value, worst_value
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.table import Table


def owners(board: Board, hex_id: HexId) -> tuple[str, ...]:
    """See 2.5.2.3-b, ruling R117: who has a passage in the hex; both sides may."""
    return tuple([one for one in board.hex_mark(hex_id, PASSAGE).split(",") if one])


def has_passage(board: Board, hex_id: HexId, side: Side) -> bool:
    """2.5.2.3-b, ruling R117: only the side that made it enters unchecked, and for one point."""
    return side in owners(board, hex_id)


def lay(board: Board, hex_id: HexId, side: Side, rule: str) -> None:
    """See 1.4-need: a marker of the side, where it has none."""
    if not has_passage(board, hex_id, side):
        board.mark_hex(hex_id, f"{PASSAGE}={','.join(sorted([*owners(board, hex_id), side]))}", rule)


def lift(board: Board, hex_id: HexId, side: Side, rule: str) -> None:
    """See 2.5.2.2-2: the marker of the side is taken away."""
    left = [one for one in owners(board, hex_id) if one != side]
    if left:
        board.mark_hex(hex_id, f"{PASSAGE}={','.join(left)}", rule)
    else:
        board.unmark_hex(hex_id, PASSAGE, rule)


def may_lie(board: Board, hex_id: HexId) -> bool:
    """See 1.4-a5, ruling R38: passages belong into no man's land and the first lines alone."""
    lines = any(is_first_line_of(board.map, hex_id, side) for side in (AG, IT))
    return lines or is_between_the_lines(board.map, hex_id)


def needs_check(board: Board, side: Side, here: HexId | None, there: HexId) -> bool:
    """1.4-need, 1.4-a4, ruling R85: no man's land without an own passage, unless one comes along the same trench."""
    if not is_no_mans_land(board.map, there, side, board.enemy_of(side)) or has_passage(board, there, side):
        return False
    return here is None or not is_along_their_line(board, side, here, there)


def is_along_their_line(board: Board, side: Side, here: HexId, there: HexId) -> bool:
    """See 1.4-a4: from one hex of the enemy's first line to the next of the same line."""
    map, enemy = board.map, board.enemy_of(side)
    if not (is_first_line_of(map, here, enemy) and is_first_line_of(map, there, enemy)):
        return False
    return any(line in trenches(map, there) for line in trenches(map, here))


def may_try(unit: Unit) -> bool:
    """1.4-b0: every combat unit but machine guns; headquarters, guns and markers never."""
    return not (is_hq(unit) or is_gun(unit) or unit.type in ("mg", "dummy", "station"))


def attempt(board: Board, table: Table, unit: UnitId, there: HexId) -> bool:
    """1.4-a1, 1.4-a2, 2.5.2.1-1 (see 2.5.2.3-a, rulings R82 and R119): the check of who enters first; Austro-German
    engineers check with all modifiers, everybody else with the worst."""
    counter = board.unit(unit)
    masks.unmask(board, [board.hex_of(unit)], "1.5-opt")
    is_at_home = counter.type == "engineer" and counter.side == AG
    against = value(board, unit, there) if is_at_home else worst_value(board, unit, there)
    rule = "1.4-a1" if is_at_home else "1.4-a2"
    return passes(board, table, f"passage {there} of {unit}", (unit,), against, rule)


def succeed(board: Board, unit: UnitId, there: HexId) -> None:
    """1.4-b1 (see 2.5.2-note, ruling R160): the marker lies, and who made it stays and attacks nobody this turn."""
    lay(board, there, board.unit(unit).side, "1.4-b1")
    board.mark(unit, STOPPED, "1.4-b1")
    if board.unit(unit).type == "engineer":
        _go_to_work(board, unit)


def _go_to_work(board: Board, unit: UnitId) -> None:
    """2.5.2-note, ruling R160: an engineer shows its back while it works, till the turn is over."""
    board.mark(unit, WORK, "2.5.2-note")


def fail(board: Board, unit: UnitId) -> None:
    """1.4-b2, rulings R07 and R116: back to where it tried from, and pinned."""
    board.mark(unit, PINNED, "1.4-b2")


def destroy(board: Board, table: Table, unit: UnitId, corps: str) -> bool:
    """2.5.2.2-2, ruling R07: an Italian engineer takes an Austro-German passage away, if its check holds; one try a
    turn, and a failure only turns the counter back. Says whether it is gone."""
    check_may_destroy(board, unit, corps)
    hex_id = board.hex_of(unit)
    masks.unmask(board, [hex_id], "1.5-opt")
    board.mark(unit, TRIED, "2.5.2.3-a")
    is_gone = passes(
        board, table, f"destroying the passage {hex_id} by {unit}", (unit,), value(board, unit, hex_id), "2.5.2.2-2"
    )
    if is_gone:
        lift(board, hex_id, AG, "2.5.2.2-2")
        board.mark(unit, STOPPED, "2.5.2.3-a")
        _go_to_work(board, unit)
    return is_gone


def check_may_destroy(board: Board, unit: UnitId, corps: str) -> None:
    """See 2.5.2.2-2, 7-a, rulings R07 and R119: who may, and where."""
    counter, hex_id = board.unit(unit), board.place(unit)
    if counter.type != "engineer" or counter.side != IT:
        raise Illegal("2.5.2.2-2", f"{unit} cannot destroy a passage", found=counter.type, wanted="an Italian engineer")
    if corps_of(counter) != corps:
        raise Illegal("7-a", f"{unit} does not act now", found=corps_of(counter), wanted=f"an engineer of {corps}")
    for mark, why in ((TRIED, "has tried in this turn"), (STOPPED, "is at work till the end of the turn")):
        if board.is_marked(unit, mark):
            raise Illegal("2.5.2.3-a", f"{unit} {why}", found=mark, wanted="one try of each engineer and turn")
    if not board.is_on_map(unit) or not has_passage(board, HexId(hex_id), AG):
        why = f"{hex_id} has no passage of the Austro-Germans"
        raise Illegal("2.5.2.2-2", why, found="none", wanted="one of theirs in the engineer's hex")
