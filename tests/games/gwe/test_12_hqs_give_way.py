"""10.52 where a unit arrives (14.11, 16.0/14.3), and 7.24 for an HQ without troops (ruling E19)."""

from __future__ import annotations

from pbem.games.gwe.counters import AL
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, field, play

ENTRY = "hex entry letter=AL: 0712\nhex entry letter=A: 0101\n"
HOME = "GE-9 XX 2-3-6 infantry at 0305\nIT-hq HQ 1-20(1)8 hq level=army at 0601\nIT-9 XX 2-3-6 infantry at 0601\n"
LONE = "GE-hqX HQ 1-2(1)10 hq level=corps at 0712\n"


def place(b: Board, unit: str) -> str:
    return b.place(UnitId(unit))


def test_10_52_an_hq_comes_in_behind_a_division() -> None:
    coming = "FR-hq12 HQ 1-8(1)10 hq level=corps turn 7\nFR-64 XX 3-4-8 infantry turn 7"
    b = board(field(features=ENTRY), HOME + LONE + coming, turn=7, step="al-movement")
    play(b, side=AL)
    assert (place(b, "FR-64"), place(b, "FR-hq12")) == ("0712", "0712")


# -- 7.24 ----------------------------------------------------------------------------------------------------

FRONT = "IT-9 XX 2-3-6 infantry at 0404\nIT-hqC HQ 1-6(1)8 hq level=corps at 0504\nGE-5 XX 6-7-8 infantry at 0503\n"
