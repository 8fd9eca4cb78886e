"""12.2.8 Hit points and steps; 15.3 what Assault Troops pay."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Illegal
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.disorder import DG, RG, disorganize, is_disorganized, is_fit
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.gains import gain
from pbem.games.italia18.hit_points import Bill, conversion, convert, has_choice, price
from pbem.games.italia18.losses import lose_step, lose_steps, troops_of
from pbem.games.italia18.results import attackers_bill, lose_star, printed_hits
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.italia18.battles import attack, battle, field, led, play, state
from tests.games.italia18.boards import units
from tests.games.tables import table

Left = list[tuple[int, tuple[str, ...]]]


def paid(text: str, points: int, lead: str, wanted: str = "", side: Side = CP, **about: Any) -> Left:
    """Steps and marks of all units after a bill; the order of payment is as named."""
    b = field("\n".join(f"{row} at 0604" for row in text.split("; ")))
    names = tuple([unit for unit in b.units() if not unit.endswith("hq") and b.unit(unit).type != "assault-troops"])
    bill = Bill(side, names, points, UnitId(lead) if lead else None, **about)
    convert(b, bill, wanted.split(), "12.2.8c")
    shown = [unit for unit in b.units() if not unit.endswith("hq")]
    return [(steps, marks) for _, steps, marks in state(b, *shown)]


REGIMENT, DIVISION = "GE-1 III 4-4-5/5 infantry", "AH-X XX 8-9-4/3 infantry"


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("UK-b X 4-4-5/5 infantry", 2), ("IT-b X 4-4-5/5 infantry", 3), ("AH-b X 4-4-5/5 infantry", 3),
        ("US-1 III 4-4-5/5 infantry", 3), ("GE-1 III 4-4-5/5 infantry", 2), ("IT-d I 1-2-5/5 mountain", 2),
        ("FR-X XX 8-9-4/4 infantry", 3), ("GE-s - - assault-troops kind=stosstruppen", 2),
    ],
)  # fmt: skip
def test_12_2_8a_prices(line: str, points: int) -> None:
    assert price(field(f"{line} at 0604"), UnitId(line.split()[0])) == points


def test_12_2_8c_example_a_both_pay_and_a_point_is_left_over() -> None:
    b = field("GE-1 III 4-4-5/5 infantry at 0604 1\nAH-X XX 8-9-4/3 infantry at 0604")
    convert(b, Bill(CP, units("GE-1 AH-X"), 7, UnitId("GE-1")), (), "12.2.8c")
    assert state(b, "GE-1", "AH-X") == [("gone", 0, ()), ("0604", 1, ("dg",))]


def test_12_2_8c_example_b_too_little_for_the_lead_unit_is_enough_for_another() -> None:
    assert paid(f"{REGIMENT}; {DIVISION}", 2, "AH-X") == [(1, ()), (2, ())]


def test_12_2_8d_example_c_the_lead_unit_is_disorganized_first() -> None:
    assert paid(f"{REGIMENT}; {DIVISION}", 3, "GE-1") == [(1, ("dg",)), (2, ())]
    assert paid(f"{REGIMENT}; {DIVISION}", 1, "AH-X") == [(2, ()), (2, ("dg",))]


def test_12_2_8c_example_d_steps_before_disorder() -> None:
    assert paid(f"{REGIMENT}; {DIVISION}", 4, "GE-1") == [(0, ()), (2, ())]


def test_12_2_3c_the_lead_unit_loses_the_first_step() -> None:
    two = f"{REGIMENT}; GE-2 III 4-4-5/5 infantry"
    assert paid(two, 2, "GE-2") == [(2, ()), (1, ())]
    assert paid(two, 4, "GE-2", "GE-1") == [(1, ()), (1, ())]
    assert paid(two, 4, "GE-2", "GE-2") == [(2, ()), (0, ())]


def test_12_2_8d_who_is_in_disorder_already_is_passed_over() -> None:
    """See ruling R37; surplus points are lost."""
    b = field("GE-1 III 4-4-5/5 infantry at 0604 1 dg\nAH-X XX 8-9-4/3 infantry at 0604 2 rg")
    found = conversion(b, Bill(CP, units("GE-1 AH-X"), 1, UnitId("GE-1")), ())
    assert [tuple(one) for one in found] == [("AH-X", "disorder")]


def test_nobody_is_asked_without_a_choice() -> None:
    """See 12.2.8c."""
    b = field(f"{REGIMENT} at 0604\n{DIVISION} at 0604")
    assert not has_choice(b, Bill(CP, units("GE-1"), 5, UnitId("GE-1")))
    assert not has_choice(b, Bill(CP, units("GE-1 AH-X"), 3, UnitId("GE-1")))
    assert has_choice(b, Bill(CP, units("GE-1 AH-X"), 3))


STORM = "assault-troops kind=stosstruppen"
STOSS = f"{REGIMENT}; GE-2 III 4-5-5/6 infantry; GE-s1 - - {STORM}; GE-s2 - - {STORM}"


def test_12_2_3d_stosstruppen_pay_in_place_of_the_lead_unit() -> None:
    """12.2.3d, 12.2.8e: the printed example; a second support cannot pay."""
    about: dict[str, Any] = {"instead": units("GE-s1 GE-s2"), "is_attack": True}
    assert paid(STOSS, 4, "GE-2", "GE-s1 GE-1", **about) == [(1, ()), (2, ()), (0, ()), (1, ())]
    assert paid(STOSS, 4, "GE-2", "GE-s1 GE-s2 GE-1", **about) == [(1, ()), (2, ()), (0, ()), (1, ())]
    assert paid(STOSS, 2, "GE-2", "GE-1", **about) == [(2, ()), (1, ()), (1, ()), (1, ())]


STURM = "AH-X XX 8-9-4/4 infantry; AH-s1 - - assault-troops kind=sturmbataillon"


@pytest.mark.parametrize(
    ("points", "left"), [(6, [(2, ("dg",)), (0, ())]), (2, [(3, ()), (0, ())]), (1, [(3, ("dg",)), (1, ())])]
)
def test_12_2_8b_a_sturmbataillon_pays_first_then_the_lead_unit(points: int, left: Left) -> None:
    assert paid(STURM, points, "AH-X", first=units("AH-s1"), is_attack=True) == left


def test_12_2_3d_arditi_pay_first_then_the_lead_unit() -> None:
    text = "IT-1 III 4-4-5/5 infantry; IT-ar - - assault-troops kind=arditi"
    assert paid(text, 5, "IT-1", side=EN, first=units("IT-ar"), is_attack=True) == [(1, ("dg",)), (0, ())]


# -- without hit points --------------------------------------------------------------------------------------


def test_12_2_8f_steps_without_hit_points_are_those_of_combat_units() -> None:
    b = field("AH-X XX 8-9-4/4 infantry at 0604\nAH-s1 - - assault-troops kind=sturmbataillon at 0604")
    lose_steps(b, units("AH-X"), 1, (), "12.2.6i1", is_attack=True)
    assert state(b, "AH-X", "AH-s1") == [("0604", 2, ()), ("0604", 1, ())]


def test_12_2_8f_the_owner_says_who_pays() -> None:
    b = field(f"{REGIMENT} at 0604\n{DIVISION} at 0604")
    lose_steps(b, units("GE-1 AH-X"), 1, ("AH-X",), "12.3c", is_attack=False)
    assert state(b, "GE-1", "AH-X") == [("0604", 2, ()), ("0604", 1, ())]


def test_12_2_8g_a_detachment_on_the_map_is_at_full_strength() -> None:
    b = field(
        "AH-g I 1-2-5/5 mountain at 0604\nGE-1 III 4-4-5/5 infantry at 0604 1\nGE-2 III 4-4-5/5 infantry at 0604 2 rg"
    )
    assert [is_fit(b, unit) for unit in units("AH-g GE-1 GE-2 GE-hq")] == [True, False, False, False]


# -- 12.5 ----------------------------------------------------------------------------------------------------


def test_12_5a_both_faces_bar_an_attack() -> None:
    for mark in (DG, RG):
        b = field(f"GE-1 III 4-4-5/5 infantry at 0604 2 {mark}\nIT-1 XX 6-9-4/3 infantry at 0504")
        assert is_disorganized(b, UnitId("GE-1"))
        with pytest.raises(Illegal, match="Disorganized or Reorganizing"):
            battle(b, "GE-1")


def test_12_5b_a_reorganizing_unit_is_disorganized_again() -> None:
    b = field("GE-1 III 4-4-5/5 infantry at 0604 2 rg\nGE-2 III 4-4-5/5 infantry at 0604 2 dg")
    for unit in units("GE-1 GE-2 GE-hq"):
        disorganize(b, unit, "12.2.8d")
    assert [b.marks(unit) for unit in units("GE-1 GE-2 GE-hq")] == [("dg",), ("dg",), ()]


# -- 15.3 ----------------------------------------------------------------------------------------------------

PAIR = f"GE-1 III 4-4-5/5 infantry at 0604 1\nGE-2 III 4-4-5/5 infantry at 0604\nGE-s1 - - {STORM} at 0604"


@pytest.mark.parametrize(("is_attack", "place"), [(False, "gone"), (True, "0604")])
def test_15_3b_assault_troops_and_the_death_of_their_unit(is_attack: bool, place: str) -> None:
    b = field(PAIR)
    assert troops_of(b, HexId("0604"), CP) == {"GE-s1": "GE-1"}
    lose_step(b, UnitId("GE-1"), "12.2.8c", is_attack=is_attack)
    assert b.place(UnitId("GE-s1")) == place


def test_15_3b_a_mark_says_with_whom_they_go() -> None:
    b = field(PAIR)
    b.mark(UnitId("GE-s1"), "with=GE-2", "11.3.2a")
    lose_step(b, UnitId("GE-1"), "12.2.8c", is_attack=False)
    assert b.is_on_map(UnitId("GE-s1"))


def fought(kind: str, carrier: str, used: str) -> Board:
    b = field(
        f"{carrier} at 0604\n{carrier[:2]}-s - - assault-troops kind={kind} at 0604\nIT-1 XX 6-9-4/4 infantry at 0504"
    )
    play(b, carrier.split()[0], DICE, "2*/0", assault=units(used))
    return b


DICE = {"attack on 0504 / white dice": (1, 1), "attack on 0504 / blue die": 2, "attack on 0504 / green die": 2}


def test_15_3a_assault_troops_that_are_not_used_risk_nothing() -> None:
    b = fought("sturmbataillon", "AH-X XX 12-9-4/4 infantry", "")
    assert state(b, "AH-s", "AH-X") == [("0604", 1, ()), ("0604", 3, ("dg",))]


def test_15_3a_only_those_that_go_with_an_attacker() -> None:
    b = field(
        "GE-1 III 4-4-5/5 infantry at 0604\nGE-2 III 4-4-5/5 infantry at 0603\n"
        "GE-s - - assault-troops kind=stosstruppen at 0603\nIT-1 XX 6-9-4/4 infantry at 0504"
    )
    with pytest.raises(Illegal, match="goes with none of the attacking units"):
        battle(b, "GE-1", assault=units("GE-s"))


def test_12_2_5b_the_asterisk_comes_on_top_of_hit_points() -> None:
    b = field(
        "AH-a X 4-4-5/5 infantry at 0604\nAH-b X 4-4-5/5 infantry at 0604\n"
        "AH-s1 - - assault-troops kind=sturmbataillon at 0604\n"
        "AH-s2 - - assault-troops kind=sturmbataillon at 0604\nIT-1 XX 6-9-4/4 infantry at 0504"
    )
    here = battle(b, "AH-a AH-b", assault=units("AH-s1 AH-s2"))
    fight = Fight(here, led("AH-a", "IT-1"), {}, {})
    gain(b, table(b, (), {"asterisk": ("AH-s2",)}), fight, "none", Hits(2, 0), is_starred=True)
    assert state(b, "AH-s1", "AH-s2", "AH-a") == [("gone", 0, ()), ("gone", 0, ()), ("0604", 2, ())]
    lose_star(b, here)  # nobody is left to lose


@pytest.mark.parametrize(
    ("kind", "carrier", "first", "instead"),
    [
        ("stosstruppen", "GE-1 III 4-4-5/5 infantry", "", "GE-s"),
        ("sturmbataillon", "AH-1 X 4-4-5/5 infantry", "AH-s", ""),
        ("arditi", "IT-1 III 4-4-5/5 infantry", "IT-s", ""),
    ],
)
def test_15_3_1_who_pays_how(kind: str, carrier: str, first: str, instead: str) -> None:
    """15.3.1, 15.3.2, 15.3.3: Stosstruppen may pay, the others must."""
    name, enemy = carrier.split()[0], "IT-9" if not carrier.startswith("IT") else "AH-9"
    side = EN if name.startswith("IT") else CP
    b = field(
        f"{carrier} at 0404\n{name[:2]}-s - - assault-troops kind={kind} at 0404\n{enemy} XX 6-9-4/4 infantry at 0504"
    )
    bill = attackers_bill(b, battle(b, name, side=side, assault=units(f"{name[:2]}-s")), led(name, enemy), 4)
    assert (bill.first, bill.instead, bill.is_attack) == (units(first), units(instead), True)


@pytest.mark.parametrize(
    ("notes", "lead", "entry", "left"),
    [
        ({}, "FR-1", "3/2", 5),
        ({}, "IT-1", "3/2", 3),
        ({}, "FR-1", "0/2", 2),
        ({"fog": "1"}, "IT-1", "3*/2", 2),
        ({"fog": "1"}, "FR-1", "3/2", 4),
        ({"fog": "1"}, "IT-1", "0/2", 0),
    ],
)
def test_12_2_5c_fog_and_cadorna(notes: dict[str, str], lead: str, entry: str, left: int) -> None:
    b = field(
        "FR-1 III 4-4-5/5 infantry at 0404\nIT-1 III 4-4-5/5 infantry at 0404\nAH-1 XX 8-9-4/4 infantry at 0504",
        notes=notes, card={"first": "EN", "doctrine": {"IT": "evolving", "FR": "cadorna"}},
    )  # fmt: skip
    here = battle(b, "FR-1 IT-1", side=EN)
    assert printed_hits(b, here, led(lead, "AH-1"), entry) == Hits(left, 2)
    assert attack("GE-1").assault == ()


def test_12_2_5b_who_pays_is_asked_for_what_the_asterisk_leaves() -> None:
    """12.2.5b (see ruling R34): with the Sturmbataillon gone the units pay, as their owner likes."""
    b = field(
        "AH-a X 4-4-5/5 infantry at 0604\nGE-b III 4-4-5/5 infantry at 0604\nGE-c III 4-4-5/5 infantry at 0604\n"
        "AH-s - - assault-troops kind=sturmbataillon at 0604\nIT-1 XX 6-9-4/4 infantry at 0504"
    )
    here = battle(b, "AH-a GE-b GE-c", assault=units("AH-s"))
    fight = Fight(here, led("AH-a", "IT-1"), {}, {})
    gain(b, table(b, (), {"attacker's losses": ("GE-c",)}), fight, "none", Hits(2, 0), is_starred=True)
    assert state(b, "AH-s", "GE-b", "GE-c") == [("gone", 0, ()), ("0604", 2, ()), ("0604", 1, ())]
