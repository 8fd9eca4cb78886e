"""10.0 Supply."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.set_up import proposal
from pbem.games.strafexpedition.supply import is_supplied, is_supplied_hex, net, out_of_supply, sources, supplied_road
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position, UnitState
from tests.games.strafexpedition.boards import board, flat
from tests.games.strafexpedition.data import MAP, scenario

ROAD = "hex source owner=IT: 0101\nline road: 0101-0102-0103-0104-0105\n"


def far(column: int, features: str = "", units: str = "") -> bool:
    here = board(flat(1, 30, ROAD + features), f"IT-a BATTALION 01{column:02}\n{units}")
    return is_supplied(here, UnitId("IT-a"))


def test_10_2_ten_hexes_to_the_road_and_not_eleven() -> None:
    """10.1, 10.2: the unit's own hex does not count, that of the road does."""
    assert far(15)
    assert not far(16)


def test_3_0_railroad_is_a_trail() -> None:
    assert far(19, "line railroad: 0105-0106-0107-0108-0109\n")
    assert HexId("0109") in net(flat(1, 9, "line railroad: 0108-0109\n"))


def test_10_2_1_only_the_first_hexside_may_be_a_crag() -> None:
    """10.2.1, 11.0.4.1: for any unit."""
    assert far(8, "side crag: 0107/0108\n")
    assert not far(8, "side crag: 0106/0107\n")


def test_10_2_2_no_road_beside_an_enemy_even_with_a_friend_on_it() -> None:
    ground = flat(3, 12, "hex source owner=IT: 0201\nline road: 0201-0202-0203-0204-0205-0206\n")
    free = board(ground, "IT-a BATTALION 0206")
    cut = board(ground, "IT-a BATTALION 0206\nIT-b BATTALION 0203\nIT-c BATTALION 0103\nAH-g BATTERY 0303")
    assert free.map.areas.bit[HexId("0206")] & supplied_road(free, IT)
    assert not cut.map.areas.bit[HexId("0204")] & supplied_road(cut, IT)


def test_10_2_2_off_the_road_a_friend_lifts_an_enemy_zone() -> None:
    ground = flat(2, 12, "hex source owner=IT: 0101\nline road: 0101-0102\n")
    blocked = board(ground, "IT-a BATTALION 0110\nAH-a BATTALION 0206")
    helped = board(ground, "IT-a BATTALION 0110\nIT-b BATTALION 0105\nIT-c BATTALION 0106\nAH-a BATTALION 0206")
    assert not is_supplied(blocked, UnitId("IT-a"))
    assert is_supplied(helped, UnitId("IT-a"))


def test_10_2_3_a_side_uses_its_own_sources_and_1201_while_it_holds_it() -> None:
    """10.2.3, S5.sp5: Italian at first."""
    here = board(MAP)
    assert HexId("1201") in sources(here, IT)
    assert HexId("1201") not in sources(here, AH)
    here.mark_hex(HexId("1201"), "held=AH", "23.1")
    assert HexId("1201") in sources(here, AH)
    assert HexId("1201") not in sources(here, IT)


def test_20_4_a_fortress_wants_no_supply_but_others_beside_it_do() -> None:
    """4.0.5, 20.4: looked at for both sides at once."""
    here = board(flat(1, 30, ROAD), "IT-f FORTRESS 0128\nIT-a BATTALION 0128\nAH-a BATTALION 0130\nIT-b BATTALION 0106")
    assert out_of_supply(here) == (UnitId("IT-a"), UnitId("AH-a"))


def test_interdicted_roads_are_cut_for_headquarters_only() -> None:
    here = board(flat(1, 30, ROAD), "IT-a BATTALION 0114")
    assert is_supplied_hex(here, HexId("0114"), IT)
    assert not is_supplied_hex(here, HexId("0114"), IT, here.map.areas.bit[HexId("0103")])


def test_whoever_takes_the_proposed_set_up_of_the_campaign_is_in_supply() -> None:
    """No one begins the game hungry: neither side, on the whole map."""
    printed = scenario("campaign")
    placed = {**proposal(printed, IT), **proposal(printed, AH)}
    states = {unit: UnitState(there, printed.unit(unit).figure("steps"), ()) for unit, there in placed.items()}
    assert out_of_supply(Board(printed, Position("strafexpedition", 1, "", states))) == ()
