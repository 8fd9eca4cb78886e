"""12.1 Advances after combat, the second hex of assault infantry, and HQs in the way (15.2)."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import at, board, field, fight
from tests.games.tables import facts

AH = "AH-1 XX 6-5-8 infantry at 0503\nAH-2 XX 6-5-8 infantry at 0504\n"
GE = "GE-12 XX 6-8-8 infantry assault at 0504\n"
IT = "IT-7 XX 3-4-8 infantry at 0404\n"


def storm(units: str, orders: str, result: str = "0/E", **more: object) -> Board:
    terrain, features = more.pop("terrain", None), more.pop("features", "")
    options, turn, notes = more.pop("options", None), more.pop("turn", 4), more.pop("notes", None)
    b = board(field(terrain, str(features)), units, turn, options, notes=notes)  # type: ignore[arg-type]
    fight(b, orders, dice=[3, *more.pop("dice", ())], result=result, **more)  # type: ignore[misc, arg-type]
    return b


def paths(b: Board) -> list[tuple[str, list[str], str]]:
    return [(fact["unit"], fact["path"], fact.rule) for fact in facts(b, "moved", how="advance")]


def test_12_1_some_or_all_attackers_enter_the_vacated_hex() -> None:
    """12.0, 12.1."""
    b = storm(AH + IT, "attack 0404 with AH-1, AH-2 on */E: advance AH-2")
    assert paths(b) == [("AH-2", ["0504", "0404"], "12.1")]
    b = storm(AH + IT, "attack 0404 with AH-1, AH-2 on any: advance all")
    assert [unit for unit, _, _ in paths(b)] == ["AH-1", "AH-2"]
    assert b.hex_mark("0404", "held") == "CP"  # type: ignore[arg-type]


def test_12_1_not_while_defenders_are_there_nor_by_bystanders() -> None:
    b = storm(AH + IT, "attack 0404 with AH-1 on any: advance all", "0/1", standing={AL: "retreat: never"})
    assert paths(b) == []
    b = storm(AH + IT, "attack 0404 with AH-1 on any: advance AH-1, AH-2")
    assert [unit for unit, _, _ in paths(b)] == ["AH-1"]


def test_12_1_into_a_hex_left_by_a_retreat() -> None:
    b = storm(
        AH + "UK-7 XX 5-6-8 infantry at 0404\n",
        "attack 0404 with AH-1 on */1: advance AH-1",
        "0/1",
        standing={AL: "retreat: always"},
    )
    assert at(b, "AH-1")[0] == "0404"
    assert at(b, "UK-7")[1] == 2


def test_12_1_nobody_is_left_to_advance() -> None:
    """12.1: ruling R26."""
    b = storm(AH + IT, "attack 0404 with AH-1 on any: advance all", "2/E")
    assert paths(b) == []


def test_12_1_as_far_as_stacking_and_terrain_allow() -> None:
    """12.1, 8.1, 7.9: rulings R51, R52."""
    many = "".join(f"AH-{n} XX 6-5-8 infantry at 0503\n" for n in range(1, 4))
    text = "attack 0404 with AH-1, AH-2, AH-3 on any: advance all"
    b = storm(many + IT, text, terrain={"0404": "^"})
    assert [unit for unit, _, _ in paths(b)] == ["AH-1", "AH-2"]
    (left,) = facts(b, "stays-behind")
    assert (left["unit"], left.rule) == ("AH-3", "8.1")
    b = storm(many + "IT-alp III 3-4-6 mountain at 0404\n", text, terrain={"0404": "A"})
    assert paths(b) == []


def test_12_1_allied_nations_do_not_mix_by_advancing() -> None:
    """12.1, 8.5: ruling R56."""
    units = "UK-7 XX 5-6-8 infantry at 0303\nFR-47 XX 5-6-8 infantry at 0304\nAH-1 XX 4-5-8 infantry at 0404\n"
    b = storm(units, "attack 0404 with UK-7, FR-47 on any: advance FR-47, UK-7", side=AL)
    assert [unit for unit, _, _ in paths(b)] == ["FR-47"]
    assert facts(b, "stays-behind")[0].rule == "8.5"


def test_15_2_2_nobody_leaves_an_hq_alone_in_an_enemy_zone() -> None:
    """15.2/2: ruling R58."""
    units = AH + "AH-hq10 XXXX 6/2 hq at 0503\nIT-7 XX 3-4-8 infantry at 0404\nIT-8 XX 3-4-8 infantry at 0403\n"
    b = storm(units, "attack 0404 with AH-1, AH-2 on any: advance all")
    assert [unit for unit, _, _ in paths(b)] == ["AH-2"]
    assert facts(b, "stays-behind")[0]["unit"] == "AH-1"
    assert at(b, "AH-hq10")[0] == "0503"


def test_7_6_an_advance_costs_nothing() -> None:
    b = storm(AH + IT, "attack 0404 with AH-1 on any: advance all", terrain={"0404": "^"})
    assert facts(b, "moved", how="advance")[0].get("cost") is None


# -- the second hex ------------------------------------------------------------------------------------------


def test_12_1_2_assault_infantry_goes_on_regulars_do_not() -> None:
    b = storm(AH + GE + IT, "attack 0404 with AH-1, GE-12 on any: advance all; second AH-1 0303, GE-12 0304")
    assert paths(b) == [
        ("AH-1", ["0503", "0404"], "12.1"), ("GE-12", ["0504", "0404"], "12.1"), ("GE-12", ["0404", "0304"], "12.1/2"),
    ]  # fmt: skip


def test_12_1_2_also_into_an_enemy_zone() -> None:
    b = storm(GE + IT + "IT-8 XX 3-4-8 infantry at 0204\n", "attack 0404 with GE-12 on any: advance all; second 0304")
    assert at(b, "GE-12")[0] == "0304"


def test_12_1_2_not_for_those_that_did_not_advance() -> None:
    b = storm(GE + IT, "attack 0404 with GE-12 on any: advance none; second 0304", answers=None)
    assert at(b, "GE-12")[0] == "0504"


@pytest.mark.parametrize(("option", "place"), [("vacated", "0303"), ("eliminated", "0404")])
def test_12_1_2_after_a_retreat_too_unless_an_option_says_no(option: str, place: str) -> None:
    """12.1/2: ruling R50."""
    b = storm(
        GE + "UK-7 XX 5-6-8 infantry at 0404\n",
        "attack 0404 with GE-12 on any: advance all; second 0303",
        "0/1",
        standing={AL: "retreat: always\nretreat-to: 0304"},
        options={"second-advance": option},
    )
    assert at(b, "GE-12")[0] == place


def test_12_1_2_each_unit_is_asked_once_all_together() -> None:
    two = GE + "GE-200 XX 6-8-8 mountain assault at 0503\n" + IT
    with pytest.raises(Waiting) as waiting:
        storm(two, "attack 0404 with GE-12, GE-200 on any: advance all", answers=None)
    keys = [question.key for question in waiting.value.questions]
    assert keys == ["attack on 0404 / second hex of GE-12", "attack on 0404 / second hex of GE-200"]
    assert waiting.value.questions[0].options[0].value == "stay"


def test_12_1_2_standing_orders_name_hexes_in_order() -> None:
    b = storm(
        GE + IT + "IT-8 XX 3-4-8 infantry at 0303\n",
        "attack 0404 with GE-12",
        standing={CP: "advance: all\nsecond: 0303, toward 0104"},
    )
    assert at(b, "GE-12")[0] == "0304"


# -- room and nationality, when the advance is over ------------------------------------------------------------


def test_8_1_without_a_second_hex_the_last_named_stays_behind() -> None:
    text = "attack 0404 with GE-12, AH-1, AH-2 on any: advance AH-2, GE-12, AH-1; second stay"
    b = storm(AH + GE + IT, text, terrain={"0404": "^"})
    assert [at(b, unit)[0] for unit in ("GE-12", "AH-1", "AH-2")] == ["0404", "0503", "0404"]
    assert [(fact["unit"], fact.rule) for fact in facts(b, "stays-behind")] == [("AH-1", "8.1")]


def test_8_1_those_who_advance_leave_room_behind_them() -> None:
    """8.1, 12.1/2: the second hex may be one that others leave by this very advance, also if they are named later."""
    units = "".join(f"AH-{n} XX 6-5-8 infantry at 0503\n" for n in (1, 2)) + GE + IT
    text = "attack 0404 with GE-12, AH-1 on any: advance GE-12, AH-1; second GE-12 0503"
    b = storm(units, text, terrain={"0503": "^"})
    assert [at(b, unit)[0] for unit in ("GE-12", "AH-1", "AH-2")] == ["0503", "0404", "0503"]
    b = storm(units, text.replace("advance GE-12, AH-1", "advance GE-12"), terrain={"0503": "^"})
    assert [at(b, unit)[0] for unit in ("GE-12", "AH-1", "AH-2")] == ["0404", "0503", "0503"]


ALLIES = """
    FR-46 XX 5-6-8 infantry assault at 0303
    IT-7 XX 3-4-8 infantry at 0304
    AH-1 XX 4-5-8 infantry at 0404
"""


@pytest.mark.parametrize(("order", "went"), [("FR-46, IT-7", "FR-46"), ("IT-7, FR-46", "IT-7")])
def test_8_5_nations_that_would_end_together_do_not(order: str, went: str) -> None:
    b = storm(ALLIES, f"attack 0404 with FR-46, IT-7 on any: advance {order}; second stay", side=AL)
    assert [unit for unit, _, _ in paths(b)] == [went]
    assert facts(b, "stays-behind")[0].rule == "8.5"


# -- HQs -----------------------------------------------------------------------------------------------------


def test_15_2_3_a_regular_unit_catches_a_lone_hq_but_does_not_follow() -> None:
    hq = "IT-hq1 XXXX 6/2 hq at 0304 1 support\n"
    b = storm(AH + IT + hq, "attack 0404 with AH-1 on any: advance all; second 0304")
    assert at(b, "IT-hq1")[0] == "gone"
    assert at(b, "AH-1")[0] == "0404"


def test_15_2_3_assault_infantry_may_enter_its_hex() -> None:
    hq = "IT-hq1 XXXX 6/2 hq at 0304 1 support\n"
    b = storm(GE + IT + hq, "attack 0404 with GE-12 on any: advance all; second 0304")
    assert at(b, "IT-hq1")[0] == "gone"
    assert at(b, "GE-12")[0] == "0304"


# -- Alpini --------------------------------------------------------------------------------------------------


def test_19_6_alpini_go_on_and_pay_first_in_the_mountains() -> None:
    units = """
        IT-alp1 III 3-4-6 mountain alpini at 0303 1
        IT-7 XX 3-4-8 infantry at 0304
        AH-1 XX 4-5-8 infantry at 0404
    """
    high = {"0404": "^", "0503": "^", "0504": "."}
    text = "attack 0404 with IT-alp1, IT-7 on any: advance IT-alp1; second 0503"
    learned, on = {"alpini": "10"}, {"alpini-assault": "on"}
    b = storm(units, text, side=AL, terrain=high, turn=11, notes=learned, options=on)
    assert at(b, "IT-alp1")[0] == "0503"
    b = storm(units, text.replace("0503", "0504"), side=AL, terrain=high, turn=11, notes=learned, options=on)
    assert at(b, "IT-alp1")[0] == "0404"
    b = storm(units, text, side=AL, terrain=high, turn=9, notes={}, options=on)
    assert at(b, "IT-alp1")[0] == "0404"


def test_5_1_venezia_ends_the_game_in_the_middle_of_the_combats() -> None:
    b = board(
        field(),
        AH + IT + "IT-8 XX 3-4-8 infantry at 0405\n",
        2,
        charts={"victory": {"sudden_death_hex": "0404", "sudden_death_at_once": [1, 2]}},
    )
    fight(b, "attack 0404 with AH-1 on any: advance all\nattack 0405 with AH-2", dice=[3], result="0/E")
    assert b.noted("winner") == "CP"
    assert len(facts(b, "combat")) == 1
    assert b.is_on_map(UnitId("IT-8"))
