"""12.2.3 and 12.2.4 Lead units, odds and column shifts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.games.italia18 import lead, ratio
from pbem.games.italia18.columns import is_concentric, offensive_modifier, shifts
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.doctrine import doctrine_of, trench_multiple
from pbem.kernel.pieces import UnitId
from tests.games.italia18.battles import HQS, battle, field, led, play, state
from tests.games.italia18.boards import board, flat, units
from tests.games.tables import facts

MEN = "GE-1 III 4-4-5/5 infantry at 0604\nAH-X XX 8-9-4/4 infantry at 0603\nIT-1 XX 6-9-4/4 infantry at 0504\n"


def test_12_2_3a_who_may_lead() -> None:
    """12.2.3a, 15.1: morale 4 at this moment, in order, within the radius of an HQ."""
    b = field(
        "AH-3 XX 6-7-4/3 infantry at 0604\nGE-dg III 4-4-5/5 infantry at 0604 2 dg\n"
        "GE-rg III 4-4-5/5 infantry at 0604 2 rg\n"
        "GE-1 III 4-4-5/5 infantry at 0604\nIT-1 III 4-4-5/4 infantry at 0504 2 retreat-mode\n"
    )
    assert lead.possible_leads(b, units("AH-3 GE-dg GE-rg GE-1 IT-1")) == units("GE-1")
    b.eliminate(UnitId("GE-hq"), "9.1c")
    assert lead.possible_leads(b, units("GE-1")) == ()


def test_12_2_3b_without_a_lead_unit_three_steps_are_lost() -> None:
    b = field(
        "AH-X XX 8-9-4/4 infantry at 0604\nIT-1 XX 6-9-4/3 infantry at 0504\nIT-a1 - 3-5-2 army-artillery at 0304"
    )
    answers = {"attack on 0504 / guns": ("IT-a1",)}
    play(b, "AH-X", {"attack on 0504 / defender's bombardment": 1}, answers=answers)
    assert state(b, "AH-X") == [("gone", 0, ())]
    assert facts(b, "called-off")[0].rule == "12.2.3b"
    assert not facts(b, "combat")


def test_12_2_3e_the_defender_names_his_lead_unit() -> None:
    b = field(MEN + "IT-5 III 4-4-5/5 infantry at 0504")
    assert lead.ask_lead(b, battle(b, "GE-1")).default == ("IT-5", "IT-1")
    assert lead.defender_lead(b, battle(b, "GE-1")) == "IT-5"
    assert lead.defender_lead(b, battle(b, "GE-1"), ("IT-1",)) == "IT-1"
    assert [t.value for t in shifts(b, battle(b, "GE-1"), led("GE-1", "IT-1")).terms] == [1]
    assert shifts(b, battle(b, "GE-1"), led("GE-1", "IT-5")).total == 0


def test_the_attack_names_its_lead_units_in_order() -> None:
    """See 12.2.3a, ruling R5."""
    b = field(MEN)
    assert lead.attacker_lead(b, battle(b, "GE-1 AH-X", leads=units("AH-X"))) == "AH-X"
    assert lead.attacker_lead(b, battle(b, "GE-1 AH-X")) == "GE-1"


@pytest.mark.parametrize(
    ("attack", "defence", "odds"), [(35, 10, "3:1"), (6, 10, "1:2"), (22, 9, "2:1"), (7, 8, "1:2"), (5, 16, "1:4")]
)
def test_12_2_4a_rounded_for_the_defender(attack: int, defence: int, odds: str) -> None:
    b = field(MEN)
    assert ratio.odds_text(b, ratio.ratio_column(b, Fraction(attack), Fraction(defence))) == odds


@pytest.mark.parametrize(
    ("attack", "defence", "by", "odds"), [(1, 2, -2 + 3, "1:1"), (1, 3, 2, "1:1"), (1, 1, 0, "1:1"), (1, 2, -2, "1:4")]
)
def test_12_2_4b_shifts_run_over_virtual_columns(attack: int, defence: int, by: int, odds: str) -> None:
    """12.2.4b, 12.2.4i: the sum counts, whatever lies between."""
    b = field(MEN)
    column = ratio.ratio_column(b, Fraction(attack), Fraction(defence))
    assert ratio.odds_text(b, ratio.shifted_column(column, by)) == odds


def test_12_2_4c_below_one_to_two_nothing_is_rolled() -> None:
    b = field(MEN, "hex trench: 0504\nhex town: 0504")
    play(b, "GE-1", {})
    assert facts(b, "called-off")[0].rule == "12.2.4c"
    assert state(b, "GE-1") == [("gone", 0, ())]  # two steps were all it had
    assert ratio.printed_column(b, -1) is None
    assert ratio.printed_column(b, 40) == 6


def test_12_2_4c_the_highest_morale_pays() -> None:
    """See ruling R29."""
    b = field(MEN, "hex trench: 0504\nhex city: 0504\nhex town: 0504")
    play(b, "GE-1 AH-X", {})
    assert state(b, "GE-1", "AH-X") == [("gone", 0, ()), ("0603", 2, ())]


@pytest.mark.parametrize(
    ("features", "left"),
    [
        ("hex town: 0504", -1),
        ("side minor-river: 0504/0604", 0),
        ("side minor-river: 0504/0604 0504/0603", -1),
        ("side minor-river: 0504/0604 0504/0603\nside bridge kind=road: 0504/0604\nhex town: 0504", -2),
    ],
)
def test_12_2_4d_ground_and_rivers(features: str, left: int) -> None:
    b = field(MEN, features)
    assert shifts(b, battle(b, "GE-1 AH-X"), led("AH-X", "IT-1")).total == left


@pytest.mark.parametrize(("letter", "left"), [("f", -1), ("^", -1), ("A", -1), ("%", -1), (".", 0)])
def test_12_2_4d_kinds_of_terrain(letter: str, left: int) -> None:
    b = board(HQS + MEN, flat(9, 8, letter=letter))
    here = battle(b, "GE-1 AH-X")
    assert shifts(b, here, led("AH-X", "IT-1")).total == left


def test_12_2_4e_multiples() -> None:
    """12.2.4e (see 3.0d, rulings R4, R22): each unit by its own hexside; city and trenches multiply."""
    b = field(MEN, "side crest up=0504: 0504/0604\nside major-river: 0504/0603")
    assert ratio.attack_strength(b, battle(b, "GE-1 AH-X")).total == 2 + 4
    b = field(MEN, "side crest up=0604: 0504/0604\nhex trench: 0504\nhex city: 0504")
    assert ratio.attack_strength(b, battle(b, "GE-1")).total == 4
    assert ratio.defence_strength(b, battle(b, "GE-1")).total == 9 * 2 * 2
    b = field(MEN, "side crest up=0504: 0504/0604\nside major-river: 0504/0604\nhex city: 0504")
    assert ratio.attack_strength(b, battle(b, "GE-1")).total == 1
    assert ratio.defence_strength(b, battle(b, "GE-1")).total == 18


@pytest.mark.parametrize(("italian", "entente"), [("cadorna", 2), ("evolving", 2), ("diaz", 3)])
def test_3_0d_italy_sets_the_trenches_of_the_entente(italian: str, entente: int) -> None:
    b = field(MEN, card={"doctrine": {"IT": italian, "UK": "evolving"}})
    assert (trench_multiple(b, EN), trench_multiple(b, CP)) == (entente, 3)


def test_3_0c_doctrines_by_division_then_by_nation() -> None:
    b = field(
        "IT-a III 4-4-5/5 infantry division=1DA at 0304\nIT-b XX 6-9-4/3 infantry at 0304\n"
        "GE-1 III 4-4-5/5 infantry at 0604",
        card={"doctrine": {"IT": "diaz", "IT_1DA": "cadorna"}},
    )
    assert [doctrine_of(b, unit) for unit in units("IT-a IT-b GE-1")] == ["cadorna", "diaz", ""]


def test_12_2_4f_assault_troops_count_once_and_supply_tells() -> None:
    b = field(
        "AH-a X 4-4-5/5 infantry at 0604\nAH-b X 4-4-5/5 infantry at 0604\n"
        "AH-s1 - - assault-troops kind=sturmbataillon at 0604\n"
        "AH-s2 - - assault-troops kind=sturmbataillon at 0604\nIT-1 XX 6-9-4/4 infantry at 0504\n"
    )
    here = battle(b, "AH-a AH-b", assault=units("AH-s1 AH-s2"))
    assert shifts(b, here, led("AH-a", "IT-1")).total == 2
    b.mark(UnitId("IT-1"), "oos", "9.1i")
    assert shifts(b, here, led("AH-a", "IT-1")).total == 3


def test_12_2_4f_a_cadorna_lead_attacks_with_a_column() -> None:
    b = field("FR-1 III 4-4-5/5 infantry at 0404\nAH-1 XX 8-9-4/4 infantry at 0504\nIT-2 III 4-4-5/5 infantry at 0404")
    here = battle(b, "FR-1 IT-2", side=EN)
    assert (shifts(b, here, led("FR-1", "AH-1")).total, shifts(b, here, led("IT-2", "AH-1")).total) == (2, 1)


CARD = {"doctrine": {"IT": "evolving"}, "offensive": {"17": {"modifiers": [2, 1, 0], "guns": 1}}}


@pytest.mark.parametrize(
    ("place", "mark", "sequence", "value"),
    [("0704", "offensive", 1, 2), ("0704", "offensive", 2, 1), ("0908", "offensive", 1, 0), ("0704", "", 1, 0)],
)
def test_12_2_4g_within_range_of_a_piece_in_offensive_mode(place: str, mark: str, sequence: int, value: int) -> None:
    b = field(f"{MEN}GE-a1 - 3-5-2 army-artillery at {place} 1 {mark}", card=CARD)
    assert offensive_modifier(b, battle(b, "GE-1", sequence=sequence)) == value


def test_12_2_4g_not_beyond_its_range_nor_for_the_other_side() -> None:
    b = field(MEN + "GE-a1 - 3-3-2 army-artillery at 0904 1 offensive", card=CARD)
    assert offensive_modifier(b, battle(b, "GE-1")) == 0
    b = field(
        "AH-1 XX 8-9-4/4 infantry at 0504\nIT-1 III 4-4-5/5 infantry at 0404\n"
        "IT-a - 3-5-2 army-artillery at 0304 1 offensive",
        card=CARD,
    )
    assert offensive_modifier(b, battle(b, "IT-1", side=EN)) == 0


RING = "GE-1 III 4-4-5/5 infantry at 0503\nGE-2 III 4-4-5/5 infantry at 0505\nIT-1 XX 6-9-4/4 infantry at 0504\n"


def test_12_2_4h_two_on_opposite_sides_cover_all_six() -> None:
    b = field(RING)
    assert is_concentric(b, battle(b, "GE-1 GE-2"))
    assert not is_concentric(b, battle(b, "GE-1"))
    assert not is_concentric(field(RING + "IT-2 III 4-4-5/5 infantry at 0404"), battle(b, "GE-1 GE-2"))


def test_12_2_4h_by_option_all_units_of_the_side_count() -> None:
    """See ruling R28."""
    assert is_concentric(field(RING, options={"concentric-all": "yes"}), battle(field(RING), "GE-1"))


def test_12_2_4i_city_and_river_together() -> None:
    b = field(
        "AH-X XX 20-9-4/4 infantry at 0604\nIT-1 III 4-4-5/4 infantry at 0504",
        "hex city: 0504\nside minor-river: 0504/0604",
    )
    play(
        b,
        "AH-X",
        {"attack on 0504 / white dice": (4, 3), "attack on 0504 / blue die": 2, "attack on 0504 / green die": 2},
        "0/0",
    )
    assert facts(b, "combat")[0]["odds"] == "1:1"
