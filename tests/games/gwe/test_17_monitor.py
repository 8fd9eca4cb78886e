"""17.3 The Monitor on the move, and 10.52 headquarters that give way to movement."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.gwe import movement
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.displacement import displace_from, displace_to
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, cost_of, dropped, facts, field, move, play, printed, table

HQS = "GE-hq HQ 1-30(1)10 hq level=army at 0101\nIT-hq HQ 1-30(1)8 hq level=army at 0701\n"
ROW = " ".join(f"04{column:02}" for column in range(1, 13))
COAST = field({f"05{c:02}": "~" for c in range(1, 13)}, f"hex coast: {ROW}")
MONITOR = "IT-monitor - (4)10 monitor at 0401\n"


def steps(first: int, last: int) -> str:
    return " -> ".join(f"04{column:02}" for column in range(first, last + 1))


def test_17_31_ten_coast_hexes_and_no_more() -> None:
    b = board(COAST, MONITOR)
    play(b, move("IT-monitor", steps(2, 11)), side=AL)
    assert (b.place(UnitId("IT-monitor")), cost_of(b, "IT-monitor")) == ("0411", 10)
    b = board(COAST, MONITOR)
    play(b, move("IT-monitor", steps(2, 12)), side=AL)
    assert dropped(b)[0][0] == "17.31"


def test_17_31_sea_and_coast_only() -> None:
    b = board(COAST, MONITOR)
    play(b, move("IT-monitor", "0501"), side=AL)
    assert b.place(UnitId("IT-monitor")) == "0501"
    b = board(COAST, MONITOR)
    play(b, move("IT-monitor", "0301"), side=AL)
    assert dropped(b)[0][0] == "17.31"


def test_17_31_the_way_by_water_must_hang_together() -> None:
    b = board(field({}, "hex coast: 0401 0402 0405"), MONITOR)
    play(b, move("IT-monitor", "0405"), side=AL)
    assert dropped(b)[0][0] == "17.31"


def test_17_31_a_river_hex_only_with_coastal_water() -> None:
    river = field({}, "hex coast: 0401 0402\nside major-river name=Piave: 0402/0403 0302/0402")
    b = board(river, MONITOR)
    play(b, move("IT-monitor", "0402"), side=AL)
    assert cost_of(b, "IT-monitor") == 1
    b = board(river, MONITOR)
    play(b, move("IT-monitor", "0402 -> 0403"), side=AL)
    assert dropped(b)[0][0] == "17.31"


def test_17_31_from_monfalcone_to_venezia_on_the_printed_map() -> None:
    scenario = printed()
    exits = movement.exits(scenario, scenario.unit(UnitId("IT-monitor")))
    assert HexId("2607") in dict(exits[HexId("2508")])
    assert HexId("2525") in dict(exits[HexId("2524")])


def test_17_32_impassable_sides_enemies_and_their_control_do_not_touch_it() -> None:
    walled = COAST + "\nside impassable: 0401/0402"
    b = board(walled, MONITOR + "AH-4 XX 2-3-6 infantry at 0403\nAH-13 XX 2-3-6 infantry at 0302")
    play(b, move("IT-monitor", "0402 -> 0403 -> 0404"), side=AL)
    assert cost_of(b, "IT-monitor") == 3


def test_17_32_land_units_enter_its_hex() -> None:
    b = board(COAST, HQS + "IT-monitor - (4)10 monitor at 0403\nAH-XXIII XXX 4-6-6 infantry at 0303")
    play(b, move("AH-XXIII", "0403"))
    assert (b.place(UnitId("AH-XXIII")), b.place(UnitId("IT-monitor"))) == ("0403", "0403")
    assert cost_of(b, "AH-XXIII") == 1


def test_17_32_always_supplied_and_in_command() -> None:
    b = board(field(rows=12), "IT-monitor - (4)10 monitor at 0401\n")
    play(b, side=AL)
    assert b.marks(UnitId("IT-monitor")) == ()
    assert facts(b, "rolled") == []


# -- headquarters give way -----------------------------------------------------------------------------------

LONE = "IT-hq4 HQ 1-8(1)8 hq at 0406\nIT-13 XX 2-3-6 infantry at 0606\nAH-b21 X 1-1-8 alpine at 0302\n"


def hq_at(b: Board) -> str:
    return b.place(UnitId("IT-hq4"))


def test_10_52_a_lone_hq_gives_way_to_a_unit_that_comes_adjacent() -> None:
    b = board(field(), HQS + LONE)
    play(b, move("AH-b21", "0405"))
    assert hq_at(b) == "0606"
    assert facts(b, "placed", unit="IT-hq4")[0]["how"] == "displaced"


def test_10_52_passing_by_is_enough() -> None:
    b = board(field(), HQS + LONE.replace("0302", "0304"))
    play(b, move("AH-b21", "0305 -> 0306 -> 0206"))
    assert hq_at(b) == "0606"


def test_10_52_not_for_units_without_attack_strength() -> None:
    b = board(field(), HQS + LONE + "AH-dep1 XX 0-1-4 depot at 0304\nAH-art5 X (5)3-4 artillery at 0304")
    play(b, move("AH-dep1", "0405"), move("AH-art5", "0405"))
    assert hq_at(b) == "0406"
    b = board(field(), HQS + LONE + "AH-dep1 XX 0-1-4 depot at 0405")
    play(b, move("AH-dep1", "0406"))
    assert dropped(b)[0][0] == "10.52"


def test_10_52_never_from_a_stack_or_a_fortress() -> None:
    b = board(field(), HQS + LONE + "IT-dep1 XX 0-1-4 depot at 0406")
    play(b, move("AH-b21", "0405"))
    assert hq_at(b) == "0406"
    b = board(field({}, "hex fortress owner=AL strength=6/3: 0406"), HQS + LONE)
    play(b, move("AH-b21", "0405"))
    assert hq_at(b) == "0406"


def test_10_52_an_enemy_already_beside_it_when_the_segment_begins() -> None:
    b = board(field(), HQS + LONE.replace("0302", "0405"))
    play(b)
    assert hq_at(b) == "0606"


def test_10_52_the_owner_chooses_between_equal_refuges() -> None:
    two = HQS + LONE + "IT-17 XX 2-3-6 infantry at 0408\n"
    b = board(field(), two)
    with pytest.raises(Waiting) as waiting:
        play(b, move("AH-b21", "0405"))
    (question,) = waiting.value.questions
    assert (question.side, question.key, question.default) == (AL, "refuge of IT-hq4 from 0406", ("0408",))
    assert [option.value for option in question.options] == ["0408", "0606"]
    b = board(field(), two)
    play(b, move("AH-b21", "0405"), answers={"refuge of IT-hq4 from 0406": ("0606",)})
    assert hq_at(b) == "0606"


def test_10_52_a_fortress_is_a_refuge() -> None:
    b = board(field({}, "hex fortress owner=AL strength=6/3: 0407"), HQS + LONE)
    play(b, move("AH-b21", "0405"))
    assert hq_at(b) == "0407"


RING = ("0306", "0307", "0407", "0506", "0507")


def test_10_52_shut_in_on_all_six_sides_it_stays_and_falls_when_entered() -> None:
    ring = "".join(f"AH-{k} XX 0-3-6 infantry at {h}\n" for k, h in enumerate(RING))
    b = board(field(), HQS + LONE + ring)
    play(b, move("AH-b21", "0405"), dice={"attrition of AH-b21": 6})
    assert hq_at(b) == "0406"
    assert facts(b, "stranded")[0]["unit"] == "IT-hq4"
    b = board(field(), HQS + LONE + ring)
    play(b, move("AH-b21", "0405 -> 0406"))
    assert hq_at(b) == "gone"
    assert facts(b, "eliminated")[0].rule == "10.52"


def test_10_52_one_gap_is_enough_for_tcr_1() -> None:
    ring = "".join(f"AH-{k} XX 0-3-6 infantry at {h}\n" for k, h in enumerate(RING[1:]))
    b = board(field(), HQS + LONE + ring)
    play(b, move("AH-b21", "0405"))
    assert hq_at(b) == "0606"


def test_10_52_an_hq_with_nowhere_to_go_stays() -> None:
    b = board(field(), "GE-hq HQ 1-30(1)10 hq at 0101\nIT-hq4 HQ 1-8(1)8 hq at 0406\nAH-b21 X 1-1-8 alpine at 0302")
    play(b, move("AH-b21", "0405"))
    assert hq_at(b) == "0406"


def test_10_52_retreats_and_advances_displace_too() -> None:
    b = board(field(), LONE)
    displace_from(b, table(b), (HexId("0405"), HexId("0406")), CP)
    assert hq_at(b) == "0606"
    b = board(field(), LONE)
    displace_to(b, table(b), HexId("0406"), AL, HexId("0505"))
    assert hq_at(b) == "0505"
