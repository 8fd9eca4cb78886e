"""4.0 Stacking: points, detachments and Assault Troops in a hex, looked at when a phase ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.italia18.assault_troops import is_assault_troops, may_carry
from pbem.games.italia18.counters import CP, EN, defence_factor, is_combat_unit, is_detachment, is_division, is_reduced
from pbem.kernel.board import Board
from pbem.kernel.choosing import Crowd, counted, give_up, weakest_first
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import NamedTuple


class Excess(NamedTuple):
    """By how much a hex is too full: stacking points, detachments, Assault Troops."""

    points: int
    detachments: int
    assault_troops: int

    def __bool__(self) -> bool:
        return any(self)


def points_of(board: Board, unit: UnitId) -> int:
    """See 4.0a, 4.0b, 4.0c: a division 3, with steps lost 2; a brigade, regiment or tank 1; all others nothing."""
    chart, counter = board.scenario.charts["stacking"], board.unit(unit)
    if not is_combat_unit(counter):
        return int(chart["support"])
    if is_division(counter):
        return int(chart["division_reduced" if is_reduced(board, unit) else "division"])
    return int(chart["detachment" if is_detachment(counter) else "regiment"])


def points_in(board: Board, hex_id: HexId, side: Side) -> int:
    """4.0a: what the side's units in the hex come to; four is the limit."""
    return sum([points_of(board, unit) for unit in board.units_at(hex_id, side)])


def detachments_in(board: Board, hex_id: HexId, side: Side) -> int:
    """4.0b: they cost no points, but two share a hex at most."""
    return len([unit for unit in board.units_at(hex_id, side) if is_detachment(board.unit(unit))])


def homeless(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """4.0c (see 15.3b): Assault Troops in the hex beyond the units there that may carry one each."""
    units = board.units_at(hex_id, side)
    troops = [unit for unit in units if is_assault_troops(board.unit(unit))]
    without: list[UnitId] = []
    for kind in dict.fromkeys([kind_of(board, unit) for unit in troops]):  # nations tell the kinds apart
        carriers = [unit for unit in units if is_combat_unit(board.unit(unit)) and may_carry(board.unit(unit), kind)]
        riding = [unit for unit in troops if kind_of(board, unit) == kind]
        without += riding[len(carriers) :]
    return tuple(without)


def kind_of(board: Board, unit: UnitId) -> str:
    """See 15.3a: which Assault Troops they are."""
    return board.unit(unit).words.get("kind", "")


def excess(board: Board, hex_id: HexId, side: Side) -> Excess:
    """See 4.0a, 4.0b, 4.0c, ruling R96: what is too much in the hex at the end of a phase."""
    chart = board.scenario.charts["stacking"]
    return Excess(
        max(0, points_in(board, hex_id, side) - chart["limit"]),
        max(0, detachments_in(board, hex_id, side) - chart["detachments"]),
        len(homeless(board, hex_id, side)),
    )


def has_room(board: Board, hex_id: HexId, units: Sequence[UnitId]) -> bool:
    """See 4.0a, 4.0b: whether these units, which come from elsewhere, could stay there with those of their side."""
    chart, side = board.scenario.charts["stacking"], board.unit(units[0]).side
    points = points_in(board, hex_id, side) + sum([points_of(board, unit) for unit in units])
    light = detachments_in(board, hex_id, side) + len([unit for unit in units if is_detachment(board.unit(unit))])
    return points <= int(chart["limit"]) and light <= int(chart["detachments"])


# -- the end of a phase --------------------------------------------------------------------------------------


def settle(board: Board, table: Table, phase: str) -> None:
    """4.0d (see 4.0a, 4.0b, 4.0c, ruling R96): at the end of a phase the owners give up what is too much."""
    for is_light in (False, True):
        crowds = [_crowd(board, *full, phase, is_light=is_light) for full in _overfull(board, is_light=is_light)]
        give_up(table, crowds, lambda unit: board.eliminate(unit, "4.0d", why="too many units in the hex"))
    for hex_id, side in _crowded(board):
        for unit in homeless(board, hex_id, side):
            board.eliminate(unit, "4.0d", why="no unit in the hex to go with")


def _crowded(board: Board) -> list[tuple[HexId, Side]]:
    """Where a side has more than a lone combat unit: nobody else can be too many."""

    def made() -> list[tuple[HexId, Side]]:
        several = [one for one in board.occupied() if len(one[1]) > 1 or is_assault_troops(board.unit(one[1][0]))]
        return sorted(dict.fromkeys([(hex_id, board.unit(unit).side) for hex_id, units in several for unit in units]))

    return board.derived("crowded", (CP, EN), made)


def _overfull(board: Board, *, is_light: bool) -> list[tuple[HexId, Side]]:
    chart = board.scenario.charts["stacking"]
    if is_light:
        return [one for one in _crowded(board) if detachments_in(board, *one) > chart["detachments"]]
    return [one for one in _crowded(board) if points_in(board, *one) > chart["limit"]]


def _crowd(board: Board, hex_id: HexId, side: Side, phase: str, *, is_light: bool) -> Crowd:
    """Detachments are given up for detachments, the others for points."""
    here = [unit for unit in board.units_at(hex_id, side) if is_combat_unit(board.unit(unit))]
    units = weakest_first([unit for unit in here if is_detachment(board.unit(unit)) == is_light], worth(board))
    options = tuple([Option(unit, f"{counted(board.steps(unit), 'step')}") for unit in units])
    what = "detachments" if is_light else "units"
    text = f"{board.map.called(hex_id)} holds too many {what} at the end of {phase}: whom do you give up first?"
    about = {"topic": "overstack", "hexes": [hex_id]}
    key = f"too many {what} in {hex_id} after {phase}"
    question = Question(
        side, key, options, "4.0d", text, many=True, default=units, hint="overstack: weakest first", about=about
    )

    def is_enough(_: int) -> bool:
        much = excess(board, hex_id, side)
        return not (much.detachments if is_light else much.points)

    return Crowd(units, question, is_enough)


def worth(board: Board) -> Callable[[UnitId], tuple[int, int]]:
    """See 4.0d: who counts as weak when something has to be given up: by defence, then by morale."""
    return lambda unit: (defence_factor(board, unit), board.unit(unit).figure("morale"))
