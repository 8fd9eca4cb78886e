"""2.1 and 2.2 What the components leave no doubt about: whole hexes, the Adige, one terrain, divisions that split."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_combat import Exploit
from pbem.games.italia18.by_mail.orders_move import Leg, Move
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.going_on import move_on
from pbem.games.italia18.markers import adjust
from pbem.games.italia18.relief import Phase
from pbem.games.italia18.set_up import TERRAINS
from pbem.games.italia18.ways import is_passable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.italia18.boards import board, flat, hexes, units
from tests.games.italia18.data import MAPS
from tests.games.italia18.phases import move_phase, places, refused
from tests.games.tables import table


@pytest.mark.parametrize("name", MAPS)
def test_2_1a_what_is_not_drawn_is_no_hex(name: str) -> None:
    map = MAPS[name]
    assert "none" not in {map.base[hex_id] for hex_id in map.grid.hexes}
    around = [there for here in map.grid.hexes for there in map.grid.neighbours[here]]
    assert all(there in map.base for there in around)


@pytest.mark.parametrize("name", MAPS)
def test_2_1e_every_hex_has_one_terrain(name: str) -> None:
    map = MAPS[name]
    assert set(map.base) == set(map.grid.hexes)
    assert {map.base[hex_id] for hex_id in map.grid.hexes} <= set(TERRAINS)


def test_2_1d_nothing_crosses_the_adige() -> None:
    map = MAPS["piave"]
    here, there = HexId("W3611"), HexId("W3712")
    assert not is_passable(map, here, there)
    assert not is_passable(map, there, here)
    river = flat(3, 9, "side closed-river name=Adige: 0202/0203\n")
    bank = board("AH-1 X 4-4-5/5 infantry at 0202", river)
    move_phase(bank, Move(units("AH-1"), (Leg(hexes("0203")),)), side=CP)
    assert (refused(bank), places(bank, "AH-1")) == (["11.1.2"], ["0202"])


def test_2_2_1b_the_units_of_a_division_go_their_own_ways() -> None:
    here = board("AH-1 X 4-4-5/5 infantry division=3 at 0101\nAH-2 X 4-4-5/5 infantry division=3 at 0101", flat(3, 9))
    move_phase(here, Move(units("AH-1"), (Leg(hexes("0106")),)), side=CP)
    assert (refused(here), places(here, "AH-1 AH-2")) == ([], ["0106", "0101"])


ROAD = flat(3, 12, "line road: 0101-0102-0103-0104-0105-0106-0107-0108-0109-0110\n")


def go_on(here: Board, name: str, way: str, side: Side) -> None:
    move_on(here, table(here), Exploit(UnitId(name), hexes(way)), Phase(side))


def test_11_2_8d_a_reserve_moves_with_two_points_more() -> None:
    brigade = "AH-1 X 4-4-4/4 infantry at 0101 2 reserves=1"
    with pytest.raises(Illegal, match="cannot reach"):
        go_on(board(brigade, ROAD), "AH-1", "0108", CP)
    here = board(brigade, ROAD)
    go_on(here, "AH-1", "0107", CP)
    assert places(here, "AH-1") == ["0107"]


def test_11_2_10c_a_held_unit_keeps_its_marker_and_does_not_exploit() -> None:
    here = board("IT-1 XX 6-9-4/3 infantry at 0101 2 frozen=0101", ROAD)
    adjust(here)
    assert here.marks(UnitId("IT-1")) == ("frozen=0101",)
    with pytest.raises(Illegal, match="may not move in this phase"):
        go_on(here, "IT-1", "0102", EN)
