"""EV.it.2, EV.ah.2 Battalions on the wrong way: for once the enemy moves them, a hex each."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import digging, frozen
from pbem.games.strafexpedition.area import playable
from pbem.games.strafexpedition.command import battalions, headquarters
from pbem.games.strafexpedition.control import enters
from pbem.games.strafexpedition.counters import IT, combat_units
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.terrain import is_crag
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.preferences import Preference

TOPICS = {"IT": "confusion", "AH": "wrong-way"}  # of the standing orders that answer


def happen(board: Board, table: Table, side: Side) -> None:
    """EV.it.2, EV.ah.2 (see rulings R21, R22): a brigade is drawn that can move; the enemy moves its battalions now.

    Of an Italian brigade those of one regiment, of an Austro-Hungarian one all of them.
    """
    rule = "EV.it.2" if side == IT else "EV.ah.2"
    able = [one for one in headquarters(board.scenario, side) if _can_move(board, side, one)]
    if not able:
        return
    brigade = table.draw("brigade that goes astray", able, rule=rule)
    board.note("astray", rule, side=side, brigade=brigade)
    options = _options(board, side, brigade)
    meanings = [Option(f"{unit}-{there}", f"{unit} to {board.map.called(there)}") for unit, there in options]
    limit = "battalions of one regiment, " if side == IT else ""
    text = f"{brigade} of the enemy goes astray: which of its battalions move where? {limit}one hex each, or none."
    topic = TOPICS[side]
    question = Question(
        board.enemy_of(side), f"{topic} of {brigade}", tuple(meanings), rule, text, many=True, default=(),
        hint=f"{topic}: none", about={"topic": topic, "side": board.enemy_of(side)},
    )  # fmt: skip
    pairs = {f"{unit}-{there}": (unit, there) for unit, there in options}
    _carry_out(board, side, [pairs[chosen] for chosen in table.ask(question)], rule)


def _options(board: Board, side: Side, brigade: str) -> list[tuple[UnitId, HexId]]:
    return [(unit, there) for unit in battalions(board, side, brigade) for there in hexes_for(board, unit)]


def _can_move(board: Board, side: Side, brigade: str) -> bool:
    """See EV.it.2, ruling R186: somebody of the brigade finds room in a hex beside him, before anybody has moved."""
    return any(has_room(board, there, unit) for unit, there in _options(board, side, brigade))


def hexes_for(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """See EV.it.2, rulings R21, R124: a neighbour without enemies, over no crag, inside; not for a held unit."""
    if frozen.is_frozen(board, unit):
        return ()
    here, enemy = board.hex_of(unit), board.enemy_of(board.unit(unit).side)
    around = [one for one in board.map.grid.neighbours[here] if one in playable(board.scenario)]
    free = [one for one in around if not is_crag(board.map, here, one) and not combat_units(board, one, enemy)]
    return tuple(free)


def regiment_of(board: Board, unit: UnitId) -> str:
    """See EV.it.2, 2.2.2: the regiment of a battalion: `IT-79-I` is one of the 79th."""
    return unit.rpartition("-")[0]


def _carry_out(board: Board, side: Side, moves: Sequence[tuple[UnitId, HexId]], rule: str) -> None:
    """As named, each unit once, as long as there is room; of Italians only the regiment that was named first."""
    moved: list[UnitId] = []
    for unit, there in moves:
        is_other = side == IT and bool(moved) and regiment_of(board, unit) != regiment_of(board, moved[0])
        if unit in moved or is_other or not has_room(board, there, unit):
            continue
        board.move(unit, [board.hex_of(unit), there], rule)
        enters(board, unit, [there], rule)
        digging.interrupt(board, unit)
        moved.append(unit)


def toward(board: Board, question: Question, order: Preference) -> tuple[str, ...] | None:
    """See EV.it.2, EV.ah.2: what `confusion: toward 3405` says: every battalion a hex nearer to it, where it can."""
    chosen: dict[str, str] = {}
    goals = [HexId(choice.split()[1]) for choice in order.choices if choice.startswith("toward ")]
    if not goals:
        return ()
    for option in question.options:
        unit, _, there = option.value.rpartition("-")
        away = board.map.grid.distance(HexId(there), goals[0])
        least = chosen.get(unit)
        now = board.map.grid.distance(board.hex_of(UnitId(unit)), goals[0])
        if away < now and (least is None or away < _away(board, least, goals[0])):
            chosen[unit] = option.value
    return tuple(chosen.values())


def _away(board: Board, option: str, goal: HexId) -> int:
    return board.map.grid.distance(HexId(option.rpartition("-")[2]), goal)
