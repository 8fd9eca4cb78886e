"""12.2.6 and 12.2.7 Tactical coordination, Misunderstood Orders, and the order of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.errors import Waiting
from pbem.games.italia18.battle import ATTACKER, DEFENDER
from pbem.games.italia18.coordination import longest_retreat, modifiers, result
from pbem.games.italia18.counters import EN
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.guns import Battery
from pbem.games.italia18.misunderstood import EFFECTS, carry_out, cast_orders, doors_of
from pbem.games.italia18.reaction import CONFUSION, COUNTERORDERS, Results, react
from pbem.games.italia18.stripping import marked_stacks
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from tests.games.italia18.battles import DOCTRINE, battle, field, led, play, state
from tests.games.italia18.boards import units
from tests.games.tables import facts, table

MEN = "GE-1 III 4-4-5/5 infantry at 0604\nAH-X XX 8-9-4/4 infantry at 0604\nIT-1 XX 6-9-4/4 infantry at 0504\n"
NAME = "attack on 0504 / "


def drm(b: Board, words: str, leads: tuple[str, str], role: str, guns: str = "", **about: Any) -> int:
    return modifiers(b, battle(b, words, **about), led(*leads), units(guns), role).total


@pytest.mark.parametrize(
    ("die", "modifier", "found"),
    [
        (6, -3, "perfect"), (1, 3, "none"), (1, -2, "misunderstood"), (2, -1, "none"), (2, -2, "misunderstood"),
        (1, 0, "none"), (1, -1, "misunderstood"), (3, 0, "partial"), (5, 0, "partial"), (4, 2, "perfect"),
        (2, 0, "none"), (5, 4, "perfect"), (2, -6, "misunderstood"),
    ],
)  # fmt: skip
def test_12_2_6b_thresholds_and_bare_dice(die: int, modifier: int, found: str) -> None:
    assert result(field(MEN), die, modifier) == found


@pytest.mark.parametrize(
    ("more", "features", "card", "value"),
    [
        ("IT-e III 4-4-5/5 infantry at 0504\nIT-air - 1 air at 0504", "hex trench: 0504", {"IT": "diaz"}, 4),
        ("IT-e III 4-4-5/5 infantry at 0504 2 rg", "", {"IT": "cadorna"}, -1),
        ("IT-e XX 6-9-4/4 infantry at 0504 3 dg\nGE-air - 1 air at 0504", "", {"IT": "evolving"}, -2),
        (
            "IT-e XX 6-9-4/4 infantry at 0504\nFR-1 III 4-4-5/5 infantry at 0504",
            "",
            {"IT": "diaz", "mixed_drm": -1},
            -1,
        ),
        ("IT-e XX 6-9-4/4 infantry at 0504\nFR-1 III 4-4-5/5 infantry at 0504", "", {"IT": "diaz", "mixed_drm": 0}, 0),
    ],
)
def test_12_2_6a_the_defenders_modifiers(more: str, features: str, card: Mapping[str, object], value: int) -> None:
    b = field(MEN + more, features, card={"doctrine": card})
    assert drm(b, "GE-1", ("GE-1", "IT-e"), DEFENDER) == value


def test_12_2_6a_bruchmueller_and_foreign_guns() -> None:
    """See rulings R55, R104."""
    b = field(MEN + "GE-a - 3-5-2 army-artillery at 0704 1 bruchmueller\nFR-c - 2-3-3 corps-artillery at 0304")
    assert drm(b, "GE-1", ("GE-1", "IT-1"), DEFENDER) == -2
    assert drm(b, "GE-1", ("GE-1", "IT-1"), DEFENDER, guns="FR-c", sequence=2) == -1


STURM = "AH-a X 4-4-5/5 infantry at 0604\nAH-s - - assault-troops kind=sturmbataillon at 0604\n"
OFFENSIVE = "GE-a1 - 3-5-2 army-artillery at 0704 1 offensive\nIT-1 XX 6-9-4/4 infantry at 0504\n"


@pytest.mark.parametrize(
    ("more", "also", "value"),
    [
        ("AH-3 XX 6-7-4/3 infantry at 0603", "AH-3", 2),
        ("AH-3 XX 6-7-4/3 infantry at 0603\nAH-2 XX 5-6-4/2 infantry at 0603", "AH-3 AH-2", 1),
        ("", "", 3),
    ],
)
def test_12_2_6l_the_attackers_modifiers(more: str, also: str, value: int) -> None:
    b = field(STURM + OFFENSIVE + more, card={"offensive": {"17": {"modifiers": [1]}}, "doctrine": {"IT": "evolving"}})
    assert drm(b, f"AH-a {also}", ("AH-a", "IT-1"), ATTACKER, assault=units("AH-s")) == value


FRENCH = "FR-1 III 4-4-5/4 infantry at 0404\nIT-2 III 4-4-5/4 infantry at 0404\nAH-1 XX 8-9-4/4 infantry at 0504\n"


@pytest.mark.parametrize(("lead", "value"), [("IT-2", -1), ("FR-1", 1)])
def test_12_2_6m_a_doctrine_counts_by_the_lead_unit(lead: str, value: int) -> None:
    b = field(FRENCH, card={"doctrine": {"IT": "diaz", "FR": "cadorna", "mixed_drm": 0}})
    assert drm(b, "FR-1 IT-2", (lead, "AH-1"), ATTACKER, side=EN) == value


@pytest.mark.parametrize(("agreed", "value"), [("no", 0), ("yes", 1)])
def test_15_3_3_arditi_help_coordination_only_if_agreed(agreed: str, value: int) -> None:
    """See ruling R1."""
    arditi = "IT-ar - - assault-troops kind=arditi at 0404\n"
    text = f"IT-2 III 4-4-5/4 infantry at 0404\n{arditi}AH-1 XX 8-9-4/4 infantry at 0504"
    b = field(text, options={"arditi-tc-bonus": agreed})
    assert drm(b, "IT-2", ("IT-2", "AH-1"), ATTACKER, side=EN, assault=units("IT-ar")) == value


@pytest.mark.parametrize(
    ("found", "mark", "doctrine", "hexes"),
    [
        ("perfect", "", "evolving", 3), ("perfect", "dg", "evolving", 2), ("perfect", "", "cadorna", 2),
        ("partial", "", "evolving", 2), ("partial", "rg", "evolving", 1), ("partial", "rg", "cadorna", 1),
        ("none", "", "evolving", 0), ("misunderstood", "", "evolving", 0),
    ],
)  # fmt: skip
def test_12_2_6c_how_far_the_defender_may_go(found: str, mark: str, doctrine: str, hexes: int) -> None:
    """12.2.6c, 12.2.6e: a hex less under Cadorna/Foch or with a unit in disorder."""
    b = field(f"{MEN}IT-2 III 4-4-5/5 infantry at 0504 2 {mark}", card={"doctrine": {"IT": doctrine}})
    assert longest_retreat(b, battle(b, "GE-1"), UnitId("IT-1"), found) == hexes


# -- Misunderstood Orders ------------------------------------------------------------------------------------


def ordered(b: Board, role: str, die: int, answers: object = "default", hits: Hits | None = None) -> Hits:
    """The orders die falls, with these hit points."""
    at_table = table(b, {f"{role}'s orders": die}, answers)  # type: ignore[arg-type]
    here = under_way(b)
    orders = cast_orders(b, at_table, here.battle, {role: "misunderstood"})
    return carry_out(b, at_table, here, orders, hits or Hits(5, 4))


def under_way(b: Board) -> Fight:
    return Fight(battle(b, "GE-1 AH-X"), led("GE-1", "IT-1"), {ATTACKER: Battery(), DEFENDER: Battery()}, {})


def test_12_2_6h1_sacrifice() -> None:
    """12.2.6h1: a step of each side, nothing else."""
    b = field(MEN)
    assert ordered(b, DEFENDER, 1, {"attacker's losses": ("AH-X",)}) == Hits(5, 4)
    assert state(b, "GE-1", "AH-X", "IT-1") == [("0604", 2, ()), ("0604", 2, ()), ("0504", 2, ())]


def test_12_2_6h2_panic() -> None:
    b = field(MEN)
    assert ordered(b, DEFENDER, 2, {"way of IT-1": ("0404",)}) == Hits(5, 4, 1)
    assert state(b, "IT-1") == [("0404", 3, ())]


def test_12_2_6h3_suicidal_counterattack() -> None:
    b = field(MEN)
    ordered(b, DEFENDER, 3)
    assert state(b, "GE-1", "AH-X", "IT-1") == [("0604", 2, ()), ("0604", 3, ()), ("0504", 2, ())]


def test_12_2_6h4_rout() -> None:
    assert ordered(field(MEN), DEFENDER, 4) == Hits(2, 4)
    assert ordered(field(MEN), DEFENDER, 4, hits=Hits(2, 1)) == Hits(0, 1)


def test_12_2_6h5_indecision() -> None:
    b = field(MEN)
    ordered(b, DEFENDER, 5)
    assert state(b, "IT-1", "GE-1") == [("0504", 3, ("pinned",)), ("0604", 2, ())]


def test_12_2_6h6_misdirected_reserves() -> None:
    """12.2.6h6: within three hexes and not in a zone of the attacker; the enemy says where to."""
    b = field(MEN + "IT-near III 4-4-5/5 infantry at 0304\nIT-far III 4-4-5/5 infantry at 0104")
    seen: list[Question] = []

    def counsel(_: Board, question: Question) -> None:
        seen.append(question)

    at_table = table(b)
    at_table.counsel = counsel
    with pytest.raises(Waiting):
        carry_out(b, at_table, under_way(b), {DEFENDER: "misdirected reserves"}, Hits(0, 0))
    assert {option.value.rpartition("-")[0] for option in seen[0].options} == {"IT-near"}
    ordered(b, DEFENDER, 6, {"misdirect": ("IT-near-0303",)})
    assert state(b, "IT-near") == [("0303", 2, ())]


def test_12_2_6i1_bitter_fighting() -> None:
    b = field(MEN)
    ordered(b, ATTACKER, 1)
    assert state(b, "GE-1", "AH-X", "IT-1") == [("0604", 1, ()), ("0604", 3, ()), ("0504", 2, ())]


def test_12_2_6i2_confusion() -> None:
    b = field(MEN)
    results = Results({ATTACKER: "misunderstood", DEFENDER: "none"}, {ATTACKER: CONFUSION})
    react(b, table(b, (), {"confuse": ("GE-1",)}), under_way(b), results, Hits(0, 0))
    assert state(b, "GE-1", "AH-X") == [("0604", 2, ("dg",)), ("0604", 3, ())]


def test_12_2_6i3_stubborn_attacks() -> None:
    b = field(MEN)
    ordered(b, ATTACKER, 3)
    assert state(b, "GE-1", "AH-X", "IT-1") == [("0604", 1, ()), ("0604", 3, ()), ("0504", 3, ())]


def test_12_2_6i4_panic_of_one_attacker() -> None:
    """12.2.6i4, 12.3i: the others stay."""
    b = field(MEN)
    ordered(b, ATTACKER, 4, {"panic": ("AH-X",), "panic-to": ("0704",)})
    assert state(b, "GE-1", "AH-X") == [("0604", 2, ()), ("0704", 3, ())]


def test_12_2_6i5_half_hearted_attack() -> None:
    assert ordered(field(MEN), ATTACKER, 5) == Hits(5, 1)


MARKED = "GE-r III 4-4-5/5 infantry at 0804 2 reserves\nGE-e III 4-4-5/5 infantry at 0603 2 exploitation\n"
FROZEN = "GE-f III 4-4-5/5 infantry at 0703 2 frozen\nGE-o III 4-4-5/5 infantry at 0904 2 reserves\n"


def test_12_2_6g_a_marker_within_three_hexes() -> None:
    b = field(MEN + MARKED + FROZEN)
    assert list(marked_stacks(b, battle(b, "GE-1"))) == ["exploitation 0603", "reserves 0804"]
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 2, NAME + "green die": 1}
    play(b, "GE-1 AH-X", dice, "0/0", answers={NAME + "marker": ("reserves 0804",)})
    assert state(b, "GE-r", "GE-e", "GE-f", "GE-o") == [
        ("0804", 2, ()), ("0603", 2, ("exploitation",)), ("0703", 2, ("frozen",)), ("0904", 2, ("reserves",)),
    ]  # fmt: skip


def test_12_2_6g_one_marker_not_all_in_a_hex() -> None:
    line = "III 4-4-5/5 infantry at 0603 2"
    marked = f"GE-a {line} exploitation\nGE-b {line} exploitation\nGE-c {line} reserves=1\nGE-d {line} reserves=1"
    b = field(MEN + marked)
    found = marked_stacks(b, battle(b, "GE-1"))
    assert found == {
        "exploitation 0603": units("GE-a"), "exploitation 0603.2": units("GE-b"),
        "reserves 0603": units("GE-c GE-d"),
    }  # fmt: skip


def test_12_2_6i6_counterorders_take_a_second_marker() -> None:
    b = field(MEN + MARKED + "AH-3 XX 6-7-4/3 infantry at 0603")
    dice = {
        NAME + "white dice": (3, 4), NAME + "blue die": 2, NAME + "green die": 1, NAME + "attacker's orders": 6,
    }  # fmt: skip
    answers = {NAME + "marker": ("exploitation 0603", "reserves 0804")}
    play(b, "AH-X AH-3", dice, "0/0", answers=answers)
    assert [b.marks(unit) for unit in units("GE-r GE-e")] == [(), ()]


def test_every_order_of_both_lists_has_its_effect() -> None:
    charts = field(MEN).scenario.charts
    for role in (ATTACKER, DEFENDER):
        rows = [charts[f"misunderstood_{role}"][f"row{die}"][0] for die in range(1, 7)]
        decided = (CONFUSION, COUNTERORDERS) if role == ATTACKER else ()  # by the defender, with all else
        assert [row in decided or (role, row) in EFFECTS for row in rows] == [True] * 6


# -- the whole combat ----------------------------------------------------------------------------------------


def test_12_2_6k_benefits_are_offers() -> None:
    b = field(MEN)
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 6, NAME + "green die": 6}
    play(b, "GE-1 AH-X", dice, "0/0")
    assert state(b, "GE-1", "AH-X", "IT-1") == [("0604", 2, ()), ("0604", 3, ()), ("0504", 3, ())]


def test_12_2_7_credit_before_conversion_and_markers_after_the_advance() -> None:
    """12.2.7, 12.2.6e, 12.2.6f, 12.4b: four hit points less three leave one; then the attacker comes."""
    b = field(MEN)
    answers = {
        NAME + "retreat of IT-1": ("0404",), NAME + "advance of GE-1": ("0504",),
        NAME + "advance of AH-X": ("stay",), NAME + "exploit": ("GE-1",),
    }  # fmt: skip
    dice = {NAME + "white dice": (3, 4), NAME + "blue die": 3, NAME + "green die": 3}
    play(b, "GE-1 AH-X", dice, "0/4", answers=answers)
    assert state(b, "GE-1", "AH-X", "IT-1") == [("0504", 2, ("exploitation",)), ("0604", 3, ()), ("0404", 3, ("dg",))]
    kinds = [fact.kind for fact in b.facts if fact.kind in ("moved", "marked") and fact["unit"] == "GE-1"]
    assert kinds == ["marked", "moved", "marked"]  # it attacks, advances, exploits


def test_12_2_the_steps_come_in_order() -> None:
    """12.2, 12.2.5a: guns, bombardments, odds, four dice, coordination, losses."""
    b = field(
        MEN + "GE-c - 2-3-3 corps-artillery at 0704\nIT-c - 2-3-3 corps-artillery at 0304\n"
        "IT-d - 2-3-3 corps-artillery at 0304"
    )
    answers = {
        NAME + "guns": ("IT-c", "IT-d"), NAME + "counter-battery": ("1",),
        NAME + "attacker bombarded": ("AH-X",), NAME + "attacker's losses": ("AH-X",),
    }  # fmt: skip
    dice = {
        NAME + "defender's bombardment": 5, NAME + "white dice": (5, 6), NAME + "blue die": 2, NAME + "green die": 1,
    }  # fmt: skip
    play(b, "GE-1 AH-X", dice, answers=answers, guns=units("GE-c"))
    told = [fact.kind for fact in b.facts if fact.kind in ("bombarded", "combat", "coordination", "lost")]
    assert told[:3] == ["bombarded", "lost", "combat"]
    assert told[3:5] == ["coordination", "coordination"]
    outcome = facts(b, "combat")[0]
    assert (outcome["roll"], outcome["result"]) == (11, "2/5")  # 10 to 9, one column for morale
    assert [b.marks(unit) for unit in units("GE-c IT-c IT-d")] == [("fired=1",), ("fired=1",), ("cb", "fired=1")]


def test_12_2_6h6_not_out_of_the_area_and_not_where_there_is_no_room() -> None:
    """12.2.6h6 (see SC.0a, 4.0b, ruling R47)."""
    men = MEN + "IT-d I 1-2-5/5 mountain at 0304\nIT-e I 1-2-5/5 mountain at 0303\nIT-f I 1-2-5/5 mountain at 0303\n"
    b = field(men)
    assert HexId("0303") not in doors_of(b, UnitId("IT-d"))
    small = field(men, card={**DOCTRINE, "area": {"rows": [3, 9], "columns": ["01", "08"]}})
    assert all(there[:2] != "02" for there in doors_of(small, UnitId("IT-d")))
