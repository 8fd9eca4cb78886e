"""5.3 and 16.0/5.3x: railroad movement, on the map and off it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Illegal
from pbem.games.gwe import rail, zoc
from pbem.games.gwe.attack import Spent, check_attacker
from pbem.games.gwe.barrage import check_attack_support
from pbem.games.gwe.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, cost_of, dropped, facts, field, move, play, the_charts

HQS = "GE-hq HQ 1-30(1)10 hq level=army at 0201\nIT-hq HQ 1-30(1)8 hq level=army at 0601\n"
LONG: dict[str, Any] = {"rows": 7, "columns": 60}


def refused(b: Board) -> list[str]:
    """The rules under which orders were dropped."""
    return [rule for rule, _ in dropped(b)]


FOUR = """
AH-KO XXX 4-6-6 infantry at 0102 entrained
AH-24 XX 2-3-6 infantry at 0102 entrained
AH-b57 X 2-2-8 alpine at 0102 entrained
AH-hq5 HQ 1-8(1)8 hq at 0102
AH-b29 X 2-2-8 alpine at 0103
"""


def test_5_31_capacity_counts_stacking_points_and_no_hqs() -> None:
    b = board(field(), HQS + FOUR)
    rides = [move(unit, "rail 0108") for unit in ("AH-KO", "AH-24", "AH-b57")]
    play(b, *rides, move("AH-hq5", "entrain", "rail 0108"), move("AH-b29", "entrain", "rail 0108"))
    assert [b.place(UnitId(u)) for u in ("AH-KO", "AH-24", "AH-b57", "AH-hq5", "AH-b29")] == ["0108"] * 4 + ["0103"]
    assert refused(b) == ["5.31"]


def test_5_31_units_that_sit_entrained_use_capacity() -> None:
    b = board(field(), HQS + FOUR)
    play(b, move("AH-b29", "entrain"))
    assert refused(b) == ["5.31"]
    b = board(field(), HQS + FOUR)
    play(b, move("AH-b57", "detrain"), move("AH-b29", "entrain"))
    assert refused(b) == []
    assert b.is_marked(UnitId("AH-b29"), "entrained")


def test_5_31_rate_is_44_hexes_for_the_central_powers_and_36_for_the_allies() -> None:
    units = HQS + "GE-5 XX 6-7-8 infantry at 0102 entrained\nFR-64 XX 3-4-8 infantry at 0702 entrained"
    for goal, far in (("0146", True), ("0147", False)):
        b = board(field(**LONG), units)
        play(b, move("GE-5", f"rail {goal}"))
        assert (b.place(UnitId("GE-5")) == goal) is far
        assert refused(b) == ([] if far else ["5.31"])
    for goal, far in (("0738", True), ("0739", False)):
        b = board(field(**LONG), units)
        play(b, move("FR-64", f"rail {goal}"), side=AL)
        assert (b.place(UnitId("FR-64")) == goal) is far


def test_5_32_boarding_under_enemy_control_is_for_tcr_1() -> None:
    for unit, figures, rule in (("IT-XXIV", "XXX 4-5-6 infantry", ["5.32"]), ("IT-52", "XX 2-3-8 alpine", [])):
        b = board(field(), HQS + f"{unit} {figures} at 0704\nAH-4 XX 2-3-6 infantry at 0603")
        play(b, move(unit, "entrain"), side=AL)
        assert refused(b) == rule
        assert all("enemy control" in why for _, why in dropped(b))
        assert b.is_marked(UnitId(unit), "entrained") is (rule == [])
    assert cost_of(b, "IT-52") == 2


def test_5_32_only_supplied_units_board() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-8 infantry at 0108\nIT-13 XX 2-3-6 infantry at 0103")  # the rail is cut
    play(b, move("AH-4", "entrain"))
    assert refused(b) == ["5.32"]


def test_5_32_hqs_board_whatever_their_supply() -> None:
    b = board(field(), HQS + "AH-hq5 HQ 1-8(1)8 hq at 0108\nIT-13 XX 2-3-6 infantry at 0103")
    play(b, move("AH-hq5", "entrain", "rail 0110"))
    assert b.place(UnitId("AH-hq5")) == "0110"


def test_5_32_only_commanded_units_board() -> None:
    b = board(field(), "AH-4 XX 2-3-6 infantry at 0103")
    play(b, move("AH-4", "entrain"), dice={"command of AH-4": 1})
    assert refused(b) == ["4.0.A1d"]


def test_5_32_riding_needs_boarding() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0103")
    play(b, move("AH-4", "rail 0105"))
    assert refused(b) == ["5.32"]


def test_5_33_trains_keep_out_of_enemy_control() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0103 entrained\nIT-13 XX 2-3-6 infantry at 0207")
    play(b, move("AH-4", "rail 0109"))
    assert refused(b) == ["5.33"]
    assert "0107" in dropped(b)[0][1]
    assert "under enemy control" in dropped(b)[0][1]


def test_5_33_a_hex_last_held_by_the_enemy_is_closed_until_a_friend_returns() -> None:
    units = HQS + "AH-4 XX 2-3-6 infantry at 0103 entrained\nAH-13 XX 2-3-6 infantry at 0206"
    b = board(field(), units, hexes={"0106": ("held=AL",)})
    play(b, move("AH-4", "rail 0109"))
    assert refused(b) == ["5.33"]
    b = board(field(), units, hexes={"0106": ("held=AL",)})
    play(b, move("AH-13", "0106"), move("AH-4", "rail 0109"))
    assert refused(b) == []
    assert b.place(UnitId("AH-4")) == "0109"


def test_5_33_an_enemy_passing_by_closes_the_rail() -> None:
    b = board(field(), HQS + "IT-13 XX 2-3-6 infantry at 0205")
    play(b, move("IT-13", "0106 -> 0206"), side=AL, dice={"attrition of IT-13": 6})
    assert b.hex_mark(HexId("0106"), "held") == "AL"


def test_5_33_trains_follow_connected_rail() -> None:
    b = board(field({}, "line rail owner=CP: 0305-0306"), HQS + "AH-4 XX 2-3-6 infantry at 0103 entrained")
    play(b, move("AH-4", "rail 0305"))
    assert refused(b) == ["5.33"]


def test_5_34_detraining_is_free_and_the_rest_can_be_walked() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0103")
    play(b, move("AH-4", "entrain", "rail 0108", "detrain", "0208 -> 0308"))
    assert (b.place(UnitId("AH-4")), cost_of(b, "AH-4")) == ("0308", 4)
    assert facts(b, "moved")[0]["rail"] == 5
    assert set(b.marks(UnitId("AH-4"))) == {"detrained", "moved", "railed"}


def test_5_34_walking_from_a_train_detrains() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0103 entrained")
    play(b, move("AH-4", "rail 0108", "0208"))
    assert not b.is_marked(UnitId("AH-4"), "entrained")
    assert cost_of(b, "AH-4") == 1


def test_5_34_nobody_detrains_twice() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0103")
    play(b, move("AH-4", "detrain"))
    assert refused(b) == ["5.34"]


def test_5_34_only_tcr_1_attacks_after_riding() -> None:
    for figures, is_allowed in (("XX 2-3-6 infantry", False), ("XX 3-4-8 infantry", True)):
        b = board(field(), HQS + f"IT-50 {figures} at 0604 railed\nAH-4 XX 2-3-6 infantry at 0504", step="al-combat")
        if is_allowed:
            check_attacker(b, AL, UnitId("IT-50"), (HexId("0504"),), Spent())
        else:
            with pytest.raises(Illegal) as refusal:
                check_attacker(b, AL, UnitId("IT-50"), (HexId("0504"),), Spent())
            assert refusal.value.problem.rule == "5.34"


def test_5_35_out_of_command_a_train_rides_and_does_nothing_else() -> None:
    b = board(field(columns=20), "AH-33 XX 2-3-6 infantry at 0103 entrained")
    play(b, move("AH-33", "rail 0115", "detrain", "0215"), dice={"command of AH-33": 2})
    assert b.place(UnitId("AH-33")) == "0115"
    assert b.is_marked(UnitId("AH-33"), "entrained")
    assert refused(b) == ["5.35"]


def test_5_35_out_of_command_no_detraining_alone() -> None:
    b = board(field(), "AH-33 XX 2-3-6 infantry at 0103 entrained")
    play(b, move("AH-33", "detrain"), dice={"command of AH-33": 2})
    assert refused(b) == ["5.35"]
    assert b.is_marked(UnitId("AH-33"), "entrained")


def test_5_36_entrained_units_control_nothing() -> None:
    b = board(field(), "AH-4 XX 2-3-6 infantry at 0303 entrained\nAH-13 XX 2-3-6 infantry at 0308")
    assert HexId("0304") not in zoc.controlled_hexes(b, CP)
    assert HexId("0309") in zoc.controlled_hexes(b, CP)


# -- off the map ---------------------------------------------------------------------------------------------

EXITS = """
link off-map owner=CP cost=5: 0112 0312
link off-map owner=CP cost=3: 0312 0512
line rail owner=CP: 0312-0311 0512-0511
"""
TRAIN = "AH-4 XX 2-3-6 infantry at 0111 entrained\n"


def test_5_37_off_map_to_the_linked_exit() -> None:
    b = board(field({}, EXITS), HQS + TRAIN)
    play(b, move("AH-4", "rail 0112", "off-map 0312", "rail 0311"))
    assert b.place(UnitId("AH-4")) == "0311"
    assert facts(b, "moved")[0]["rail"] == 1 + 5 + 1


def test_5_37_a_chain_of_links_passes_exits_without_entering_them() -> None:
    b = board(field({}, EXITS), HQS + TRAIN + "IT-13 XX 2-3-6 infantry at 0211")  # controls 0312
    play(b, move("AH-4", "rail 0112", "off-map 0312 -> 0512"), dice={})
    assert refused(b) == ["5.33"]  # and 0112 as well
    b = board(field({}, EXITS), HQS + "AH-4 XX 2-3-6 infantry at 0112 entrained\nIT-13 XX 2-3-6 infantry at 0211")
    play(b, move("AH-4", "off-map 0312 -> 0512"))
    assert b.place(UnitId("AH-4")) == "0512"


def test_5_37_no_way_back_into_enemy_control() -> None:
    b = board(field({}, EXITS), HQS + TRAIN + "IT-13 XX 2-3-6 infantry at 0412")
    play(b, move("AH-4", "rail 0112", "off-map 0312"))
    assert refused(b) == ["5.37"]
    assert b.place(UnitId("AH-4")) == "0111"


def test_5_37_only_along_the_sides_own_links() -> None:
    b = board(field({}, EXITS), HQS + TRAIN)
    play(b, move("AH-4", "rail 0112", "off-map 0512"))
    assert refused(b) == ["5.37"]
    b = board(field({}, EXITS.replace("owner=CP cost=5", "owner=AL cost=5")), HQS + TRAIN)
    play(b, move("AH-4", "rail 0112", "off-map 0312"))
    assert refused(b) == ["5.37"]


def test_5_38_a_train_may_stop_off_the_map_and_go_on() -> None:
    charts = the_charts()
    charts["rail"]["CP"]["rate"] = 4
    b = board(field({}, EXITS), HQS + TRAIN, charts=charts)
    play(b, move("AH-4", "rail 0112", "off-map 0312"))
    assert (b.place(UnitId("AH-4")), b.mark_of(UnitId("AH-4"), "via")) == ("offmap", "0112-0312-3")
    play(b, move("AH-4", "off-map 0312", "rail 0311"), dice={"command of AH-4": 6})
    assert b.place(UnitId("AH-4")) == "0311"
    assert facts(b, "moved")[-1]["rail"] == 2 + 1
    assert not b.is_marked(UnitId("AH-4"), "via")


def test_5_38_off_map_units_use_capacity_and_cannot_detrain() -> None:
    units = HQS + "AH-4 XX 2-3-6 infantry at offmap entrained via=0112-0312-3\n"
    b = board(field({}, EXITS), units)
    assert rail.capacity_used(b, CP) == 2
    play(b, move("AH-4", "detrain"), dice={"command of AH-4": 6})
    assert refused(b) == ["5.38"]


def test_5_38_a_train_may_turn_back_for_what_it_has_paid() -> None:
    b = board(field({}, EXITS), HQS + "AH-4 XX 2-3-6 infantry at offmap entrained via=0112-0312-3\n")
    play(b, move("AH-4", "off-map 0112"), dice={"command of AH-4": 6})
    assert (b.place(UnitId("AH-4")), facts(b, "moved")[0]["rail"]) == ("0112", 3)


def test_5_38_a_train_on_a_link_reaches_its_end_first() -> None:
    b = board(field({}, EXITS), HQS + "AH-4 XX 2-3-6 infantry at offmap entrained via=0112-0312-3\n")
    play(b, move("AH-4", "off-map 0512"), dice={"command of AH-4": 6})
    assert refused(b) == ["5.38"]


# -- the exclusive rules -------------------------------------------------------------------------------------


def test_16_0_5_31_allied_capacity_is_16() -> None:
    units = HQS + "".join(f"IT-{n} XX 2-3-6 infantry at 0702\n" for n in range(9))
    b = board(field(), units)
    play(b, *(move(f"IT-{n}", "entrain", "rail 0708") for n in range(9)), side=AL, answers="default")
    assert refused(b) == ["5.31"]
    assert sum(fact["rail"] == 6 for fact in facts(b, "moved")) == 8


def test_16_0_5_31_allied_arrivals_are_free_on_their_turn() -> None:
    feature = "hex entry letter=AL: 0712"
    italians = "".join(f"IT-{n} XX 2-3-6 infantry at 0702\n" for n in range(8))
    b = board(field({}, feature), HQS + italians + "FR-64 XX 3-4-8 infantry turn 7 0712\n", turn=7)
    orders = [move(f"IT-{n}", "entrain", "rail 0708") for n in range(8)]
    play(b, *orders, move("FR-64", "rail 0705"), side=AL, answers="default")
    assert refused(b) == []
    assert b.place(UnitId("FR-64")) == "0705"


def test_16_0_5_31_central_powers_arrivals_count() -> None:
    feature = "hex entry letter=D: 0101"
    units = HQS + "AH-dep9 XX 0-1-4 depot turn 7 D\n" + "".join(f"AH-{n} XX 2-3-6 infantry at 0102\n" for n in range(6))
    b = board(field({}, feature), units, turn=7)
    play(b, *(move(f"AH-{n}", "entrain", "rail 0108") for n in range(6)))
    assert b.place(UnitId("AH-dep9")) == "0101"
    assert refused(b) == ["5.31"]


def test_16_0_5_32a_enemy_rail_is_never_friendly() -> None:
    b = board(field(), HQS + "AH-21 XX 2-3-6 infantry at 0703", hexes={"0703": ("held=CP",)})
    play(b, move("AH-21", "entrain"))
    assert refused(b) == ["16.0/5.32a"]


def test_16_0_5_32b_boarding_costs_two_for_everybody() -> None:
    b = board(field(), HQS + "AH-art5 X (5)3-4 artillery at 0103")
    play(b, move("AH-art5", "entrain", "rail 0105", "0205 -> 0305"))
    assert cost_of(b, "AH-art5") == 4
    b = board(field(), HQS + "AH-art5 X (5)3-4 artillery at 0403")
    play(b, move("AH-art5", "0303 -> 0202 -> 0103", "entrain"))
    assert refused(b) == ["5.14"]


def test_16_0_5_34_detrained_guns_do_not_support_an_attack() -> None:
    units = "IT-art1 X (4)2-4 artillery at 0604 {}\nIT-13 XX 2-3-6 infantry at 0604\nAH-4 XX 2-3-6 infantry at 0504"
    b = board(field(), HQS + units.format("detrained"))
    with pytest.raises(Illegal) as refusal:
        check_attack_support(b, UnitId("IT-art1"), (UnitId("IT-13"),), (HexId("0504"),))
    assert refusal.value.problem.rule == "16.0/5.34"
    check_attack_support(
        board(field(), HQS + units.format("")), UnitId("IT-art1"), (UnitId("IT-13"),), (HexId("0504"),)
    )


def test_10_52_rail_lines_run_over_a_lone_enemy_hq() -> None:
    b = board(field(), HQS + "AH-dep1 XX 0-1-4 depot at 0103 entrained\nIT-hq9 HQ 1-8(1)8 hq at 0106")
    play(b, move("AH-dep1", "rail 0109"))
    assert b.place(UnitId("AH-dep1")) == "0109"
    b = board(field(), HQS + "AH-dep1 XX 0-1-4 depot at 0103 entrained\nIT-hq9 HQ 1-8(1)8 hq at 0106")
    play(b, move("AH-dep1", "rail 0106"))
    assert refused(b) == ["10.52"]


def test_5_38_trains_of_both_sides_off_the_map_do_not_meet() -> None:
    charts = the_charts()
    charts["rail"]["CP"]["rate"] = 4
    b = board(
        field({}, EXITS), HQS + TRAIN + "IT-hq9 HQ 1-8(1)8 hq at offmap entrained via=0712-0701-1\n", charts=charts
    )
    play(b, move("AH-4", "rail 0112", "off-map 0312"))
    assert (b.place(UnitId("AH-4")), b.place(UnitId("IT-hq9"))) == ("offmap", "offmap")
