"""9.0 Supply."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.italia18 import supply
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.headquarters import has_line
from pbem.games.italia18.supply_lines import command_area, direct_area, open_sources, sources
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import GONE, UnitId
from tests.games.italia18.boards import board, flat
from tests.games.italia18.data import MAPS
from tests.games.tables import facts, table

HQ = UnitId("AH-hq")
SMALL = "AH-hq XXXX 3-6 hq"
UNIT = "AH-1 XX 8-9-4/4 infantry"
IT = "IT-1 XX 6-9-4/3 infantry"
ONE = UnitId("AH-1")
FAR = "hex source owner=CP: 0101\n"  # of rows with 26 hexes: twenty hexes do not reach their end


def phase(here: Board, answers: dict[str, tuple[str, ...]] | None = None) -> Board:
    supply.run(here, table(here, answers=answers))
    return here


# -- HQs -----------------------------------------------------------------------------------------------------


def test_9_1a_a_line_of_any_length_that_no_enemy_zone_cuts() -> None:
    assert has_line(board(f"{SMALL} at 0126", flat(1, 26, FAR)), HQ)
    assert not has_line(board(f"{SMALL} at 0126\n{IT} at 0110", flat(1, 26, FAR)), HQ)
    zone = flat(2, 12, FAR)
    assert not has_line(board(f"{SMALL} at 0112\n{IT} at 0206", zone), HQ)
    opened = f"{SMALL} at 0112\n{IT} at 0206\n{UNIT} at 0106\nAH-2 XX 8-9-4/4 infantry at 0107"
    assert has_line(board(opened, zone), HQ), "friends in 0106 and 0107 open the zone"


def test_a_major_river_does_not_stop_the_line_of_an_hq() -> None:
    """See 9.1a, ruling R57."""
    river = flat(1, 9, FAR + "side major-river: 0103/0104\n")
    here = board(f"{SMALL} at 0108", river)
    assert has_line(here, HQ)
    assert HexId("0108") in command_area(here, HQ)


def test_9_1b_sources_as_the_map_prints_them() -> None:
    here = board("", flat(2, 4, "hex source owner=CP: 0201\nhex source owner=EN: 0104\n"))
    assert (sources(here, CP), sources(here, EN)) == (("0201",), ("0104",))
    assert "W0337" in MAPS["piave"].hexes_with("source", owner="EN"), "Venezia"


def test_9_1k_a_source_that_the_enemy_holds_or_controls_is_closed() -> None:
    ground = flat(2, 6, "hex source owner=CP: 0101 0106\n")
    assert open_sources(board("", ground), CP) == ("0101", "0106")
    assert open_sources(board(f"{IT} at 0101", ground), CP) == ("0106",)
    assert open_sources(board(f"{IT} at 0105", ground), CP) == ("0101",)
    assert open_sources(board(f"{IT} at 0105\n{UNIT} at 0106", ground), CP) == ("0101", "0106")


def test_9_1k_no_line_crosses_the_adige_or_the_sea() -> None:
    assert not has_line(board(f"{SMALL} at 0104", flat(1, 4, FAR + "side closed-river: 0102/0103\n")), HQ)
    assert not has_line(board(f"{SMALL} at 0104", "terrain:\n  01 . ~ . .\n" + FAR), HQ)


def test_9_1c_an_hq_without_a_line_goes_back_to_the_first_hex_that_has_one() -> None:
    here = phase(board(f"{SMALL} at 0112\n{IT} at 0106", flat(1, 26, FAR)))
    assert here.place(HQ) == "0104", "0105 lies in the zone of the division in 0106"
    assert facts(here, "placed", unit="AH-hq", was="0112", source="0101")


def test_9_1c_no_high_mountain_and_at_worst_the_source_itself() -> None:
    high = "terrain:\n  01 . A A . . . .\n" + FAR
    here = phase(board(f"{SMALL} at 0107\n{IT} at 0105", high))
    assert here.place(HQ) == "0101"


def test_9_1c_the_owner_chooses_among_sources_that_are_equally_near() -> None:
    ground = flat(3, 9, "hex source owner=CP: 0101 0109\n")
    units = f"{SMALL} at 0105\n" + "\n".join(f"IT-{n} XX 6-9-4/3 infantry at 02{n:02}" for n in (4, 5))
    units += "\nIT-8 XX 6-9-4/3 infantry at 0103\nIT-9 XX 6-9-4/3 infantry at 0107"
    with pytest.raises(Waiting):
        phase(board(units, ground))
    here = phase(board(units, ground), {"source for AH-hq": ("0109",)})
    assert here.place(HQ) == "0109"


def test_an_hq_stays_where_no_source_is_open() -> None:
    """See 9.1c: it has nowhere to go, and supplies nobody."""
    here = phase(board(f"{SMALL} at 0108\n{UNIT} at 0107\n{IT} at 0101", flat(1, 9, FAR)))
    assert here.place(HQ) == "0108"
    assert here.is_marked(ONE, "oos")


# -- units ---------------------------------------------------------------------------------------------------


def test_9_1d_within_the_radius_of_any_hq_of_the_side() -> None:
    ground = flat(1, 40, FAR)
    near, far = "AH-1 XX 8-9-4/4 infantry at 0133", "AH-1 XX 8-9-4/4 infantry at 0134"
    german = "GE-hq XXXX 3-6 hq at 0130"
    assert supply.is_supplied(board(f"{german}\n{near}", ground), ONE)
    assert not supply.is_supplied(board(f"{german}\n{far}", ground), ONE)


def test_9_1e_twenty_hexes_from_a_source_or_a_depot() -> None:
    ground = flat(1, 50, FAR)
    assert direct_area(board("", ground), CP)[HexId("0121")] == 20
    assert HexId("0122") not in direct_area(board("", ground), CP)
    depot = board("AH-d - 0 depot at 0130", ground)
    assert HexId("0150") in direct_area(depot, CP)


def test_15_5_a_depot_supplies_even_alone_in_an_enemy_zone() -> None:
    here = phase(board(f"AH-d - 0 depot at 0140\n{UNIT} at 0139\n{IT} at 0141", flat(1, 50, FAR)))
    assert here.place(UnitId("AH-d")) == "0140"
    assert not here.is_marked(ONE, "oos")


def test_9_1f_neither_line_passes_an_enemy_or_his_zone() -> None:
    ground = flat(2, 12, FAR)
    assert not supply.is_supplied(board(f"{UNIT} at 0109\n{IT} at 0205", ground), ONE)
    friends = "AH-2 III 4-4-5/5 infantry at 0105\nAH-3 III 4-4-5/5 infantry at 0106"
    assert supply.is_supplied(board(f"{UNIT} at 0109\n{IT} at 0205\n{friends}", ground), ONE)
    gun = "IT-C - 2-3-3 corps-artillery at 0104"
    assert not supply.is_supplied(board(f"{UNIT} at 0109\n{gun}", flat(1, 12, FAR)), ONE), "supports block too"


def test_9_1g_beyond_a_major_river_only_the_first_hex() -> None:
    river = flat(1, 9, FAR + "side major-river: 0103/0104\n")
    assert list(direct_area(board("", river), CP)) == ["0101", "0102", "0103", "0104"]
    bridge = flat(1, 9, FAR + "side major-river: 0103/0104\nside bridge kind=rail: 0103/0104\n")
    assert HexId("0109") in direct_area(board("", bridge), CP)
    blown = board("", bridge, sides={"0103/0104": "bridge=blown"})
    assert HexId("0105") not in direct_area(blown, CP)
    pontoon = {"0103/0104": "pontoon=CP>0104"}
    assert HexId("0109") in direct_area(board("", river, sides=pontoon), CP)
    theirs = {"0103/0104": "pontoon=EN>0103"}
    assert HexId("0105") not in direct_area(board("", river, sides=theirs), CP)


@pytest.mark.parametrize("letter", ["^", "A", "%"])
def test_9_1h_rough_ground_counts_two_off_the_road(letter: str) -> None:
    here = board(f"{SMALL} at 0101", flat(1, 6, "", letter))
    assert command_area(here, HQ) == {"0101": 0, "0102": 2}
    road = flat(1, 6, "line road: 0101-0102-0103-0104-0105\n", letter)
    assert list(command_area(board(f"{SMALL} at 0101", road), HQ)) == ["0101", "0102", "0103", "0104"]


def test_9_1h_minor_roads_by_the_weather() -> None:
    """See ruling R109: in the Supply Phase no weather is in force."""
    road = flat(1, 6, "line minor-road: 0101-0102-0103-0104-0105\n", "^")
    assert HexId("0104") in command_area(board(f"{SMALL} at 0101", road), HQ)
    assert HexId("0103") not in command_area(board(f"{SMALL} at 0101", road, notes={"weather": "poor"}), HQ)


def test_9_1j_a_radius_counts_whether_or_not_the_hq_is_supplied() -> None:
    here = board(f"{SMALL} at 0106\n{UNIT} at 0108\n{IT} at 0101", flat(1, 9, FAR))
    assert not has_line(here, HQ)
    assert supply.is_supplied_from(here, ONE, HQ)
    here.eliminate(HQ, "11.3.3")
    assert not supply.is_supplied_from(here, ONE, HQ)


# -- who suffers ---------------------------------------------------------------------------------------------


def test_9_1i_who_has_no_line_is_marked() -> None:
    here = phase(board(f"{UNIT} at 0130\nAH-2 XX 8-9-4/4 infantry at 0110", flat(1, 40, FAR)))
    assert here.marks(ONE) == ("oos",)
    assert not here.marks(UnitId("AH-2"))


def test_9_2c_a_second_failure_eliminates_and_a_line_takes_the_marker_off() -> None:
    here = phase(board(f"{UNIT} at 0130 3 oos\nAH-2 XX 8-9-4/4 infantry at 0110 3 oos", flat(1, 40, FAR)))
    assert here.place(ONE) == GONE
    assert not here.marks(UnitId("AH-2"))


def test_9_3_supports_are_lost_at_once_but_for_three_kinds() -> None:
    far = "AH-C - 2-3-3 corps-artillery at 0130\nAH-d - 0 depot at 0150\nAH-sb - - assault-troops kind=sturmbataillon"
    here = phase(board(f"{UNIT} at 0129\n{far} at 0129", flat(1, 80, "hex source owner=CP: 0101\n")))
    assert here.place(UnitId("AH-d")) == "0150"
    assert here.place(UnitId("AH-C")) == "0130", "within twenty of the Depot"
    cut = phase(board(f"{UNIT} at 0129\n{far.splitlines()[0]}\n{far.splitlines()[2]} at 0129", flat(1, 40, FAR)))
    assert cut.place(UnitId("AH-C")) == GONE
    assert cut.place(UnitId("AH-sb")) == "0129", "it waits with its division"
    cut = phase(board(f"{UNIT} at 0129 3 oos\n{far.splitlines()[2]} at 0129", flat(1, 40, FAR)))
    assert cut.place(UnitId("AH-sb")) == GONE, "and is lost with it"


def test_all_are_looked_at_before_anybody_suffers() -> None:
    """See 9.1f, 9.2c: a unit that starves in this phase still cuts the lines of others in it."""
    ground = flat(1, 60, "hex source owner=CP: 0101\nhex source owner=EN: 0160\n")
    here = phase(board(f"{UNIT} at 0112\n{IT} at 0108 2 oos", ground))
    assert here.place(UnitId("IT-1")) == GONE
    assert here.is_marked(ONE, "oos")
