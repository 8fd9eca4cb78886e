"""What a miniature game shows of itself: always the same, to be looked at by cases."""

from __future__ import annotations

from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.score import Score, ScoreLine
from pbem.kernel.views.moves import Closed, Goal, Moves, Way
from pbem.kernel.views.sheet import Group, Sheet, SheetUnit, State
from pbem.kernel.views.summary import Forces, Summary
from tests.kernel.mini import RED


def moves(board: Board, unit: str) -> Moves:
    walk = Way("walk", "It can walk to", "points", "walk {unit} {path}", goals=(Goal(HexId("0102"), "", 1),))
    rail = Way("rail", "By rail to", "hexes", "ride {unit} {goal}", "a train goes", (Goal(HexId("0105"), "", 4),))
    return Moves(UnitId(unit), "0101", "", 1, (walk, rail), (Closed(HexId("0301"), "3.1", "too far"),))


def sheet(board: Board, side: Side) -> Sheet:
    state = State("out of supply (9.1: nothing to eat)")
    unit = SheetUnit(UnitId("BLUE-1"), "1", "", "infantry", "", "0101", "", "2/2", 1, (state,), (), ("yield",))
    return Sheet(side, 1, board.step, (Group("Blue", (unit,)),), (), ())


def summary(board: Board) -> Summary:
    score = Score((ScoreLine(RED, "9.9", "shots", 1, 3),), (RED,))
    return Summary(1, board.step, {RED: Forces(1, 2, {})}, score, {"weather": "snow"})
