"""7.0 Zones of control, with 16.0/7.x, as movement meets them."""

from __future__ import annotations

import pytest

from pbem.games.gwe import movement
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.zoc import blocks_line, controlled_hexes, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, cost_of, field, move, play

HQS = "GE-hq HQ 1-20(1)10 hq level=army at 0101\nIT-hq HQ 1-20(1)8 hq level=army at 0701\n"


def cost(b: Board, unit: str, goal: str) -> int:
    return movement.reachable(b, UnitId(unit)).cost[HexId(goal)]


def test_7_0_a_unit_controls_the_six_hexes_around_it() -> None:
    b = board(field(), "IT-13 XX 2-3-6 infantry at 0403")
    assert sorted(controlled_hexes(b, AL)) == ["0303", "0304", "0402", "0404", "0503", "0504"]


@pytest.mark.parametrize(("mark", "price"), [("fort=4", 2), ("fort=0", 1)])
def test_7_0_a_standing_fortress_controls_too(mark: str, price: int) -> None:
    fort = "hex fortress owner=AL strength=6/3: 0305"
    b = board(field({}, fort), "AH-XVI XXX 3-4-6 infantry at 0303", hexes={"0305": (mark,)})
    assert cost(b, "AH-XVI", "0304") == price


def test_7_11_not_across_impassable_hexsides() -> None:
    b = board(field({}, "side impassable: 0403/0404"), "IT-13 XX 2-3-6 infantry at 0403")
    assert HexId("0404") not in controlled_hexes(b, AL)
    assert HexId("0402") in controlled_hexes(b, AL)


def test_7_12_control_counts_in_the_enemys_phase() -> None:
    b = board(field(), "IT-36 XX 2-3-6 infantry at 0502\nAH-b57 X 2-2-8 alpine at 0403", step="al-movement")
    assert cost(b, "IT-36", "0503") == 2


def test_7_21_one_more_on_top_of_the_terrain() -> None:
    b = board(field({"0503": "^"}), "FR-46 XX 3-4-8 infantry at 0502\nAH-4 XX 2-3-6 infantry at 0403")
    assert cost(b, "FR-46", "0503") == 3


def test_7_22_from_one_controlled_hex_to_the_next() -> None:
    enemies = "AH-4 XX 2-3-6 infantry at 0403\nAH-13 XX 2-3-6 infantry at 0405\n"
    b = board(field(), HQS + enemies + "IT-13 XX 2-3-6 infantry at 0502")
    play(b, move("IT-13", "0503 -> 0504 -> 0505"), side=AL)
    assert cost_of(b, "IT-13") == 6


def test_7_23_leaving_control_is_free() -> None:
    b = board(field({"0602": "%"}), "AH-4 XX 2-3-6 infantry at 0403\nIT-13 XX 2-3-6 infantry at 0503")
    assert cost(b, "IT-13", "0602") == 2


def test_7_24_friends_lift_control_for_lines_not_for_movement() -> None:
    b = board(
        field(), "AH-4 XX 2-3-6 infantry at 0403\nIT-29 XX 2-2-6 infantry at 0503\nIT-XXI XXX 2-2-6 infantry at 0502"
    )
    assert not blocks_line(b, HexId("0503"), AL)
    assert blocks_line(b, HexId("0504"), AL)
    assert cost(b, "IT-XXI", "0503") == 2


def test_7_25_many_zones_act_like_one_and_both_sides_control() -> None:
    enemies = "".join(f"AH-{k} XX 2-3-6 infantry at {h}\n" for k, h in enumerate(["0402", "0403", "0404"]))
    b = board(field(), enemies + "IT-13 XX 2-3-6 infantry at 0602")
    assert cost(b, "IT-13", "0503") == 2
    assert is_in_enemy_zoc(b, HexId("0503"), AL)
    assert is_in_enemy_zoc(b, HexId("0503"), CP)


@pytest.mark.parametrize("line", ["XX 0-1-4 depot", "HQ 1-8(1)8 hq"])
def test_7_26_hqs_and_depots_control_nothing(line: str) -> None:
    b = board(field(), f"AH-1 {line} at 0403\nIT-b5A X 1-2-8 alpine at 0502")
    assert controlled_hexes(b, CP) == {}
    assert cost(b, "IT-b5A", "0503") == 1


def test_16_0_7_0_stosstruppen_pay_nothing_extra() -> None:
    enemy = "IT-13 XX 2-3-6 infantry at 0304\n"
    b = board(field(), enemy + "GE-200 XX 6-7-8 infantry stosstruppen at 0302\nAH-24 XX 2-3-6 infantry at 0302")
    assert (cost(b, "GE-200", "0303"), cost(b, "AH-24", "0303")) == (1, 2)


TRENCHES = "hex trench owner=AL: 0403 0404\nhex trench owner=CP: 0303 0304"


def test_16_0_7_1a_not_from_trench_to_the_enemys_trench() -> None:
    b = board(field({}, TRENCHES), "IT-19 XXX 4-5-6 infantry at 0403")
    controlled = controlled_hexes(b, AL)
    assert not {"0303", "0304"} & set(controlled)
    assert {"0404", "0402", "0503"} <= set(controlled)  # its own line, and open ground


def test_16_0_7_1a_two_lines_of_one_owner_that_do_not_touch_in_between() -> None:
    b = board(
        field({}, "hex trench owner=AL: 0403\nhex trench owner=AL: 0405 0404"), "IT-19 XXX 4-5-6 infantry at 0403"
    )
    assert HexId("0404") in controlled_hexes(b, AL)  # they touch: one line


def test_16_0_7_1b_ridges_stop_all_but_alpine_control() -> None:
    ridge = field({}, "side ridge: 0403/0404")
    for kind, is_controlled in (("infantry", False), ("cavalry", False), ("alpine", True)):
        b = board(ridge, f"IT-13 XX 2-3-8 {kind} at 0403")
        assert (HexId("0404") in controlled_hexes(b, AL)) is is_controlled


def test_16_0_7_26_the_monitor_controls_nothing() -> None:
    b = board(field(), "IT-monitor - (4)10 monitor at 0304\nAH-XXIII XXX 4-6-6 infantry at 0302")
    assert cost(b, "AH-XXIII", "0303") == 1
