"""14.1.5 Stacks over the limit after a retreat: their corps must make room in its next operation, if it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.counters import corps_of
from pbem.games.durchbruch.losses import weakest_first
from pbem.games.durchbruch.movement import march
from pbem.games.durchbruch.passages import needs_check
from pbem.games.durchbruch.planning import Segment, check_mover, plan
from pbem.games.durchbruch.stacking import check_stack
from pbem.games.durchbruch.walking import has_room, reachable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def relieve(board: Board, table: Table, segment: Segment, fled: Sequence[UnitId]) -> None:
    """14.1.5, rulings R67, R68 and R180: when the moves of a corps are over, whoever is too many in a hex and can
    still go does go, as its owner says. Among another corps only those who fled there must."""
    own = [unit for unit in board.on_map(segment.side) if corps_of(board.unit(unit)) == segment.corps]
    for hex_id in sorted(dict.fromkeys(board.hex_of(unit) for unit in own)):
        number = 1
        while is_crowded(board, segment.side, hex_id):
            found = list(offers(board, segment, hex_id, fled))
            if not found:
                break
            unit, goal = _chosen(board, table, segment.side, hex_id, found, number)
            segment.moved[unit] = None
            way = reachable(board, (unit,)).path(goal)[1:]  # hex by hex: straight to a neighbour may be forbidden
            march(board, table, (unit,), plan(board, (unit,), way, hex_id), "")
            number += 1


def is_crowded(board: Board, side: Side, hex_id: HexId) -> bool:
    """See 14.1.5, 4.1: whether the limits of the hex are broken."""
    try:
        check_stack(board.map, hex_id, [board.unit(unit) for unit in board.units_at(hex_id, side)])
    except Illegal:
        return True
    return False


def offers(board: Board, segment: Segment, hex_id: HexId, fled: Sequence[UnitId]) -> Iterator[tuple[UnitId, HexId]]:
    """The units that may still leave, weak ones first, each with the hexes that have room and need no check."""
    here = board.units_at(hex_id, segment.side)
    is_mixed = any(corps_of(board.unit(u)) != segment.corps for u in here if board.unit(u).type != "station")
    own = [u for u in (fled if is_mixed else here) if u in here and u not in segment.moved]
    for unit in weakest_first(board, [u for u in own if _may_move(board, segment, u)]):
        found = reachable(board, (unit,))
        for _, goal in sorted((cost, goal) for goal, cost in found.cost.items() if goal != hex_id):
            is_sure = not needs_check(board, segment.side, found.path(goal)[-2], goal)
            if is_sure and has_room(board, (unit,), goal):
                yield unit, goal


def _may_move(board: Board, segment: Segment, unit: UnitId) -> bool:
    try:
        check_mover(board, unit, segment.side, segment.corps)
    except Illegal:
        return False
    return True


def _chosen(
    board: Board, table: Table, side: Side, hex_id: HexId, offers: Sequence[tuple[UnitId, HexId]], number: int
) -> tuple[UnitId, HexId]:
    named = {f"{unit} to {goal}": (unit, goal) for unit, goal in offers}
    options = tuple(Option(text, board.map.name_of(goal)) for text, (_, goal) in named.items())
    question = Question(
        side, f"room {number} in {hex_id}", options, "14.1.5",
        f"{board.map.called(hex_id)} is over the stacking limit. Who leaves, and where to?",
        default=(options[0].value,), hint=f"move {offers[0][0]} {offers[0][1]}",
        about={"topic": "room", "hexes": [hex_id]},
    )  # fmt: skip
    return named[table.choose(question)]
