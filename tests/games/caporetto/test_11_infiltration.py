"""11.8 Infiltration."""

from __future__ import annotations

import pytest

from pbem.games.caporetto.counters import AL
from pbem.games.caporetto.infiltration import reachable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import at, board, field, fight, infiltrate
from tests.games.tables import dropped, facts

GE = "GE-12 XX 6-8-8 infantry assault at 0404\n"
FREE = "GE-12 XX 6-8-8 infantry assault at 0604\n"
IT = "IT-7 XX 3-4-8 infantry at 0304\nIT-8 XX 3-4-8 infantry at 0403\n"


def rules(b: Board) -> list[str]:
    return [rule for rule, _ in dropped(b)]


def test_11_8_out_of_an_enemy_zone_one_hex() -> None:
    """11.8, 9.1/3: ruling R48: at no cost, whatever the terrain."""
    b = board(field({"0303": "^"}), GE + IT)
    infiltrate(b, "infiltrate GE-12 to 0303")
    assert at(b, "GE-12")[0] == "0303"
    (move,) = facts(b, "moved", how="infiltration")
    assert (move["cost"], move["path"]) == (0, ["0404", "0303"])


@pytest.mark.parametrize(("option", "place"), [("any", "0504"), ("ezoc", "0404")])
def test_11_8_the_goal_need_not_be_in_a_zone_unless_an_option_says_so(option: str, place: str) -> None:
    """11.8: ruling R47."""
    b = board(field(), GE + IT.replace("0403", "0402"), options={"infiltration-goal": option})
    infiltrate(b, "infiltrate GE-12 to 0504")
    assert at(b, "GE-12")[0] == place
    assert rules(b) == ([] if option == "any" else ["11.8"])


def test_11_8_two_hexes_are_too_many() -> None:
    b = board(field(), GE + IT)
    infiltrate(b, "infiltrate GE-12 0303 -> 0203")
    assert rules(b) == ["11.8"]


def test_11_8_prohibited_hexes_stay_prohibited() -> None:
    """11.8, 7.9, 7.10, 8.1/2: ruling R48."""
    b = board(field({"0303": "A"}, "side lake-side: 0404/0405"), GE + IT)
    infiltrate(b, "infiltrate GE-12 to 0303\ninfiltrate GE-12 to 0304\ninfiltrate GE-12 to 0405")
    assert rules(b) == ["7.9", "8.1/2", "7.10"]


@pytest.mark.parametrize(("move", "goal", "is_legal"), [(8, "0604", True), (8, "0603", False), (7, "0604", True)])
def test_11_8_2_from_outside_half_of_the_points(move: int, goal: str, is_legal: bool) -> None:
    """11.8/2: fractions up: 4 of 8, 4 of 7."""
    b = board(field(), f"GE-12 XX 6-8-{move} infantry assault at 0707\n")
    infiltrate(b, f"infiltrate GE-12 to {goal}")
    assert (at(b, "GE-12")[0] == goal) is is_legal
    assert rules(b) == ([] if is_legal else ["11.8/2"])


def test_11_8_2_stops_on_entering_an_enemy_zone() -> None:
    b = board(field(), FREE + "IT-7 XX 3-4-8 infantry at 0304\n")
    infiltrate(b, "infiltrate GE-12 0504 -> 0404 -> 0303")
    assert rules(b) == ["11.8/2"]
    infiltrate(b, "infiltrate GE-12 to 0404")
    assert at(b, "GE-12")[0] == "0404"
    assert facts(b, "moved")[0]["cost"] == 2


def test_11_8_2_halves_in_a_pause_and_out_of_supply() -> None:
    """11.8/2, 17.2/2, 17.2/3: ruling R46: 8 is 4 out of supply, 2 in a pause, 1 for infiltration."""
    text = "infiltrate GE-12 to 0504"
    b = board(field(), FREE.replace("at 0604", "at 0604 2 oos"), notes={"paused.CP": "4"})
    infiltrate(b, text)
    assert at(b, "GE-12")[0] == "0504"
    infiltrate(b, "infiltrate GE-12 0404 -> 0304")
    assert rules(b) == ["11.8/2"]


RAIL = "line rail: 0604-0503-0504"


def test_11_8_4_assault_infantry_only() -> None:
    """11.8/4, 11.8/3: ruling R49: the regular members of a stack stay behind."""
    b = board(field(), GE + "AH-1 XX 4-5-8 infantry at 0404\n" + IT)
    infiltrate(b, "infiltrate AH-1 to 0303\ninfiltrate GE-12, AH-1 to 0303\ninfiltrate GE-12 to 0303")
    assert rules(b) == ["11.8/4", "11.8/4"]
    assert (at(b, "GE-12")[0], at(b, "AH-1")[0]) == ("0303", "0404")


def test_11_8_once_and_together_only_from_one_hex() -> None:
    """11.8, 8.3."""
    b = board(field(), FREE + "GE-200 XX 6-8-8 mountain assault at 0605\n")
    infiltrate(b, "infiltrate GE-12, GE-200 to 0505\ninfiltrate GE-12 to 0504\ninfiltrate GE-12 to 0503")
    assert rules(b) == ["8.3", "11.8"]
    assert at(b, "GE-12")[0] == "0504"


def test_4_1_3_allies_not_before_turn_3() -> None:
    """4.1/3: ruling R105."""
    units = "IT-ard1 XX 5-5-8 infantry assault at 0204\n"
    b = board(field(), units, 2)
    infiltrate(b, "infiltrate IT-ard1 to 0304", side=AL)
    assert rules(b) == ["4.1/3"]
    b = board(field(), units, 3)
    infiltrate(b, "infiltrate IT-ard1 to 0304", side=AL)
    assert at(b, "IT-ard1")[0] == "0304"


def test_15_2_4_past_a_lone_hq_and_on() -> None:
    """15.2/4: MF 8, contact after 2 MP, and 2 more."""
    b = board(field(), FREE + "IT-hq1 XXXX 6/2 hq at 0304 1 support\n")
    infiltrate(b, "infiltrate GE-12 0504 -> 0404 -> 0304 -> 0204")
    assert at(b, "IT-hq1")[0] == "gone"
    assert at(b, "GE-12")[0] == "0204"
    assert facts(b, "moved")[0]["cost"] == 4


def test_15_2_2_who_infiltrates_catches_hqs_and_leaves_none_alone() -> None:
    """15.2/2: ruling R58."""
    b = board(field(), GE + "AH-hq10 XXXX 6/2 hq at 0404\n" + IT)
    infiltrate(b, "infiltrate GE-12 to 0303")
    assert rules(b) == ["15.2/2"]


def test_11_8_3_attack_advance_twice_infiltrate_attack_again() -> None:
    """11.8/3, 11.1, 7.5."""
    units = "GE-12 XX 6-8-8 infantry assault at 0504\nIT-7 XX 3-4-8 infantry at 0404\nIT-8 XX 3-4-8 infantry at 0203\n"
    b = board(field(), units)
    fight(b, "attack 0404 with GE-12 on any: advance all; second 0304", dice=[3], result="0/E")
    infiltrate(b, "infiltrate GE-12 to 0204")
    fight(b, "attack 0203 with GE-12 on any: advance all", number=2, dice=[3], result="0/E")
    assert at(b, "GE-12") == ("0203", 2)
    assert rules(b) == []


def test_19_6_alpini_in_high_terrain_only() -> None:
    """19.6."""
    units = "IT-alp1 III 3-4-6 mountain alpini at 0304\nAH-1 XX 4-5-8 infantry at 0404\n"
    high = {"0304": "^", "0303": "^"}
    learned = {"alpini": "11"}
    for turn, goal, place, found in (
        (10, "0303", "0304", ["19.6"]), (11, "0303", "0303", []), (11, "0305", "0304", ["19.6"]),
    ):  # fmt: skip
        b = board(field(high), units, turn, {"alpini-assault": "on"}, notes=learned)
        infiltrate(b, f"infiltrate IT-alp1 to {goal}", side=AL)
        assert (at(b, "IT-alp1")[0], rules(b)) == (place, found)


def test_11_8_conditions() -> None:
    b = board(field(), GE + IT)
    infiltrate(b, "infiltrate GE-12 to 0303 if 0304 empty\ninfiltrate GE-12 to 0504 unless 0304 empty")
    assert at(b, "GE-12")[0] == "0504"
    assert len(facts(b, "skipped")) == 1


def test_11_8_the_sheet_can_ask_what_is_in_reach() -> None:
    b = board(field(), GE + IT + "GE-200 XX 6-8-4 infantry assault at 0704\n")
    assert sorted(reachable(b, UnitId("GE-12")).cost) == ["0303", "0404", "0405", "0503", "0504"]
    assert reachable(b, UnitId("GE-200")).cost[HexId("0604")] == 2
