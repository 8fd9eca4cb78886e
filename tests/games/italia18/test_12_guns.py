"""12.2.2 and 15.2 Artillery: commitment, counter-battery, bombardment."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Illegal
from pbem.games.italia18 import guns
from pbem.games.italia18.battle import ATTACKER, DEFENDER
from pbem.games.italia18.bombardment import bombard, bombard_all, column_of, is_bruchmueller, modifiers
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.guns import Battery
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.italia18.battles import TARGET, attack, battle, field, play, state
from tests.games.italia18.boards import units
from tests.games.tables import facts, table

MEN = "GE-1 III 4-4-5/5 infantry at 0604\nIT-1 XX 6-9-4/3 infantry at 0504\n"
CORPS = "\n".join(f"GE-c{n} - 2-3-3 corps-artillery at 0704" for n in range(1, 5)) + "\n"
ARMY = "GE-a1 - 3-5-2 army-artillery at 0704\nGE-a2 - 3-5-2 army-artillery at 0704\n"
THEIRS = "\n".join(f"IT-c{n} - 2-3-3 corps-artillery at 0304" for n in range(1, 4)) + "\n"
THEIR_ARMY = "IT-a1 - 3-5-2 army-artillery at 0304\n"


def board(features: str = "", **about: Any) -> Board:
    return field(MEN + CORPS + ARMY + THEIRS + THEIR_ARMY, features, **about)


def test_12_2_2a_one_piece_in_offensive_mode_and_any_number_of_others() -> None:
    b = board()
    guns.check_guns(b, attack("GE-1", guns=units("GE-a1 GE-a2 GE-c1 GE-c2")))
    for gun in units("GE-a1 GE-a2"):
        b.mark(gun, guns.OFFENSIVE, "8.0b")
    guns.check_guns(b, attack("GE-1", guns=units("GE-a1 GE-c1")))
    with pytest.raises(Illegal, match="one piece in Offensive mode") as refused:
        guns.check_guns(b, attack("GE-1", guns=units("GE-a1 GE-a2")))
    assert refused.value.problem.found == "GE-a1, GE-a2"


@pytest.mark.parametrize("gun", ["IT-c1", "GE-1", "GE-hq"])
def test_12_2_2a_only_own_artillery(gun: str) -> None:
    with pytest.raises(Illegal, match="only your own Artillery"):
        guns.check_guns(board(), attack("GE-1", guns=units(gun)))


def test_12_2_2b_the_attacker_turns_committed_corps_artillery_only() -> None:
    b = board()
    here = attack("GE-1", guns=units("GE-a1 GE-c1 GE-c2"), counter_battery=3)
    assert guns.attacker_battery(b, here, 0) == Battery(units("GE-a1"), units("GE-c1 GE-c2"))
    assert guns.attacker_battery(b, attack("GE-1", guns=units("GE-a1 GE-c1"), counter_battery=0), 0).counter == ()


@pytest.mark.parametrize(
    ("named", "against", "most"),
    [("GE-c1 GE-c2 GE-c3 GE-c4", 2, 2), ("GE-a1 GE-c1", 3, 0), ("GE-a1 GE-c1", 2, 1), ("GE-c1 GE-c2", 2, 0)],
)
def test_12_2_2c_as_much_must_bombard_as_fires_at_it(named: str, against: int, most: int) -> None:
    assert guns.most_counter(board(), attack("GE-1", guns=units(named)), against) == most


def test_12_2_2c_no_floor_in_exploitation() -> None:
    """See ruling R102."""
    here = attack("GE-1", guns=units("GE-c1"), is_exploitation=True)
    assert guns.attacker_battery(board(), here, 3) == Battery((), units("GE-c1"))


def test_12_2_2d_both_printed_examples() -> None:
    b = board()
    one, other = Battery(units("GE-a1 GE-c1 GE-c2"), units("GE-c3")), Battery(units("IT-a1"), units("IT-c1"))
    assert (guns.points(b, one, other), guns.points(b, other, one)) == (5, 1)
    one, other = Battery(units("GE-c1 GE-c2")), Battery(units("IT-a1"), units("IT-c1 IT-c2"))
    assert (guns.points(b, one, other), guns.points(b, other, one)) == (0, 3)


def test_12_2_2f_an_army_piece_weighs_two_and_too_few_simply_bombard() -> None:
    b = board()
    assert guns.weight(b, units("GE-a1 GE-c1 GE-c2")) == 4
    assert guns.attacker_battery(b, attack("GE-1", guns=units("GE-c1"), counter_battery=1), 2).counter == ()


def test_12_2_2e_defenders_wiped_out_by_guns() -> None:
    """12.2.2e: no Combat Results Table, no die of the defender; the attacker's die lets him advance two hexes."""
    b = field(
        "GE-1 III 4-4-5/5 infantry at 0604\nIT-d I 1-2-5/5 mountain at 0504\nGE-a1 - 3-5-2 army-artillery at 0704\n"
    )
    answers = {"attack on 0504 / advance of GE-1": ("0504-0404",), "attack on 0504 / exploit": ("GE-1",)}
    dice = {"attack on 0504 / attacker's bombardment": 6, "attack on 0504 / green die": 6}
    play(b, "GE-1", dice, answers=answers, guns=units("GE-a1"))
    assert state(b, "GE-1", "IT-d") == [("0404", 2, ("exploitation",)), ("gone", 0, ())]
    assert facts(b, "combat")[0]["odds"] == ""


def test_12_2_2e_without_a_lead_nobody_rolls() -> None:
    """See ruling R103."""
    b = field(
        "GE-1 III 4-4-5/5 infantry at 0604\nIT-d I 1-2-5/5 mountain at 0504 \nGE-a1 - 3-5-2 army-artillery at 0704\n"
        "IT-a1 - 3-5-2 army-artillery at 0304\n"
    )
    answers = {"attack on 0504 / guns": ("IT-a1",)}
    dice = {"attack on 0504 / attacker's bombardment": 6, "attack on 0504 / defender's bombardment": 1}
    play(b, "GE-1", dice, answers=answers, guns=units("GE-a1"))
    assert state(b, "GE-1", "IT-d") == [("0604", 2, ("dg",)), ("gone", 0, ())]


# -- 15.2 ----------------------------------------------------------------------------------------------------


def test_3_0f_who_fires_at_guns() -> None:
    b = field(MEN + CORPS + ARMY + "IT-n - 2-4-3 naval-artillery at 0304")
    assert [guns.may_counter(b, gun) for gun in units("GE-c1 GE-a1 IT-n")] == [True, False, False]


def test_15_2_2a_out_of_range() -> None:
    b = field(MEN + "GE-far - 2-3-3 corps-artillery at 0904")
    with pytest.raises(Illegal, match="does not reach 0504") as refused:
        guns.check_guns(b, attack("GE-1", guns=units("GE-far")))
    assert (refused.value.problem.found, refused.value.problem.wanted) == ("4 hexes", "3 at most")


def test_15_2_2b_one_combat_a_phase_four_in_offensive_mode() -> None:
    b = board()
    b.mark(UnitId("GE-a1"), guns.OFFENSIVE, "8.0b")
    for left in (4, 3, 2, 1):
        assert guns.shots_left(b, UnitId("GE-a1"), is_attack=True) == left
        guns.use(b, Battery(units("GE-a1")))
    guns.use(b, Battery(units("GE-c1")))
    for gun in units("GE-a1 GE-c1"):
        with pytest.raises(Illegal, match="as many combats of this phase"):
            guns.check_guns(b, attack("GE-1", guns=(gun,)))
    guns.end_phase(b)
    assert guns.shots_left(b, UnitId("GE-a1"), is_attack=False) == 1


def test_15_2_2b_a_no_firing_marker_keeps_a_gun_silent() -> None:
    b = board()
    b.mark(UnitId("GE-c1"), guns.SILENT, "S5.sp5")
    with pytest.raises(Illegal, match="No Firing"):
        guns.check_guns(b, attack("GE-1", guns=units("GE-c1")))
    assert UnitId("GE-c1") not in guns.ready_guns(b, CP, TARGET, is_attack=False)


def test_15_2_2c_only_corps_artillery_helps_an_exploitation_combat() -> None:
    b = board()
    guns.check_guns(b, attack("GE-1", guns=units("GE-c1"), is_exploitation=True))
    with pytest.raises(Illegal, match="only fire at the enemy's guns"):
        guns.check_guns(b, attack("GE-1", guns=units("GE-a1"), is_exploitation=True))
    assert UnitId("IT-a1") in guns.ready_guns(b, EN, TARGET, is_attack=False)


@pytest.mark.parametrize(("features", "role", "hits"), [("hex trench: 0504", "attacker", 2), ("", "attacker", 3)])
def test_15_2_2d_the_table_and_its_modifiers(features: str, role: str, hits: int) -> None:
    b = board(features)
    bombard(b, table(b, [3], "default"), battle(b, "GE-1"), role, 4)
    assert facts(b, "bombarded")[0]["hits"] == hits


def test_15_2_2d_the_defenders_die_is_never_modified() -> None:
    b = board("hex trench: 0504\nhex city: 0504")
    here = battle(b, "GE-1")
    assert sum(term.value for term in modifiers(b, here)) == -3
    bombard(b, table(b, [3], "default"), here, "defender", 4)
    assert facts(b, "bombarded")[0]["hits"] == 3


@pytest.mark.parametrize(("others", "drm"), [("", -1), ("\nFR-1 III 4-4-5/5 infantry at 0504", 0)])
def test_15_2_2d_diaz_needs_every_defender(others: str, drm: int) -> None:
    b = field(MEN + others, card={"doctrine": {"IT": "diaz", "FR": "diaz"}})
    assert sum(term.value for term in modifiers(b, battle(b, "GE-1"))) == drm


def test_15_2_2d_an_observer_gives_a_column() -> None:
    b = field(MEN + "GE-air - 1 air at 0504 mission=observe")
    assert [column_of(b, fire, CP, battle(b, "GE-1")) for fire in (1, 4, 9)] == [1, 4, 5]
    assert column_of(b, 4, EN, battle(b, "GE-1")) == 3


def test_15_2_2e_guns_are_turned_back_when_the_phase_ends() -> None:
    b = board()
    guns.use(b, Battery((), units("IT-c1")))
    assert b.marks(UnitId("IT-c1")) == ("cb", "fired=1")
    guns.end_phase(b)
    assert b.marks(UnitId("IT-c1")) == ()


def test_15_2_2f_bruchmueller_in_the_first_sequence_within_range() -> None:
    b = board()
    b.mark(UnitId("GE-a1"), "bruchmueller", "15.2.2f")
    assert is_bruchmueller(b, battle(b, "GE-1", sequence=1))
    assert [term.value for term in modifiers(b, battle(b, "GE-1"))] == [3]
    assert not is_bruchmueller(b, battle(b, "GE-1", sequence=2))
    b.put(UnitId("GE-a1"), "0908", "15.2.2f")
    assert not is_bruchmueller(b, battle(b, "GE-1", sequence=1))


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (("GE-X",), [("0604", 2, ()), ("0604", 2, ())]),
        (("GE-1",), [("0604", 3, ()), ("0604", 1, ("dg",))]),
    ],
)
def test_15_2_2g_three_points_under_bombardment(wanted: tuple[str, ...], left: list[object]) -> None:
    b = field("GE-X XX 8-9-4/4 infantry at 0604\n" + MEN + THEIR_ARMY)
    fire = {ATTACKER: guns.Battery(), DEFENDER: guns.Battery(units("IT-a1"))}
    bombard_all(b, table(b, [3]), battle(b, "GE-1 GE-X"), fire, {ATTACKER: wanted})
    assert state(b, "GE-X", "GE-1") == left


def test_15_2_3_offensive_mode_is_a_marker_of_army_artillery() -> None:
    b = board()
    for gun in units("GE-a1 GE-c1"):
        b.mark(gun, guns.OFFENSIVE, "8.0b")
    assert [guns.is_offensive(b, gun) for gun in units("GE-a1 GE-a2 GE-c1")] == [True, False, False]


def test_guns_in_retreat_mode_fire_more_weakly() -> None:
    b = board()
    for gun in units("IT-a1 IT-c1"):
        b.mark(gun, "retreat-mode", "11.4")
    assert [guns.fire_of(b, gun) for gun in units("IT-a1 IT-c1 IT-c2")] == [2, 1, 2]
