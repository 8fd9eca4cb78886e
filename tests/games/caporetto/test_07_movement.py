"""7.0 Movement, 8.3 and 8.4 stacks on the move, and the Terrain Effects Chart as far as it prices movement."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.caporetto import sequence
from pbem.games.caporetto.by_mail.moves import moves
from pbem.games.caporetto.costs import exits, mover, shown
from pbem.games.caporetto.counters import CP
from pbem.games.caporetto.pause import allowance
from pbem.games.caporetto.walking import half_points, reachable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.moves import Goal
from tests.games.caporetto.turns import field_board, moved, place_of, play
from tests.games.tables import dropped, facts

AH = "AH-4 XX 3-5-8 infantry at 0603\n"
GEB = "AH-geb X 2-3-8 mountain at 0603\n"
HQ = "AH-hq10 XXXX 6/2 hq at 0603\n"


def price(b: Board, unit: str, here: str, there: str) -> int | str | None:
    """What one step costs in movement points; nothing where it is closed."""
    who = mover(b, UnitId(unit), half_points(b, (UnitId(unit),)))
    found = dict(exits(b, who)[HexId(here)]).get(HexId(there))
    return None if found is None else shown(found)


# -- 7.0 to 7.4 ----------------------------------------------------------------------------------------------


def test_7_0_any_number_of_units_may_move() -> None:
    b = field_board("".join(f"AH-{n} XX 3-5-8 infantry at 06{n:02}\n" for n in range(1, 9)))
    play(b, CP, "\n".join(f"move AH-{n} to 07{n:02}" for n in range(1, 6)))
    assert [place_of(b, f"AH-{n}")[:2] for n in range(1, 9)] == ["07"] * 5 + ["06"] * 3
    assert dropped(b) == []


def test_7_0_an_order_that_goes_nowhere_is_refused() -> None:
    b = field_board(AH)
    play(b, CP, "move AH-4 to 0603")
    assert dropped(b)[0][0] == "7.0"


def test_7_1_the_ninth_clear_hex_is_refused() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0601\nAH-5 XX 3-5-8 infantry at 0601")
    play(b, CP, "move AH-4 to 0609\nmove AH-5 0602 -> 0603 -> 0604 -> 0605 -> 0606 -> 0607 -> 0608 -> 0609 -> 0610")
    assert place_of(b, "AH-4") == "0609"
    assert moved(b, "AH-4")["cost"] == 8
    assert dropped(b)[0][0] == "7.1"
    assert place_of(b, "AH-5") == "0601"
    assert facts(b, "dropped")[0]["advice"] == ""


def test_7_1_a_refusal_names_the_cost_and_what_is_in_reach() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0601")
    play(b, CP, "move AH-4 to 0611")
    fact = facts(b, "dropped")[0]
    assert "0611 is out of reach for AH-4 from 0601" in fact["why"]
    assert "in reach are 0609 (8 of 8 MP)" in fact["advice"]


def test_7_2_points_are_neither_saved_nor_lent() -> None:
    b = field_board(AH)
    play(b, CP, "hold AH-4")
    assert allowance(b, UnitId("AH-4")) == 8
    play(b, CP, "move AH-4 to 0604\nmove AH-4 to 0605")
    assert [rule for rule, _ in dropped(b)] == ["8.4"]


def test_7_3_one_hex_is_always_possible_and_then_the_last() -> None:
    winter = field_board("AH-hq10 XXXX 6/2 hq at 0603 support", {"0604": "^", "0605": "."}, turn=4)
    play(winter, CP, "move AH-hq10 to 0604")
    assert place_of(winter, "AH-hq10") == "0604"
    assert moved(winter, "AH-hq10")["cost"] == 4
    again = field_board("AH-hq10 XXXX 6/2 hq at 0603 support", {"0604": "^"}, turn=4)
    play(again, CP, "move AH-hq10 0604 -> 0605")
    assert dropped(again)[0][0] == "7.3"
    assert place_of(again, "AH-hq10") == "0603"


def test_7_4_a_move_stops_in_an_enemy_zone() -> None:
    b = field_board(AH + "IT-7 XX 3-4-8 infantry at 0406")
    play(b, CP, "move AH-4 0604 -> 0504 -> 0505 -> 0506")
    assert dropped(b)[0][0] == "7.4"
    play(b, CP, "move AH-4 0604 -> 0504 -> 0505")
    assert place_of(b, "AH-4") == "0505"


def test_7_4_a_unit_that_begins_in_an_enemy_zone_is_pinned_even_for_one_hex() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0505\nIT-7 XX 3-4-8 infantry at 0405")
    play(b, CP, "move AH-4 to 0605")
    rule, why = dropped(b)[0]
    assert rule == "7.4"
    assert "AH-4 begins the Sub-phase in an enemy zone of control" in why
    assert reachable(b, (UnitId("AH-4"),)).cost == {"0505": 0}


def test_7_4_the_way_that_is_found_avoids_enemy_zones() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0501\nIT-7 XX 3-4-8 infantry at 0404")
    play(b, CP, "move AH-4 to 0507")
    assert place_of(b, "AH-4") == "0507"
    assert not {"0503", "0504", "0505"} & set(moved(b, "AH-4")["path"])


def test_7_5_infiltration_takes_nothing_from_movement() -> None:
    b = field_board("GE-12 XX 6-8-8 infantry assault at 0603")
    assert allowance(b, UnitId("GE-12")) == 8


def test_7_6_an_advance_takes_nothing_from_movement() -> None:
    b = field_board("GE-12 XX 6-8-8 infantry assault at 0603 attacked")
    assert len(reachable(b, (UnitId("GE-12"),)).cost) > 40


# -- 7.7 to 7.10, the chart ----------------------------------------------------------------------------------


def test_7_7_hex_and_hexside_add_up() -> None:
    b = field_board(AH, {}, "side river: 0603/0604")
    assert price(b, "AH-4", "0603", "0604") == 2
    assert price(b, "AH-4", "0603", "0602") == 1


def test_7_7_2_the_highest_terrain_counts() -> None:
    fair = field_board(AH, {"0604": "^"}, "hex town: 0604")
    assert price(fair, "AH-4", "0603", "0604") == 2
    winter = field_board(AH, {"0604": "^"}, "hex town: 0604", turn=4)
    assert price(winter, "AH-4", "0603", "0604") == 4


def test_7_8_rail_costs_half_a_point_whatever_the_terrain() -> None:
    line = "line rail: " + "-".join(f"06{c:02}" for c in range(1, 13))
    b = field_board("AH-4 XX 3-5-5 infantry at 0601", {"0602": "^", "0603": "%"}, line)
    assert price(b, "AH-4", "0601", "0602") == "0.5"
    play(b, CP, "move AH-4 to 0611")
    assert place_of(b, "AH-4") == "0611"
    assert moved(b, "AH-4")["cost"] == 5


def test_7_8_a_hexside_without_the_line_costs_the_terrain() -> None:
    b = field_board(AH, {}, "line rail: 0603-0703\nline rail: 0604-0704")
    assert price(b, "AH-4", "0603", "0604") == 1
    assert price(b, "AH-4", "0603", "0703") == "0.5"


def test_tec_rail_needs_a_connected_hexside() -> None:
    b = field_board(AH, {"0604": "^"}, "line rail: 0603-0703\nline rail: 0604-0704")
    assert price(b, "AH-4", "0603", "0604") == 2


@pytest.mark.parametrize(("holder", "cost"), [("", 1), ("AL", 2)])
def test_7_8_2_a_bridge_helps_only_into_friendly_hexes(holder: str, cost: int) -> None:
    hexes = {"0604": (f"held={holder}",)} if holder else {}
    b = field_board(
        "AH-hq10 XXXX 6/2 hq at 0603 support\n" + AH, {}, "side river: 0603/0604\nline rail: 0603-0604", hexes=hexes
    )
    assert price(b, "AH-hq10", "0603", "0604") == cost
    assert price(b, "AH-4", "0603", "0604") == ("0.5" if cost == 1 else "1.5")


def test_tec_bridge_cancels_the_river_for_a_walker() -> None:
    b = field_board("AH-hq10 XXXX 6/2 hq at 0603 support", {}, "side river: 0603/0604\nline rail: 0603-0604")
    assert price(b, "AH-hq10", "0603", "0604") == 1


def test_7_9_only_mountain_units_enter_alpine_hexes_with_all_their_points() -> None:
    b = field_board(AH + GEB, {"0604": "A"})
    play(b, CP, "move AH-4 to 0604\nmove AH-geb 0602 -> 0702")
    assert dropped(b)[0][0] == "7.9"
    b = field_board(GEB, {"0605": "A"})
    play(b, CP, "move AH-geb 0604 -> 0605")
    assert dropped(b)[0][0] == "7.1"
    b = field_board(GEB, {"0604": "A"})
    play(b, CP, "move AH-geb to 0604")
    assert place_of(b, "AH-geb") == "0604"
    assert moved(b, "AH-geb")["cost"] == 8


def test_7_10_a_river_before_a_mountain() -> None:
    b = field_board(AH, {"0604": "^"}, "side river: 0603/0604")
    assert price(b, "AH-4", "0603", "0604") == 3


def test_7_10_a_lake_hexside_is_closed() -> None:
    b = field_board(AH, {}, "side lake-side: 0603/0604")
    play(b, CP, "move AH-4 to 0604")
    assert dropped(b)[0][0] == "7.10"


@pytest.mark.parametrize(
    ("letter", "fair", "winter", "rain"),
    [(".", 1, 1, 2), (":", 1, 1, 2), ("^", 2, 4, 2), ("%", 2, 2, 4), ("D", 8, 8, 8)],
)
def test_7_11_weather_changes_prices(letter: str, fair: int, winter: int, rain: int) -> None:
    """TEC.clear, TEC.rough, TEC.mountain, TEC.marsh, TEC.dominant, EV.A.rain, 7.11/3: what the chart asks."""
    assert price(field_board(AH, {"0604": letter}), "AH-4", "0603", "0604") == fair
    assert price(field_board(AH, {"0604": letter}, turn=4), "AH-4", "0603", "0604") == winter
    wet = field_board(AH, {"0604": letter}, notes={"event": "torrential-rain"})
    assert price(wet, "AH-4", "0603", "0604") == rain


def test_7_11_winter_doubles_mountain_and_river_and_closes_the_alps() -> None:
    b = field_board(AH + GEB, {"0604": "^", "0602": "A"}, "side river: 0603/0604", turn=4)
    assert price(b, "AH-4", "0603", "0604") == 6
    play(b, CP, "move AH-geb to 0602")
    assert dropped(b)[0][0] == "7.11"


def test_tec_river_costs_one_more_in_fair_weather_and_two_in_winter() -> None:
    assert price(field_board(AH, {}, "side river: 0603/0604"), "AH-4", "0603", "0604") == 2
    assert price(field_board(AH, {}, "side river: 0603/0604", turn=4), "AH-4", "0603", "0604") == 3


def test_7_11_2_in_winter_an_hq_crosses_rivers_only_on_bridges() -> None:
    b = field_board(HQ, {}, "side river: 0603/0604 0603/0602\nline rail: 0603-0602", turn=4)
    play(b, CP, "move AH-hq10 to 0604")
    assert dropped(b)[0][0] == "7.11/2"
    assert price(b, "AH-hq10", "0603", "0602") == "0.5"


def test_7_11_3_rain_leaves_mountains_alone() -> None:
    b = field_board(AH, {"0604": "^"}, notes={"event": "torrential-rain"})
    assert price(b, "AH-4", "0603", "0604") == 2


def test_tec_sea_is_never_entered() -> None:
    b = field_board(AH, {"0604": "~"})
    play(b, CP, "move AH-4 to 0604")
    assert dropped(b)[0][0] == "TEC.sea"


def test_tec_dominant_takes_all_points_of_any_unit() -> None:
    b = field_board(AH, {"0604": "D"})
    play(b, CP, "move AH-4 to 0604")
    assert moved(b, "AH-4")["cost"] == 8
    closed = field_board(AH, {"0604": "D"}, options={"dominant-entry": "as-alpine"})
    play(closed, CP, "move AH-4 to 0604")
    assert dropped(closed)[0][0] == "TEC.dominant"


def test_tec_border_changes_nothing() -> None:
    b = field_board(AH, {}, "side border: 0603/0604")
    assert price(b, "AH-4", "0603", "0604") == 1


def test_tec_town_costs_one() -> None:
    b = field_board(AH, {}, "hex town: 0604\nhex city: 0602")
    assert price(b, "AH-4", "0603", "0604") == price(b, "AH-4", "0603", "0602") == 1


# -- stacks --------------------------------------------------------------------------------------------------


def test_8_1_2_friends_are_passed_and_enemies_never_entered() -> None:
    full = "".join(f"AH-{n} XX 3-5-8 infantry at 0604\n" for n in (10, 11, 12, 13))
    b = field_board(AH + full + "IT-7 XX 3-4-8 infantry at 0402")
    play(b, CP, "move AH-4 0604 -> 0605")
    assert place_of(b, "AH-4") == "0605"
    play(b, CP, "move AH-10 to 0402")
    assert dropped(b)[0][0] == "8.1/2"


def test_8_3_a_stack_is_as_fast_as_its_slowest_unit() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0601\nAH-VG X 2-4-6 infantry at 0601\n"
    b = field_board(units)
    play(b, CP, "move AH-4, AH-VG to 0608")
    assert dropped(b)[0][0] == "7.1"
    play(b, CP, "move AH-4, AH-VG to 0607")
    assert place_of(b, "AH-4") == place_of(b, "AH-VG") == "0607"


def test_8_3_units_that_do_not_begin_stacked_do_not_move_together() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0601\nAH-5 XX 3-5-8 infantry at 0602")
    play(b, CP, "move AH-4, AH-5 to 0607")
    assert dropped(b)[0][0] == "8.3"


def test_8_4_a_moving_stack_drops_units_that_go_their_own_way() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0601\nAH-5 XX 3-5-8 infantry at 0601\nAH-6 XX 3-5-8 infantry at 0601\n"
    b = field_board(units)
    play(b, CP, "move AH-4, AH-5, AH-6 0602 -> 0603; drop AH-5; drop AH-6 0703 -> 0704; 0604")
    assert [place_of(b, u) for u in ("AH-4", "AH-5", "AH-6")] == ["0604", "0603", "0704"]
    assert moved(b, "AH-6")["cost"] == 4


def test_8_4_a_move_once_ended_is_not_resumed() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0601\nAH-5 XX 3-5-8 infantry at 0701\n"
    b = field_board(units)
    play(b, CP, "move AH-4 to 0602\nmove AH-5 to 0702\nmove AH-4 to 0603")
    assert dropped(b)[0][0] == "8.4"
    assert place_of(b, "AH-4") == "0602"


@pytest.mark.parametrize("text", ["drop AH-9 0602; 0603", "drop AH-4, AH-5 0602; 0603"])
def test_8_4_only_units_of_the_stack_are_dropped(text: str) -> None:
    units = "AH-4 XX 3-5-8 infantry at 0601\nAH-5 XX 3-5-8 infantry at 0601\nAH-9 XX 3-5-8 infantry at 0701\n"
    b = field_board(units)
    play(b, CP, f"move AH-4, AH-5 {text}")
    assert dropped(b)[0][0] == "8.4"


def test_4_0_enemy_units_are_not_moved() -> None:
    b = field_board(AH + "IT-7 XX 3-4-8 infantry at 0202")
    with pytest.raises(Illegal) as caught:
        play(b, CP, "move IT-7 to 0203")
    assert caught.value.problem.rule == "4.0"
    assert "IT-7 belongs to the Allies" in caught.value.problem.why


def test_4_1_2_movement_comes_after_both_combats() -> None:
    order = list(sequence.steps(field_board(AH).scenario))
    segment = [step for step in order if step.startswith("cp-")][-5:]
    assert segment == ["cp-first-combat", "cp-infiltration", "cp-second-combat", "cp-movement", "cp-supply"]


def test_moves_lists_costs_and_reasons() -> None:
    b = field_board(AH + "IT-7 XX 3-4-8 infantry at 0404", {"0604": "~"})
    found = moves(b, "AH-4")
    assert found.allowance == 8
    rows = {goal.hex: goal for goal in found.by("walk")}
    assert rows[HexId("0602")].cost == 1
    assert "7.4" in rows[HexId("0504")].notes[0]
    closed = {str(row.hex): row.rule for row in found.closed}
    assert closed["0604"] == "TEC.sea"
    assert closed["0404"] == "8.1/2"
    assert Goal(HexId("0808"), "", 6) in found.by("strategic")
