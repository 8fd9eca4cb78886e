"""8.0 Command: range, plans, headquarters, attached units."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import plans
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.activation import check_attached, check_hq_hex, complete, place
from pbem.games.strafexpedition.by_mail.orders_command import Activate, Brigade
from pbem.games.strafexpedition.command import trace
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.logistics import spend, stock
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.days import field, read
from tests.games.tables import Dice, facts, table

HQ = "AH-hq-58 HQ hq brigade=58\n"
OWN = "AH-a BATTALION 0203 brigade=58\nAH-b BATTALION 0206 brigade=58\n"
READY = {"open.AH": "58:5", "spent.AH": "2"}


def covers(here: Board, at: str, hex_id: str, length: int = 5, dice: Dice = ()) -> bool:
    return trace(here, AH, HexId(at), length).covers(table(here, dice), AH, HexId(hex_id))


def activated(here: Board, text: str, dice: Dice = ()) -> Action:
    (order,) = read(here, AH, text, "action-1")
    assert isinstance(order, Activate)
    return place(here, table(here, dice), AH, order)


def refused(here: Board, text: str, dice: Dice = ()) -> str:
    with pytest.raises(Illegal) as illegal:
        activated(here, text, dice)
    return illegal.value.problem.rule


# -- range ---------------------------------------------------------------------------------------------------


def test_3_0_command_range_counts_the_units_hex_and_not_its_own() -> None:
    here = field(HQ)
    assert [covers(here, "0202", one, 3) for one in ("0205", "0206")] == [True, False]


def test_8_1_no_way_through_an_enemy_unit() -> None:
    wall = "\n".join(f"IT-g{row} BATTERY {row:02}04" for row in range(1, 9))
    here = field(HQ + wall)
    assert not covers(here, "0202", "0205")
    assert covers(here, "0202", "0203")


def one_gap() -> Board:
    """Command to 0305 has to pass the zone of the Italian battalion in 0404."""
    wall = "\n".join(f"IT-g{row} BATTERY {row:02}04" for row in (1, 2, 5, 6, 7, 8))
    return field(f"{HQ}{wall}\nIT-z BATTALION 0404")


@pytest.mark.parametrize(("die", "passes"), [(1, False), (3, False), (4, True), (6, True)])
def test_8_1_a_die_for_the_zone_that_lies_in_the_way(die: int, passes: bool) -> None:
    here = one_gap()
    dice = {"command through 0304": die, "command through 0303": 6, "command through 0302": 6}
    assert covers(here, "0202", "0305", 4, dice) is passes


def test_8_1_no_die_where_another_way_leads_round_or_a_friend_stands() -> None:
    here = field(HQ + "IT-z BATTALION 0404")
    assert covers(here, "0202", "0205", 4)  # around by the south
    held = field(HQ + "IT-z BATTALION 0404\nAH-f BATTALION 0304")
    assert covers(held, "0303", "0304", 1)


def test_8_1_the_die_of_a_hex_holds_for_the_whole_action() -> None:
    here = one_gap()
    command, dice = (
        trace(here, AH, HexId("0203"), 5),
        table(here, {"command through 0304": 2, "command through 0303": 6}),
    )
    assert not command.covers(dice, AH, HexId("0305"))
    assert not command.covers(dice, AH, HexId("0306"))  # the same die would be cast twice
    assert [fact["passes"] for fact in facts(here, "command-die", hex="0304")] == [False]


# -- the plan ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("guns", "points"), [(0, 1), (1, 2), (5, 2), (6, 3), (13, 4)])
def test_8_3_a_point_for_the_brigade_and_one_for_each_five_guns(guns: int, points: int) -> None:
    assert plans.cost(field(HQ).scenario, guns) == points


def test_8_2_no_box_takes_sixteen_guns() -> None:
    here = field(HQ + OWN, notes={"@AH.lp": "20"})
    assert plans.boxes(here.scenario) == (0, 5, 10, 15)
    with pytest.raises(Illegal, match="no box takes so many guns"):
        plans.check_plan(here, AH, Brigade("58", 16), [], 20)


def lay_down(text: str, lp: str = "10", units: str = HQ + OWN) -> Board:
    here = field(units, notes={"@AH.lp": lp})
    plans.lay_down(here, table(here), AH, read(here, AH, text, "command"))
    return here


def test_4_0_2_the_points_are_gone_at_once() -> None:
    here = lay_down("brigade 58 with 7 guns\nspend 4")
    assert stock(here, AH) == 6
    assert here.noted("@AH.plan.1") == "brigade_58_with_6-10_guns"
    assert here.number("spent.AH") == 4  # a point more than the plan costs: the bid


def test_4_0_2_secret_only_the_sum_is_open() -> None:
    here = lay_down("brigade 58\nbrigade 58")
    told = [fact for fact in here.facts if "58" in str(fact.about) and "@AH." not in str(fact.about)]
    assert told == []
    assert facts(here, "plan-refused")[0]["plan"] == "@AH.plan"


def test_7_0_what_is_not_used_does_not_come_back_and_what_is_not_spent_stays() -> None:
    here = lay_down("brigade 58 with 5 guns", "8")
    assert stock(here, AH) == 6
    plans.forget(here, AH)
    assert stock(here, AH) == 6
    assert plans.opened(here, AH) == {}


def test_7_1_used_points_are_gone() -> None:
    here = field(HQ, notes={"@AH.lp": "3"})
    spend(here, AH, 3, "7.1")
    assert stock(here, AH) == 0
    assert "@AH.lp" not in here.notes


def test_7_2_without_points_nobody_is_planned() -> None:
    here = field(HQ + OWN)
    plans.lay_down(here, table(here), AH, read(here, AH, "brigade 58", "command"))
    assert facts(here, "plan-refused")[0].rule == "8.3"
    assert "@AH.plan.1" not in here.notes
    with pytest.raises(Illegal) as refused_:
        spend(here, AH, 1, "7.2")
    assert (refused_.value.problem.rule, refused_.value.problem.wanted) == ("7.2", "at most 0")


def test_8_3_the_plan_must_be_paid_for_and_have_a_unit_on_the_map() -> None:
    here = lay_down("brigade 58 with 13 guns", "3")
    assert facts(here, "plan-refused")[0]["why"] == "58 costs more logistics points than are left"
    gone = lay_down("brigade 58", "3", HQ + "AH-a BATTALION gone brigade=58")
    assert facts(gone, "plan-refused")[0]["why"] == "58 has no unit of its own on the map"
    assert stock(gone, AH) == 3


# -- the headquarters ----------------------------------------------------------------------------------------


def test_4_0_8_only_a_planned_brigade_is_activated() -> None:
    here = field(HQ + OWN)
    assert refused(here, "activate 58 at 0103") == "4.0.8"


def test_8_6_who_is_in_command_acts_and_the_others_only_march() -> None:
    here = field(HQ + OWN + "AH-far BATTALION 0712 brigade=58\n", notes=READY)
    action = activated(here, "activate 58 at 0103")
    assert action.units == (UnitId("AH-a"), UnitId("AH-b"))
    assert here.is_marked(UnitId("AH-far"), "uncommanded")
    assert not here.is_marked(UnitId("AH-far"), "acted")
    assert here.place(UnitId("AH-hq-58")) == "0103"
    assert plans.opened(here, AH) == {}


def test_8_5_placement_wants_supply_no_enemy_and_a_unit_of_its_own_in_command() -> None:
    here = field(HQ + OWN + "IT-g BATTERY 0303\nIT-hq-Roma HQ 0302 brigade=Roma\n", notes=READY)
    for at, found in (("0303", "IT-g"), ("0302", "IT-hq-Roma"), ("0112", "0112")):
        with pytest.raises(Illegal) as illegal:
            check_hq_hex(here, AH, "58", UnitId("AH-hq-58"), HexId(at))
        assert (illegal.value.problem.rule, illegal.value.problem.found) == ("8.5.placement", found)
    check_hq_hex(here, AH, "58", UnitId("AH-hq-58"), HexId("0204"))  # in the zone of nobody: a battery has none


def test_8_5_placement_no_line_of_supply() -> None:
    line = "".join(f"IT-{column} BATTALION 04{column:02}\n" for column in range(1, 13))
    here = field(HQ + OWN + line, notes=READY)
    with pytest.raises(Illegal, match="no line of supply"):
        check_hq_hex(here, AH, "58", UnitId("AH-hq-58"), HexId("0606"))


def test_10_4_later_cuts_do_not_touch_a_headquarters() -> None:
    here = field("AH-hq-58 HQ 0105 acted brigade=58\nIT-a BATTALION 0104")
    assert here.place(UnitId("AH-hq-58")) == "0105"
    assert "AH-hq-58" not in [unit for unit in here.on_map(AH) if here.is_marked(unit, "disorganized")]
    with pytest.raises(Illegal):
        check_hq_hex(here, AH, "58", UnitId("AH-hq-58"), HexId("0105"))


@pytest.mark.parametrize(("mode", "rule"), [("fire", "10.4.1"), ("", None)])
def test_10_4_1_guns_in_fire_mode_cut_the_road_they_see(mode: str, rule: str | None) -> None:
    here = field(f"{HQ}{OWN}IT-g BATTERY 0403 {mode}", notes=READY)
    if rule is None:
        check_hq_hex(here, AH, "58", UnitId("AH-hq-58"), HexId("0204"))
        return
    with pytest.raises(Illegal) as illegal:
        check_hq_hex(here, AH, "58", UnitId("AH-hq-58"), HexId("0204"))
    assert illegal.value.problem.rule == rule


def test_8_5_the_first_hex_that_is_legal_is_taken() -> None:
    here = field(HQ + OWN, notes=READY)
    assert activated(here, "activate 58 at 0812, 0103, 0104").at == "0103"


def test_14_0_a_brigade_acts_once_a_day() -> None:
    here = field(HQ + OWN, notes=READY)
    action = activated(here, "activate 58 at 0103")
    complete(here, action)
    assert here.is_marked(action.hq, "acted")
    assert refused(here, "activate 58 at 0103") == "14.0"


# -- who is attached -----------------------------------------------------------------------------------------

ALPINI = "AH-m1 MILITIA 0204\nAH-m2 MILITIA 0204\nAH-m3 MILITIA 0205\n"


def test_8_4_two_independent_battalions_at_most_and_free() -> None:
    here = field(HQ + OWN + ALPINI, notes={**READY, "@AH.lp": "3"})
    action = activated(here, "activate 58 at 0103 with AH-m1, AH-m2, AH-m3")
    assert action.units[-2:] == (UnitId("AH-m1"), UnitId("AH-m2"))
    assert [(fact["unit"], fact.rule) for fact in facts(here, "not-attached")] == [("AH-m3", "8.4")]
    assert stock(here, AH) == 3


def test_8_5_nobody_is_activated_twice_and_no_unit_of_a_brigade_is_attached() -> None:
    here = field(HQ + OWN + "AH-m1 MILITIA 0204 acted\nAH-x BATTALION 0205 brigade=180\n", notes=READY)
    for unit, rule in (("AH-m1", "8.5"), ("AH-x", "8.4")):
        with pytest.raises(Illegal) as illegal:
            check_attached(here, AH, "58", UnitId(unit), (), 5)
        assert illegal.value.problem.rule == rule


def test_8_3_naming_no_more_guns_than_the_box_has_room_for() -> None:
    guns = "".join(f"AH-g{number} BATTERY 010{number} fire\n" for number in range(1, 7))
    here = field(HQ + OWN + guns, notes=READY)
    action = activated(here, "activate 58 at 0103 with " + ", ".join(f"AH-g{number}" for number in range(1, 7)))
    assert len(action.guns) == 5
    assert [(fact["unit"], fact.rule) for fact in facts(here, "not-attached")] == [("AH-g6", "8.3.naming")]


def test_4_0_2_range_guns_beyond_the_command_range_stay_out() -> None:
    here = field(HQ + OWN + "AH-g BATTERY 0112 fire\n", notes=READY)
    assert activated(here, "activate 58 at 0103 with AH-g").guns == ()
    assert [(fact["unit"], fact.rule) for fact in facts(here, "not-attached")] == [("AH-g", "4.0.2.range")]


def test_the_enemy_has_brigades_of_his_own() -> None:
    here = field(HQ + OWN)
    with pytest.raises(Illegal, match="you have no brigade 58"):
        plans.check_plan(here, IT, Brigade("58"), [], 9)


def test_4_0_3_one_player_names_one_sum() -> None:
    """4.0.3, rulings R151, R195: a second `spend` line would be added to the first; it is refused, and never counts."""
    here = field(HQ + OWN, notes={"@AH.lp": "7"})
    lines = read(here, AH, "brigade 58\nspend 3\nspend 3", "command")
    with pytest.raises(Illegal, match="two sums"):
        plans.check_line(here, AH, lines[2], lines)  # type: ignore[arg-type]
    plans.lay_down(here, table(here), AH, lines)
    assert (stock(here, AH), here.noted("spent.AH")) == (4, "3")
    assert [fact["order"] for fact in facts(here, "plan-refused")] == ["spend 3"]
