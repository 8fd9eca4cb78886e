"""How the counters of this game look now."""

from __future__ import annotations

from pbem.games.durchbruch.counters import NATION_NAMES, SIDES, is_gun, is_hq
from pbem.games.durchbruch.status import is_reduced, machine_guns, strength
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.look import Look, MarkLook, SideLook, Style, UnitLook

COLOURS = {"GE": "german", "AH": "austrian", "IT": "italian"}
SIDE_COLOURS = {"AG": "red", "IT": "green"}
SYMBOLS = {"mg": "machine-gun", "rommel": "leader", "station": "none", "dummy": "none"}
MARKS = {
    "pinned": MarkLook("P", "orange", "pinned"),
    "ooc1": MarkLook("O1", "red", "out of communication"),
    "ooc2": MarkLook("O2", "red", "out of communication, second check"),
    "spent": MarkLook("F", "grey", "guns that have fired or moved"),
    "attacked": MarkLook("A", "grey", "guns whose hex was attacked"),
    "work": MarkLook("W", "brown", "engineers at work"),
    "bridging": MarkLook("B", "blue", "engineers as a bridge"),
    "extra": MarkLook("+", "purple", "marker for accessory points"),
    "top": MarkLook("M", "grey", "mask on its stack"),
    "passage": MarkLook("><", "brown", "passage"),
    "held": MarkLook("AG", "red", "objective in Austro-German hands"),
}
STYLES = {
    "level-1": Style("base", "#e4ecc8", legend="Level 1, valley"),
    "level-2": Style("base", "#d8cf9c", legend="Level 2, hill"),
    "level-3": Style("relief", "#c2a36c", legend="Level 3, mountain"),
    "level-4": Style("relief", "#a89c92", legend="Level 4, rock"),
    "isonzo": Style("river", "sea", weight=260, legend="Isonzo"),
    "no-mans-land": Style("ring", "grey", legend="No man's land"),
    "vp": Style("ring", "red", legend="Objective"),
}


def figures(board: Board, unit: UnitId) -> str:
    """See 2.1, 2.3-a, 2.4.1-a: what the side of the counter that shows has at its foot."""
    counter = board.unit(unit)
    if is_gun(counter):
        return f"({counter.figure('points')}){counter.figure('move')}"
    if is_hq(counter):
        return f"{counter.figure('sp')}-{counter.figure('move')}"
    if not counter.figure("move"):
        return "-"
    return f"{strength(board, unit)}-{machine_guns(board, unit)}-{counter.figure('move')}"


def look(board: Board) -> Look:
    """See 2.1, 1.5: counters as they lie, sides and terrain."""
    units: dict[str, UnitLook] = {unit: unit_look(board, unit) for unit in board.units()}
    sides: dict[str, SideLook] = {side: SideLook(name, SIDE_COLOURS[side]) for side, name in SIDES.items()}
    captions = {COLOURS[nation]: name for nation, name in NATION_NAMES.items()}
    return Look(units, sides, MARKS, STYLES, captions=captions, stripe="Assault units")


def unit_look(board: Board, unit: UnitId) -> UnitLook:
    """See 2.1: one counter; of one face down only its back."""
    counter = board.unit(unit)
    if is_stand_in(unit):
        guess = "italian" if counter.side == "IT" else "german"
        return UnitLook("?", symbol="none", colour=COLOURS.get(counter.nation, guess), rank=-1)
    left, whole = board.steps(unit), counter.figure("steps")
    return UnitLook(
        figures=figures(board, unit), size=counter.size, symbol=SYMBOLS.get(counter.type, counter.type),
        name=counter.name,
        colour=COLOURS.get(counter.nation, "plain"), stripe=counter.type == "assault", steps=left, full=whole,
        reduced=bool(left) and is_reduced(board, unit),
        marks=tuple([mark for mark in MARKS if board.is_marked(unit, mark)]), rank=_rank(board, unit),
    )  # fmt: skip


def _rank(board: Board, unit: UnitId) -> int:
    """4-b: whoever exerts a zone lies on top, then the strong above the weak."""
    counter = board.unit(unit)
    if board.is_marked(unit, "top"):
        return 1000
    return (100 if counter.type in ("infantry", "mountain", "assault") else 0) + strength(board, unit)
