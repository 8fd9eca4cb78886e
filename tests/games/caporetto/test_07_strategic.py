"""7.12 Strategic movement."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.caporetto import sequence
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import dropped, facts

AH = "AH-4 XX 3-5-8 infantry at 0801\n"


def strategic(units: str, terrain: dict[str, str] | None = None, features: str = "", **more: Any) -> Board:
    return field_board(units, terrain, features, step="cp-strategic", **more)


def test_7_12_any_distance_through_friendly_hexes() -> None:
    b = strategic(AH)
    play(b, CP, "move AH-4 to 0812")
    assert place_of(b, "AH-4") == "0812"
    assert facts(b, "moved")[0]["how"] == "strategic"


def test_7_12_of_two_shortest_ways_the_one_round_the_marsh_is_shown() -> None:
    for wet in ("0702", "0803"):
        b = strategic(AH, {wet: "%"})
        play(b, CP, "move AH-4 to 0703")
        path = facts(b, "moved")[0]["path"]
        assert len(path) == 4
        assert wet not in path


def test_7_12_no_chain_of_friendly_hexes() -> None:
    wall = {f"{row:02}06": ("held=AL",) for row in range(5, 9)}
    b = strategic(AH, hexes=wall)
    play(b, CP, "move AH-4 to 0812")
    rule, why = dropped(b)[0]
    assert rule == "7.12"
    assert "no chain of friendly-controlled hexes leads AH-4 from 0801 to 0812" in why


def test_7_12_the_goal_must_be_friendly() -> None:
    b = strategic(AH)
    play(b, CP, "move AH-4 to 0401\nmove AH-4 to 0801")
    assert [rule for rule, _ in dropped(b)] == ["7.12", "7.12"]
    assert "0401 is not controlled by the Central Powers" in dropped(b)[0][1]


def test_7_12_enemy_units_and_closed_terrain_bar_the_way_but_zones_do_not() -> None:
    line = {f"07{c:02}": "~" for c in range(1, 13)} | {f"06{c:02}": "~" for c in range(1, 13)}
    b = strategic("AH-4 XX 3-5-8 infantry at 0501\nIT-7 XX 3-4-8 infantry at 0406\n", line, "hex source owner=CP: 0501")
    play(b, CP, "move AH-4 to 0512")
    assert place_of(b, "AH-4") == "0512"
    b = strategic("AH-4 XX 3-5-8 infantry at 0501\nIT-7 XX 3-4-8 infantry at 0506\n", line, "hex source owner=CP: 0501")
    play(b, CP, "move AH-4 to 0512")
    assert dropped(b)[0][0] == "7.12"


def test_7_12_alpine_hexes_are_for_mountain_units_alone() -> None:
    b = strategic("AH-4 XX 3-5-8 infantry at 0801\nAH-geb X 2-3-8 mountain at 0801\n", {"0804": "A"})
    play(b, CP, "move AH-4 to 0804\nmove AH-geb to 0804")
    assert dropped(b)[0][0] == "7.9"
    assert place_of(b, "AH-geb") == "0804"


def test_7_12_1_not_out_of_an_enemy_zone_but_into_one() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0501\nAH-5 XX 3-5-8 infantry at 0801\nIT-7 XX 3-4-8 infantry at 0402\n"
    b = strategic(units)
    play(b, CP, "move AH-4 to 0801\nmove AH-5 to 0502")
    assert dropped(b)[0][0] == "7.12/1"
    assert place_of(b, "AH-5") == "0502"


def test_7_12_2_the_unit_must_be_in_supply_there() -> None:
    cut = strategic(AH, hexes={"0812": ("held=AL",)})
    play(cut, CP, "move AH-4 to 0805")
    rule, why = dropped(cut)[0]
    assert rule == "7.12/2"
    assert "AH-4 would be out of supply in 0805 (14.2" in why


def test_7_12_3_five_for_the_allies_four_for_the_central_powers() -> None:
    own = "".join(f"AH-{n} XX 3-5-8 infantry at 080{n}\n" for n in range(1, 6))
    b = strategic(own)
    play(b, CP, "\n".join(f"move AH-{n} to 07{n + 5:02}" for n in range(1, 6)))
    assert [rule for rule, _ in dropped(b)] == ["7.12/3"]
    assert place_of(b, "AH-5") == "0805"
    own = "".join(f"IT-{n} XX 3-4-8 infantry at 010{n}\n" for n in range(1, 7))
    b = field_board(own, step="al-strategic")
    play(b, AL, "\n".join(f"move IT-{n} to 02{n + 5:02}" for n in range(1, 7)))
    assert [rule for rule, _ in dropped(b)] == ["7.12/3"]
    assert place_of(b, "IT-5") == "0210"


def test_7_12_3_hqs_move_in_either_mode() -> None:
    b = strategic("AH-hq10 XXXX 6/2 hq at 0801 support\nAH-hq11 XXXX 6/2 hq at 0801\n")
    play(b, CP, "move AH-hq10 to 0812\nmove AH-hq11 to 0712")
    assert dropped(b) == []


FULL = "".join(f"AH-{n} XX 3-5-8 infantry at 0805\n" for n in (10, 11, 12, 13))


def test_8_1_units_leave_the_full_hex_by_attacking_out_of_it() -> None:
    """8.1, 7.12, 12.1: ruling R156."""
    units = (AH.replace("0801", "0505") + FULL.replace("0805", "0505")).replace("3-5-8", "9-5-8")
    b = field_board(units + "IT-7 XX 3-1-8 infantry at 0405 1\n", step="cp-first-combat")
    play(
        b, CP, "attack 0405 with AH-4, AH-10 on any: advance all", dice=(6,), standing={CP: "defaults", AL: "defaults"}
    )
    assert (place_of(b, "AH-4"), facts(b, "eliminated", why="overstacked")) == ("0405", [])


def test_8_1_by_option_a_goal_without_room_is_refused_unless_somebody_leaves_it() -> None:
    """8.1, 7.12: ruling R156."""
    at_once = {"strategic-stacking": "at-once"}
    b = strategic(AH + FULL, options=at_once)
    play(b, CP, "move AH-4 to 0805")
    assert dropped(b)[0][0] == "8.1"
    b = strategic(AH + FULL, options=at_once)
    play(b, CP, "move AH-4 to 0805\nmove AH-10 to 0801")
    assert dropped(b) == []


def test_7_12_conditions_look_at_the_board() -> None:
    b = strategic(AH + "IT-7 XX 3-4-8 infantry at 0402\n")
    play(b, CP, "move AH-4 to 0805 if 0402 empty\nmove AH-4 to 0806 unless 0806 in zoc")
    assert place_of(b, "AH-4") == "0806"
    assert facts(b, "skipped")[0]["why"] == "condition not met: 0402 empty"


def test_15_2_2_an_hq_is_not_sent_alone_into_an_enemy_zone() -> None:
    b = strategic("AH-hq10 XXXX 6/2 hq at 0801\nIT-7 XX 3-4-8 infantry at 0406\n")
    play(b, CP, "move AH-hq10 to 0506")
    assert dropped(b)[0][0] == "15.2/2"


RIVER = "side river: " + " ".join(
    f"03{here:02}/04{there:02}" for here in range(1, 13) for there in (here, here + 1) if there < 13
)
BRIDGE = "line rail: 0306-0406"


@pytest.mark.parametrize(("turn", "more", "rules"), [(3, "", ["7.12"]), (3, BRIDGE, []), (6, "", [])])
def test_7_11_2_in_winter_an_hq_crosses_rivers_at_bridges_only(turn: int, more: str, rules: list[str]) -> None:
    b = field_board("IT-hq2 XXXX 6/2 hq at 0203\n", {}, f"{RIVER}\n{more}", turn=turn, step="al-strategic")
    play(b, AL, "move IT-hq2 to 0404")
    assert [rule for rule, _ in dropped(b)] == rules


def test_4_1_4_the_allies_move_first() -> None:
    order = list(sequence.steps(strategic(AH).scenario))
    assert order.index("al-strategic") < order.index("cp-strategic")
