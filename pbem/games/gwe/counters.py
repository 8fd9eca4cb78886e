"""2.3 and 16.0/2.3: the counters of this game, read from the manifest, and their figures by steps (8.51-8.53)."""

from __future__ import annotations

from pbem.kernel.board import Board
from pbem.kernel.manifest import Form, Row, shape
from pbem.kernel.naming import Plural
from pbem.kernel.pieces import Side, Unit, UnitId

CP, AL = Side("CP"), Side("AL")
SIDES = {CP: Plural("Central Powers"), AL: Plural("Allies")}
SIDE_COLOURS = {CP: "red", AL: "green"}  # of lines on the map
NATIONS = {"IT": AL, "UK": AL, "FR": AL, "GE": CP, "AH": CP}  # 16.0/2.4.sides
STEPS = {"XXX": 4, "XX": 2, "X": 1, "III": 1}  # 8.51 to 8.53
COMBAT_TYPES = ("infantry", "alpine", "cavalry", "naval", "artillery", "depot")  # 8.51: who fights and has steps
TYPES = (*COMBAT_TYPES, "hq", "monitor", "leader")


def _steps(row: Row) -> int:
    """See 8.51, 8.52, 8.53: by size; HQs, the Monitor and leaders have none, a depot has one."""
    if row.type in ("hq", "monitor", "leader"):
        return 0
    return 1 if row.type == "depot" else STEPS.get(row.size, 1)


COUNTERS = Form(
    TYPES,
    shapes=(
        shape("{attack}-{defence}-{move}", back="{attack}-{defence}"),
        shape("({barrage}){defence}-{move}", back="({barrage}){defence}"),
        shape("{shift}-{radius}({strength}){move}"),  # 2.31, 16.0/2.31, E.16.0a
        shape("({barrage}){move}"),
        shape("{strength}h{move}"),  # 10.12
    ),
    nations=NATIONS,
    steps=_steps,
    set_up_words=("at", "turn", "tyrol", "strike", "with"),
    wanted="`ID SIZE FIGURES TYPE [tags] [key=value] SET-UP`, such as `GE-5 XX 6-7-8 infantry stosstruppen at 1902`",
    figures="such as 6-7-8, (5)3-4 or 1-8(1)10",
    file="scenarios/gwe/units.txt",
    has_strangers=True,
)

# -- figures in play -----------------------------------------------------------------------------------------


def tcr(unit: Unit) -> int:
    """16.0/2.4: movement 8 or 10 rates 1, movement 4 or 6 rates 2; the printed figure counts (ruling C8)."""
    return 1 if unit.figure("move") >= 8 else 2


def is_combat_unit(unit: Unit) -> bool:
    """8.51: everything but HQs, leaders and the Monitor; depots are combat units too."""
    return unit.type in COMBAT_TYPES


def units_of(board: Board, side: Side, *types: str) -> tuple[UnitId, ...]:
    """The side's units of these types that stand on the map, in the order of the manifest."""
    return board.derived(("units of", side, types), (side,), lambda: _units_of(board, side, types))


def _units_of(board: Board, side: Side, types: tuple[str, ...]) -> tuple[UnitId, ...]:
    units, counters = board.units(side), board.scenario.units
    # A side has a few of each: they are picked out once.
    found = board.scenario.memo(("units of", types, units), lambda: [u for u in units if counters[u].type in types])
    return tuple([unit for unit in found if board.is_on_map(unit)])


def is_stosstruppen(unit: Unit) -> bool:
    """See 16.0/2.3: marked with the diagonal stripe."""
    return unit.has("stosstruppen")


def strength(board: Board, unit: UnitId, figure: str) -> int:
    """2.4.step, 8.52, 8.53 (see 8.51): attack, defence or barrage with the steps that are left.

    Two steps: front, back. Four steps: front, front less one, back, back less one. The floors are ruling B1.
    """
    counter, left = board.unit(unit), board.steps(unit)
    full, whole = counter.figure(figure), counter.figure("steps")
    if left >= whole or not full:
        return full
    back = counter.figure(f"back-{figure}")
    least = 1 if figure == "defence" else 0
    if whole == 4:
        return max(least, {3: full - 1, 2: back}.get(left, back - 1))
    return max(least, back)


def figures(board: Board, unit: UnitId) -> str:
    """2.31: the figures as the counter shows them with the steps that are left."""
    counter = board.unit(unit)
    move = counter.figure("move")
    if counter.type == "hq":
        return f"{counter.figure('shift')}-{counter.figure('radius')} ({counter.figure('strength')}){move}"
    if counter.type == "leader":
        return f"{counter.figure('strength')}h{move}"
    if counter.type == "monitor":
        return f"({counter.figure('barrage')}){move}"
    defence = strength(board, unit, "defence")
    if counter.type == "artillery":
        return f"({strength(board, unit, 'barrage')}){defence}-{move}"
    return f"{strength(board, unit, 'attack')}-{defence}-{move}"
