"""How the counters of this game look now: plain data for the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.caporetto.assault import is_printed_assault
from pbem.games.caporetto.counters import (
    NATION_NAMES,
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

COLOURS = {"GE": "german", "AH": "austrian", "IT": "italian", "FR": "french", "UK": "british", "CZ": "czech"}
OWN_COLOURS = {"czech": "#d8c48a"}
SIDE_COLOURS = {"CP": "red", "AL": "green"}
MARKS = {
    "oos": {"letters": "U", "colour": "red", "legend": "out of supply"},
    "support": {"letters": "S", "colour": "blue", "legend": "HQ in support mode"},
    "raid": {"letters": "R", "colour": "orange", "legend": "landed for the raid"},
}
STYLES = {
    "alpine": {"draw": "relief", "colour": "#cfcac6", "legend": "Alpine"},
    "dominant": {"draw": "relief", "colour": "#a4734a", "legend": "Dominant terrain"},
    "marsh": {"draw": "marsh", "colour": "swamp", "legend": "Marsh"},
    "lake-side": {"draw": "river", "colour": "sea", "weight": 520, "legend": "Lake hexside"},
    "border": {"draw": "river", "colour": "#ffffff", "weight": 40, "legend": "Border of 1914"},
    "front-line": {"draw": "river", "colour": "#e0b400", "weight": 110, "legend": "Front of October 1917"},
    "vp": {"draw": "ring", "colour": "red", "legend": "Victory point hex"},
    "source": {"draw": "letter", "colour": "entry", "letter": "S", "legend": "Source of supply"},
}


def look(board: Board) -> Mapping[str, Any]:
    """2.2, 2.3, 11.6: ground units with their factors by steps, sides and terrain."""
    units = {unit: unit_look(board, unit) for unit in board.units() if not is_support(board.unit(unit))}
    sides = {side: {"name": name, "colour": SIDE_COLOURS[side]} for side, name in SIDES.items()}
    captions = {COLOURS[nation]: name for nation, name in NATION_NAMES.items()}
    return {
        "units": units, "sides": sides, "marks": MARKS, "styles": STYLES,
        "colours": OWN_COLOURS, "captions": captions, "stripe": "Assault infantry",
    }  # fmt: skip


def unit_look(board: Board, unit: UnitId) -> dict[str, Any]:
    """2.3: one counter."""
    if is_stand_in(unit):
        return _stand_in(board, unit)
    counter = board.unit(unit)
    left, whole = board.steps(unit), counter.figure("steps")
    return {
        "figures": figures(board, unit),
        "size": counter.size,
        "symbol": counter.type,
        "name": counter.name,
        "colour": COLOURS.get(counter.nation, "plain"),
        "stripe": is_printed_assault(counter),
        "steps": left,
        "full": whole,
        "reduced": 0 < left < whole,
        "marks": tuple(mark for mark in MARKS if board.is_marked(unit, mark)),
        "rank": _rank(board, unit),
    }


def _stand_in(board: Board, unit: UnitId) -> dict[str, Any]:
    """11.6: a counter below the top one: its back, in the colour of the one that is seen."""
    colour = COLOURS.get(board.unit(unit).nation, "plain")
    return {"figures": "?", "symbol": "none", "colour": colour, "rank": -1}


def _rank(board: Board, unit: UnitId) -> int:
    """The top unit lies on top, combat units above HQs, the strong above the weak."""
    counter = board.unit(unit)
    on_top = board.is_on_map(unit) and top_unit(board, board.hex_of(unit), counter.side) == unit
    fighting = 50 if is_combat_unit(counter) else 0
    return (200 if on_top else 0) + fighting + attack_factor(board, unit) + defence_factor(board, unit)
