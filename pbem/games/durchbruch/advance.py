"""14.2 Advance after combat: who may go into the vacated hex, and how far beyond."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.bridges import come_to, is_closed_trench, is_shut
from pbem.games.durchbruch.by_mail.orders import Advance
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.control import go
from pbem.games.durchbruch.counters import infiltrates
from pbem.games.durchbruch.ground import is_across_the_isonzo, is_no_mans_land, level
from pbem.games.durchbruch.passages import lay
from pbem.games.durchbruch.stacking import ROCK, check_stack, may_enter_rock
from pbem.games.durchbruch.walking import zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

NEAR, FAR, STORM = 1, 2, 3  # hexes


def depth(board: Board, unit: UnitId, *, is_far: bool) -> int:
    """14.2.2, 14.2.3, 2.5.5.1-b, ruling R70: one hex, two after a long retreat or an elimination, three for those who
    infiltrate."""
    if infiltrates(board.unit(unit)):
        return STORM
    return FAR if is_far else NEAR


def may_step(board: Board, unit: UnitId, here: HexId, there: HexId) -> bool:
    """See 14.2.1, 1.4.1, rulings R70 and R118: free of enemies, and ground that the unit may enter."""
    counter = board.unit(unit)
    if there in enemy_hexes(board, counter.side) or is_closed_trench(board, counter.side, there):
        return False
    return not is_shut(board, counter.side, here, there) and (level(board.map, there) < ROCK or may_enter_rock(counter))


def stops_in(board: Board, unit: UnitId, here: HexId, there: HexId) -> bool:
    """14.2.4, ruling R70: behind the Isonzo; in an enemy zone everybody but those who infiltrate."""
    if is_across_the_isonzo(board.map, here, there):
        return True
    counter = board.unit(unit)
    is_free = infiltrates(counter) or board.scenario.option("advance-zones") == "ignore"
    return not is_free and there in zones(board, counter.side)


def ways(
    board: Board, unit: UnitId, target: HexId, *, is_far: bool, most: int = STORM
) -> tuple[tuple[HexId, ...], ...]:
    """14.2.1 (see 14.2.2, 14.2.3): every way that begins with the vacated hex."""
    here = board.hex_of(unit)
    if not board.map.grid.are_adjacent(here, target) or not may_step(board, unit, here, target):
        return ()
    found: list[tuple[HexId, ...]] = [(target,)]
    front: list[tuple[HexId, ...]] = [(here, target)]
    for _ in range(min(most, depth(board, unit, is_far=is_far)) - 1):
        ahead = [
            (*path, there)
            for path in front if not stops_in(board, unit, path[-2], path[-1])
            for there in board.map.grid.neighbours[path[-1]]
            if there not in path and may_step(board, unit, path[-1], there)
        ]  # fmt: skip
        found += [path[1:] for path in ahead]
        front = ahead
    return tuple(found)


def written(unit: UnitId, path: Sequence[HexId]) -> str:
    """An advance as an answer writes it."""
    return f"{unit}:{'-'.join(path)}"


def read_advance(text: str) -> Advance:
    """The advance that `written` wrote."""
    unit, _, path = text.partition(":")
    return Advance(UnitId(unit), tuple([HexId(one) for one in path.split("-")]))


def advance(
    board: Board, table: Table, side: Side, target: HexId, units: Sequence[UnitId], *, is_far: bool, most: int = STORM
) -> None:
    """14.2, ruling R72: as the attacker likes, or not at all; only units that took part."""
    able = [unit for unit in units if board.is_on_map(unit)]
    offers = [written(unit, path) for unit in able for path in ways(board, unit, target, is_far=is_far, most=most)]
    if not offers or target in enemy_hexes(board, side):
        return
    options = tuple(Option(offer, "") for offer in offers)
    question = Question(
        side, f"advance into {target}", options, "14.2",
        f"{board.map.called(target)} is vacant. Who advances, and where to?",
        many=True, default=(), hint="advance: none",
        about={"topic": "advance", "hexes": [target], "result": "far" if is_far else "vacated"},
    )  # fmt: skip
    chosen: dict[UnitId, Advance] = {}
    for text in table.ask(question):
        chosen.setdefault(read_advance(text).unit, read_advance(text))
    for one in _with_room(board, side, list(chosen.values())):
        _go(board, table, side, one)


def _with_room(board: Board, side: Side, wanted: Sequence[Advance]) -> list[Advance]:
    """See 14.2.1, 4.1, ruling R70: stacking holds when the advance is over; the last named stay behind."""
    kept = list(wanted)
    for one in reversed(wanted):
        goal = one.path[-1]
        ends = {other.unit: other.path[-1] for other in kept}
        here = [u for u in board.units_at(goal, side) if u not in ends]
        coming = [unit for unit, end in ends.items() if end == goal]
        try:
            check_stack(board.map, goal, [board.unit(unit) for unit in (*here, *coming)])
        except Illegal as refusal:
            kept.remove(one)
            board.note("stays-behind", refusal.problem.rule, unit=one.unit, hex=goal, why=refusal.problem.why)
    return kept


def _go(board: Board, table: Table, side: Side, one: Advance) -> None:
    """1.4-a3, ruling R71: an advance leaves a passage in every hex of no man's land that it enters."""
    path = (board.hex_of(one.unit), *one.path)
    go(board, [one.unit], path, "14.2.1", how="advance")
    for hex_id in one.path:
        if is_no_mans_land(board.map, hex_id, side, board.enemy_of(side)):
            lay(board, hex_id, side, "1.4-a3")
        come_to(board, table, side, hex_id)
