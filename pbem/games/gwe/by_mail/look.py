"""How the counters of this game look now."""

from __future__ import annotations

from pbem.games.gwe.counters import SIDE_COLOURS, SIDES, figures, is_stosstruppen, strength
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, UnitId
from pbem.kernel.views.look import Look, MarkLook, SideLook, UnitLook

SYMBOLS = {"alpine": "mountain", "depot": "supply", "monitor": "naval"}
COLOURS = {"GE": "german", "AH": "austrian", "IT": "italian", "FR": "french", "UK": "british"}
CAPTIONS = {
    "german": "Germany",
    "austrian": "Austria-Hungary",
    "italian": "Italy",
    "french": "France",
    "british": "Great Britain",
}
MARKS = {
    "guest": MarkLook("G", "brown", "has retreated into this stack"),
    "fort": MarkLook("", "red", "steps left of a fortress"),
    "held": MarkLook("", "ink", "railway closed by"),
}
SHOWN_MARKS = ("unsupplied", "out-of-command", "entrained", "hero", "guest")  # the rest is for the rules, not the eye


def look(board: Board) -> Look:
    """Units with their figures by steps, and the sides."""
    units: dict[str, UnitLook] = {unit: unit_look(board, unit) for unit in board.units() if board.place(unit) != ASIDE}
    sides: dict[str, SideLook] = {side: SideLook(name, SIDE_COLOURS[side]) for side, name in SIDES.items()}
    return Look(units, sides, MARKS, captions=CAPTIONS, stripe="Stosstruppen")


def unit_look(board: Board, unit: UnitId) -> UnitLook:
    """One counter."""
    counter = board.unit(unit)
    left, whole = board.steps(unit), counter.figure("steps")
    return UnitLook(
        figures=figures(board, unit),
        size=counter.size if counter.type not in ("hq", "monitor", "leader") else "",
        symbol=SYMBOLS.get(counter.type, counter.type),
        name=counter.name,
        colour=COLOURS.get(counter.nation, "plain"),
        stripe=is_stosstruppen(counter),
        steps=left,
        full=whole,
        reduced=0 < left <= whole // 2 and whole > 1,
        marks=tuple([mark for mark in SHOWN_MARKS if board.is_marked(unit, mark)]),
        rank=_rank(board, unit),
    )


def _rank(board: Board, unit: UnitId) -> int:
    sizes = {"XXX": 40, "XX": 30, "X": 20, "III": 10}
    counter = board.unit(unit)
    fighting = counter.type not in ("hq", "depot", "artillery", "monitor", "leader")
    return sizes.get(counter.size, 0) + (50 if fighting else 0) + strength(board, unit, "attack")
