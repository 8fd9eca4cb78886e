"""11.1 to 11.3: the Movement Phase."""

from __future__ import annotations

import pytest

from pbem.games.italia18 import movement
from pbem.games.italia18.by_mail.orders_move import Arrive, Leg, Move, Release, Relieve
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.entering import holder
from pbem.games.italia18.movement import refuse_late
from pbem.games.italia18.reinforcements import entry_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import GONE, Side, UnitId
from pbem.kernel.text.orders import Order, Orders
from tests.games.italia18.boards import board, flat, hexes, units
from tests.games.italia18.data import CARDS
from tests.games.tables import facts, table

ONE = UnitId("AH-1")
AH1, AH2 = "AH-1 XX 8-9-4/4 infantry", "AH-2 XX 8-9-4/4 infantry"
IT1 = "IT-1 XX 6-9-4/3 infantry"
PLAIN = flat(5, 9)


def mv(names: str, path: str, drop: str = "", *, march: bool = False, cover: str = "") -> Move:
    legs = (Leg(hexes(path), units(drop)),)
    return Move(units(names), legs, march, UnitId(cover) if cover else None)


def phase(here: Board, *orders: Order, side: Side = CP, answers: str | None = "default") -> Board:
    empty = {one: Orders(one, ()) for one in here.scenario.sides}
    given = {**empty, side: Orders(side, tuple(orders))}
    movement.run(here, table(here, answers=answers), given, side)
    return here


def refused(here: Board) -> list[str]:
    return [fact.rule for fact in facts(here, "dropped")]


def test_11_1_1a_stacks_begin_in_one_hex_and_drop_units_on_the_way() -> None:
    apart = phase(board(f"{AH1} at 0101\n{AH2} at 0102", PLAIN), mv("AH-1 AH-2", "0103"))
    assert refused(apart) == ["11.1.1a"]
    order = Move(units("AH-1 AH-2"), (Leg(hexes("0102"), units("AH-2")), Leg(hexes("0103 0104"))))
    here = phase(board(f"{AH1} at 0101\n{AH2} at 0101", PLAIN), order, mv("AH-2", "0103"))
    assert (here.place(ONE), here.place(UnitId("AH-2"))) == ("0104", "0102")
    assert refused(here) == ["11.1.1a"], "who has moved in a stack does not move again"
    assert facts(here, "moved", unit="AH-1", cost="3", allowance="4")


def test_11_1_1a_nobody_is_named_twice_in_a_move() -> None:
    assert refused(phase(board(f"{AH1} at 0101", PLAIN), mv("AH-1 AH-1", "0102"))) == ["11.1.1a"]


def test_a_move_beyond_the_points_is_refused_with_what_can_be_reached() -> None:
    """See 11.1.1b."""
    here = phase(board(f"{AH1} at 0101", PLAIN), mv("AH-1", "0106"))
    [fact] = facts(here, "dropped")
    assert fact.rule == "11.1.1b"
    assert "0105 (4 of 4 MP)" in str(fact.get("advice"))


def test_11_1_1d_no_entry_where_an_enemy_stands() -> None:
    here = phase(board(f"{AH1} at 0101\n{IT1} at 0102", PLAIN), mv("AH-1", "0102"))
    assert refused(here) == ["11.2.2a"]
    gun = phase(board("AH-C - 2-3-3 corps-artillery at 0101\nIT-d - 0 depot at 0102"), mv("AH-C", "0102"))
    assert refused(gun) == ["11.1.1d"]
    enemy = phase(board(f"{AH1} at 0101\n{IT1} at 0103", PLAIN), mv("AH-1", "0102 0103"))
    assert enemy.place(ONE) == "0101"


def test_11_2_1_stop_in_a_zone_and_no_step_from_zone_to_zone() -> None:
    ground = f"{AH1} at 0101\n{AH2} at 0102\n{IT1} at 0104"
    here = phase(board(ground, PLAIN), mv("AH-1", "0102 0103 0203"))
    assert refused(here) == ["11.2.1"]
    assert phase(board(ground, PLAIN), mv("AH-1", "0103")).place(ONE) == "0103"
    pair = f"{AH1} at 0103\n{AH2} at 0103 2\n{IT1} at 0104"
    assert refused(phase(board(pair, PLAIN), mv("AH-1", "0203"))) == ["11.2.1"], "0203 touches 0104 as well"
    assert phase(board(pair, PLAIN), mv("AH-1", "0102")).place(ONE) == "0102"


def test_11_2_2a_a_lone_unit_needs_relief() -> None:
    ground = f"{AH1} at 0103\n{AH2} at 0101\n{IT1} at 0104"
    alone = phase(board(ground, PLAIN), mv("AH-1", "0102"))
    assert refused(alone) == ["11.2.2a"]
    here = phase(board(ground, PLAIN), mv("AH-1", "0102 0101"), Relieve(ONE, units("AH-2")))
    assert (here.place(ONE), here.place(UnitId("AH-2"))) == ("0101", "0103")


def test_11_2_2b_reliefs_come_first_and_the_relieving_unit_stops() -> None:
    ground = f"{AH1} at 0103\n{AH2} at 0101\n{IT1} at 0104"
    here = phase(board(ground, PLAIN), mv("AH-2", "0201"), Relieve(ONE, units("AH-2")))
    assert here.place(UnitId("AH-2")) == "0103"
    assert refused(here) == ["11.1.1a"]
    needless = phase(board(f"{AH1} at 0103\n{AH2} at 0101", PLAIN), Relieve(ONE, units("AH-2")))
    assert refused(needless) == ["11.2.2b"]


def test_11_2_2c_a_stack_leaves_one_of_its_units_behind() -> None:
    pair = f"{AH1} at 0103 2\n{AH2} at 0103 2\n{IT1} at 0104"
    assert phase(board(pair, PLAIN), mv("AH-1", "0102")).place(ONE) == "0102"
    both = phase(board(pair, PLAIN), mv("AH-1", "0102"), mv("AH-2", "0102"))
    assert refused(both) == ["11.2.2a"]
    assert refused(phase(board(pair, PLAIN), mv("AH-1 AH-2", "0102"))) == ["11.2.2a"]


def test_11_2_2d_arditi_cover_a_withdrawal_and_are_lost() -> None:
    ground = "IT-5 III 4-5-5/5 infantry at 0103\nIT-ar - - assault-troops kind=arditi at 0103\n" + f"{AH1} at 0104"
    here = phase(board(ground, PLAIN), mv("IT-5", "0102 0101", cover="IT-ar"), side=EN)
    assert (here.place(UnitId("IT-5")), here.place(UnitId("IT-ar"))) == ("0101", GONE)
    zone = phase(board(ground, PLAIN), mv("IT-5", "0203", cover="IT-ar"), side=EN)
    assert refused(zone) == ["11.2.1"], "cover or not, nobody goes from zone to zone"
    assert zone.place(UnitId("IT-ar")) == "0103"
    weak = f"IT-1 XX 6-9-4/3 infantry at 0103\nIT-ar - - assault-troops kind=arditi at 0201\n{AH1} at 0104"
    assert refused(phase(board(weak, PLAIN), mv("IT-1", "0102", cover="IT-ar"), side=EN)) == ["11.2.2d"]
    pair = ground + "\nIT-6 III 4-5-5/5 infantry at 0103"
    both = phase(board(pair, PLAIN), mv("IT-5 IT-6", "0102 0101", cover="IT-ar"), side=EN)
    assert refused(both) == ["11.2.2d"], "one unit, as ruling R108 has it"


def test_11_2_2e_supports_leave_a_zone_without_relief() -> None:
    ground = f"{AH1} at 0103\nAH-C - 2-3-3 corps-artillery at 0103\n{IT1} at 0104"
    assert phase(board(ground, PLAIN), mv("AH-C", "0102")).place(UnitId("AH-C")) == "0102"
    assert refused(phase(board(ground, PLAIN), mv("AH-C", "0203"))) == ["11.3.1a"]


@pytest.mark.parametrize(
    ("line", "name", "rule"),
    [
        ("AH-C - 2-3-3 corps-artillery", "AH-C", "11.3.1a"),
        ("AH-hq XXXX 8-6 hq", "AH-hq", "11.3.3"),
        ("AH-t - 15 trucks", "AH-t", "11.3.4"),
    ],
)
def test_11_3_1a_supports_enter_no_zone_even_with_friends_in_it(line: str, name: str, rule: str) -> None:
    """11.3.1a, 11.3.3, 11.3.4."""
    here = phase(board(f"{AH1} at 0103\n{line} at 0102\n{IT1} at 0104", PLAIN), mv(name, "0103"))
    assert refused(here) == [rule]


def test_11_3_3_an_hq_crosses_a_major_river_for_all_its_points() -> None:
    river = flat(1, 5, "side major-river: 0101/0102\n")
    here = phase(board("AH-hq XXXX 8-6 hq at 0101", river), mv("AH-hq", "0102"))
    assert facts(here, "moved", unit="AH-hq", cost="6")
    assert refused(phase(board("AH-hq XXXX 8-6 hq at 0101", river), mv("AH-hq", "0102 0103"))) == ["11.1.1b"]


def test_11_3_4_trucks_go_thirty_hexes_by_road() -> None:
    road = flat(1, 33, "line road: " + "-".join(f"01{n:02}" for n in range(1, 34)) + "\n")
    here = phase(board("IT-t - 15 trucks at 0101", road), mv("IT-t", "0131"), side=EN)
    assert facts(here, "moved", unit="IT-t", cost="15")
    assert refused(phase(board("IT-t - 15 trucks at 0101", road), mv("IT-t", "0132"), side=EN)) == ["11.1.1b"]


@pytest.mark.parametrize("line", ["IT-x - 2-3-3 corps-artillery", "IT-x XXXX 8-6 hq", "IT-x - 15 trucks"])
def test_11_3_1b_lone_supports_are_overrun_in_passing(line: str) -> None:
    """11.3.1b, 11.3.3, 11.3.4."""
    ground = f"{AH1} at 0101\n{line} at 0202"
    here = phase(board(ground, PLAIN), mv("AH-1", "0102 0103 0104 0105"))
    assert here.place(UnitId("IT-x")) == GONE
    held = phase(board(f"{ground}\nIT-9 XX 6-9-4/3 infantry at 0202", PLAIN), mv("AH-1", "0102"))
    assert held.place(UnitId("IT-x")) == "0202"
    through = phase(board(ground, PLAIN), mv("AH-1", "0102 0202 0203"))
    assert through.place(ONE) == "0203", "once overrun it bars no way"


def test_11_3_1d_a_support_that_is_left_alone_in_a_zone_is_lost() -> None:
    ground = f"{AH1} at 0103\n{AH2} at 0102\nAH-C - 2-3-3 corps-artillery at 0103\n{IT1} at 0104"
    ground += "\nAH-sb - - assault-troops kind=sturmbataillon at 0103\nAH-d - 0 depot at 0103"
    alone = board(ground, PLAIN)
    alone.eliminate(ONE, "11.3.1d")
    phase(alone, mv("AH-2", "0101"))
    assert alone.place(UnitId("AH-C")) == GONE
    assert alone.place(UnitId("AH-d")) == "0103", "a Depot stays"


def test_11_3_2a_assault_troops_move_with_a_unit_that_may_take_them() -> None:
    ground = "AH-1 XX 8-9-4/4 infantry at 0101\nAH-sb - - assault-troops kind=sturmbataillon at 0101"
    here = phase(board(ground, PLAIN), mv("AH-1 AH-sb", "0105"))
    assert here.place(UnitId("AH-sb")) == "0105"
    assert refused(phase(board(ground, PLAIN), mv("AH-sb", "0102"))) == ["11.3.2a"]
    left = phase(board(ground, PLAIN), mv("AH-1", "0102"))
    assert left.place(UnitId("AH-sb")) == GONE, "4.0d: nobody is left to go with"


def test_11_2_6a_a_forced_march_doubles_movement_along_roads() -> None:
    road = flat(5, 12, "line road: " + "-".join(f"01{n:02}" for n in range(1, 11)) + "\n")
    march = mv("AH-1", "0109", march=True)
    assert phase(board(f"{AH1} at 0101", road), march).place(ONE) == "0109"
    assert refused(phase(board(f"{AH1} at 0101", road), mv("AH-1", "0201", march=True))) == ["11.2.6a"]
    gun = "IT-C - 2-3-3 corps-artillery at 0304"
    assert refused(phase(board(f"{AH1} at 0101\n{gun}", road), march)) == ["11.1.1b"], "too near in 0104"
    at_start = "IT-C - 2-3-3 corps-artillery at 0301"
    assert refused(phase(board(f"{AH1} at 0101\n{at_start}", road), mv("AH-1", "0102", march=True))) == ["11.2.6a"]
    assert refused(phase(board(f"{AH1} at 0101 3 rg", road), march)) == ["11.2.6a"]
    hq = phase(board("AH-hq XXXX 8-6 hq at 0101", road), mv("AH-hq", "0105", march=True))
    assert refused(hq) == ["11.2.6a"]


def test_11_2_6b_a_march_under_an_offensive_disorganizes() -> None:
    road = flat(1, 12, "line road: " + "-".join(f"01{n:02}" for n in range(1, 11)) + "\n")
    offensive = {"offensive": {"17": {"modifiers": [2, 1, 0], "guns": 1}}}
    march = mv("AH-1", "0109", march=True)
    assert phase(board(f"{AH1} at 0101", road, card=offensive), march).marks(ONE) == ("dg",)
    assert phase(board(f"{AH1} at 0101", road), march).marks(ONE) == ()


def test_11_2_10a_frozen_units_stay() -> None:
    assert refused(phase(board(f"{IT1} at 0101 2 frozen", PLAIN), mv("IT-1", "0102"), side=EN)) == ["11.2.10a"]


def test_11_2_10b_a_release_costs_a_victory_point_for_each_marker() -> None:
    pair = f"{IT1} at 0101 2 frozen=1\nIT-2 XX 6-9-4/3 infantry at 0101 2 frozen=1"
    pair += "\nIT-3 XX 6-9-4/3 infantry at 0301 2 frozen=2"
    here = phase(board(pair, PLAIN), Release(units("IT-1 IT-2")), mv("IT-2", "0102"), side=EN)
    assert here.noted("vp.CP") == "1", "one marker, one point"
    assert here.place(UnitId("IT-2")) == "0102"
    assert here.is_marked(UnitId("IT-3"), "frozen")
    dear = board(pair, PLAIN, card={"reserves": CARDS["S1"]["reserves"]})
    assert phase(dear, Release(units("IT-1")), Release(units("IT-3")), side=EN).noted("vp.CP") == "4"
    free = board(pair, PLAIN, card={"reserves": CARDS["S1"]["reserves"]}, turn=3)
    assert phase(free, Release(units("IT-1")), side=EN).noted("vp.CP") == ""
    assert refused(phase(board(f"{IT1} at 0101", PLAIN), Release(units("IT-1")), side=EN)) == ["11.2.10a"]


def test_11_1_4a_nobody_goes_by_rail() -> None:
    rail = flat(1, 9, "line rail: 0101-0102-0103-0104-0105-0106-0107\n", "^")
    assert refused(phase(board(f"{AH1} at 0101", rail), mv("AH-1", "0104"))) == ["11.1.1b"]


def test_guns_in_offensive_mode_and_depots_do_not_move() -> None:
    """See 11.3.1.1, 11.3.5."""
    ground = "GE-A - 3-5-2 army-artillery at 0101 1 offensive\nAH-d - 0 depot at 0101"
    assert refused(phase(board(ground, PLAIN), mv("GE-A", "0102"), mv("AH-d", "0102"))) == ["11.3.1.1", "11.3.5"]


def test_11_3_1_2_other_guns_move_like_combat_units() -> None:
    here = phase(board("GE-A - 3-5-2 army-artillery at 0101\nAH-C - 2-3-3 corps-artillery at 0101", PLAIN),
                 mv("GE-A", "0103"), mv("AH-C", "0104"))  # fmt: skip
    assert (here.place(UnitId("GE-A")), here.place(UnitId("AH-C"))) == ("0103", "0104")


def test_9_2b_a_unit_out_of_supply_moves_straight_back() -> None:
    ground = flat(1, 40, "hex source owner=CP: 0101\n")
    lost = f"{AH1} at 0130 3 oos"
    assert refused(phase(board(lost, ground), mv("AH-1", "0131"))) == ["9.2b"]
    assert refused(phase(board(lost, ground), mv("AH-1", "0128"))) == ["9.2b"], "it can do better"
    assert phase(board(lost, ground), mv("AH-1", "0126")).place(ONE) == "0126"
    near = f"{AH1} at 0123 3 oos"
    assert phase(board(near, ground), mv("AH-1", "0120")).place(ONE) == "0120", "anywhere within the radius"


def test_entering_takes_what_counts() -> None:
    """See S0.vc3, ruling R88."""
    trench = flat(5, 9, "hex trench owner=EN: 0103\n")
    here = phase(board(f"{AH1} at 0101", trench), mv("AH-1", "0102 0103 0104"))
    assert holder(here, HexId("0103")) == CP
    assert holder(board("", trench), HexId("0103")) == EN


@pytest.mark.parametrize(("name", "marks"), [("AH-1", ("dg",)), ("GE-1", ())])
def test_15_5_2_a_depot_is_captured_by_entering_its_hex(name: str, marks: tuple[str, ...]) -> None:
    ground = f"{name} XX 8-9-4/4 infantry at 0101\nIT-d - 0 depot at 0103"
    here = phase(board(ground, PLAIN), mv(name, "0103"))
    assert (here.place(UnitId("IT-d")), here.noted("depots.CP")) == (GONE, "1")
    assert here.marks(UnitId(name)) == marks
    assert refused(phase(board(ground, PLAIN), mv(name, "0102 0103 0104"))) == ["11.2.1"]


def test_11_2_4f_a_combat_unit_cuts_an_empty_pontoon() -> None:
    river = flat(5, 9, "side minor-river: 0103/0104\n")
    pontoon = {"0103/0104": "pontoon=EN>0104"}
    here = phase(board(f"{AH1} at 0101", river, sides=pontoon), mv("AH-1", "0102"))
    assert not here.marked_sides("pontoon")
    assert phase(board(f"{AH1} at 0101", river, sides=pontoon), mv("AH-1", "0201")).marked_sides("pontoon")
    held = phase(board(f"{AH1} at 0101\nIT-1 XX 6-9-4/3 infantry at 0103", river, sides=pontoon), mv("AH-1", "0102"))
    assert held.marked_sides("pontoon")


# -- arrivals ------------------------------------------------------------------------------------------------

ROAD = flat(5, 9, "line road: 0301-0302-0303\nline rail: 0501-0502\n")
COMING = "GE-hq14 XXXX 8-6 hq at 0302\nAH-hq XXXX 8-6 hq at 0501\nAH-50 XX 8-9-4/4 infantry turn 17.2"
FIFTY = UnitId("AH-50")


def coming(number: str, text: str = COMING) -> Board:
    return board(text, ROAD, card={"reinforcement": CARDS["S0"]["reinforcement"]}, notes={"sequence": number})


def test_s0_rf1_the_50th_division_comes_in_the_second_sequence() -> None:
    assert phase(coming("1")).place(FIFTY) == "waiting"
    assert phase(coming("2")).place(FIFTY) == "0302", "by default with the HQ that is named"
    assert phase(coming("3")).place(FIFTY) == "0302"


def test_11_1_5_on_or_next_to_an_hq_and_free_to_move_on() -> None:
    here = phase(coming("2"), Arrive((FIFTY,), HexId("0303")), mv("AH-50", "0305"))
    assert here.place(FIFTY) == "0305"
    assert refused(phase(coming("2"), Arrive((FIFTY,), HexId("0501")))) == ["11.1.5"]
    assert refused(phase(coming("1"), Arrive((FIFTY,), HexId("0302")))) == ["11.1.5"]
    off_road = COMING.replace("0302", "0305")
    assert entry_hexes(coming("2", off_road), FIFTY)[0] == "0501", "another HQ on a railway serves instead"
    nowhere = COMING.replace("0302", "0305").replace("0501", "0105")
    assert phase(coming("2", nowhere)).place(FIFTY) == "waiting"


def test_11_1_5_who_appears_in_an_enemy_zone_stays_there() -> None:
    text = f"{COMING}\nIT-1 XX 6-9-4/3 infantry at 0304\nAH-9 XX 8-9-4/4 infantry at 0302 2"
    here = phase(coming("2", text), Arrive((FIFTY,), HexId("0303")), mv("AH-50", "0202"))
    assert here.place(FIFTY) == "0303"
    assert refused(here) == ["11.1.1a"]


def test_11_3_2a_assault_troops_arrive_with_their_division() -> None:
    """See 11.1.5, S1: whoever names the division need not name them, and they never come alone."""
    text = f"{COMING}\nAH-sb - - assault-troops kind=sturmbataillon turn 17.2"
    card = {"reinforcement": [{"turn": "17.2", "units": ["AH-50", "AH-sb"], "at": "on or next to GE-hq14"}]}

    def both() -> Board:
        return board(text, ROAD, card=card, notes={"sequence": "2"})

    here = phase(both(), Arrive((FIFTY,), HexId("0303")))
    assert [here.place(unit) for unit in units("AH-50 AH-sb")] == ["0303", "0303"]
    assert [phase(both()).place(unit) for unit in units("AH-50 AH-sb")] == ["0302", "0302"]
    assert refused(phase(both(), Arrive(units("AH-sb"), HexId("0303")))) == ["11.3.2a"]


def test_11_0_after_more_it_is_too_late_for_what_opens_the_phase() -> None:
    """See 11.1.5, 11.2.10a: nothing of it is passed over in silence."""
    here = board("IT-1 XX 6-9-4/3 infantry at 0303 2 frozen=0303", PLAIN)
    at_table = table(here, (), "default")
    kept = refuse_late(at_table, [Release(units("IT-1")), mv("IT-1", "0302")], is_early=False)
    assert (len(kept), refused(here)) == (1, ["11.0"])
