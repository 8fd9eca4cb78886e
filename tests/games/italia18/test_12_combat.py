"""12.1 and 12.4 What may be attacked, the advance, and units called up."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Illegal
from pbem.games.italia18.advance import ignores_zoc, may_advance, paths, reach
from pbem.games.italia18.called_up import may_be_called, reach_of
from pbem.games.italia18.markers import forget_attacks
from pbem.kernel.pieces import UnitId
from tests.games.italia18.battles import battle, field, play, state
from tests.games.italia18.boards import hexes, units
from tests.games.tables import facts

MEN = "GE-1 III 4-4-5/5 infantry at 0604\nGE-2 III 4-4-5/5 infantry at 0604\nIT-1 III 4-4-5/5 infantry at 0504\n"
NAME = "attack on 0504 / "
QUIET = {NAME + "white dice": (3, 4), NAME + "blue die": 1, NAME + "green die": 1}


@pytest.mark.parametrize(
    ("words", "rule", "why"),
    [
        ("IT-1", "12.1a", "only your own combat units"),
        ("GE-hq", "12.1a", "only your own combat units"),
        ("GE-far", "12.1a", "cannot get at 0504"),
        ("GE-frozen", "11.2.10a", "set-up"),
        ("GE-reserve", "14.1a", "Reserves marker"),
        ("GE-leaving", "11.2.7", "to disengage"),
        ("GE-oos", "9.2a", "out of supply"),
    ],
)
def test_12_1a_who_may_not_attack(words: str, rule: str, why: str) -> None:
    """12.1a, 9.2a: each refusal with its own rule."""
    b = field(
        MEN + "GE-far III 4-4-5/5 infantry at 0804\nGE-frozen III 4-4-5/5 infantry at 0603 2 frozen\n"
        "GE-reserve III 4-4-5/5 infantry at 0603 2 reserves\nGE-leaving III 4-4-5/5 infantry at 0603 2 disengage\n"
        "GE-oos III 4-4-5/5 infantry at 0505 2 oos"
    )
    with pytest.raises(Illegal, match=why) as refused:
        battle(b, words)
    assert refused.value.problem.rule == rule


def test_12_1a_not_across_an_impassable_hexside() -> None:
    """See ruling R114."""
    with pytest.raises(Illegal, match="cannot get at 0504"):
        battle(field(MEN, "side closed-river: 0504/0604"), "GE-1")


def test_12_1b_once_a_phase_and_all_together() -> None:
    b = field(MEN + "IT-2 III 4-4-5/5 infantry at 0504")
    assert battle(b, "GE-1").defenders == units("IT-1 IT-2")
    play(b, "GE-1", QUIET, "0/0")
    with pytest.raises(Illegal, match="once in a phase"):
        battle(b, "GE-2")
    forget_attacks(b)
    assert battle(b, "GE-1")


def test_12_1b_supports_alone_are_not_attacked() -> None:
    b = field("GE-1 III 4-4-5/5 infantry at 0604\nIT-d - 0 depot at 0504")
    with pytest.raises(Illegal, match="only hexes with enemy combat units"):
        battle(b, "GE-1")


def test_12_1c_a_unit_attacks_once_its_neighbours_may_attack_elsewhere() -> None:
    b = field(MEN + "IT-2 III 4-4-5/5 infantry at 0505")
    play(b, "GE-1", QUIET, "0/0")
    with pytest.raises(Illegal, match="has attacked in this phase"):
        battle(b, "GE-1", target="0505")
    assert battle(b, "GE-2", target="0505").attack.units == units("GE-2")


def test_12_2_1_only_those_named_suffer() -> None:
    b = field(MEN)
    play(b, "GE-1", QUIET, "7/0")
    assert state(b, "GE-1", "GE-2") == [("gone", 0, ()), ("0604", 2, ())]


def test_an_attack_that_nobody_may_lead_is_refused() -> None:
    """See 12.2.3a, ruling R30."""
    with pytest.raises(Illegal, match="none of these units may lead"):
        battle(field("AH-3 XX 6-7-4/3 infantry at 0604\nIT-1 III 4-4-5/5 infantry at 0504"), "AH-3")


# -- after a combat ------------------------------------------------------------------------------------------


def test_11_3_1c_guns_left_alone_in_the_defenders_hex_are_lost() -> None:
    b = field(MEN + "IT-c - 2-3-3 corps-artillery at 0504")
    play(b, "GE-1 GE-2", QUIET, "0/4")
    assert state(b, "IT-1", "IT-c") == [("gone", 0, ()), ("gone", 0, ())]


def test_11_3_2b_assault_troops_without_a_unit_are_lost() -> None:
    b = field(
        MEN + "GE-s - - assault-troops kind=stosstruppen at 0604\nGE-t - - assault-troops kind=stosstruppen at 0604"
    )
    answers = {NAME + "attacker's losses": ("GE-1", "GE-1"), NAME + "stosstruppen": ()}
    play(b, "GE-1 GE-2", QUIET, "4/0", answers=answers)
    assert sorted(b.place(unit) for unit in units("GE-1 GE-2 GE-s GE-t")) == ["0604", "0604", "gone", "gone"]


# -- 12.4 ----------------------------------------------------------------------------------------------------


def test_12_4a_only_units_that_are_whole_and_in_order() -> None:
    b = field(MEN + "GE-3 III 4-4-5/5 infantry at 0603\nGE-4 III 4-4-5/5 infantry at 0603 1")
    here = battle(b, "GE-1 GE-2 GE-3 GE-4")
    b.mark(UnitId("GE-1"), "dg", "12.2.8d")
    b.mark(UnitId("GE-2"), "rg", "14.3")
    assert may_advance(b, here) == units("GE-3")


@pytest.mark.parametrize(
    ("found", "retreated", "held", "hexes_"),
    [
        ("partial", 2, False, 1), ("partial", 0, True, 0), ("perfect", 3, False, 3), ("perfect", 1, False, 1),
        ("perfect", 0, False, 2), ("perfect", 0, True, 0), ("none", 2, False, 0), ("misunderstood", 1, False, 0),
    ],
)  # fmt: skip
def test_12_4b_how_far(found: str, retreated: int, held: bool, hexes_: int) -> None:
    """12.4b, 12.2.6d: as far as the defender went; two hexes where nobody is left."""
    b = field(MEN)
    here = battle(b, "GE-1")
    if retreated:
        b.put(UnitId("IT-1"), "0304", "12.3b")
    elif not held:
        b.eliminate(UnitId("IT-1"), "12.2.8c")
    assert reach(b, here, found, retreated) == hexes_


def test_12_4b_the_attacked_hex_comes_first() -> None:
    b = field(MEN)
    here = battle(b, "GE-1")
    b.put(UnitId("IT-1"), "0104", "12.3b")
    ways = paths(b, here, UnitId("GE-1"), 2)
    assert ways[0] == hexes("0604 0504")
    assert all(path[1] == "0504" for path in ways)
    assert {len(path) for path in ways} == {2, 3}


STOSS = "GE-s - - assault-troops kind=stosstruppen at 0604\n"


@pytest.mark.parametrize(("more", "may"), [("", False), (STOSS, True)])
def test_12_4c_from_zone_to_zone(more: str, may: bool) -> None:
    b = field(
        "GE-1 III 4-4-5/5 infantry at 0604\nIT-1 III 4-4-5/5 infantry at 0504\n"
        "IT-2 III 4-4-5/5 infantry at 0403\n" + more
    )
    here = battle(b, "GE-1")
    b.put(UnitId("IT-1"), "0104", "12.3b")
    assert (hexes("0604 0504 0404") in paths(b, here, UnitId("GE-1"), 3)) is may


def test_12_4c_arditi_give_no_such_freedom() -> None:
    b = field(
        "IT-1 III 4-4-5/5 infantry at 0404\nIT-ar - - assault-troops kind=arditi at 0404\n"
        "AH-1 XX 8-9-4/4 infantry at 0603\nAH-s - - assault-troops kind=sturmbataillon at 0603\n"
        "AH-2 X 4-4-5/5 infantry at 0703\nAH-t - - assault-troops kind=sturmbataillon at 0703"
    )
    assert [ignores_zoc(b, unit) for unit in units("IT-1 AH-1 AH-2")] == [False, False, True]


def test_12_4d_rivers_and_crests() -> None:
    b = field(MEN, "side major-river: 0504/0404 0504/0403\nside crest up=0505: 0504/0505")
    here = battle(b, "GE-1")
    b.put(UnitId("IT-1"), "0104", "12.3b")
    ways = paths(b, here, UnitId("GE-1"), 2)
    assert hexes("0604 0504 0404") not in ways
    assert hexes("0604 0504 0505") in ways
    crossed = field(MEN, "side major-river: 0504/0604")
    here = battle(crossed, "GE-1")
    crossed.put(UnitId("IT-1"), "0104", "12.3b")
    assert paths(crossed, here, UnitId("GE-1"), 2) == (hexes("0604 0504"),)


def test_12_4d_a_crest_beyond_the_first_hex_disorganizes() -> None:
    b = field(MEN, "side crest up=0404: 0504/0404")
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 1, NAME + "green die": 6}
    answers = {NAME + "advance of GE-1": ("0504-0404",), NAME + "advance of GE-2": ("0504",), NAME + "exploit": ()}
    play(b, "GE-1 GE-2", dice, "0/4", answers=answers)
    assert state(b, "GE-1", "GE-2") == [("0404", 2, ("dg",)), ("0504", 2, ())]


@pytest.mark.parametrize(
    "about", [{"words": "GE-1 GE-1"}, {"guns": units("GE-c GE-c")}, {"assault": units("GE-s GE-s")}]
)
def test_12_1c_nobody_counts_twice_in_one_attack(about: dict[str, Any]) -> None:
    """12.1c, 15.2.2b: a unit or a gun that an order names twice would have twice its strength."""
    b = field(MEN + "GE-c - 2-3-3 corps-artillery at 0704\nGE-s - - assault-troops kind=stosstruppen at 0604\n")
    words = about.pop("words", "GE-1")
    with pytest.raises(Illegal, match="is named twice in this attack"):
        battle(b, words, **about)


def test_11_3_1c_guns_without_a_unit_are_lost_even_if_no_attacker_is_left() -> None:
    """11.3.1c: both last units fall; nobody controls the hex, and still the gun is not left there."""
    b = field(
        "GE-1 III 4-4-5/5 infantry at 0604 1\nIT-1 III 2-2-4/4 infantry at 0504 1\n"
        "IT-c - 2-3-3 corps-artillery at 0504\n"
    )
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 2, NAME + "green die": 2}
    play(b, "GE-1", dice, "2/2")
    assert [b.place(unit) for unit in units("GE-1 IT-1 IT-c")] == ["gone"] * 3


# -- 12.2.6n -------------------------------------------------------------------------------------------------


def test_12_2_6n_who_can_be_called_up() -> None:
    b = field(
        MEN + "IT-near XX 6-9-5/4 infantry at 0204\nIT-far III 4-4-5/5 infantry at 0102\n"
        "IT-zone III 4-4-5/5 infantry at 0505\n"
        "IT-frozen III 4-4-5/5 infantry at 0303 2 frozen"
    )
    here = battle(b, "GE-1")
    assert may_be_called(b, here, 3) == units("IT-near")
    assert b.map.grid.distance(b.hex_of(UnitId("IT-near")), here.target) == 3
    found = reach_of(b, here, UnitId("IT-near"))
    assert max(b.map.grid.distance(b.hex_of(UnitId("IT-near")), there) for there in found) == 3  # half of 5, rounded up
    assert here.target in found
    b.put(UnitId("IT-1"), "0304", "12.3b")
    assert here.target not in reach_of(b, here, UnitId("IT-near"))


def test_12_2_6n_they_come_after_the_losses() -> None:
    b = field(MEN + "IT-near XX 6-9-5/4 infantry at 0304")
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 4, NAME + "green die": 1}
    answers = {NAME + "retreat of IT-1": ("stay",), NAME + "send": ("IT-near-0504",)}
    play(b, "GE-1 GE-2", dice, "0/2", answers=answers)
    assert state(b, "IT-near", "IT-1") == [("0504", 3, ()), ("0504", 1, ())]


def test_2_3_four_dice_and_the_coloured_ones_belong_to_the_sides() -> None:
    b = field(MEN)
    name = "attack on 0504 / "
    play(b, "GE-1", {name + "white dice": (6, 2), name + "green die": 3, name + "blue die": 4})
    assert [fact["roll"] for fact in facts(b, "combat")] == [8]
    assert {fact["role"]: fact["die"] for fact in facts(b, "coordination")} == {"attacker": 3, "defender": 4}


def test_12_2_6n_who_is_out_of_supply_goes_back_to_it_or_stays() -> None:
    """See 9.2b, S5.sp4: a mutineer is called in vain."""
    b = field(MEN + "IT-near XX 6-9-5/4 infantry at 0204 3 oos=mutiny")
    assert reach_of(b, battle(b, "GE-1"), UnitId("IT-near")) == {}


def test_12_4b_nobody_advances_into_a_hex_without_room() -> None:
    """12.4b (see 4.0a, ruling R175): two whole divisions are six points; the first named goes, the second stays."""
    b = field("AH-1 XX 8-9-4/4 infantry at 0604\nAH-2 XX 8-9-4/4 infantry at 0603\nIT-1 III 4-4-5/5 infantry at 0504\n")
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 1, NAME + "green die": 4}
    answers = {NAME + f"advance of {unit}": ("0504",) for unit in ("AH-1", "AH-2")} | {NAME + "exploit": ()}
    play(b, "AH-1 AH-2", dice, "0/4", answers=answers)
    assert [b.place(unit) for unit in units("AH-1 AH-2")] == ["0504", "0603"]
    assert facts(b, "stays-behind", unit="AH-2")
