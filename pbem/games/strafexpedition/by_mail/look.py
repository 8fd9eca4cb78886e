"""How the counters and markers of this game look now; the colours of the map are in `games.strafexpedition.look`."""

from __future__ import annotations

from pbem.games.strafexpedition.artillery import is_in_battery
from pbem.games.strafexpedition.counters import (
    SIDES,
    combat_factor,
    is_artillery,
    is_battery,
    is_fortress,
    is_hq,
    is_infantry,
    machine_guns,
)
from pbem.games.strafexpedition.disorganization import bombardment_factor, disorganization
from pbem.games.strafexpedition.look import SIDES as SIDE_LOOKS
from pbem.games.strafexpedition.look import STYLES
from pbem.games.strafexpedition.trenches import fortress_level
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.views.look import Look, MarkLook, Style, UnitLook

COLOURS = {"IT": "italian", "AH": "austrian"}
SYMBOLS = {
    "infantry": "infantry", "mountain": "mountain", "bersaglieri": "infantry", "bicycle": "bicycle",
    "militia": "infantry", "border-guard": "infantry", "mountain-artillery": "artillery",
    "field-artillery": "artillery", "heavy-artillery": "artillery", "fortress": "none", "hq": "hq",
}  # fmt: skip
MARKS = {
    "disorganized": MarkLook("D", "red", "points of disorganization"),
    "unsupplied": MarkLook("U", "red", "out of supply"),
    "fire": MarkLook("F", "ink", "in battery: ready to fire"),
    "emplacing": MarkLook("E", "orange", "heavy guns being emplaced"),
    "fired": MarkLook("Act", "blue", "has bombarded today"),
    "def-fired": MarkLook("Def", "purple", "has fired in defence today"),
    "acted": MarkLook("A", "grey", "activated today"),
    "uncommanded": MarkLook("OC", "orange", "out of command"),
    "assault": MarkLook("!", "red", "assaults"),
    "dug": MarkLook("Dig", "brown", "has dug today"),
}
HEXES = {
    "trench": MarkLook("T", "brown", "trench and its level"),
    "bombarded": MarkLook("x", "orange", "bombarded today"),
    "held": MarkLook("VP", "ink", "objective that has changed hands"),
}


def look(board: Board) -> Look:
    """See 2.2.1, 2.2.2: the counters by the side that shows, their markers, and those of the hexes."""
    units: dict[str, UnitLook] = {unit: unit_look(board, unit) for unit in board.units()}
    styles: dict[str, Style] = dict(STYLES)
    captions = {COLOURS[side]: name for side, name in SIDES.items()}
    return Look(units, dict(SIDE_LOOKS), MARKS | HEXES, styles, {}, captions)


def unit_look(board: Board, unit: UnitId) -> UnitLook:
    """See 2.2.1: one counter."""
    counter = board.unit(unit)
    if is_stand_in(unit):
        return UnitLook("?", symbol="none", colour=COLOURS.get(counter.side, "plain"), rank=-1)
    left, whole = board.steps(unit), counter.figure("steps")
    return UnitLook(
        figures=figures(board, unit), size=counter.size if counter.size != "-" else "", symbol=SYMBOLS[counter.type],
        name=short_name(counter), colour=COLOURS[counter.side], steps=left, full=whole, reduced=0 < left < whole,
        marks=marks_of(board, unit), rank=rank(board, unit),
    )  # fmt: skip


def figures(board: Board, unit: UnitId) -> str:
    """See 2.2.1, 19.1, 20.1: the figures of the side that shows, as the counter has them."""
    counter = board.unit(unit)
    if is_hq(counter):
        return f"{counter.figure('initiative')}/{counter.figure('command')}"
    if is_battery(counter) and is_in_battery(board, unit):
        return f"{bombardment_factor(board, unit)}({counter.figure('range')})"
    if is_battery(counter):
        return f"0({counter.figure('range')})-{counter.figure('move')}"
    foot = f"{combat_factor(board, unit)}-{machine_guns(board, unit)}"
    if is_fortress(counter):
        return f"{bombardment_factor(board, unit)}({counter.figure('range')})+{fortress_level(board, unit)} {foot}"
    return f"{foot}-{counter.figure('move')}/{counter.figure('morale')}"


def printed_fire(counter: Unit) -> str:
    """See 19.1: the fire side of a battery as printed."""
    return f"{counter.figure('bombardment')}({counter.figure('range')})"


def short_name(counter: Unit) -> str:
    """The name on the counter, without the side."""
    return counter.name.replace("_", " ")


def marks_of(board: Board, unit: UnitId) -> tuple[str, ...]:
    """See 16.1, 19.8: the markers on the unit that the board shows."""
    points = disorganization(board, unit)
    shown = [f"disorganized={points}"] if points else []
    return (*shown, *(mark for mark in MARKS if mark != "disorganized" and board.is_marked(unit, mark)))


def rank(board: Board, unit: UnitId) -> int:
    """See 25.1: infantry on top, the strongest first; guns below it, headquarters at the bottom."""
    counter = board.unit(unit)
    if is_hq(counter):
        return 0
    strength = combat_factor(board, unit) if is_infantry(counter) else bombardment_factor(board, unit)
    return (100 if is_infantry(counter) and not is_artillery(counter) else 50) + strength
