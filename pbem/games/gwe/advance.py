"""8.7 Advance after combat, 8.75 "Ils ne passeront pas!", 20.0 Pursuit."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.gwe.counters import is_combat_unit, tcr
from pbem.games.gwe.displacement import displace_to
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.occupation import combat_units, go, hqs_in, is_held_by
from pbem.games.gwe.stacking import has_room, stacking_points
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def is_vacated(board: Board, hex_id: HexId, side: Side) -> bool:
    """8.71, ruling G2: no enemy combat unit and no standing enemy fortress is left in the hex."""
    enemy = board.enemy_of(side)
    return not is_held_by(board, hex_id, enemy) and standing_fortress(board, hex_id, enemy) is None


def advance(board: Board, table: Table, side: Side, hex_id: HexId, attackers: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """8.72, 8.73, 8.74 (see 8.71, ruling G10): units that took part may enter the vacated hex, now or never."""
    able = [u for u in attackers if board.is_on_map(u) and is_combat_unit(board.unit(u))]
    able = [u for u in able if board.map.grid.are_adjacent(board.hex_of(u), hex_id)]
    if not able or not is_vacated(board, hex_id, side):
        return ()
    options = tuple(Option(u, f"from {board.place(u)}") for u in able)
    question = Question(
        side, f"advance into {hex_id}", options, "8.71",
        f"{board.map.called(hex_id)} is vacant: which units advance, in this order, as far as stacking allows?",
        many=True, default=(), hint="advance: none",
        about={"topic": "advance", "hexes": [hex_id]},
    )  # fmt: skip
    went = []
    for unit in map(UnitId, table.ask(question)):
        if has_room(board, hex_id, side, stacking_points(board.unit(unit))):
            displace_to(board, table, hex_id, board.enemy_of(side), None)
            go(board, unit, (board.hex_of(unit), hex_id), "8.71", how="advance")
            went.append(unit)
        else:
            board.note("no-room", "8.71", unit=unit, hex=hex_id)
    return tuple(went)


def pursue(board: Board, table: Table, side: Side, route: tuple[HexId, ...], went: Sequence[UnitId]) -> None:
    """20.0, rulings G11, G12: after a two-hex retreat TCR 1 units go on to the first hex of the retreat route."""
    if len(route) < 3:
        return
    first, fled_to = route[1], route[2]
    able = [u for u in went if board.is_on_map(u) and tcr(board.unit(u)) == 1]
    if not able or not _may_be_entered(board, first, side):
        return
    options = tuple(Option(u, f"from {board.place(u)}") for u in able)
    question = Question(
        side, f"pursue into {first}", options, "20.0",
        f"the enemy fled two hexes: which TCR 1 units follow to {board.map.called(first)}?",
        many=True, default=(), hint="pursue: none",
        about={"topic": "pursue", "hexes": [route[0]]},
    )  # fmt: skip
    for unit in map(UnitId, table.ask(question)):
        if has_room(board, first, side, stacking_points(board.unit(unit))):
            _overrun(board, table, first, side, fled_to)
            go(board, unit, (board.hex_of(unit), first), "20.0", how="pursuit")
        else:
            board.note("no-room", "20.0", unit=unit, hex=first)


def _may_be_entered(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 20.0: no enemy unit but a lone depot or headquarters, and no standing enemy fortress."""
    enemy = board.enemy_of(side)
    units = combat_units(board, hex_id, enemy)
    lone_depot = len(units) == 1 and board.unit(units[0]).type == "depot" and not hqs_in(board, hex_id, enemy)
    return (not units or lone_depot) and standing_fortress(board, hex_id, enemy) is None


def _overrun(board: Board, table: Table, hex_id: HexId, side: Side, fled_to: HexId) -> None:
    """See 20.0: a lone depot is eliminated, a lone HQ joins the units that fled."""
    enemy = board.enemy_of(side)
    for depot in combat_units(board, hex_id, enemy):
        board.lose(depot, board.steps(depot), "20.0", why="overrun in pursuit")
    displace_to(board, table, hex_id, enemy, fled_to)
