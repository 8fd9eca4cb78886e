"""11.3.1.1, 11.1.4b: Artillery in Offensive mode goes forward."""

from __future__ import annotations

import pytest

from pbem.games.italia18 import displacing
from pbem.games.italia18.by_mail.orders_move import Displace
from pbem.games.italia18.counters import CP
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.italia18.boards import board, flat, hexes
from tests.games.tables import facts, table

GUN = UnitId("GE-A")
LINE = "GE-A - 3-5-2 army-artillery at 0103 1 offensive"
ROAD = flat(3, 20, "line road: 0103-0104-0105\nhex source owner=CP: 0101\n")
RAIL = flat(3, 20, "line rail: 0101-0102-0103-0104-0105\nhex source owner=CP: 0101\n")


def sent(here: Board, *paths: str) -> list[str]:
    displacing.run(here, table(here), [Displace(GUN, hexes(path)) for path in paths], CP)
    return [fact.rule for fact in facts(here, "dropped")]


def test_11_3_1_1_one_hex_anywhere_two_along_a_road() -> None:
    here = board(LINE, flat(3, 20))
    assert sent(here, "0104", "0105") == ["11.3.1.1"], "each gun once"
    assert here.place(GUN) == "0104"
    assert sent(board(LINE, flat(3, 20)), "0104 0105") == ["11.3.1.1"]
    by_road = board(LINE, ROAD)
    assert sent(by_road, "0104 0105") == []
    assert by_road.place(GUN) == "0105"
    assert sent(board(LINE, ROAD), "0104 0105 0106") == ["11.3.1.1"]


@pytest.mark.parametrize(
    ("more", "path", "rule"),
    [
        ("IT-C - 2-3-3 corps-artillery at 0108", "0104 0105", "11.3.1.1"),
        ("IT-1 XX 6-9-4/3 infantry at 0106", "0104 0105", "11.3.1a"),
        ("IT-1 XX 6-9-4/3 infantry at 0105", "0104", "11.3.1a"),
        ("", "0106", "11.3.1.1"),
    ],
)
def test_11_3_1_1_what_stands_in_the_way(more: str, path: str, rule: str) -> None:
    assert sent(board(f"{LINE}\n{more}", ROAD), path) == [rule]


def test_11_3_1_1_only_guns_in_offensive_mode() -> None:
    assert sent(board(LINE.replace(" 1 offensive", ""), ROAD), "0104") == ["11.3.1.1"]


def test_11_1_4b_by_rail_with_an_open_line_to_a_source() -> None:
    assert sent(board(LINE, RAIL), "0104 0105") == []
    guard = "AH-1 XX 8-9-4/4 infantry at 0102\nIT-t - 15 trucks at 0301\nIT-C - 0-0-3 corps-artillery at 0202"
    here = board(f"{LINE}\n{guard}", RAIL)
    assert not displacing.has_rail_line(here, HexId("0103"), CP), "no friend opens the line again"
    assert sent(here, "0104 0105") == ["11.1.4b"]
    assert not displacing.has_rail_line(board(LINE, ROAD), HexId("0103"), CP)
    down = board(LINE, RAIL, sides={"0101/0102": "bridge=blown"})
    assert not displacing.has_rail_line(down, HexId("0103"), CP)
