"""How the counters of this game look now."""

from __future__ import annotations

from pbem.games.caporetto.assault import is_printed_assault
from pbem.games.caporetto.counters import (
    NATION_NAMES,
    SIDE_COLOURS,
    SIDES,
    attack_factor,
    defence_factor,
    figures,
    is_combat_unit,
    is_support,
)
from pbem.games.caporetto.fog import top_unit
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.look import Look, MarkLook, SideLook, Style, UnitLook

COLOURS = {"GE": "german", "AH": "austrian", "IT": "italian", "FR": "french", "UK": "british", "CZ": "czech"}
OWN_COLOURS = {"czech": "#d8c48a"}
MARKS = {
    "oos": MarkLook("U", "red", "out of supply"),
    "support": MarkLook("S", "blue", "HQ in support mode"),
    "raid": MarkLook("R", "orange", "landed for the raid"),
}
STYLES = {
    "alpine": Style("relief", "#cfcac6", legend="Alpine"),
    "dominant": Style("relief", "#a4734a", legend="Dominant terrain"),
    "marsh": Style("marsh", "swamp", legend="Marsh"),
    "lake-side": Style("river", "sea", weight=520, legend="Lake hexside"),
    "border": Style("river", "#ffffff", weight=40, legend="Border of 1914"),
    "front-line": Style("river", "#e0b400", weight=110, legend="Front of October 1917"),
    "vp": Style("ring", "red", legend="Victory point hex"),
    "source": Style("letter", "entry", letter="S", legend="Source of supply"),
}


def look(board: Board) -> Look:
    """See 2.2, 2.3, 11.6: ground units with their factors by steps, sides and terrain."""
    units: dict[str, UnitLook] = {
        unit: unit_look(board, unit) for unit in board.units() if not is_support(board.unit(unit))
    }
    sides: dict[str, SideLook] = {side: SideLook(name, SIDE_COLOURS[side]) for side, name in SIDES.items()}
    captions = {COLOURS[nation]: name for nation, name in NATION_NAMES.items()}
    return Look(units, sides, MARKS, STYLES, OWN_COLOURS, captions, "Assault infantry")


def unit_look(board: Board, unit: UnitId) -> UnitLook:
    """See 2.3: one counter."""
    if is_stand_in(unit):
        return _stand_in(board, unit)
    counter = board.unit(unit)
    left, whole = board.steps(unit), counter.figure("steps")
    return UnitLook(
        figures=figures(board, unit),
        size=counter.size,
        symbol=counter.type,
        name=counter.name,
        colour=COLOURS.get(counter.nation, "plain"),
        stripe=is_printed_assault(counter),
        steps=left,
        full=whole,
        reduced=0 < left < whole,
        marks=tuple([mark for mark in MARKS if board.is_marked(unit, mark)]),
        rank=_rank(board, unit),
    )


def _stand_in(board: Board, unit: UnitId) -> UnitLook:
    """See 11.6: a counter below the top one: its back, in the colour of the one that is seen."""
    return UnitLook("?", symbol="none", colour=COLOURS.get(board.unit(unit).nation, "plain"), rank=-1)


def _rank(board: Board, unit: UnitId) -> int:
    """The top unit lies on top, combat units above HQs, the strong above the weak."""
    counter = board.unit(unit)
    on_top = board.is_on_map(unit) and top_unit(board, board.hex_of(unit), counter.side) == unit
    fighting = 50 if is_combat_unit(counter) else 0
    return (200 if on_top else 0) + fighting + attack_factor(board, unit) + defence_factor(board, unit)
