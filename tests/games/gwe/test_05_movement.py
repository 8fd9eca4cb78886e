"""5.1, 5.2, 5.4, 16.0/5.4 and 4.0.A1: walking, and the Movement Phase around it."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.gwe import movement
from pbem.games.gwe.by_mail.moves import moves
from pbem.games.gwe.costs import exits
from pbem.games.gwe.counters import AL
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Hold, MoreOrder
from pbem.kernel.text.preferences import Condition
from pbem.kernel.views.moves import Goal
from tests.games.gwe.boards import board, cost_of, dropped, facts, field, move, play, the_charts

CP_HQ = "GE-hq HQ 1-20(1)10 hq level=army at 0101\n"
AL_HQ = "IT-hq HQ 1-20(1)8 hq level=army at 0701\n"
HQS = CP_HQ + AL_HQ


def price(b: Board, unit: str, here: str, there: str) -> int | None:
    """What the terrain takes for one step of the unit; nothing if it is prohibited."""
    return dict(exits(b.scenario, b.unit(UnitId(unit)))[HexId(here)]).get(HexId(there))


def test_5_0_any_number_of_commanded_units_may_move() -> None:
    units = "".join(f"AH-{n} XX 2-3-6 infantry at 02{n:02}\n" for n in range(1, 11))
    b = board(field(), HQS + units)
    play(b, *(move(f"AH-{n}", f"03{n:02}") for n in range(1, 5)))
    assert [b.place(UnitId(f"AH-{n}"))[:2] for n in range(1, 11)] == ["03"] * 4 + ["02"] * 6
    assert dropped(b) == []


def test_5_0_an_order_that_goes_nowhere_is_refused() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0203")
    play(b, move("AH-4", "0203"))
    assert dropped(b)[0][0] == "5.0"


def test_5_11_enemy_units_are_not_moved() -> None:
    b = board(field(), HQS + "IT-13 XX 2-3-6 infantry at 0603")
    play(b, move("IT-13", "0602"))
    assert dropped(b)[0][0] == "5.11"
    assert b.place(UnitId("IT-13")) == "0603"


def test_5_12_terrain_of_each_hex_is_charged() -> None:
    b = board(field({"0204": "%", "0205": "^"}), HQS + "AH-24 XX 2-3-6 infantry at 0202")
    play(b, move("AH-24", "0203 -> 0204 -> 0205"))
    assert cost_of(b, "AH-24") == 1 + 2 + 2
    assert facts(b, "moved")[0]["path"] == ["0202", "0203", "0204", "0205"]


def test_5_12_between_distant_waypoints_the_cheapest_way_is_found() -> None:
    b = board(field({"0303": "^", "0304": "^"}), HQS + "AH-24 XX 2-3-6 infantry at 0302")
    play(b, move("AH-24", "0305"))
    assert cost_of(b, "AH-24") == 4
    assert not {"0303", "0304"} & set(facts(b, "moved")[0]["path"])


def test_5_13_no_entry_into_an_enemy_hex() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0303\nIT-XXVII XXX 2-3-6 infantry at 0304")
    play(b, move("AH-4", "0304"))
    assert dropped(b)[0][0] == "5.13"
    assert "IT-XXVII" in dropped(b)[0][1]


@pytest.mark.parametrize(("steps", "rule"), [("fort=1", "5.13"), ("fort=0", "")])
def test_5_13_no_entry_into_a_standing_enemy_fortress(steps: str, rule: str) -> None:
    fort = "hex fortress owner=AL strength=6/3 name=Osoppo: 0304"
    b = board(field({}, fort), HQS + "AH-4 XX 2-3-6 infantry at 0303", hexes={"0304": (steps,)})
    play(b, move("AH-4", "0304"))
    assert (dropped(b)[0][0] if dropped(b) else "") == rule
    assert b.place(UnitId("AH-4")) == ("0303" if rule else "0304")


def test_5_14_the_allowance_is_never_exceeded() -> None:
    b = board(field({"0308": "%"}), HQS + "AH-4 XX 2-3-6 infantry at 0302")
    play(b, move("AH-4", "0303 -> 0304 -> 0305 -> 0306 -> 0307 -> 0308"))
    assert dropped(b)[0][0] == "5.14"
    assert b.place(UnitId("AH-4")) == "0302"


def test_5_14_a_unit_is_ordered_once() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0302")
    play(b, move("AH-4", "0303"), move("AH-4", "0304"))
    assert dropped(b) == [("5.14", dropped(b)[0][1])]
    assert b.place(UnitId("AH-4")) == "0303"


def test_5_14_hold_is_an_order_too() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0302")
    play(b, Hold((UnitId("AH-4"),)), move("AH-4", "0303"))
    assert dropped(b)[0][0] == "5.14"


def test_5_15_a_unit_leaves_enemy_control_and_goes_on() -> None:
    b = board(field(), HQS + "IT-60 XX 2-3-6 infantry at 0403\nAH-4 XX 2-3-6 infantry at 0303")
    play(b, move("IT-60", "0402 -> 0502 -> 0602"), side=AL)
    assert cost_of(b, "IT-60") == 2 + 1 + 1


def test_5_16_railways_do_not_help_walkers() -> None:
    b = board(field({"0103": "^"}), HQS + "AH-4 XX 2-3-6 infantry at 0102")
    play(b, move("AH-4", "0103"))
    assert cost_of(b, "AH-4") == 2


MOUNTAIN_TRENCH = field({"0504": "^"}, "hex trench owner=AL: 0504")
LONE_GUN = "IT-art4 X (4)2-4 artillery at 0503 unsupplied"


def test_5_17_a_unit_may_always_move_one_hex() -> None:
    b = board(MOUNTAIN_TRENCH, LONE_GUN)
    found = movement.reachable(b, UnitId("IT-art4"))
    assert movement.allowance(b, UnitId("IT-art4")) == 2
    assert found.cost[HexId("0504")] == 3


def test_5_17_the_one_hex_ends_the_move() -> None:
    far = field({"0504": "^"}, "hex trench owner=AL: 0504").replace("owner=AL: 07", "owner=CP: 07")
    b = board(far, AL_HQ + "IT-art4 X (4)2-4 artillery at 0503")
    play(b, move("IT-art4", "0504 -> 0505"), side=AL, dice={"attrition of IT-art4": 6})
    assert dropped(b)[0][0] == "5.17"
    b = board(far, AL_HQ + "IT-art4 X (4)2-4 artillery at 0503")
    play(b, move("IT-art4", "0504"), side=AL, dice={"attrition of IT-art4": 6})
    assert b.place(UnitId("IT-art4")) == "0504"


def test_5_17_not_after_points_were_spent() -> None:
    b = board(field({"0505": "^"}, "hex trench owner=AL: 0505"), AL_HQ + "IT-art4 X (4)2-4 artillery at 0503")
    play(b, move("IT-art4", "0504 -> 0505 -> 0506"), side=AL)
    assert dropped(b)[0][0] == "5.14"


def test_5_17_no_relief_out_of_command() -> None:
    b = board(field(), "AH-4 XX 2-3-6 infantry at 0203")
    play(b, move("AH-4", "0204"), dice={"command of AH-4": 2})
    assert dropped(b)[0][0] == "4.0.A1d"
    assert b.place(UnitId("AH-4")) == "0203"


def test_5_21_friends_do_not_block_and_cost_nothing() -> None:
    b = board(field(), HQS + "AH-II XXX 3-4-6 infantry at 0303\nAH-4 XX 2-3-6 infantry at 0303\n"
              "AH-b1 X 1-1-8 alpine at 0303\nAH-13 XX 2-3-6 infantry at 0302")  # fmt: skip
    play(b, move("AH-13", "0303 -> 0304"))
    assert cost_of(b, "AH-13") == 2


def test_5_22_only_the_end_of_the_phase_counts() -> None:
    b = board(field(), HQS + "AH-II XXX 3-4-6 infantry at 0303\nAH-4 XX 2-3-6 infantry at 0303\n"
              "AH-13 XX 2-3-6 infantry at 0303\nAH-21 XX 2-3-6 infantry at 0303")  # fmt: skip
    play(b, move("AH-13", "0304"), move("AH-21", "0304"))
    assert facts(b, "eliminated") == []


# -- the Terrain Effects Chart -------------------------------------------------------------------------------

CHART = field(
    {"0202": "%", "0203": "^", "0204": "%", "0206": "^", "0207": "^", "0208": "~", "0209": "o", "0210": "="},
    """
    hex town: 0204
    hex city: 0205
    hex city: 0206
    hex fortress owner=CP strength=6/3: 0207
    hex trench owner=AL: 0302 0203
    side ridge: 0401/0402 0402/0403 0203/0303
    side impassable: 0403/0404
    """,
)
MOVERS = """
GE-12 XX 6-7-8 infantry at waiting
IT-VI XXX 4-5-6 infantry at waiting
IT-26 XX 2-3-6 infantry at waiting
IT-bC X 1-2-8 alpine at waiting
IT-art2 X (4)2-4 artillery at waiting
IT-dep1 XX 0-1-4 depot at waiting
IT-cav39 XX 1-2-8 cavalry at waiting
IT-bSM X 1-2-8 naval at waiting
IT-hq2 HQ 2-8(1)8 hq at waiting
"""


def test_5_4_clear_costs_one() -> None:
    b = board(CHART, MOVERS)
    assert price(b, "GE-12", "0202", "0201") == price(b, "IT-VI", "0202", "0201") == 1


def test_5_4_swamp_costs_two() -> None:
    b = board(CHART, MOVERS)
    assert price(b, "GE-12", "0201", "0202") == price(b, "IT-VI", "0201", "0202") == 2


def test_5_4_mountain_costs_two() -> None:
    b = board(CHART, MOVERS)
    assert price(b, "IT-26", "0205", "0206") == 1  # a city lies on it
    b = board(field({"0203": "^"}), MOVERS)
    assert price(b, "GE-12", "0202", "0203") == price(b, "IT-VI", "0202", "0203") == 2


def test_5_4_town_costs_what_the_ground_costs() -> None:
    assert price(board(CHART, MOVERS), "IT-26", "0205", "0204") == 2


def test_5_4_city_costs_one() -> None:
    assert price(board(CHART, MOVERS), "IT-26", "0204", "0205") == 1


def test_5_4_trench_adds_one_whoever_dug_it() -> None:
    b = board(CHART, MOVERS)
    assert price(b, "GE-12", "0301", "0302") == price(b, "IT-26", "0301", "0302") == 2
    assert price(b, "GE-12", "0202", "0203") == price(b, "IT-26", "0202", "0203") == 3


def test_5_4_fortress_costs_one_even_on_a_mountain() -> None:
    assert price(board(CHART, MOVERS), "GE-12", "0206", "0207") == 1


@pytest.mark.parametrize("hex_id", ["0208", "0209", "0210"])
def test_5_4_water_is_closed_to_land_units(hex_id: str) -> None:
    b = board(CHART, HQS + f"IT-bSM X 1-2-8 naval at 03{hex_id[2:]}")
    assert price(b, "IT-bSM", f"03{hex_id[2:]}", hex_id) is None
    play(b, move("IT-bSM", hex_id), side=AL)
    assert dropped(b)[0][0] == "5.4.water"


def test_5_4_blocked_hexsides_are_not_crossed() -> None:
    b = board(CHART, HQS + "IT-bC X 1-2-8 alpine at 0403")
    play(b, move("IT-bC", "0404"), side=AL)
    assert dropped(b)[0][0] == "5.4.blocked"


def test_5_4_ezoc_costs_one_more() -> None:
    b = board(field({"0303": "%"}), HQS + "IT-13 XX 2-3-6 infantry at 0304\nAH-21 XX 2-3-6 infantry at 0302\n"
              "AH-50 XX 4-5-8 infantry stosstruppen at 0302")  # fmt: skip
    assert movement.reachable(b, UnitId("AH-21")).cost[HexId("0303")] == 3
    assert movement.reachable(b, UnitId("AH-50")).cost[HexId("0303")] == 2


def test_5_4_entrain_is_priced_by_the_exclusive_rules() -> None:
    b = board(field(), HQS + "GE-55 XX 6-7-8 infantry stosstruppen at 0103", turn=3)
    play(b, move("GE-55", "entrain"))
    assert cost_of(b, "GE-55") == 2  # and not 1, as its TCR alone would say


def test_5_4_other_terrains_are_no_part_of_the_chart() -> None:
    assert not {"forest", "broken", "rough"} & set(the_charts()["terrain"])


def test_16_0_5_4a_other_major_rivers_cost_the_central_powers_two() -> None:
    b = board(field({}, "side major-river name=Isonzo: 0302/0303"), MOVERS)
    assert price(b, "GE-12", "0302", "0303") == 1 + 2


@pytest.mark.parametrize(
    ("unit", "cost"),
    [("IT-bC", 2), ("IT-26", 3), ("IT-cav39", 3), ("IT-bSM", 3), ("IT-hq2", 3), ("IT-art2", None), ("IT-dep1", None)],
)
def test_16_0_5_4b_ridges(unit: str, cost: int | None) -> None:
    assert price(board(CHART, MOVERS), unit, "0401", "0402") == cost


def test_16_0_5_4b_ridge_before_a_mountain_trench() -> None:
    b = board(CHART, MOVERS)
    assert price(b, "IT-26", "0303", "0203") == 2 + 2 + 1
    assert price(b, "IT-bC", "0303", "0203") == 2 + 1 + 1


def test_16_0_5_4b_guns_are_refused_even_as_a_first_hex() -> None:
    b = board(CHART, HQS + "IT-art2 X (4)2-4 artillery at 0401")
    play(b, move("IT-art2", "0402"), side=AL)
    assert dropped(b)[0][0] == "16.0/5.4b"


# -- the phase -----------------------------------------------------------------------------------------------


def test_4_0_a1a_allowance_is_fixed_when_the_phase_begins() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0703")  # six hexes from the nearest rail
    play(b, move("AH-4", "0603 -> 0503 -> 0403 -> 0303"))
    assert dropped(b)[0][0] == "5.14"
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0703")
    play(b, move("AH-4", "0603 -> 0503 -> 0403"))
    assert cost_of(b, "AH-4") == 3
    assert not b.is_marked(UnitId("AH-4"), "unsupplied")


def test_4_0_a1d_out_of_command_units_stay_and_the_markers_come_off() -> None:
    b = board(field(), "AH-4 XX 2-3-6 infantry at 0203\nAH-13 XX 2-3-6 infantry at 0205")
    play(b, move("AH-4", "0303"), move("AH-13", "0305"), dice={"command of AH-4": 2, "command of AH-13": 3})
    assert dropped(b)[0][0] == "4.0.A1d"
    assert (b.place(UnitId("AH-4")), b.place(UnitId("AH-13"))) == ("0203", "0305")
    assert not b.is_marked(UnitId("AH-4"), "out-of-command")


def test_4_0_a1e_attrition_is_found_anew_after_movement() -> None:
    hungry = "IT-13 XX 2-3-6 infantry at 0205\nIT-17 XX 2-3-6 infantry at 0206"  # seven hexes from their rail
    b = board(field(rows=9), HQS + hungry)
    made = play(b, move("IT-13", "0305"), side=AL, dice={"attrition of IT-17": 3})
    assert facts(b, "supply")[0]["unsupplied"] == ["IT-13", "IT-17"]
    assert made.dice.asked == ["attrition of IT-17"]  # type: ignore[attr-defined]
    assert (b.steps(UnitId("IT-13")), b.steps(UnitId("IT-17"))) == (2, 1)


def test_4_0_a1d_conditions_on_moves() -> None:
    b = board(field(), "AH-4 XX 2-3-6 infantry at 0203\nAH-13 XX 2-3-6 infantry at 0205")
    held, free = Condition("AH-4", "out of command"), Condition("AH-4", "in command")
    orders = move("AH-13", "0305", conditions=(free,)), move("AH-13", "0304", conditions=(held,))
    play(b, *orders, dice={"command of AH-4": 1, "command of AH-13": 6})
    assert b.place(UnitId("AH-13")) == "0304"
    assert facts(b, "skipped")[0]["why"] == "condition not met: AH-4 in command"
    assert dropped(b) == []


def test_4_0_a1d_a_part_of_the_orders_may_wait_for_the_command_dice() -> None:
    b = board(field(), "AH-4 XX 2-3-6 infantry at 0203\nAH-13 XX 2-3-6 infantry at 0205")
    dice = {"command of AH-4": 1, "command of AH-13": 6}
    with pytest.raises(Waiting) as waiting:
        play(b, MoreOrder(), dice=dice)
    assert waiting.value.questions[0].key == "movement instalment 2"
    b = board(field(), "AH-4 XX 2-3-6 infantry at 0203\nAH-13 XX 2-3-6 infantry at 0205")
    parts = {"movement instalment 2": (move("AH-13", "0305"), MoreOrder()), "movement instalment 3": ()}
    play(b, MoreOrder(), dice=dice, instalments=parts)
    assert b.place(UnitId("AH-13")) == "0305"


def test_5_0_moved_units_are_marked() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0203\nAH-13 XX 2-3-6 infantry at 0205 moved")
    play(b, move("AH-4", "0303"))
    assert b.is_marked(UnitId("AH-4"), "moved")
    assert not b.is_marked(UnitId("AH-13"), "moved")


# -- why not, and what `pbem moves` shows --------------------------------------------------------------------


def test_5_14_why_not_names_what_is_in_reach() -> None:
    b = board(field(), CP_HQ + "AH-4 XX 2-3-6 infantry at 0203")
    problem = movement.why_not(b, UnitId("AH-4"), HexId("0211")).problem
    assert (problem.rule, problem.found, problem.wanted) == ("5.14", "the path costs 8 MP", "at most 6 MP")
    assert "0209 (6 of 6 MP)" in problem.advice


def test_5_13_why_not_when_every_way_is_closed() -> None:
    ring = "".join(
        f"IT-{k} XX 2-3-6 infantry at {h}\n" for k, h in enumerate(["0202", "0203", "0302", "0304", "0402", "0403"])
    )
    b = board(field(), CP_HQ + ring + "AH-4 XX 2-3-6 infantry at 0602")
    assert movement.why_not(b, UnitId("AH-4"), HexId("0303")).problem.rule == "5.13"


def test_5_0_moves_lists_costs_and_reasons() -> None:
    b = board(field({"0204": "~"}), HQS + "AH-4 XX 2-3-6 infantry at 0103")
    found = moves(b, "AH-4")
    assert found.allowance == 6
    assert Goal(HexId("0104"), "", 1, (HexId("0103"), HexId("0104"))) in found.by("walk")
    assert next(row for row in found.closed if row.hex == "0204").rule == "5.4.water"
    assert Goal(HexId("0111"), "", 8) in found.by("rail")
    assert {goal.cost for goal in found.by("march")} == {7, 8}


def test_5_14_every_hex_of_the_map_is_reached_at_the_least_cost() -> None:
    """A plain search over all paths agrees with the fast one."""
    b = board(field({"0303": "^", "0304": "%"}, "side river: 0402/0403"), HQS + "AH-4 XX 2-3-6 infantry at 0302\n"
              "IT-13 XX 2-3-6 infantry at 0305")  # fmt: skip
    unit = UnitId("AH-4")
    ways, toll = movement.exits(b.scenario, b.unit(unit)), movement.toll(b, unit)
    least = {HexId("0302"): 0}
    for _ in range(8):
        for here, spent in list(least.items()):
            for there, cost in ways[here]:
                total = spent + cost + toll.get(there, 0)
                if there != "0305" and total <= 6 and total < least.get(there, 99):
                    least[there] = total
    assert movement.reachable(b, unit).cost == least
