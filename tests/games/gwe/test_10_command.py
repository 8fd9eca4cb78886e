"""10.0 Command control, with 16.0/10.x."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.gwe import command
from pbem.games.gwe.attack import Spent, check_shifts, declare
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.combat import fight
from pbem.games.gwe.counters import AL, COUNTERS, CP
from pbem.games.gwe.displacement import displace_along
from pbem.games.gwe.occupation import go
from pbem.games.gwe.strengths import attack_of_unit, attack_strength, defence_strength
from pbem.games.gwe.supply import mark_unsupplied
from pbem.games.gwe.walking import allowance
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, facts, table

ROW = """
    terrain:
      01 . . . . . . . . . .
      02 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
"""
# Rail along the upper row keeps everybody supplied.
FIELD = """
    terrain:
      01 . . . . . . . .
      02 . . . . . . . .
      03 . . . . . . . .
    line rail owner=CP: 0101-0102-0103
    hex rail-exit owner=CP: 0101
    line rail owner=AL: 0308-0307
    hex rail-exit owner=AL: 0308
"""


def unit(name: str) -> UnitId:
    return UnitId(name)


def hexes(*numbers: str) -> tuple[HexId, ...]:
    return tuple(HexId(number) for number in numbers)


def attack(target: str, *units: str, shifts: tuple[str, ...] = ()) -> Attack:
    return Attack(hexes(target), tuple(map(unit, units)), shifts=tuple(map(unit, shifts)))


def in_command(b: Board, name: str) -> bool:
    return command.is_in_command(b, unit(name))


# -- the HQ and its radius -----------------------------------------------------------------------------------


def test_10_11_1_one_attack_per_combat_phase() -> None:
    b = board(
        FIELD,
        """
        AH-hq5 HQ 2-8(1)8 hq level=army at 0101
        AH-4 XX 9-3-6 infantry at 0202
        IT-1 XX 2-3-6 infantry at 0203
        """,
    )
    spent = Spent()
    order = attack("0203", "AH-4", shifts=("AH-hq5",))
    assert check_shifts(b, CP, order, spent).total == 2
    fight(b, table(b, {"attack on 0203 / crt": 6}, "default"), CP, order, spent)
    with pytest.raises(Illegal) as refused:
        check_shifts(b, CP, order, spent)
    assert refused.value.problem.rule == "10.11.1"


def test_10_11_2_no_limit_of_strength() -> None:
    corps = "\n".join(f"IT-X{n} XXX 3-4-6 infantry at 010{n}" for n in range(2, 6))
    b = board(ROW, corps + "\nIT-hq2 HQ 2-8(1)8 hq at 0101")
    assert command.uncovered_units(b, AL) == []


def test_10_11_3_radius_is_the_greatest_distance() -> None:
    b = board(ROW, "AH-hqXV HQ 1-2(1)10 hq at 0101\nAH-50 XX 4-5-8 infantry at 0103\nAH-1 XX 4-5-8 infantry at 0104")
    assert command.commanding_hqs(b, unit("AH-50")) == ("AH-hqXV",)
    assert command.commanding_hqs(b, unit("AH-1")) == ()


def test_10_11_4_strength_of_an_hq_counts_in_defence_only() -> None:
    b = board(FIELD, "IT-hq3 HQ 2-8(1)8 hq at 0304\nIT-1 XX 2-3-6 infantry at 0304\nAH-4 XX 2-3-6 infantry at 0303")
    assert defence_strength(b, AL, hexes("0304"), ()).total == 4
    assert attack_strength(b, (unit("IT-1"),), hexes("0303"), {}).total == 2


def test_10_12_h_marks_a_heroic_leader() -> None:
    rommel = COUNTERS.read_unit("GE-rommel - 1h8 leader name=Rommel with GE-BA")
    assert (rommel.type, rommel.figure("strength"), rommel.figure("move")) == ("leader", 1, 8)
    hq = COUNTERS.read_unit("IT-hq2 HQ 2-8(1)8 hq")
    assert (hq.type, hq.figure("shift"), hq.figure("radius")) == ("hq", 2, 8)


def test_10_2_hq_beside_one_stacking_point_adds_nothing() -> None:
    b = board(FIELD, "IT-hqS HQ 1-6(1)8 hq at 0304\nIT-b4B X 1-2-8 infantry at 0304")
    assert defence_strength(b, AL, hexes("0304"), ()).total == 2


SHIFTERS = """
    AH-hq5   HQ 1-8(1)8 hq level=army at 0101
    AH-hqXV  HQ 1-2(1)10 hq level=corps at 0101
    AH-hqI   HQ 1-2(1)10 hq level=corps at 0101
    AH-hqSW  HQ 0-12(1)8 hq level=higher at 0101
    AH-XVII  XXX 4-6-6 infantry at 0202
    AH-4     XX 2-3-6 infantry at 0103
    AH-24    XX 2-3-6 infantry at 0104
    IT-1     XX 2-3-6 infantry at 0203
    IT-hq2   HQ 2-8(1)8 hq level=army at 0308
"""


def refusal(b: Board, order: Attack, spent: Spent | None = None) -> str:
    with pytest.raises(Illegal) as refused:
        check_shifts(b, CP, order, spent or Spent())
    return refused.value.problem.rule


def test_10_21_half_of_the_attacking_steps_must_be_in_the_radius() -> None:
    b = board(FIELD, SHIFTERS)
    assert check_shifts(b, CP, attack("0203", "AH-XVII", "AH-24", shifts=("AH-hqXV",)), Spent()).total == 1
    # AH-24 at 0104 lies three hexes from AH-hqXV: two of four steps are enough, two of eight are not.
    assert check_shifts(b, CP, attack("0203", "AH-4", "AH-24", shifts=("AH-hqXV",)), Spent()).total == 1
    b.put(unit("AH-XVII"), "0204", "test")
    assert refusal(b, attack("0203", "AH-XVII", "AH-4", "AH-24", shifts=("AH-hqXV",))) == "10.21"


def test_10_21_shift_moves_the_column_right_and_is_for_the_attacker() -> None:
    b = board(FIELD, SHIFTERS)
    plain, shifted = (declare(b, CP, attack("0203", "AH-XVII", shifts=s), Spent()) for s in ((), ("AH-hq5",)))
    assert (plain.odds(b), shifted.odds(b)) == ("1-1", "2-1")
    assert refusal(b, attack("0203", "AH-XVII", shifts=("IT-hq2",))) == "10.21"


def test_10_22_one_shift_of_each_level() -> None:
    b = board(FIELD, SHIFTERS)
    assert refusal(b, attack("0203", "AH-4", shifts=("AH-hqXV", "AH-hqI"))) == "10.22"
    assert check_shifts(b, CP, attack("0203", "AH-4", shifts=("AH-hqXV", "AH-hq5")), Spent()).total == 2


HERO = """
    GE-rommel - 1h8 leader with GE-BA
    GE-BA {size} 6-7-8 alpine stosstruppen at 0202
    IT-1  XX 2-3-6 infantry at 0203
"""


def test_10_23_heroic_leader_needs_two_stacking_points() -> None:
    for size, total in (("XX", 7), ("X", 6)):
        b = board(FIELD, HERO.format(size=size), options={"heroic-leaders": "on"})
        assert attack_strength(b, (unit("GE-BA"),), hexes("0203"), {}).total == total


def test_10_24_heroic_leader_has_no_shift_to_spend_elsewhere() -> None:
    b = board(FIELD, HERO.format(size="XX") + "AH-4 XX 2-3-6 infantry at 0103", options={"heroic-leaders": "on"})
    assert refusal(b, attack("0203", "AH-4", shifts=("GE-rommel",))) == "10.21"


# -- how command is determined -------------------------------------------------------------------------------


def test_10_31_command_for_movement_lasts_when_the_hq_moves_away() -> None:
    b = board(ROW, "AH-hqI HQ 1-2(1)10 hq at 0101\nAH-22 XX 2-3-6 infantry at 0103")
    command.movement_command(b, table(b), CP)
    b.put(unit("AH-hqI"), "0110", "test")
    assert not in_command(b, "AH-22")
    assert not b.is_marked(unit("AH-22"), "out-of-command")


def test_10_31_hqs_command_themselves() -> None:
    b = board(ROW, "AH-hqI HQ 1-2(1)10 hq at 0101\nGE-rommel - 1h8 leader at 0110")
    assert command.uncovered_units(b, CP) == []  # ruling C3


def test_10_32_distance_equal_to_the_radius_is_in_command() -> None:
    b = board(ROW, "IT-hqC HQ 1-6(1)8 hq at 0101\nIT-1 XX 2-3-6 infantry at 0107\nIT-17 XX 2-3-6 infantry at 0108")
    assert command.is_in_radius(b, unit("IT-hqC"), unit("IT-1"))
    assert not command.is_in_radius(b, unit("IT-hqC"), unit("IT-17"))


def test_10_33_enemies_impassable_sides_and_water_stop_the_radius() -> None:
    units = "AH-hqI HQ 1-2(1)10 hq at 0101\nAH-22 XX 2-3-6 infantry at 0103\n"
    assert in_command(board(ROW, units), "AH-22")
    assert not in_command(board(ROW, units + "IT-dep1 XX 0-1-4 depot at 0102"), "AH-22")
    assert not in_command(board(ROW + "    side impassable: 0101/0102\n", units), "AH-22")
    assert not in_command(board(ROW.replace("01 . .", "01 . o"), units), "AH-22")


def test_10_33_lone_enemy_hq_and_fortress_block_too() -> None:
    units = "AH-hqI HQ 1-2(1)10 hq at 0101\nAH-22 XX 2-3-6 infantry at 0103\n"
    assert not in_command(board(ROW, units + "IT-hqS HQ 1-6(1)8 hq at 0102"), "AH-22")  # ruling C6
    assert not in_command(board(ROW + "    hex fortress owner=AL strength=6/3: 0102\n", units), "AH-22")


def test_10_34_tcr_1_looks_through_enemy_control_tcr_2_does_not() -> None:
    enemies = "".join(f"GE-{n} XX 6-7-8 infantry at 020{n}\n" for n in (2, 3, 4))
    sheet = ROW.replace("02 ~ ~ ~ ~", "02 ~ . . .")
    units = enemies + "IT-1 XX 2-3-6 infantry at 0106\n"
    assert in_command(board(sheet, units + "IT-hq4 HQ 1-8(1)8 hq at 0101"), "IT-1")
    assert not in_command(board(sheet, units + "IT-hqW HQ 1-8(1)6 hq at 0101"), "IT-1")
    friends = "".join(f"IT-f{n} XX 2-3-6 infantry at 010{n}\n" for n in (2, 3, 4, 5))
    assert in_command(board(sheet, units + friends + "IT-hqW HQ 1-8(1)6 hq at 0101"), "IT-1")


def test_10_35_unsupplied_or_entrained_hq_is_not_hampered() -> None:
    b = board(ROW, "IT-hq2 HQ 2-8(1)8 hq at 0101 0 entrained\nIT-1 XX 2-3-6 infantry at 0104")
    mark_unsupplied(b, AL)
    assert not b.is_marked(unit("IT-hq2"), "unsupplied")
    assert b.is_marked(unit("IT-1"), "unsupplied")
    assert allowance(b, unit("IT-hq2")) == 8
    assert in_command(b, "IT-1")


def test_10_36_combat_is_checked_anew() -> None:
    b = board(FIELD, "IT-hqC HQ 1-2(1)8 hq at 0308\nIT-60 XX 2-3-6 infantry at 0306\nAH-b1 X 1-1-8 alpine at 0303")
    command.movement_command(b, table(b), AL)
    go(b, unit("IT-60"), hexes("0306", "0305", "0304"), "test")
    command.combat_command(b, AL)
    assert b.is_marked(unit("IT-60"), "out-of-command")
    assert attack_of_unit(b, unit("IT-60"), hexes("0303")).value == 1


# -- out of command ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "die", "is_free"), [(8, 1, False), (8, 2, True), (6, 2, False), (6, 3, True)])
def test_10_41_die_above_the_tcr_puts_in_command(move: int, die: int, is_free: bool) -> None:
    b = board(ROW, f"AH-22 XX 2-3-{move} infantry at 0103")
    command.movement_command(b, table(b, {"command of AH-22": die}), CP)
    assert b.is_marked(unit("AH-22"), "out-of-command") is not is_free
    assert facts(b, "command-roll", unit="AH-22", in_command=is_free)


def test_4_0_a1c_each_uncovered_unit_rolls_once() -> None:
    divisions = "".join(f"AH-{n} XX 2-3-6 infantry at 010{n}\n" for n in (1, 2, 3))
    b = board(ROW, divisions + "IT-1 XX 2-3-6 infantry at 0109")
    command.movement_command(b, table(b, {"command of AH-1": 1, "command of AH-2": 3, "command of AH-3": 5}), CP)
    assert [u for u in b.units(CP) if b.is_marked(u, "out-of-command")] == ["AH-1"]
    assert len(facts(b, "rolled")) == 3


def test_4_0_a1c_units_off_the_map_roll_waiting_ones_do_not() -> None:
    b = board(ROW, "AH-22 XX 2-3-6 infantry at offmap 2 via=0133-0108-3\nAH-33 XX 2-3-6 infantry turn 2 A")
    command.movement_command(b, table(b, {"command of AH-22": 2}), CP)
    assert b.is_marked(unit("AH-22"), "out-of-command")  # ruling C10


def test_4_0_a3a_no_die_for_combat() -> None:
    b = board(FIELD, "AH-22 XX 2-3-6 infantry at 0202\nAH-4 XX 2-3-6 infantry at 0103\nAH-hqI HQ 1-2(1)10 hq at 0104")
    command.combat_command(b, CP)
    assert facts(b, "command")[0]["out_of_command"] == []
    b.put(unit("AH-hqI"), "0108", "test")
    command.combat_command(b, CP)
    assert facts(b, "command")[1]["out_of_command"] == ["AH-22", "AH-4"]
    assert facts(b, "rolled") == []


def test_10_42_half_and_with_want_of_supply_a_quarter() -> None:
    units = "IT-VIII XXX {}-8-6 infantry at {} 4 out-of-command\nAH-b1 X 1-1-8 alpine at {}"
    b = board(FIELD, units.format(8, "0306", "0305"))
    assert attack_of_unit(b, unit("IT-VIII"), hexes("0305")).value == 4
    cut_off = board(ROW, units.format(7, "0104", "0105"))
    assert attack_of_unit(cut_off, unit("IT-VIII"), hexes("0105")).value == 1
    assert attack_of_unit(board(ROW, units.format(8, "0104", "0105")), unit("IT-VIII"), hexes("0105")).value == 2


def test_10_43_results_are_never_made_worse() -> None:
    b = board(FIELD, "AH-4 XX 9-3-6 infantry at 0202\nIT-1 XX 2-3-6 infantry at 0203 2 out-of-command")
    assert not in_command(b, "IT-1")
    fight(b, table(b, {"attack on 0203 / crt": 6}, "default"), CP, attack("0203", "AH-4"), Spent())
    fought = facts(b, "combat")[0]
    assert fought["result"] == b.scenario.charts["crt"][f"row{fought['row']}"][fought["column"] - 1]


# -- HQs under attack ----------------------------------------------------------------------------------------


def test_10_51_want_of_supply_takes_nothing_from_an_hq() -> None:
    b = board(ROW, "IT-13 XX 2-3-6 infantry at 0105\nIT-hqC HQ 1-6(1)8 hq at 0105")
    mark_unsupplied(b, AL)
    assert b.is_marked(unit("IT-13"), "unsupplied")
    assert defence_strength(b, AL, hexes("0105"), ()).total == 4


def test_10_52_lone_hq_gives_way_to_the_nearest_friend() -> None:
    b = board(
        ROW,
        """
        IT-hq4 HQ 1-8(1)8 hq at 0104
        IT-1 XX 2-3-6 infantry at 0106
        IT-17 XX 2-3-6 infantry at 0110
        AH-b21 X 1-1-8 alpine at 0101
        """,
    )
    displace_along(b, table(b), unit("AH-b21"), hexes("0102", "0103"))
    assert b.place(unit("IT-hq4")) == "0106"


def test_10_53_hq_shares_the_fate_of_its_stack() -> None:
    b = board(
        FIELD,
        """
        AH-hqI HQ 1-2(1)10 hq at 0103
        AH-b1 X 1-1-8 alpine at 0103
        IT-VIII XXX 9-8-6 infantry at 0104
        IT-XI XXX 9-8-6 infantry at 0203
        """,
    )
    dice = table(b, {"attack on 0103 / crt": 1}, "default", forced={"crt": ["-/E"]})
    fight(b, dice, AL, attack("0103", "IT-VIII", "IT-XI"), Spent())
    assert b.place(unit("AH-b1")) == b.place(unit("AH-hqI")) == "gone"


def test_10_54_eliminated_army_hq_does_not_come_back() -> None:
    b = board(
        FIELD,
        """
        IT-hq2 HQ 2-8(1)8 hq level=army at 0306
        IT-b4B X 1-2-8 infantry at 0306
        AH-III XXX 9-6-6 infantry at 0305
        IT-1 XX 2-3-6 infantry at 0308
        """,
    )
    dice = table(b, {"attack on 0306 / crt": 1}, "default", forced={"crt": ["-/E"]})
    fight(b, dice, CP, attack("0306", "AH-III"), Spent())
    assert b.place(unit("IT-hq2")) == "gone"  # ruling B7


# -- the exclusive rules -------------------------------------------------------------------------------------


def test_16_0_10_0_hqs_serve_all_friendly_nations() -> None:
    b = board(ROW, "GE-hqLI HQ 1-2(1)10 hq at 0101\nAH-50 XX 4-5-8 infantry at 0103\nIT-1 XX 2-3-6 infantry at 0105")
    assert in_command(b, "AH-50")
    assert not in_command(b, "IT-1")


def test_16_0_10_33_ridge_is_crossed_to_tcr_1_only() -> None:
    sheet = ROW + "    side ridge: 0101/0102\n"
    b = board(sheet, "IT-hqC HQ 1-6(1)8 hq at 0101\nIT-36 XX 2-3-6 infantry at 0103\nIT-bC X 1-2-8 alpine at 0103")
    assert not in_command(b, "IT-36")
    assert in_command(b, "IT-bC")


def test_16_0_10_55_stacked_with_the_monitor() -> None:
    b = board(
        ROW,
        """
        IT-XXIII XXX 7-8-6 infantry at 0105
        IT-monitor - (4)10 monitor at 0105
        AH-4 XX 2-3-6 infantry at 0106
        """,
    )
    assert in_command(b, "IT-monitor")
    assert in_command(b, "IT-XXIII")
    command.movement_command(b, table(b), AL)
    command.combat_command(b, AL)
    assert not b.is_marked(unit("IT-XXIII"), "out-of-command")
    assert not in_command(b, "AH-4")
    b.put(unit("IT-monitor"), "0104", "test")
    assert not in_command(b, "IT-XXIII")


def test_16_0_10_55_monitor_never_hinders_enemy_command() -> None:
    b = board(ROW, "AH-hqI HQ 1-2(1)10 hq at 0101\nAH-22 XX 2-3-6 infantry at 0103\nIT-monitor - (4)10 monitor at 0102")
    assert in_command(b, "AH-22")
