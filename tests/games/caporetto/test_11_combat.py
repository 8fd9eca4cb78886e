"""11.0 Combat: declaring attacks, odds, results, losses."""

from __future__ import annotations

import itertools

import pytest

from pbem.errors import Illegal, Unreadable, Waiting
from pbem.games.caporetto.attack import Spent, declare
from pbem.games.caporetto.by_mail.orders_combat import Attack
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.ratio import modified_row, ratio_column, shifted_column
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import at, board, field, fight, read, terms, the_combat
from tests.games.tables import dropped, facts

FOUR = """
    AH-1 XX 4-5-8 infantry at 0503
    AH-2 XX 4-5-8 infantry at 0504
    AH-3 XX 4-5-8 infantry at 0403
    IT-7 XX 3-4-8 infantry back=2-3 at 0404
"""


def refused(b: Board, text: str, spent: Spent | None = None, side: str = "CP") -> str:
    """The rule by which the attack is refused."""
    order = read(b, text, CP if side == "CP" else AL)
    assert isinstance(order, Attack)
    with pytest.raises(Illegal) as refusal:
        declare(b, CP if side == "CP" else AL, 1, order, spent or Spent())
    assert refusal.value.problem.why
    return refusal.value.problem.rule


# -- declaring -----------------------------------------------------------------------------------------------


def test_11_0_nobody_must_attack() -> None:
    b = board(field(), FOUR)
    fight(b, "")
    assert facts(b, "combat") == []


def test_11_1_a_unit_may_attack_in_both_sub_phases() -> None:
    b = board(field(), FOUR)
    fight(b, "attack 0404 with AH-1", dice=[3], result="0/0")
    fight(b, "attack 0404 with AH-1", dice=[3], number=2, result="0/0")
    assert len(facts(b, "combat")) == 2
    assert dropped(b) == []


def test_11_2_from_all_hexes_around_as_one_combat() -> None:
    b = board(field(), FOUR)
    fight(b, "attack 0404 with AH-1, AH-2, AH-3", dice=[3], result="0/0")
    assert the_combat(b)["attackers"] == ["AH-1", "AH-2", "AH-3"]
    assert the_combat(b)["attack"]["total"] == 12


def test_11_2_who_is_not_adjacent_does_not_attack() -> None:
    b = board(field(), FOUR + "AH-4 XX 4-5-8 infantry at 0604")
    assert refused(b, "attack 0404 with AH-4") == "11.2"
    assert refused(b, "attack 0303 with AH-3") == "11.2"


def test_11_2_an_hq_alone_is_no_target_and_never_attacks() -> None:
    alone = "IT-hq1 XXXX 6/2 hq at 0404\nAH-hq1 XXXX 6/2 hq at 0503\nAH-1 XX 4-5-8 infantry at 0503"
    b = board(field(), alone)
    assert refused(b, "attack 0404 with AH-1") == "11.2"
    b = board(field(), FOUR + "AH-hq1 XXXX 6/2 hq at 0503")
    order = Attack(HexId("0404"), (UnitId("AH-hq1"),))
    with pytest.raises(Illegal) as refusal:
        declare(b, CP, 1, order, Spent())
    assert refusal.value.problem.rule == "15.2/2"


def test_7_10_no_attack_across_a_lake() -> None:
    b = board(field(features="side lake-side: 0403/0404"), FOUR)
    assert refused(b, "attack 0404 with AH-3") == "7.10"


@pytest.mark.parametrize(
    ("units", "drm"),
    [("AH-1, AH-2", 0), ("AH-1, AH-2, AH-3", 1), ("AH-1, AH-2, AH-3, AH-4, AH-5", 1)],
)
def test_11_2_2_concentric_from_three_hexes_once(units: str, drm: int) -> None:
    more = "AH-4 XX 4-5-8 infantry at 0405\nAH-5 XX 4-5-8 infantry at 0303"
    b = board(field(), FOUR + more)
    fight(b, f"attack 0404 with {units}", dice=[3], result="0/0")
    assert the_combat(b)["modifiers"]["total"] == drm


def test_11_2_2_who_only_stands_there_does_not_count() -> None:
    b = board(field(), FOUR + "AH-4 XX 4-5-8 infantry at 0503")
    fight(b, "attack 0404 with AH-1, AH-4, AH-2", dice=[3], result="0/0")
    assert the_combat(b)["modifiers"]["total"] == 0


def test_11_2_3_different_allies_attack_jointly() -> None:
    units = "UK-7 XX 5-6-8 infantry at 0303\nFR-47 XX 5-6-8 infantry at 0304\nAH-1 XX 4-5-8 infantry at 0404"
    b = board(field(), units)
    fight(b, "attack 0404 with UK-7, FR-47", side=AL, dice=[3], result="0/0")
    assert the_combat(b)["attackers"] == ["UK-7", "FR-47"]


def test_11_3_a_unit_attacks_once_and_is_attacked_once() -> None:
    b = board(field(), FOUR + "IT-8 XX 3-4-8 infantry at 0405")
    text = "attack 0404 with AH-1\nattack 0404 with AH-2\nattack 0405 with AH-2\nattack 0404 with AH-1"
    fight(b, text, dice=[3, 3], result="0/0")
    assert [rule for rule, _ in dropped(b)] == ["11.3", "11.3"]
    assert [fact["targets"] for fact in facts(b, "combat")] == [["0404"], ["0405"]]


def test_11_3_a_unit_is_named_once() -> None:
    assert refused(board(field(), FOUR), "attack 0404 with AH-1, AH-1") == "11.3"


def fled(result: str, standing: str, left: int = 2) -> Board:
    """UK-7 flees from 0404 to UK-9 in 0303, which has `left` steps and is attacked next."""
    units = f"""
        AH-1 XX 4-5-8 infantry at 0503
        AH-3 XX 4-5-8 infantry at 0302
        UK-7 XX 5-6-8 infantry at 0404
        UK-9 XX 5-6-8 infantry at 0303 {left}
    """
    b = board(field(), units)
    text = "attack 0404 with AH-1\nattack 0303 with AH-3"
    fight(b, text, dice=[3, 3], result=result, standing={AL: f"{standing}\nretreat-to: 0303"})
    return b


def test_11_3_a_unit_that_fled_onto_a_stack_does_not_shield_it() -> None:
    """11.3, 12.2: ruling R23."""
    b = fled("0/1", "retreat: always\nlosses: UK-7", left=1)
    second = the_combat(b, 2)
    assert second["defenders"] == ["UK-9"]
    assert second["defence"]["total"] == 3
    moves = facts(b, "moved", how="retreat")
    assert [(move["unit"], move["path"][0]) for move in moves] == [("UK-7", "0404"), ("UK-7", "0303"), ("UK-9", "0303")]


def test_11_3_e_takes_those_that_fled_there_too() -> None:
    """11.3, 11.7.1: ruling R23."""
    b = fled("0/1,0/E", "retreat: always")
    assert the_combat(b, 2)["defenders"] == ["UK-9"]
    assert [at(b, unit)[0] for unit in ("UK-7", "UK-9")] == ["gone", "gone"]


def test_11_3_who_was_attacked_pays_nothing_again() -> None:
    """11.3, 12.2: ruling R23: losses by number fall on the fresh units alone."""
    b = fled("0/1,0/2", "retreat 0404: always\nretreat: never")
    assert at(b, "UK-7") == ("0303", 2)
    assert at(b, "UK-9") == ("gone", 0)


def test_11_4_one_attack_is_over_before_the_next_begins() -> None:
    units = FOUR + "IT-8 XX 3-4-8 infantry at 0405"
    b = board(field(), units)
    text = "attack 0404 with AH-1 on */*: advance AH-1\nattack 0405 with AH-2"
    fight(b, text, dice=[3, 3], result="0/E")
    kinds = [f.kind for f in b.facts if f.kind in ("combat", "combat-over", "eliminated", "moved")]
    assert kinds == ["combat", "eliminated", "moved", "combat-over", "combat", "eliminated", "combat-over"]


def test_11_4_in_instalments() -> None:
    b = board(field(), FOUR + "IT-8 XX 3-4-8 infantry at 0405")
    with pytest.raises(Waiting) as waiting:
        fight(b, "attack 0404 with AH-1\nmore", dice=[3], result="0/0")
    assert [question.key for question in waiting.value.questions] == ["first combat instalment 2"]


def test_11_5_units_of_one_hex_attack_different_hexes_or_none() -> None:
    units = FOUR + "AH-4 XX 4-5-8 infantry at 0504\nAH-5 XX 4-5-8 infantry at 0504\nIT-8 XX 3-4-8 infantry at 0405"
    b = board(field(), units)
    fight(b, "attack 0404 with AH-2\nattack 0405 with AH-4", dice=[3, 3], result="0/0")
    assert [fact["attackers"] for fact in facts(b, "combat")] == [["AH-2"], ["AH-4"]]


def test_4_0_only_own_units_attack() -> None:
    b = board(field(), FOUR)
    with pytest.raises(Illegal) as refusal:
        read(b, "attack 0404 with IT-7")
    assert refusal.value.problem.rule == "4.0"


# -- fog of war ----------------------------------------------------------------------------------------------


def test_11_6_no_order_may_wait_for_the_odds() -> None:
    b = board(field(), FOUR)
    with pytest.raises(Illegal) as refusal:
        read(b, "attack 0404 with AH-1 if odds >= 3:1")
    assert refusal.value.problem.rule == "11.6"
    assert "called off" in refusal.value.problem.why


def test_11_6_guards_look_at_public_facts() -> None:
    b = board(field(), FOUR + "IT-8 XX 3-4-8 infantry at 0405", notes={"morale.AH": "-2"})
    text = """
        attack 0404 with AH-1 if 0405 empty
        attack 0404 with AH-1 if units at 0404 >= 2
        attack 0404 with AH-1 if morale >= -1
        attack 0404 with AH-1 unless 0404 in zoc of CP
        attack 0404 with AH-1 if turn = 4 and 0405 occupied and AH-1 whole and 0404 held by AL
        attack 0405 with AH-2 if lost <= 1
        attack 0405 with AH-2 if lost >= 2 and AH-1 gone
    """
    fight(b, text, dice=[3, 3], result="2/0")
    skipped = [fact["why"] for fact in facts(b, "skipped")]
    assert skipped == [
        "condition not met: 0405 empty",
        "condition not met: units at 0404 >= 2",
        "condition not met: morale AH >= -1",
        "condition not met: 0404 out of zoc of CP",
        "condition not met: CP lost <= 1",
    ]
    assert [fact["targets"] for fact in facts(b, "combat")] == [["0404"], ["0405"]]


def test_11_6_a_condition_that_means_nothing_is_refused() -> None:
    b = board(field(), FOUR)
    for words, why in (("if zoc", "no unit"), ("if 0404 blue", "not understood"), ("if turn >= x", "number")):
        with pytest.raises(Unreadable, match=why):
            read(b, f"attack 0404 with AH-1 {words}")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("if 0404 is empty", "0404 empty"),
        ("unless 0404 empty", "0404 occupied"),
        ("if 0404 in ezoc", "0404 in zoc of AL"),
        ("if enemy lost >= 2", "AL lost >= 2"),
        ("unless lost > 3", "CP lost <= 3"),
        ("if morale it < 0", "morale IT < 0"),
        ("if AH-1 is reduced", "AH-1 lost"),
        ("unless AH-1 at 0503", "AH-1 not at 0503"),
        ("if 0404 not held by us", "0404 not held by CP"),
        ("if recon 0404 failed", "recon 0404 failed"),
    ],
)
def test_11_6_conditions_have_one_canonical_form(written: str, canonical: str) -> None:
    b = board(field(), FOUR)
    order = read(b, f"attack 0404 with AH-1 {written}")
    assert str(order) == f"attack 0404 with AH-1 if {canonical}"
    assert read(b, str(order)) == order


# -- odds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(7, 3, "2:1"), (3, 4, "1:2"), (1, 9, "1:3"), (12, 4, "3:1"), (11, 4, "2:1"), (99, 4, "8:1"), (1, 0, "8:1")],
)
def test_11_7_2_odds_round_for_the_defender(attack: int, defence: int, odds: str) -> None:
    """11.7, 11.7.2: rulings R02, R03, R32."""
    b = board(field(), FOUR)
    assert b.scenario.charts["crt"]["columns"][ratio_column(b, attack, defence)] == odds


@pytest.mark.parametrize(("attack", "odds"), [(5, "1:1"), (6, "2:1"), (9, "2:1"), (10, "3:1"), (1, "1:3")])
def test_11_7_2_by_option_the_nearest_column(attack: int, odds: str) -> None:
    b = board(field(), FOUR, options={"odds-rounding": "nearest"})
    assert b.scenario.charts["crt"]["columns"][ratio_column(b, attack, 4)] == odds


def test_11_7_2_shifts_and_dice_never_leave_the_table() -> None:
    """11.7.2: rulings R03, R04."""
    b = board(field(), FOUR)
    assert shifted_column(b, 3, -9) == 0
    assert shifted_column(b, 3, 99) == 9
    assert modified_row(b, 6, 7) == 9
    assert modified_row(b, 1, -3) == 1


def test_11_7_the_table_is_monotone() -> None:
    """11.7: ruling R01, section 7 of the design: a better column or die is never worse for the attacker."""
    b = board(field(), FOUR)
    crt = b.scenario.charts["crt"]
    rows = [[cell.split("/") for cell in crt[f"row{n}"]] for n in range(1, 10)]
    steps = [[(-int(ours), 99 if theirs == "E" else int(theirs)) for ours, theirs in row] for row in rows]
    for row in steps:
        assert all(a[0] <= b_[0] and a[1] <= b_[1] for a, b_ in itertools.pairwise(row))
    for low, high in itertools.pairwise(steps):
        assert all(a[0] <= b_[0] and a[1] <= b_[1] for a, b_ in zip(low, high, strict=True))


def test_11_7_2_2_half_of_the_factors_across_a_river() -> None:
    """11.7.2/2: rulings R30, R31."""
    river = "side river: 0404/0503\nline rail: 0404-0503"
    units = "AH-1 XX 6-5-8 infantry at 0503\nAH-2 XX 6-5-8 infantry at 0504\nAH-4 XX 1-5-8 infantry at 0504\n"
    b = board(field(features=river), units + "IT-7 XX 3-4-8 infantry at 0404")
    fight(b, "attack 0404 with AH-1, AH-2", dice=[3], result="0/0")
    assert terms(the_combat(b)["shifts"]) == {"11.7.2/2": -1}
    b = board(field(features=river), units + "IT-7 XX 3-4-8 infantry at 0404")
    fight(b, "attack 0404 with AH-1, AH-2, AH-4", dice=[3], result="0/0")
    assert terms(the_combat(b)["shifts"]) == {}
