"""19.1 GHQ reserves, 19.2 Lake Garda, 19.3 the Trieste raid, 19.6 Alpini."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.caporetto import sequence, victory
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.turns import field_board, moved, place_of, play
from tests.games.tables import dropped, facts

RESERVE = "IT-13 XX 3-4-8 infantry reserve at 0203\nIT-7 XX 3-4-8 infantry at 0203\nAH-4 XX 3-5-8 infantry at 0603\n"


def reserve(
    text: str, turn: int = 1, dice: tuple[int, ...] = (), units: str = RESERVE, terrain: dict[str, str] | None = None
) -> Board:
    b = field_board(units, terrain, turn=turn, step="al-movement", options={"ghq-reserves": "on"})
    play(b, AL, text, dice=dice)
    return b


@pytest.mark.parametrize(("die", "place"), [(3, "0203"), (4, "0205")])
def test_19_1_a_reserve_unit_rolls_before_it_moves_on_turn_1(die: int, place: str) -> None:
    b = reserve("move IT-13 to 0205", dice=(die,))
    assert place_of(b, "IT-13") == place
    assert facts(b, "reserve")[0]["released"] is (die > 3)


def test_19_1_the_others_of_the_stack_go_without_it() -> None:
    b = reserve("move IT-13, IT-7 to 0205", dice=(1,))
    assert (place_of(b, "IT-13"), place_of(b, "IT-7")) == ("0203", "0205")


def test_19_1_an_adjacent_enemy_without_a_zone_adds_two() -> None:
    units = "IT-alp9 III 2-3-8 mountain reserve at 0403\nAH-4 XX 3-5-8 infantry at 0503\n"
    b = reserve("move IT-alp9 to 0303", dice=(2,), units=units, terrain={"0403": "A"})
    assert facts(b, "reserve")[0]["drm"] == 2
    assert place_of(b, "IT-alp9") == "0303"


def test_19_1_not_on_later_turns_nor_without_the_option() -> None:
    assert facts(reserve("move IT-13 to 0205", turn=2), "rolled") == []
    b = field_board(RESERVE, turn=1, step="al-movement")
    play(b, AL, "move IT-13 to 0205")
    assert facts(b, "rolled") == []


@pytest.mark.parametrize(("die", "place"), [(3, "0203"), (4, "0303")])
def test_19_1_an_hq_does_not_go_to_the_front_without_its_reserve(die: int, place: str) -> None:
    """19.1, 15.2/2, ruling R58: the die holds the escort back, and the HQ with it."""
    units = "IT-13 XX 3-4-8 infantry reserve at 0203\nIT-hq2 XXXX 6/2 hq at 0203\nAH-4 XX 3-5-8 infantry at 0403\n"
    b = reserve("move IT-13, IT-hq2 to 0303", dice=(die,), units=units)
    assert (place_of(b, "IT-13"), place_of(b, "IT-hq2")) == (place, place)
    assert [fact["unit"] for fact in facts(b, "stays-behind")] == (["IT-hq2"] if die == 3 else [])


def test_19_1_a_reserve_that_may_be_held_makes_no_room_beforehand() -> None:
    """19.1, 8.1, ruling R52: otherwise a bad die would cost a unit."""
    units = RESERVE + "IT-8 XX 3-4-8 infantry at 0205\n"
    full = {"0203": "^"}
    b = reserve("move IT-8 to 0203\nmove IT-13 to 0202", dice=(6,), units=units, terrain=full)
    assert [rule for rule, _ in dropped(b)] == ["8.1"]
    b = reserve("move IT-13 to 0202\nmove IT-8 to 0203", dice=(6,), units=units, terrain=full)
    assert dropped(b) == []


# -- 19.2 ----------------------------------------------------------------------------------------------------

LAKE = "side lake-side: 0203/0204"
CHARTS = {"garda": {"from": "0203", "to": "0204", "mp": 2}}
ITALIANS = (
    "IT-7 XX 3-4-8 infantry at 0202\nIT-8 XX 3-4-8 infantry at 0203\nIT-alp1 III 2-3-8 mountain alpini at 0203\n"
    "UK-7 XX 5-6-8 infantry at 0303\n"
)


def garda(text: str, options: dict[str, str] | None = None, **more: Any) -> Board:
    on = {"lake-garda": "on"} if options is None else options
    b = field_board(ITALIANS, {}, LAKE, step="al-movement", charts=CHARTS, options=on, **more)
    play(b, AL, text)
    return b


def test_19_2_one_division_crosses_for_two_points() -> None:
    b = garda("move IT-7 0203 -> 0204 -> 0205")
    assert place_of(b, "IT-7") == "0205"
    assert moved(b, "IT-7")["cost"] == 4


@pytest.mark.parametrize(
    "text",
    [
        "move IT-7 0203 -> 0204\nmove IT-8 to 0204",
        "move IT-alp1 to 0204",
        "move UK-7 0203 -> 0204",
        "move IT-8, IT-alp1 to 0204",
    ],
)
def test_19_2_one_italian_division_a_turn_and_nobody_else(text: str) -> None:
    assert [rule for rule, _ in dropped(garda(text))] == ["19.2"]


def test_19_2_only_in_the_printed_direction_and_with_the_option() -> None:
    assert dropped(garda("move IT-8 to 0204", {}))[0][0] == "7.10"
    b = field_board(
        "IT-7 XX 3-4-8 infantry at 0204\n", {}, LAKE, step="al-movement", charts=CHARTS, options={"lake-garda": "on"}
    )
    play(b, AL, "move IT-7 to 0203")
    assert dropped(b)[0][0] == "7.10"


def test_19_2_without_points_left_the_lake_is_too_wide() -> None:
    b = garda("move IT-7 0203 -> 0204", notes={"event": "torrential-rain"})
    assert dropped(b) == []
    slow = ITALIANS.replace("IT-7 XX 3-4-8", "IT-7 XX 3-4-2")
    b = field_board(slow, {}, LAKE, step="al-movement", charts=CHARTS, options={"lake-garda": "on"})
    play(b, AL, "move IT-7 0203 -> 0204")
    assert dropped(b)[0][0] == "19.2"


@pytest.mark.parametrize(
    ("units", "terrain", "rule"),
    [("AH-4 XX 3-5-8 infantry at 0204\n", {}, "8.1/2"), ("AH-4 XX 3-5-8 infantry at 0804\n", {"0204": "A"}, "7.9")],
)
def test_19_2_not_into_a_hex_that_is_held_or_closed(units: str, terrain: dict[str, str], rule: str) -> None:
    """19.2, 7.3, 8.1/2."""
    on = {"lake-garda": "on"}
    b = field_board(ITALIANS + units, terrain, LAKE, step="al-movement", charts=CHARTS, options=on)
    play(b, AL, "move IT-8 0203 -> 0204")
    assert [found for found, _ in dropped(b)] == [rule]


# -- 19.3 ----------------------------------------------------------------------------------------------------

RAIDERS = "IT-7 XX 3-4-8 infantry at 0202\nIT-alp1 III 2-3-8 mountain alpini at 0203\nUK-7 XX 5-6-8 infantry at 0204\n"
RAID = {"raid": {"turn": 13, "landing": "0710", "target": "0810", "left": 1}}


def raid(text: str, turn: int = 13, units: str = RAIDERS, on: str = "on") -> Board:
    b = field_board(units, turn=turn, step="al-first-combat", charts=RAID, options={"trieste-raid": on})
    play(b, AL, text, answers="default")
    return b


def test_19_3_an_italian_division_lands_on_turn_13() -> None:
    b = raid("raid IT-7")
    assert place_of(b, "IT-7") == "0710"
    assert b.is_marked(UnitId("IT-7"), "raid")
    assert b.hex_mark(HexId("0710"), "held") == AL


@pytest.mark.parametrize(
    ("text", "turn", "on"),
    [("raid IT-7", 12, "on"), ("raid IT-7", 13, "off"), ("raid IT-alp1", 13, "on"), ("raid UK-7", 13, "on")],
)
def test_19_3_whatever_else_is_refused(text: str, turn: int, on: str) -> None:
    assert [rule for rule, _ in dropped(raid(text, turn, on=on))] == ["19.3"]


def test_19_3_once_from_a_safe_hex_to_a_free_one() -> None:
    assert [rule for rule, _ in dropped(raid("raid IT-7\nraid IT-7"))] == ["19.3"]
    pinned = RAIDERS + "AH-4 XX 3-5-8 infantry at 0302\n"
    assert dropped(raid("raid IT-7", units=pinned))[0][0] == "19.3"
    held = RAIDERS + "AH-4 XX 3-5-8 infantry at 0710\n"
    assert "the enemy holds 0710" in dropped(raid("raid IT-7", units=held))[0][1]


def test_19_3_not_onto_allies_of_another_nation_nor_onto_a_full_stack() -> None:
    """19.3, 8.5, 8.1: where the Allies hold the landing place already."""
    assert [rule for rule, _ in dropped(raid("raid IT-7", units=RAIDERS + "FR-24 XX 5-6-8 infantry at 0710\n"))] == [
        "8.5"
    ]
    full = "".join(f"IT-1{n} XX 3-4-8 infantry at 0710\n" for n in range(4))
    assert [rule for rule, _ in dropped(raid("raid IT-7", units=RAIDERS + full))] == ["8.1"]


def test_19_3_an_empty_trieste_is_entered_by_movement() -> None:
    b = raid("raid IT-7")
    b = Board(b.scenario, b.freeze(13, "al-movement"))
    play(b, AL, "move IT-7 to 0810")
    assert place_of(b, "IT-7") == "0810"


# -- 19.6 ----------------------------------------------------------------------------------------------------

ALPINI = "IT-alp1 III 2-3-8 mountain alpini at 0203\nIT-alp2 III 2-3-8 mountain alpini at 0205\n"


def alpini(die: int, turn: int = 10, on: str = "on") -> Board:
    b = field_board(
        ALPINI, {"0203": "^"}, turn=turn, step="events", options={"alpini-assault": on}, notes={"pool": "hunger"}
    )
    play(b, dice={"Alpini assault tactics": die, "random event": 1})
    return b


@pytest.mark.parametrize(("die", "first"), [(3, 10), (4, 11)])
def test_19_6_a_die_says_when_alpini_become_assault_infantry(die: int, first: int) -> None:
    b = alpini(die)
    assert is_assault(b, UnitId("IT-alp1")) is (first == 10)
    later = Board(b.scenario, b.freeze(11, "al-infiltration"))
    assert is_assault(later, UnitId("IT-alp1"))
    assert not is_assault(later, UnitId("IT-alp2"))
    assert is_assault(later, UnitId("IT-alp2"), HexId("0203"))
    assert sequence.may_infiltrate(later, AL)


def test_19_6_no_roll_on_other_turns_nor_without_the_option() -> None:
    for b in (alpini(1, 9), alpini(1, 10, "off")):
        assert facts(b, "alpini") == []
        assert not is_assault(b, UnitId("IT-alp1"))


def test_19_6_2_the_central_powers_get_two_points_once() -> None:
    b = field_board(ALPINI, {}, "hex vp: 0801", turn=13, notes={"alpini": "11"})
    assert victory.score(b).total(CP) == 3
