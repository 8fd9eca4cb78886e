"""10.52 where a unit arrives (14.11, 16.0/14.3), and 7.24 for an HQ without troops (ruling E19)."""

from __future__ import annotations

import pytest

from pbem.games.gwe import supply
from pbem.games.gwe.by_mail.orders import Enter
from pbem.games.gwe.counters import AL
from pbem.games.gwe.retreat import retreat_paths
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, facts, field, play

ENTRY = "hex entry letter=AL: 0712\nhex entry letter=A: 0101\n"
HOME = "GE-9 XX 2-3-6 infantry at 0305\nIT-hq HQ 1-20(1)8 hq level=army at 0601\nIT-9 XX 2-3-6 infantry at 0601\n"
LONE = "GE-hqX HQ 1-2(1)10 hq level=corps at 0712\n"


def place(b: Board, unit: str) -> str:
    return b.place(UnitId(unit))


def test_10_52_an_arrival_drives_out_a_lone_hq() -> None:
    b = board(field(features=ENTRY), HOME + LONE + "FR-64 XX 3-4-8 infantry turn 7", turn=7, step="al-movement")
    play(b, side=AL)
    assert place(b, "FR-64") == "0712"
    assert [fact["place"] for fact in facts(b, "placed", unit="GE-hqX")] == ["0305"]


@pytest.mark.parametrize("line", ["FR-hq12 HQ 1-8(1)10 hq level=corps turn 7", "IT-dep4 XX 0-1-4 depot turn 7"])
def test_10_52_who_cannot_attack_waits_outside(line: str) -> None:
    unit = line.split()[0]
    b = board(field(features=ENTRY), HOME + LONE + line, turn=7, step="al-movement")
    play(b, side=AL)
    assert place(b, unit) == "waiting"
    assert [fact.rule for fact in facts(b, "withheld", unit=unit)] == ["10.52"]
    assert place(b, "GE-hqX") == "0712"


def test_10_52_an_hq_comes_in_behind_a_division() -> None:
    coming = "FR-hq12 HQ 1-8(1)10 hq level=corps turn 7\nFR-64 XX 3-4-8 infantry turn 7"
    b = board(field(features=ENTRY), HOME + LONE + coming, turn=7, step="al-movement")
    play(b, side=AL)
    assert (place(b, "FR-64"), place(b, "FR-hq12")) == ("0712", "0712")


def test_10_52_ordered_in_either_order_the_division_comes_first() -> None:
    coming = "FR-hq12 HQ 1-8(1)10 hq level=corps turn 7\nFR-64 XX 3-4-8 infantry turn 7"
    orders = [Enter(UnitId(unit), HexId("0712")) for unit in ("FR-hq12", "FR-64")]
    for items in (orders, orders[::-1]):
        b = board(field(features=ENTRY), HOME + LONE + coming, turn=7, step="al-movement")
        play(b, *items, side=AL)
        assert (place(b, "FR-64"), place(b, "FR-hq12"), place(b, "GE-hqX")) == ("0712", "0712", "0305")


def test_10_52_an_ordered_hq_is_refused_with_advice() -> None:
    coming = "FR-hq12 HQ 1-8(1)10 hq level=corps turn 7"
    b = board(field(features=ENTRY), HOME + LONE + coming, turn=7, step="al-movement")
    play(b, Enter(UnitId("FR-hq12"), HexId("0712")), side=AL)
    (refused,) = facts(b, "dropped")
    assert refused.rule == "10.52"
    assert "enter first" in refused["advice"]


def test_10_52_an_hq_that_cannot_give_way_is_lost() -> None:
    """Ruling I3: nobody is left to whom it could go."""
    near = "IT-hq HQ 1-20(1)8 hq level=army at 0601\n"
    b = board(field(features=ENTRY), near + LONE + "FR-64 XX 3-4-8 infantry turn 7", turn=7, step="al-movement")
    play(b, side=AL)
    assert place(b, "GE-hqX") == "gone"
    assert place(b, "FR-64") == "0712"


# -- 7.24 ----------------------------------------------------------------------------------------------------

FRONT = "IT-9 XX 2-3-6 infantry at 0404\nIT-hqC HQ 1-6(1)8 hq level=corps at 0504\nGE-5 XX 6-7-8 infantry at 0503\n"


@pytest.mark.parametrize(("option", "ways"), [("no", 0), ("yes", 1)])
def test_7_24_a_lone_hq_on_the_way_of_a_retreat(option: str, ways: int) -> None:
    b = board(field(), FRONT, turn=7, options={"lone-hq-cancels-zoc": option})
    found = retreat_paths(b, AL, HexId("0404"), (UnitId("IT-9"),), 1)
    assert sum(path[-1] == "0504" for path in found) == ways


@pytest.mark.parametrize(("option", "is_source"), [("no", False), ("yes", True)])
def test_7_24_a_lone_hq_on_a_railway(option: str, is_source: bool) -> None:
    units = "GE-5 XX 6-7-8 infantry at 0609\nIT-hqC HQ 1-6(1)8 hq level=corps at 0709\n"
    units += "IT-hqS HQ 1-6(1)8 hq level=corps at 0710\n"
    b = board(field(), units, turn=7, options={"lone-hq-cancels-zoc": option})
    assert (HexId("0709") in supply.sources(b, AL)) is is_source
