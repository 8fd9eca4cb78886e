"""16.0 Artillery, air and naval support, and 17.2/4."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.errors import Illegal, Waiting
from pbem.games.caporetto.attack import Declared, Spent, declare
from pbem.games.caporetto.by_mail.orders_combat import Attack, Support
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.employment import Call, automatic_rule, chance
from pbem.games.caporetto.support import available, in_defence
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import asked, board, field, fight, read, terms, the_combat
from tests.games.tables import dropped, facts

GUNS = """
    GE-art1 - - artillery support 1
    GE-art2 - - artillery support 1
    GE-air1 - - air support 1
    AH-art1 - - artillery support 1
    AH-art2 - - artillery support 1
    AH-art3 - - artillery support 1
    AH-air1 - - air support 1
    AH-navy - - naval support 1
    IT-art1 - - artillery support 1
    IT-art2 - - artillery support 1
    IT-air1 - - air support 1
    FR-art1 - - artillery support 3
    UK-art1 - - artillery support 3
"""
AH = "AH-1 XX 6-5-8 infantry at 0503\nAH-2 XX 6-5-8 infantry at 0504\n"
HQ = "AH-hq10 XXXX 6/2 hq at 0703 1 support\n"
IT = "IT-7 XX 3-4-8 infantry at 0404\n"
ALL = AH + HQ + IT + GUNS


def declared(b: Board, text: str, side: str = "CP") -> Declared:
    one = CP if side == "CP" else AL
    return declare(b, one, 1, read(b, text, one), Spent())  # type: ignore[arg-type]


def refused(b: Board, text: str, side: str = "CP") -> str:
    with pytest.raises(Illegal) as refusal:
        declared(b, text, side)
    return refusal.value.problem.rule


# -- who is there --------------------------------------------------------------------------------------------


def test_3_2i_french_and_british_support_from_turn_3() -> None:
    """3.2i, 3.3d."""
    units = "FR-47 XX 5-6-8 infantry at 0303\nAH-1 XX 6-5-8 infantry at 0404\n" + GUNS
    assert refused(board(field(), units, 2), "attack 0404 with FR-47 support FR-art1", "AL") == "3.2i"
    assert declared(board(field(), units, 3), "attack 0404 with FR-47 support FR-art1", "AL").support == ("FR-art1",)
    first = available(board(field(), units, 1), CP)
    assert [unit for unit in first if unit.startswith("AH")] == ["AH-art1", "AH-art2", "AH-art3", "AH-air1", "AH-navy"]


def test_2_4_support_units_stand_in_no_hex() -> None:
    """2.4, 16.0, 8.2: they are named after `support`, not after `with`."""
    b = board(field(), ALL)
    assert not b.is_on_map(UnitId("AH-art1"))
    with pytest.raises(Illegal) as refusal:
        declare(b, CP, 1, Attack(HexId("0404"), (UnitId("AH-art1"),)), Spent())
    assert refusal.value.problem.rule == "16.1"
    with pytest.raises(Illegal) as refusal:
        declare(b, CP, 1, Attack(HexId("0404"), (UnitId("AH-1"),), Support((UnitId("AH-2"),))), Spent())
    assert refusal.value.problem.rule == "16.0"


def test_16_1_2_once_in_an_operations_phase_in_both_segments() -> None:
    b = board(field(), ALL)
    fight(b, "attack 0404 with AH-1", dice=[4, 3], result="0/0", standing={AL: "support: IT-art1"})
    assert b.is_marked(UnitId("IT-art1"), "spent")
    units = "IT-7 XX 3-4-8 infantry at 0303\nAH-1 XX 6-5-8 infantry at 0404\n" + GUNS
    again = board(field(), units.replace("IT-art1 - - artillery support 1", "IT-art1 - - artillery support 1 spent"))
    assert refused(again, "attack 0404 with IT-7 support IT-art1", "AL") == "16.1/2"


def test_16_1_2_not_twice_in_one_file() -> None:
    b = board(field(), ALL + "IT-8 XX 3-4-8 infantry at 0405\n")
    text = "attack 0404 with AH-1 support AH-art1\nattack 0405 with AH-2 support AH-art1"
    fight(b, text, dice=[3, 3], result="0/0", standing={AL: "support: none"})
    assert [rule for rule, _ in dropped(b)] == ["16.1/2"]
    assert refused(b, "attack 0405 with AH-2 support AH-art2, AH-art2") == "16.1/2"


def test_16_1_the_attacker_announces_first_and_the_defender_knows_it() -> None:
    """16.1: ruling R122: all announcements before any die."""
    b = board(field(), ALL)
    with pytest.raises(Waiting) as waiting:
        fight(b, "attack 0404 with AH-1, AH-2 support AH-art1, AH-art2", answers=None)
    (question,) = waiting.value.questions
    assert (question.side, question.rule) == (AL, "16.1")
    assert (question.about["support"], question.about["attackers"]) == (2, 2)
    assert facts(b, "rolled") == []
    assert "2 units with 2 support units attack 0404 (IT-7)" in question.text


def test_16_1_dice_of_the_attacker_then_of_the_defender_then_the_combat() -> None:
    b = board(field(), ALL)
    made = fight(
        b,
        "attack 0404 with AH-1 support AH-art1",
        dice=[3, 3, 3],
        result="0/0",
        standing={AL: "support: IT-art1"},
    )
    name = "attack on 0404 / "
    assert asked(made) == [f"{name}employment of AH-art1", f"{name}employment of IT-art1", f"{name}crt"]


def test_16_1_2_spent_even_if_it_fails() -> None:
    """16.1/2: ruling R77."""
    b = board(field(), ALL)
    no = {AL: "support: none"}
    fight(b, "attack 0404 with AH-1 support AH-art1", dice=[1, 3], result="0/0", standing=no)
    assert b.is_marked(UnitId("AH-art1"), "spent")
    assert the_combat(b)["employed"] == []


# -- HQ range ------------------------------------------------------------------------------------------------


def test_16_1_3_any_number_with_an_hq_in_range() -> None:
    """16.1/3, 15.1.2."""
    text = "attack 0404 with AH-1 support AH-art1, AH-art2, AH-art3, GE-art1, GE-art2"
    assert len(declared(board(field(), ALL), text).support) == 5


@pytest.mark.parametrize(
    "hq",
    [
        "",
        "AH-hq10 XXXX 6/2 hq at 0703\n",
        "AH-hq10 XXXX 6/2 hq at 0703 1 oos support\n",
        "AH-hq10 XXXX 6/2 hq at 0707 1 support\n",
    ],
    ids=["none", "movement mode", "out of supply", "too far"],
)
def test_16_2_one_support_unit_without_an_hq(hq: str) -> None:
    """16.2, 15.1.1, 14.3/6."""
    b = board(field(), AH + (f"AH-hq10 XXXX 6/2 hq {hq}\n" if hq else "") + IT + GUNS)
    assert refused(b, "attack 0404 with AH-1 support AH-art1, AH-art2") == "16.2"
    assert declared(b, "attack 0404 with AH-1 support AH-art1").support == ("AH-art1",)


def test_16_2_every_attacker_must_be_in_range_unless_an_option_says_any() -> None:
    """16.2: rulings R68, R69."""
    units = AH.replace("0504", "0405") + "AH-hq10 XXXX 6/2 hq at 0702 1 support\n" + IT + GUNS
    text = "attack 0404 with AH-1, AH-2 support AH-art1, GE-art1"
    assert refused(board(field(), units), text) == "16.2"
    assert len(declared(board(field(), units, options={"hq-range": "any"}), text).support) == 2


def test_16_2_in_defence_by_the_defending_hex() -> None:
    """16.2: ruling R68."""
    every = {AL: "support: all"}
    b = board(field(), ALL)
    fight(b, "attack 0404 with AH-1", dice=[3, 3], result="0/0", standing=every)
    assert len(facts(b, "employment")) == 1
    b = board(field(), ALL + "IT-hq1 XXXX 6/2 hq at 0204 1 support\n")
    fight(b, "attack 0404 with AH-1", dice=[3] * 6, result="0/0", standing=every)
    assert [fact["unit"] for fact in facts(b, "employment")] == ["IT-art1", "IT-art2", "IT-air1", "FR-art1", "UK-art1"]


# -- the die -------------------------------------------------------------------------------------------------


def call(unit: str, *, is_attack: bool = True, is_watched: bool = False) -> Call:
    return Call(UnitId(unit), HexId("0404"), (UnitId("AH-1"),), is_attack, is_watched)


@pytest.mark.parametrize(
    ("unit", "turn", "watched", "likely"),
    [
        ("AH-art1", 5, False, 4),
        ("AH-art1", 5, True, 5),
        ("GE-art1", 3, False, 5),
        ("GE-art1", 3, True, 6),
        ("UK-art1", 4, False, 5),
        ("FR-art1", 4, False, 5),
        ("IT-art1", 2, False, 2),
        ("IT-air1", 1, False, 2),
        ("IT-art1", 3, False, 4),
    ],
)
def test_16_3_2_chances_by_nation_turn_and_recon(unit: str, turn: int, watched: bool, likely: int) -> None:
    """16.3, 16.3/2, 16.3/3, CM.4, CM.5, CM.6: rulings R71, R75: how many faces of six employ the unit."""
    b = board(field(), ALL, turn)
    assert chance(b, call(unit, is_watched=watched)) == Fraction(likely, 6)


@pytest.mark.parametrize(("die", "shift"), [(2, 0), (3, 1)])
def test_16_3_employed_from_a_three(die: int, shift: int) -> None:
    b = board(field(), ALL, 5)
    no = {AL: "support: none"}
    fight(b, "attack 0404 with AH-1 support AH-art1", dice=[die, 3], result="0/0", standing=no)
    assert the_combat(b)["shifts"]["total"] == shift
    (fact,) = facts(b, "employment")
    assert (fact["die"], fact["needed"], fact["success"]) == (die, 3, shift == 1)


def test_16_3_example_three_against_one_is_two_columns() -> None:
    """16.3, 16.3/5, CM.1."""
    b = board(field(), ALL, 5)
    fight(
        b,
        "attack 0404 with AH-1 support AH-art1, AH-art2, AH-art3",
        dice=[3, 4, 5, 6, 3],
        result="0/0",
        standing={AL: "support: IT-art1"},
    )
    assert terms(the_combat(b)["shifts"]) == {"CM.1": 2}


@pytest.mark.parametrize(("turn", "rule"), [(1, "16.3/4"), (2, "16.3/4"), (3, "")])
def test_16_3_4_germans_need_no_die_on_turns_1_and_2(turn: int, rule: str) -> None:
    """16.3/4: ruling R72: air units too, in defence too."""
    b = board(field(), ALL, turn)
    assert [automatic_rule(b, call("GE-air1", is_attack=a)) for a in (True, False)] == [rule, rule]


# -- who supports whom ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "able"),
    [
        ("IT-7", "IT-art1 FR-art1 UK-art1"),
        ("CZ-CL", "IT-art1"),
        ("UK-7", "UK-art1"),
        ("FR-47", "FR-art1"),
        ("UK-7, IT-7", "IT-art1 FR-art1 UK-art1"),
    ],
)
def test_16_4_joint_support_of_the_allies(attackers: str, able: str) -> None:
    """16.4: ruling R70."""
    units = """
        IT-7 XX 3-4-8 infantry at 0303
        UK-7 XX 3-4-8 infantry at 0304
        FR-47 XX 3-4-8 infantry at 0405
        CZ-CL XX 3-4-8 infantry at 0303
        AH-1 XX 6-5-8 infantry at 0404
    """
    b = board(field(), units + GUNS, 4)
    for gun in ("IT-art1", "FR-art1", "UK-art1"):
        text = f"attack 0404 with {attackers} support {gun}"
        if gun in able.split():
            assert declared(b, text, "AL").support == (gun,)
        else:
            assert refused(b, text, "AL") == "16.4"


def test_16_4_germans_and_austrians_support_each_other() -> None:
    b = board(field(), ALL)
    assert declared(b, "attack 0404 with AH-1 support GE-art1, AH-art1").support == ("GE-art1", "AH-art1")


def test_14_3_4_no_support_for_units_out_of_supply() -> None:
    """14.3/4: ruling R34."""
    cut_off = ALL.replace("AH-1 XX 6-5-8 infantry at 0503", "AH-1 XX 6-5-8 infantry at 0503 2 oos")
    b = board(field(), cut_off)
    assert refused(b, "attack 0404 with AH-1 support AH-art1") == "14.3/4"
    assert declared(b, "attack 0404 with AH-1, AH-2 support AH-art1").support == ("AH-art1",)
    strict = board(field(), cut_off, options={"mixed-supply-support": "no"})
    assert refused(strict, "attack 0404 with AH-1, AH-2 support AH-art1") == "14.3/4"
    italians = board(field(), ALL.replace("at 0404", "at 0404 2 oos"))
    assert in_defence(italians, AL, (UnitId("IT-7"),)) == ()


# -- Feuerwaltz, ships ---------------------------------------------------------------------------------------


def test_16_5_austrian_guns_and_the_ships_near_the_14th_army_on_turn_1() -> None:
    """16.5: ruling R73."""
    hq = "GE-hq14 XXXX 6/2 hq at 0603 1 support\n"
    b = board(field(), AH + hq + IT + GUNS, 1)
    rules = {unit: automatic_rule(b, call(unit)) for unit in ("AH-art1", "AH-navy", "AH-air1")}
    assert rules == {"AH-art1": "16.5", "AH-navy": "16.5", "AH-air1": ""}
    assert automatic_rule(b, call("AH-art1", is_attack=False)) == ""
    for other in ("GE-hq14 XXXX 6/2 hq at 0603\n", "GE-hq14 XXXX 6/2 hq at 0701 1 support\n", HQ):
        assert automatic_rule(board(field(), AH + other + IT + GUNS, 1), call("AH-art1")) == ""
    assert automatic_rule(board(field(), AH + hq + IT + GUNS, 2), call("AH-art1")) == ""


def test_16_5_by_option_the_attackers_must_be_near() -> None:
    units = AH + "GE-hq14 XXXX 6/2 hq at 0607 1 support\nIT-7 XX 3-4-8 infantry at 0405\n" + GUNS
    one = Call(UnitId("AH-art1"), HexId("0405"), (UnitId("AH-1"),), True)
    assert automatic_rule(board(field(), units, 1), one) == "16.5"
    assert automatic_rule(board(field(), units, 1, {"feuerwaltz": "attackers"}), one) == ""


def test_16_7_naval_gunfire_within_three_hexes_of_the_coast() -> None:
    """16.7: ruling R74."""
    text = "attack 0404 with AH-1 support AH-navy"
    assert refused(board(field(features="hex coast: 0707"), ALL), text) == "16.7"
    b = board(field(features="hex coast: 0407"), ALL)
    assert declared(b, text).support == ("AH-navy",)
    assert "AH-navy" not in in_defence(b, CP, (UnitId("AH-1"),))


# -- up to so many -------------------------------------------------------------------------------------------


def test_16_1_up_to_two_of_those_that_are_left() -> None:
    units = ALL.replace("AH-art1 - - artillery support 1", "AH-art1 - - artillery support 1 spent")
    b = board(field(), units)
    text = "attack 0404 with AH-1 support up to 2 of AH-art1, AH-navy, AH-art2, GE-art1, GE-art2"
    assert declared(b, text).support == ("AH-art2", "GE-art1")
    alone = board(field(), units.replace(HQ, ""))
    assert declared(alone, text).support == ("AH-art2",)
    assert str(read(b, text)) == text


# -- the pause -----------------------------------------------------------------------------------------------


def test_17_2_4_two_artillery_units_in_a_pause_attack_and_defence_together() -> None:
    """17.2/4: ruling R116."""
    paused = {"paused.CP": "4", "paused.AL": "4"}
    b = board(field(), ALL, notes=paused)
    assert refused(b, "attack 0404 with AH-1 support AH-art1, AH-art2, AH-art3") == "17.2/4"
    assert len(declared(b, "attack 0404 with AH-1 support AH-art1, AH-art2, AH-air1").support) == 3
    units = ALL + "IT-hq1 XXXX 6/2 hq at 0204 1 support\n"
    b = board(field(), units, notes=paused)
    fight(b, "attack 0404 with AH-1", dice=[3] * 4, result="0/0", standing={AL: "support: IT-art1, IT-art2, IT-air1"})
    assert b.noted("artillery.AL") == "4:2"
    assert set(in_defence(b, AL, (UnitId("IT-7"),))) == set()
    again = board(field(), units, notes=paused | {"artillery.AL": "4:2"})
    assert in_defence(again, AL, (UnitId("IT-7"),)) == ("IT-air1",)


def test_17_2_two_attacks_in_a_pause_both_sub_phases_together() -> None:
    """17.2: ruling R92."""
    units = ALL + "IT-8 XX 3-4-8 infantry at 0405\nAH-3 XX 4-5-8 infantry at 0403\nIT-9 XX 3-4-8 infantry at 0402\n"
    b = board(field(), units, notes={"paused.CP": "4"})
    no = {AL: "support: none"}
    text = "attack 0404 with AH-1\nattack 0405 with AH-2\nattack 0402 with AH-3"
    fight(b, text, dice=[3, 3], result="0/0", standing=no)
    assert [rule for rule, _ in dropped(b)] == ["17.2"]
    fight(b, "attack 0404 with AH-1", number=2, result="0/0", standing=no)
    assert [rule for rule, _ in dropped(b)] == ["17.2", "17.2"]
    assert b.noted("attacks.CP") == "4:2"
