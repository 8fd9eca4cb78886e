"""How the counters and markers of this game look now; the colours of the map are in `games.italia18.look`."""

from __future__ import annotations

from pbem.games.italia18.counters import attack_factor, defence_factor, is_combat_unit, is_reduced, takes_hits
from pbem.games.italia18.disorder import morale
from pbem.games.italia18.look import SIDES as SIDE_LOOKS
from pbem.games.italia18.look import STYLES
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.look import Look, MarkLook, UnitLook

COLOURS = {
    "AH": "austrian", "GE": "german", "IT": "italian", "FR": "french", "UK": "british", "US": "american",
}  # fmt: skip
CAPTIONS = {
    "austrian": "Austria-Hungary", "german": "Germany", "italian": "Italy", "french": "France",
    "british": "Great Britain", "american": "United States",
}  # fmt: skip
SYMBOLS = {
    "infantry": "infantry", "mountain": "mountain", "cavalry": "cavalry", "storm": "assault",
    "naval-infantry": "naval", "hq": "hq", "army-artillery": "artillery", "corps-artillery": "artillery",
    "naval-artillery": "artillery", "assault-troops": "assault", "air": "air", "depot": "supply", "trucks": "supply",
}  # fmt: skip
MARKS = {
    "dg": MarkLook("DG", "red", "Disorganized"),
    "rg": MarkLook("RG", "orange", "Reorganizing"),
    "oos": MarkLook("OOS", "red", "Out of supply"),
    "offensive": MarkLook("Off", "purple", "In Offensive mode"),
    "bruchmueller": MarkLook("Br", "purple", "Bruchmueller event"),
    "reserves": MarkLook("Res", "green", "Reserves marker"),
    "frozen": MarkLook("HC", "grey", "Reserve of the High Command"),
    "exploitation": MarkLook("Exp", "blue", "Exploitation marker"),
    "disengage": MarkLook("Dis", "brown", "Disengagement marker"),
    "pinned": MarkLook("Pin", "ink", "Pinned"),
    "retreat-mode": MarkLook("RM", "brown", "In Retreat mode"),
    "refugees": MarkLook("Ref", "grey", "Refugees on the road"),
    "no-firing": MarkLook("NF", "red", "No Firing marker"),
    "attacked": MarkLook("A", "grey", "Has attacked in this phase"),
    "fired": MarkLook("F", "grey", "Has fired in this phase"),
    "mission": MarkLook("Air", "blue", "On a mission"),
}
HEXES = {
    "held": MarkLook("VP", "ink", "Ground that has changed hands"),
    "rommel": MarkLook("Rommel", "red", "The Rommel counter"),
}
DIVISION = 100  # the rank of the strongest in a stack


def look(board: Board) -> Look:
    """See 2.2.1a, 2.2.2: the counters by the side that shows, their markers, and those of the hexes."""
    units: dict[str, UnitLook] = {unit: unit_look(board, unit) for unit in board.units()}
    nations = dict.fromkeys([counter.nation for counter in board.scenario.units.values()])
    captions = {COLOURS[one]: CAPTIONS[COLOURS[one]] for one in COLOURS if one in nations}
    return Look(units, dict(SIDE_LOOKS), MARKS | HEXES, dict(STYLES), {}, captions)


def unit_look(board: Board, unit: UnitId) -> UnitLook:
    """See 2.2.1a, 2.2.2: one counter."""
    counter = board.unit(unit)
    if is_stand_in(unit):
        colour = COLOURS.get(counter.nation, "plain")
        return UnitLook(figures(board, unit), "I", "infantry", colour=colour, rank=1)
    left, full = (board.steps(unit), counter.figure("steps")) if takes_hits(counter) else (0, 0)
    size, name = counter.size.replace("-", ""), short_name(counter.name)
    return UnitLook(
        figures(board, unit), size, SYMBOLS[counter.type], name,
        COLOURS[counter.nation], steps=left, full=full, reduced=is_reduced(board, unit), marks=marks_of(board, unit),
        rank=rank(board, unit),
    )  # fmt: skip


def figures(board: Board, unit: UnitId) -> str:
    """See 2.2.1a, 2.2.2: what is printed on the side that lies face up, as the counter has it."""
    counter = board.unit(unit)
    if is_combat_unit(counter):
        shown = f"{attack_factor(board, unit)}-{defence_factor(board, unit)}-{counter.figure('move')}"
        return f"{shown}/{morale(board, unit)}"
    names = {"hq": ("radius", "move"), "air": ("rating",), "depot": ("move",), "trucks": ("move",)}
    listed = names.get(counter.type, ("fire", "range", "move") if "fire" in counter.figures else ())
    return "-".join(str(counter.figure(name)) for name in listed)


def short_name(name: str) -> str:
    """The name on the counter."""
    return name.replace("_", " ")


def marks_of(board: Board, unit: UnitId) -> tuple[str, ...]:
    """See 2.2.2: the markers on the unit that the board shows."""
    return tuple([mark for mark in MARKS if board.is_marked(unit, mark)])


def rank(board: Board, unit: UnitId) -> int:
    """Combat units on top, the strongest first; supports below, HQs at the bottom."""
    counter = board.unit(unit)
    if is_combat_unit(counter):
        return DIVISION + defence_factor(board, unit)
    return {"hq": 0, "air": DIVISION * 2}.get(counter.type, 10)
