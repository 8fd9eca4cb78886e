"""6.0 Stacking, with 16.0/6.x and 16.0/8.63."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.gwe import rail
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.stacking import has_room, limit, overstacked_hexes, points, remove_excess, stacking_points
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, cost_of, dropped, facts, field, move, play, printed, table, the_charts

HQS = "GE-hq HQ 1-20(1)10 hq level=army at 0101\nIT-hq HQ 1-20(1)8 hq level=army at 0701\n"
CORPS = "IT-VI XXX 4-5-6 infantry at 0603\n"
TWO = "IT-13 XX 2-3-6 infantry at 0603\nIT-60 XX 1-3-6 infantry at 0603\n"
HERE = HexId("0603")


def held(b: Board, hex_id: str = "0603") -> int:
    return points(b, b.units_at(HexId(hex_id), AL))


def test_2_4_sp_a_worn_corps_still_counts_nine() -> None:
    assert held(board(field(), "IT-VI XXX 4-5-6 infantry at 0603 1")) == 9


def test_6_0_thirteen_points_are_too_many() -> None:
    b = board(field(), CORPS + TWO)
    assert overstacked_hexes(b, AL) == (HERE,)
    assert (
        overstacked_hexes(board(field(), CORPS + "IT-13 XX 2-3-6 infantry at 0603\nIT-b1 X 1-2-8 alpine at 0603"), AL)
        == ()
    )


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("IT-1 XXX 4-5-6 infantry", 9),
        ("IT-1 XX 2-3-6 infantry", 2),
        ("IT-1 X 1-2-8 alpine", 1),
        ("IT-1 III 1-2-8 infantry", 1),
        ("IT-1 XX 0-1-4 depot", 2),
        ("IT-1 HQ 1-8(1)8 hq", 0),
        ("IT-1 - (4)10 monitor", 0),
        ("GE-1 - 1h8 leader", 0),
    ],
)
def test_6_11_values(line: str, value: int) -> None:
    b = board(field(), f"{line} at 0603")
    assert points(b, b.units_at("0603")) == value
    assert stacking_points(b.unit(b.units_at("0603")[0])) == value


def test_6_12_fortresses_and_markers_do_not_count() -> None:
    fort = "hex fortress owner=AL strength=6/3: 0603"
    b = board(field({}, fort), CORPS + "IT-13 XX 2-3-6 infantry at 0603 moved\nIT-b1 X 1-2-8 alpine at 0603 entrained")
    assert held(b) == 12
    assert overstacked_hexes(b, AL) == ()


def test_11_21_a_fortress_is_outside_stacking() -> None:
    b = board(field({}, "hex fortress owner=AL strength=6/3: 0603"), CORPS + "IT-13 XX 2-3-6 infantry at 0603")
    assert has_room(b, HERE, AL, 1)
    assert not has_room(b, HERE, AL, 2)


def test_6_13_nations_and_kinds_stack() -> None:
    b = board(
        field(),
        HQS + "GE-117 XX 6-7-8 infantry at 0203\nAH-1 XX 4-5-8 infantry at 0203\nAH-art15 X (5)3-4 artillery at 0303",
    )
    play(b, move("AH-art15", "0203"))
    assert points(b, b.units_at(HexId("0203"), CP)) == 5
    assert dropped(b) == []


def test_6_14_the_owner_says_what_goes() -> None:
    b = board(field(), HQS + CORPS + TWO)
    play(b, side=AL, answers={"overstack at 0603": ("IT-13",)})
    assert b.place(UnitId("IT-13")) == "gone"
    assert (b.place(UnitId("IT-60")), held(b)) == ("0603", 11)


def test_6_14_the_owner_is_asked() -> None:
    b = board(field(), HQS + CORPS + TWO)
    with pytest.raises(Waiting) as waiting:
        play(b, side=AL)
    (question,) = waiting.value.questions
    assert (question.key, question.side, question.rule) == ("overstack at 0603", AL, "6.14")
    assert question.default == ("IT-60", "IT-13", "IT-VI")  # smallest attack first
    assert question.hint == "overstack 0603: IT-60, IT-13, IT-VI"


def test_6_14_as_many_go_as_must_and_the_default_goes_on_where_the_list_ends() -> None:
    b = board(field(), HQS + CORPS + TWO + "IT-64 XX 1-2-6 infantry at 0603\nIT-29 XX 2-2-6 infantry at 0603")
    play(b, side=AL, answers={"overstack at 0603": ("IT-13",)})
    assert [fact["unit"] for fact in facts(b, "eliminated")] == ["IT-13", "IT-60", "IT-64"]
    assert held(b) == 11


def test_6_14_nothing_is_asked_within_the_limit() -> None:
    b = board(field(), HQS + CORPS)
    play(b, side=AL)
    assert facts(b, "decided") == []


def test_6_14_the_limit_stands_in_the_charts() -> None:
    charts = the_charts()
    charts["stacking"]["limit"] = 48
    assert overstacked_hexes(board(field(), CORPS + TWO, charts=charts), AL) == ()


def test_6_15_a_retreat_may_end_overstacked() -> None:
    """Replaced by 16.0/8.63: in the enemy's Player-Turn nobody counts."""
    b = board(field(), HQS + CORPS + TWO)
    play(b, side=CP)
    assert held(b) == 13


def test_16_0_8_63_grace_ends_with_the_owners_movement_phase() -> None:
    b = board(field(), HQS + CORPS + "IT-XI XXX 4-5-6 infantry at 0603 guest")
    play(b, side=CP)
    assert held(b) == 18
    play(b, side=AL, answers="default")
    assert held(b) == 9


def test_16_0_8_63_moving_out_in_time_saves_all() -> None:
    b = board(field(), HQS + CORPS + "IT-XI XXX 4-5-6 infantry at 0603")
    play(b, move("IT-XI", "0604"), side=AL)
    assert facts(b, "eliminated") == []


def test_6_16_rail_capacity_takes_the_printed_value() -> None:
    b = board(field(), "IT-IV XXX 3-4-6 infantry at 0703 2 entrained")
    assert rail.capacity_used(b, AL) == 9


def test_6_21_any_number_may_pass() -> None:
    b = board(field(), HQS + CORPS + "IT-13 XX 2-3-6 infantry at 0603\nIT-XI XXX 4-5-6 infantry at 0602")
    play(b, move("IT-XI", "0603 -> 0604"), side=AL)
    assert (b.place(UnitId("IT-XI")), facts(b, "eliminated")) == ("0604", [])


def test_6_22_stacking_costs_nothing() -> None:
    b = board(field(), HQS + CORPS + "IT-13 XX 2-3-6 infantry at 0602")
    play(b, move("IT-13", "0603"), side=AL)
    assert cost_of(b, "IT-13") == 1


def test_16_0_6_0_limit_is_twelve() -> None:
    b = board(field(), "IT-VI XXX 4-5-6 infantry at 0603")
    assert limit(b) == 12
    assert has_room(b, HERE, AL, 3)
    assert not has_room(b, HERE, AL, 9)


def test_16_0_6_11_corps_and_gun_make_ten() -> None:
    units = printed().units
    assert stacking_points(units[UnitId("IT-XXVIII")]) + stacking_points(units[UnitId("IT-art5")]) == 10


def test_6_14_two_hexes_are_asked_about_together() -> None:
    more = "IT-XI XXX 4-5-6 infantry at 0605\nIT-XII XXX 4-5-6 infantry at 0605\n"
    b = board(field(), CORPS + TWO + more)
    with pytest.raises(Waiting) as waiting:
        remove_excess(b, table(b), AL)
    assert [question.key for question in waiting.value.questions] == ["overstack at 0603", "overstack at 0605"]
