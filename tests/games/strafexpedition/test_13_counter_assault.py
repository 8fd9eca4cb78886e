"""13.5 The Counter-assault."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.strafexpedition.counter_assault import eligible, ways_of
from pbem.games.strafexpedition.counters import IT
from pbem.games.strafexpedition.trenches import level
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, small_map, units_of
from tests.games.strafexpedition.fighting import OTHERS, T, battle, places, state, storm
from tests.games.tables import facts

A, R = UnitId("IT-a"), UnitId("IT-r")
LOST = "AH-a BATTALION 0303\n"
ONE = "AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303\nIT-r BATTALION 0202\n"
BACK = {"counter-assault on 0303": ("IT-r",), OTHERS: ()}


def may(rows: str, driven: str = "", features: str = "") -> list[str]:
    here = battle(LOST + rows, features)
    return list(eligible(here, IT, T, units_of(driven)))


def test_13_5_infantry_within_two_hexes_without_other_enemies_beside_it() -> None:
    """13.5, 13.5.1, ruling G2: a lone battery is an enemy too; those in the lost hex are not counted."""
    assert may("IT-r BATTALION 0204") == ["IT-r"]
    assert may("IT-r BATTALION 0102") == ["IT-r"]  # two hexes away
    assert may("IT-r BATTALION 0101") == []
    assert may("IT-r BATTALION 0204\nAH-g BATTERY 0205") == []
    assert may("IT-g BATTERY 0204\nIT-f FORTRESS 0203") == []


def test_13_5_retreated_units_may_come_back_whoever_stands_beside_them() -> None:
    rows = "IT-a BATTALION 0204\nIT-r BATTALION 0204\nAH-b BATTALION 0205"
    assert may(rows, "IT-a") == ["IT-a"]


def test_13_5_it_does_not_matter_what_the_unit_has_done_today() -> None:
    """13.5, rulings R82, R107; but who came today stays where he is (R131)."""
    assert may("IT-r BATTALION 0204 2 acted moved uncommanded") == ["IT-r"]
    assert may("IT-r BATTALION 0204 2 held") == []


def words(rows: str, features: str = "", barred: str = "") -> list[str]:
    here = battle(LOST + rows, features)
    return [way.word for way in ways_of(here, R, T, tuple(map(HexId, barred.split())))]


def test_13_5_1_the_full_allowance_pays_for_the_way_and_the_hex() -> None:
    """13.5.1, ruling R83: the straight way first, and every other hex from which the unit can enter."""
    assert words("IT-r BATTALION 0204")[0] == "IT-r"
    assert "IT-r via 0203" in words("IT-r BATTALION 0204")


@pytest.mark.parametrize(("lost", "ways"), [("b", ["IT-r"]), ("c", [])])
def test_13_5_1_six_points_pay_for_three_and_three_but_not_for_three_and_four(lost: str, ways: list[str]) -> None:
    """13.5.1, 13.1.5: woods and a river on the way, and the same before the hex; then one level more."""
    ground = small_map(f"01 2 b {lost}\nside river: 0101/0102 0102/0103\n")
    here = board(ground, "AH-a BATTALION 0103\nIT-r BATTALION 0101")
    assert [way.word for way in ways_of(here, R, HexId("0103"), ())] == ways


def test_13_5_1_a_crag_is_only_for_mountain_troops_that_stand_beside_it() -> None:
    crags = "side crag: 0303/0204 0303/0203 0303/0304 0303/0302 0303/0404 0303/0403\n"
    assert words("IT-r BATTALION 0204", crags) == []
    assert words("IT-r ALPINI 0204", crags) == ["IT-r"]
    assert words("IT-r ALPINI 0104", crags) == []


def test_13_5_1_nobody_starts_where_an_assault_came_from() -> None:
    """13.5.1, 13.4.5.6, ruling R172: its owners may have to go back there."""
    free = words("IT-r BATTALION 0404")
    assert free[0] == "IT-r"
    assert words("IT-r BATTALION 0404", barred="0404 0403 0304 0302 0203 0204") == []


def test_13_5_the_owner_is_asked_for_all_lost_hexes_at_once_and_does_nothing_by_default() -> None:
    rows = ONE + "AH-b BATTALION 0406 2 assault=0305\nIT-b BATTALION 0305\nIT-s BATTALION 0106"
    answers = {f"retreat of {unit} from {there}": (to,) for unit, there, to in
               (("IT-a", "0303", "0203"), ("IT-b", "0305", "0205"))}  # fmt: skip
    with pytest.raises(Waiting) as waiting:
        storm(battle(rows), "-/0D1R", answers=answers)
    assert [(q.side, q.topic, q.default) for q in waiting.value.questions] == [(IT, "counter-assault", ())] * 2
    here = storm(battle(rows), "-/0D1R")
    assert places(here, "IT-r", "AH-a", "AH-b") == ["0202", "0303", "0305"]


def test_13_5_2_and_13_5_3_counter_assaulting_units_carry_markers_and_draw_fire_without_guns() -> None:
    """13.5.2, 13.5.3: roles reversed; the active side's battery keeps silent."""
    here = battle(ONE + "AH-g BATTERY 0505 1 fire")
    storm(here, "-/0D1R 0D1R/-", answers=BACK)
    fired = [(fact["side"], fact["firers"]) for fact in facts(here, "fired")]
    assert fired == [("IT", ["IT-a"]), ("AH", ["AH-a"])]
    assert [fact["counter"] for fact in facts(here, "assault")] == [False, True]
    assert not here.is_marked(UnitId("AH-g"), "def-fired")
    assert not here.is_marked(R, "assault")


def test_13_5_4_a_retaken_hex_has_its_trench_back() -> None:
    """13.5.4, 18.5, rulings R102, R173."""
    here = storm(battle(ONE, trench=2), "-/0D1R -/0D1R", answers=BACK)
    assert places(here, "IT-r", "AH-a") == ["0303", "0403"]
    assert (level(here, T), here.hex_mark(T, "trench")) == (2, "IT:2")
    failed = storm(battle(ONE, trench=2), "-/0D1R 0D1R/-", answers=BACK)
    assert (level(failed, T), failed.hex_mark(T, "trench")) == (1, "AH:1")


def test_13_4_5_6_the_first_attackers_go_back_where_they_came_from() -> None:
    here = storm(battle(ONE + "AH-b BATTALION 0404 2 assault=0303"), "-/0D1R -/0D1R", answers=BACK)
    assert places(here, "AH-a", "AH-b") == ["0403", "0404"]


def test_13_5_1_who_fails_goes_back_to_the_hex_from_which_he_entered() -> None:
    """13.5.1, ruling R83."""
    here = storm(battle(ONE), "-/0D1R 0D1R/-", answers=BACK)
    assert state(here, "IT-r") == [("0203", 2, 1)]


def test_13_4_5_3_guns_are_saved_by_a_counter_assault() -> None:
    rows = ONE + "IT-g BATTERY 0303 1 fire"
    assert places(storm(battle(rows), "-/0D1R -/0D1R", answers=BACK), "IT-g", "IT-r") == ["0303", "0303"]
    assert places(storm(battle(rows), "-/0D1R 0D1R/-", answers=BACK), "IT-g") == ["surrendered"]


def test_13_5_a_hex_that_bombardment_had_emptied_can_be_retaken() -> None:
    """13.5, ruling R101; the trench was not lowered, so nothing comes back."""
    rows = "AH-a BATTALION 0403 2 assault=0303\nIT-r BATTALION 0202\n"
    here = storm(battle(rows, trench=1), "-/0D1R", answers=BACK)
    assert (places(here, "IT-r", "AH-a"), level(here, T)) == (["0303", "0403"], 1)


def test_13_5_a_counter_assault_is_not_the_move_of_the_day() -> None:
    """13.5.1, ruling R82."""
    here = storm(battle(ONE), "-/0D1R -/0D1R", answers=BACK)
    assert not here.is_marked(R, "moved")


def test_13_5_1_infiltration_fire_falls_on_the_way() -> None:
    """13.5.1, 11.1.2, ruling R83: from one hex beside the lost one to another."""
    answers = {"counter-assault on 0303": ("IT-r via 0203",), OTHERS: ()}
    rows = "AH-a ALPINI 0403 2 assault=0303\nIT-a BATTALION 0303\nIT-r BATTALION 0204\n"
    here = storm(battle(rows), "-/0D1R -/0D1R", answers=answers, fire="- 0D1 -")
    assert state(here, "IT-r")[0][0::2] == ("0303", 1)


def test_18_2_1_who_leaves_his_hex_for_a_counter_assault_loses_his_digging() -> None:
    """18.2.1, ruling R109."""
    here = battle(ONE)
    here.mark_hex(HexId("0202"), "trench=IT:1", "18.1")
    here.mark_hex(HexId("0202"), "digging=IT-r:1", "18.2")
    storm(here, "-/0D1R -/0D1R", answers=BACK)
    assert not here.is_hex_marked(HexId("0202"), "digging")


def test_13_5_own_guns_in_the_lost_hex_take_room() -> None:
    """13.5, 12.5, ruling R172."""
    rows = ONE + "IT-g BATTERY 0303 1 fire\nIT-s BATTALION 0104"
    with pytest.raises(Waiting) as waiting:
        storm(battle(rows), "-/0D1R", answers={"retreat of IT-a from 0303": ("0203",)} | guns())
    (question,) = waiting.value.questions
    assert question.bounds == (0, 1)


def guns() -> dict[str, tuple[str, ...]]:
    return {"defensive fire at: guns at 0403": ("IT-g",)}


def test_12_3_two_do_not_come_through_a_hex_with_room_for_one() -> None:
    """12.3, 12.5, 13.5.1, ruling R183: the second takes another way, or stays."""
    rows = ONE + "IT-s BATTALION 0103\nIT-t BATTALION 0203"
    both = {"counter-assault on 0303": ("IT-r", "IT-s"), OTHERS: ()}
    both["retreat of IT-a from 0303"] = ("0304",)
    here = storm(battle(rows), "-/0D1R 0D1R/-", answers=both)
    assert places(here, "IT-r", "IT-t") == ["0203", "0203"]
    assert here.place(UnitId("IT-s")) == "0204"
    assert all(len(here.units_at(HexId(one))) <= 2 for one in here.map.grid.hexes)


def test_18_2_1_who_has_dug_today_does_not_counter_assault() -> None:
    """18.2.1, 13.5.3, ruling R184."""
    assert may("IT-r BATTALION 0204 2 dug") == []
    assert may("IT-r BATTALION 0204 2 dug", "IT-r") == []
