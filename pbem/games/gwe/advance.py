"""8.7 Advance after combat, 8.75 "Ils ne passeront pas!", 20.0 Pursuit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
    """See 8.71, ruling G2: no enemy combat unit and no standing enemy fortress is left in the hex."""
    enemy = board.enemy_of(side)
    return not is_held_by(board, hex_id, enemy) and standing_fortress(board, hex_id, enemy) is None


def advance(
    board: Board, table: Table, side: Side, hex_id: HexId, attackers: Sequence[UnitId], route: Sequence[HexId] = ()
) -> tuple[UnitId, ...]:
    """8.72, 8.73, 8.74, 8.71 (see 20.0, ruling G10): units that took part may enter the vacated hex, now or never.

    Pursuers only pass through it: stacking is checked where each one ends (6.21). Returns those that went.
    """
    able = [u for u in attackers if board.is_on_map(u) and is_combat_unit(board.unit(u))]
    able = [u for u in able if board.map.grid.are_adjacent(board.hex_of(u), hex_id)]
    if not able or not is_vacated(board, hex_id, side):
        return ()
    wanted = _asked(
        board, table, side, f"advance into {hex_id}", able, "8.71",
        f"{board.map.called(hex_id)} is vacant: which units advance, in this order, as far as stacking allows?",
        {"topic": "advance", "hexes": [hex_id]},
    )  # fmt: skip
    pursuers = pursue(board, table, side, route, wanted)
    for unit in wanted:
        if unit not in pursuers:
            _enter(board, table, unit, hex_id, "8.71", "advance")
    return tuple(unit for unit in wanted if board.place(unit) == hex_id or unit in pursuers)


def pursue(
    board: Board, table: Table, side: Side, route: Sequence[HexId], advancing: Sequence[UnitId]
) -> tuple[UnitId, ...]:
    """20.0 (see 6.21, rulings G11, G12): after a two-hex retreat TCR 1 units go on to the first hex of the retreat
    route. Who finds no room there stays with those that advance."""
    if len(route) < 3:
        return ()
    vacated, first, fled_to = route
    able = [u for u in advancing if tcr(board.unit(u)) == 1]
    if not able or not _may_be_entered(board, first, side):
        return ()
    wanted = _asked(
        board, table, side, f"pursue into {first}", able, "20.0",
        f"the enemy retreated two hexes: which TCR 1 units pursue into {board.map.called(first)}?",
        {"topic": "pursue", "hexes": [vacated]},
    )  # fmt: skip
    gone = []
    for unit in wanted:
        if not has_room(board, first, side, stacking_points(board.unit(unit))):
            board.note("no-room", "20.0", unit=unit, hex=first)
            continue
        displace_to(board, table, vacated, board.enemy_of(side), None)
        go(board, unit, (board.hex_of(unit), vacated), "8.71", how="advance")
        _overrun(board, table, first, side, fled_to)
        go(board, unit, (vacated, first), "20.0", how="pursuit")
        gone.append(unit)
    return tuple(gone)


def _asked(
    board: Board, table: Table, side: Side, key: str, able: Sequence[UnitId], rule: str, text: str,
    about: Mapping[str, Any],
) -> tuple[UnitId, ...]:  # fmt: skip
    """Whom the owner sends, in his order; nobody by default."""
    options = tuple(Option(u, f"from {board.place(u)}") for u in able)
    hint = f"{about['topic']}: none"
    question = Question(side, key, options, rule, text, many=True, default=(), hint=hint, about=about)
    return tuple(map(UnitId, table.ask(question)))


def _enter(board: Board, table: Table, unit: UnitId, hex_id: HexId, rule: str, how: str) -> None:
    side = board.unit(unit).side
    if not has_room(board, hex_id, side, stacking_points(board.unit(unit))):
        board.note("no-room", rule, unit=unit, hex=hex_id)
        return
    displace_to(board, table, hex_id, board.enemy_of(side), None)
    go(board, unit, (board.hex_of(unit), hex_id), rule, how=how)


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
