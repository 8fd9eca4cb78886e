"""11.0 Movement: in Actions, in the Non Activated Unit Movement Phase, by forced march, under fire."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, Waiting
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.by_mail.orders_command import Move
from pbem.games.strafexpedition.command import trace
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.infiltration import under_fire
from pbem.games.strafexpedition.movement import end_forced_marches, march, march_one, settle_stacks, tactical
from pbem.games.strafexpedition.stacking import overstack
from pbem.games.strafexpedition.walking import allowance, walk, walkers_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.strafexpedition.days import field, orders, read
from tests.games.tables import Dice, dropped, facts, table

A, B = UnitId("AH-a"), UnitId("AH-b")


def move_of(here: Board, text: str, side: Side = AH) -> Move:
    (order,) = read(here, side, text, "march")
    assert isinstance(order, Move)
    return order


def action_of(here: Board, *units: UnitId, side: Side = AH) -> Action:
    at = here.hex_of(units[0])
    return Action(side, "58", UnitId("AH-hq-58"), at, trace(here, side, at, 5), units)


def act(here: Board, text: str, *units: UnitId, dice: Dice = (), answers: str = "default") -> Action:
    action = action_of(here, *(units or (A,)))
    tactical(here, table(here, dice, answers), action, move_of(here, text))
    return action


def march_text(here: Board, text: str) -> None:
    march_one(here, table(here), AH, move_of(here, text))


def refusal(here: Board, text: str, *units: UnitId, is_march: bool = False) -> tuple[str, str, str]:
    carry_out = (lambda: march_text(here, text)) if is_march else (lambda: act(here, text, *units))
    with pytest.raises(Illegal) as illegal:
        carry_out()
    problem = illegal.value.problem
    return problem.rule, problem.found, problem.wanted


# -- the way -------------------------------------------------------------------------------------------------


def test_11_0_from_waypoint_to_waypoint() -> None:
    here = field("AH-a BATTALION 0402")
    walkers = walkers_of(here, (A,), "", is_march=True)
    path, left = walk(here, walkers, [HexId("0404"), HexId("0405")])
    assert (len(path), path[-1], left) == (4, "0405", 12 - 6)


def test_11_0_a_stack_moves_together_and_begins_together() -> None:
    here = field("AH-a BATTALION 0402\nAH-b BATTALION 0402\nAH-c BATTALION 0502")
    act(here, "move AH-a, AH-b 0402 -> 0403", A, B)
    assert (here.place(A), here.place(B)) == ("0403", "0403")
    assert refusal(here, "move AH-c, AH-a to 0503", UnitId("AH-c"), A)[0] == "11.0.7"
    apart = field("AH-a BATTALION 0402\nAH-b BATTALION 0502")
    assert refusal(apart, "move AH-a, AH-b to 0403", A, B) == ("11.0", "AH-b in 0502", "all in 0402")


def test_11_0_3_a_goal_out_of_reach_is_refused() -> None:
    here = field("AH-a BATTALION 0401")
    assert refusal(here, "move AH-a to 0412")[:2] == ("11.0.3", "0412")


def test_11_1_only_units_of_the_action_move_in_it() -> None:
    here = field("AH-a BATTALION 0402\nAH-b BATTALION 0403")
    assert refusal(here, "move AH-b to 0404", A)[0] == "11.1"


def test_11_0_7_one_move_a_day() -> None:
    here = field("AH-a BATTALION 0402")
    act(here, "move AH-a to 0403")
    assert here.is_marked(A, "moved")
    assert refusal(here, "move AH-a to 0404")[0] == "11.0.7"


def test_11_0_7_headquarters_fortresses_and_units_off_the_map_do_not_move() -> None:
    here = field("AH-a BATTALION waiting\nAH-f FORTRESS 0402\nAH-t BATTALION 0501 held")
    assert refusal(here, "move AH-a to 0403", is_march=True) == ("11.0", "waiting", "a unit on the map")
    assert refusal(here, "move AH-f to 0403", UnitId("AH-f"))[0] == "11.0"
    assert refusal(here, "move AH-t to 0502", UnitId("AH-t"))[0] == "11.0.7"


def test_the_half_points_left_are_known_to_the_action() -> None:
    here = field("AH-a BATTALION 0402")
    assert act(here, "move AH-a to 0404").left == {A: 12 - 4}


# -- infiltration --------------------------------------------------------------------------------------------


def test_11_1_2_the_same_enemy_beside_both_hexes_may_fire() -> None:
    here = field("IT-z BATTALION 0504")
    assert under_fire(here, AH, *_two_beside(here, "0504")) == (UnitId("IT-z"),)


def test_11_1_2_different_enemies_do_not_fire() -> None:
    here = field("IT-y BATTALION 0401\nIT-z BATTALION 0406")
    a, b = HexId("0403"), HexId("0404")
    assert under_fire(here, AH, a, b) == ()


def infiltrating() -> Board:
    return field("AH-a BATTALION 0503\nIT-z BATTALION 0404\nIT-y BATTALION 0404")


def test_11_1_2_fire_is_resolved_in_the_hex_entered_at_the_one_who_moves() -> None:
    here = infiltrating()
    start, goal = _two_beside(here, "0404")
    here.put(A, start, "5.0")
    act(here, f"move AH-a to {goal}", dice=[6, 6, 6])
    fired = facts(here, "fired")[0]
    assert (fired["hex"], fired["units"], sorted(fired["firers"])) == (goal, ["AH-a"], ["IT-y", "IT-z"])


def test_11_1_2_whoever_may_fire_is_asked_and_may_hold() -> None:
    here = infiltrating()
    start, goal = _two_beside(here, "0404")
    here.put(A, start, "5.0")
    with pytest.raises(Waiting):
        tactical(here.copy(), table(here.copy()), action_of(here, A), move_of(here, f"move AH-a to {goal}"))
    key = f"fire at AH-a from {start} to {goal}"
    tactical(here, table(here, (), {key: ("hold",)}), action_of(here, A), move_of(here, f"move AH-a to {goal}"))
    assert facts(here, "fired") == []
    assert here.place(A) == goal


def test_18_7_between_own_trenches_nobody_fires() -> None:
    here = infiltrating()
    start, goal = _two_beside(here, "0404")
    for hex_id in (start, goal):
        here.mark_hex(hex_id, "trench=AH:1", "18.7")
    assert under_fire(here, AH, start, goal) == ()


def _two_beside(here: Board, centre: str) -> tuple[HexId, HexId]:
    around = here.map.grid.neighbours[HexId(centre)]
    return next((a, b) for a in around for b in around if here.map.grid.are_adjacent(a, b))


# -- the Non Activated Unit Movement Phase -------------------------------------------------------------------


def test_11_2_1_no_enemy_zone_is_entered_and_leaving_one_costs_a_point() -> None:
    here = field("AH-a BATTALION 0403\nIT-z BATTALION 0406")
    assert refusal(here, "move AH-a 0403 -> 0404 -> 0405", is_march=True)[:2] == ("11.2.1", "0405")
    out = field("AH-a BATTALION 0405\nIT-z BATTALION 0406")
    march_text(out, "move AH-a to 0404")
    assert facts(out, "moved")[0]["left"] == "4"


def test_4_0_10_who_was_activated_does_not_march_and_who_was_out_of_command_does() -> None:
    here = field("AH-a BATTALION 0403 acted\nAH-b BATTALION 0503 uncommanded")
    assert refusal(here, "move AH-a to 0404", is_march=True)[0] == "4.0.10"
    march_text(here, "move AH-b to 0504")
    assert here.place(B) == "0504"


def test_4_0_10_the_whole_phase_drops_one_order_and_no_other() -> None:
    here = field("AH-a BATTALION 0403 acted\nAH-b BATTALION 0503")
    march(here, table(here), orders(here, "march", AH="move AH-a to 0404\nmove AH-b to 0504"), AH)
    assert [rule for rule, _ in dropped(here)] == ["4.0.10"]
    assert here.place(B) == "0504"


def test_11_2_2_strategic_movement_doubles_the_allowance_far_from_the_enemy() -> None:
    here = field("AH-a BATTALION 0301")
    march_text(here, "move AH-a to 0312 strategic")
    assert here.place(A) == "0312"
    near = field("AH-a BATTALION 0301\nIT-z BATTALION 0508")
    assert refusal(near, "move AH-a to 0310 strategic", is_march=True)[0] == "11.2.2"
    close = field("AH-a BATTALION 0301\nIT-z BATTALION 0304")
    assert refusal(close, "move AH-a to 0201 strategic", is_march=True)[:2] == ("11.2.2", "0301")


def test_11_2_2_not_in_an_action() -> None:
    assert refusal(field("AH-a BATTALION 0301"), "move AH-a to 0302 strategic")[0] == "11.2.2"


def test_19_1_guns_in_fire_mode_stay_and_others_march() -> None:
    here = field("AH-g BATTERY 0403 fire\nAH-h BATTERY 0404")
    assert refusal(here, "move AH-g to 0402", is_march=True) == ("19.1", "fire", "move mode")
    march_text(here, "move AH-h to 0405")
    assert here.place(UnitId("AH-h")) == "0405"


def test_19_4_lone_guns_are_captured_by_whoever_walks_in() -> None:
    here = field("AH-a BATTALION 0403\nIT-g BATTERY 0404")
    act(here, "move AH-a 0403 -> 0404 -> 0405")
    assert (here.place(UnitId("IT-g")), here.place(A)) == ("surrendered", "0405")


# -- forced march --------------------------------------------------------------------------------------------


def test_11_3_half_as_much_again_rounded_down() -> None:
    here = field("AH-a BATTALION 0403\nAH-g BATTERY 0404")
    assert allowance(here, A, is_forced=True) == 9
    rain = field("AH-a BATTALION 0403", turn=9)
    assert allowance(rain, A, is_forced=True) == 7  # 5 in the rain
    with pytest.raises(Illegal) as illegal:
        allowance(here, UnitId("AH-g"), is_forced=True)
    assert (illegal.value.problem.rule, illegal.value.problem.found) == ("11.3", "field-artillery")
    with pytest.raises(Illegal, match="do not go together"):
        allowance(here, A, is_forced=True, is_strategic=True)


def test_11_3_the_point_comes_after_the_declarations() -> None:
    here = field("AH-a BATTALION 0403")
    action = act(here, "move AH-a to 0404 forced")
    assert not here.is_marked(A, "disorganized")
    end_forced_marches(here, action)
    assert here.mark_of(A, "disorganized") == "1"
    assert here.is_marked(A, "marched")


def test_11_3_who_breaks_beside_an_enemy_surrenders_there() -> None:
    here = field("AH-a BATTALION 0403 disorganized=4\nIT-z BATTALION 0405")
    action = act(here, "move AH-a to 0404 forced")
    end_forced_marches(here, action)
    assert here.place(A) == "surrendered"


# -- stacking ------------------------------------------------------------------------------------------------


def test_12_3_no_room_at_the_end_unless_somebody_leaves_later() -> None:
    full = "AH-a BATTALION 0403\nAH-b BATTALION 0404\nAH-c BATTALION 0404"
    assert refusal(field(full), "move AH-a to 0404", is_march=True) == ("12.1", "3 units", "at most 2")
    here = field(full)
    march(here, table(here), orders(here, "march", AH="move AH-a to 0404\nmove AH-b to 0405"), AH)
    assert (here.place(A), here.place(B), dropped(here)) == ("0404", "0405", [])


def test_12_7_a_point_for_everybody_once_a_turn() -> None:
    here = field("AH-a BATTALION 0404\nAH-b BATTALION 0404\nAH-c BATTALION 0404")
    for _ in range(2):
        overstack(here, HexId("0404"), AH, "12.7")
    assert [here.mark_of(unit, "disorganized") for unit in here.on_map(AH)] == ["1", "1", "1"]
    overstack(here, HexId("0404"), IT, "12.7")


def test_12_7_who_could_not_leave_leaves_the_stack_over_its_limit() -> None:
    here = field("AH-a BATTALION 0404 moved\nAH-b BATTALION 0404\nAH-c BATTALION 0404\nAH-d BATTALION 0301\n")
    settle_stacks(here, AH)
    assert here.mark_of(A, "disorganized") == "1"
    assert not here.is_marked(UnitId("AH-d"), "disorganized")


def test_11_1_2_who_goes_to_and_fro_in_a_zone_is_fired_at_each_time() -> None:
    """11.1.2: as many times as the unit moves through the same hexes; every fire has a die of its own."""
    here = infiltrating()
    start, goal = _two_beside(here, "0404")
    here.put(A, start, "5.0")
    act(here, f"move AH-a {start} -> {goal} -> {start} -> {goal}", dice=[1] * 12)
    assert [fact["hex"] for fact in facts(here, "fired")] == [goal, start, goal]
    names = [fact["name"] for fact in facts(here, "rolled")]
    assert len(names) == len(set(names)) == 3
