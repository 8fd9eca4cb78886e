"""Albrecht and the Solstice: the battery, the what-if, and victory beyond the Piave."""

from __future__ import annotations

import pytest

from pbem.games.italia18 import exchange, offensive
from pbem.games.italia18.by_mail.orders_special import Swap
from pbem.games.italia18.costs import is_mobile
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.doctrine import doctrine_of
from pbem.games.italia18.entering import go
from pbem.games.italia18.guns import may_counter
from pbem.games.italia18.reinforcements import due, entry_hexes, is_on_a_way
from pbem.games.italia18.special import special
from pbem.games.italia18.verdicts import Verdict
from pbem.games.italia18.victory import score, verdict
from pbem.games.italia18.victory_piave import is_strategic, over_in_supply, over_without_supply
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.italia18.boards import hexes, units
from tests.games.italia18.scenarios import begin, put, take
from tests.games.tables import dropped, table

AMALFI = UnitId("IT-Amalfi")


def across(name: str = "albrecht") -> Board:
    """Nobody of the Entente stands in the way, and the CP have a bridge for their HQ."""
    here = begin(name)
    for unit in here.on_map(EN):
        if unit != AMALFI:
            here.put(unit, "aside", "test")
    return put(here, AH_hqIs="E1302")


# -- the rules -----------------------------------------------------------------------------------------------


def test_s3_rf_who_comes_on_turn_25() -> None:
    """S3.rf, S4.rf: on or next to HQs on a road or railway; 1 DA is there from the outset in S4."""
    third, fourth = (begin(name, turn=2, notes={"sequence": "1"}) for name in ("albrecht", "solstice"))
    assert due(third, CP) == due(fourth, CP) == ("AH-12rtSch",)
    assert set(due(third, EN)) == {"IT-1DAa", "IT-1DAb", "IT-1DAc", "IT-22", "IT-37"}
    assert due(fourth, EN) == ("IT-22", "IT-37")
    assert any(is_on_a_way(third, one) for one in entry_hexes(third, UnitId("IT-22")))


def test_s3_sp1_modifiers() -> None:
    """S3.sp1, S4.sp1."""
    third = [offensive.terms(begin("albrecht", turn=turn))["modifiers"] for turn in (1, 2, 3)]
    fourth = [offensive.terms(begin("solstice", turn=turn))["modifiers"] for turn in (1, 2, 3)]
    assert third == [[2, 2, 1], [1, 1, 0], [1, 0, 0]]
    assert fourth == [[2, 1, 0], [1, 1, 0], [1, 0, 0]]


def test_s3_sp2_the_assault_division_follows_cadorna() -> None:
    here = begin("albrecht")
    assert [doctrine_of(here, UnitId(name)) for name in ("IT-1DAa", "IT-45")] == ["cadorna", "diaz"]


def test_s3_sp3_the_amalfi_battery_cannot_move_nor_fire_at_guns_and_is_worth_a_point() -> None:
    """S3.sp3, S4.sp3 (see ruling R134): it is lost when it is alone and an enemy comes adjacent."""
    here = across()
    assert not is_mobile(here, AMALFI)
    assert not may_counter(here, AMALFI)
    put(here, AH_33="E0604")
    before = score(here).total(CP)
    go(here, units("AH-33"), hexes("E0604 E0504 E0503"), "test")
    assert here.place(AMALFI) == "gone"
    lines = {line.what: line.points for line in score(here).lines}
    assert lines["the Amalfi Battery"] == 1
    assert score(here).total(CP) >= before


# -- what if -------------------------------------------------------------------------------------------------


def test_s4_opt1_other_modifiers_fewer_guns_and_bruchmueller() -> None:
    here = begin("solstice", {"what-if": "yes"})
    assert (offensive.terms(here)["modifiers"], offensive.terms(here)["guns"]) == ([3, 2, 1], 2)
    answers = {"offensive guns": ("AH-A6", "AH-AIs"), "Bruchmueller": ("AH-AIs",)}
    offensive.run(here, table(here, (), answers))
    assert [unit for unit in here.marked() if here.is_marked(unit, "bruchmueller")] == ["AH-AIs"]
    later = begin("solstice", {"what-if": "yes"}, turn=2)
    assert offensive.terms(later)["modifiers"] == [1, 1, 0]


def test_s4_opt1_elite_divisions_change_places() -> None:
    here = begin("solstice", {"what-if": "yes"})
    assert special(here.scenario).sets_up == (CP,)
    assert special(begin("solstice").scenario).sets_up == ()
    exchange.run(here, table(here), [Swap(UnitId("AH-216Geb"), UnitId("AH-13Sch"))], CP)
    assert [here.place(UnitId(one)) for one in ("AH-216Geb", "AH-217Geb", "AH-13Sch")] == ["W1931", "W1931", "W2114"]
    assert dropped(here) == []


def test_s4_opt1_what_is_refused() -> None:
    """S4.opt1: no elite division, no division of morale 4, a fourth exchange."""
    for order in (Swap(UnitId("AH-55"), UnitId("AH-13Sch")), Swap(UnitId("AH-216Geb"), UnitId("AH-38H"))):
        here = begin("solstice", {"what-if": "yes"})
        exchange.run(here, table(here), [order], CP)
        assert [rule for rule, _ in dropped(here)] == ["S4.opt1"]
    here = begin("solstice", {"what-if": "yes"})
    others = ("AH-13Sch", "AH-33", "AH-17", "AH-31")
    exchange.run(here, table(here), [Swap(UnitId("AH-216Geb"), UnitId(one)) for one in others], CP)
    assert [rule for rule, _ in dropped(here)] == ["S4.opt1"]


# -- victory -------------------------------------------------------------------------------------------------


def test_s3_vc1_one_of_three_towns() -> None:
    here = put(across(), AH_33="W1234", AH_hqIs="W1437")
    assert is_strategic(here)
    assert verdict(here) == Verdict(CP, "strategic")
    put(here, AH_hqIs="E1206")
    assert not is_strategic(here)


def test_s3_vc2_objectives_need_their_bridges() -> None:
    """S3.vc2 (see ruling R140): E1203 and E1302 have destroyed bridges at their sides, W1733 has none."""
    here = take(across(), "CP", "W1733 W1536 E1203")
    assert score(here).lines[0].units == ("W1733", "W1536")
    here.unmark_side(HexId("E1203"), HexId("E1204"), "bridge", "test")
    assert "E1203" in score(here).lines[0].units


def test_s3_vc2_units_beyond_the_line_in_supply_and_without() -> None:
    here = put(across(), AH_33="W1435", AH_58="W1436", AH_II="W1436", AH_hqIs="W1637")
    here.lose(UnitId("AH-58"), 1, "test")
    assert over_in_supply(here) == ("AH-33",)
    assert over_without_supply(here) == ()
    put(here, AH_hqIs="aside", AH_hq6="aside", AH_33="W0433", AH_58="W0434", AH_II="W0435")
    assert over_in_supply(here) == ()
    assert over_without_supply(here) == ("AH-33", "AH-58", "AH-II")
    assert score(here).total(CP) == -3


OPERATIONAL, TACTICAL = Verdict(CP, "operational"), Verdict(CP, "tactical")


@pytest.mark.parametrize(
    ("name", "points", "found"),
    [
        ("albrecht", 16, OPERATIONAL),
        ("albrecht", 15, TACTICAL),
        ("albrecht", 10, TACTICAL),
        ("albrecht", 9, Verdict(EN)),
        ("solstice", 21, OPERATIONAL),
        ("solstice", 20, TACTICAL),
        ("solstice", 15, TACTICAL),
        ("solstice", 14, Verdict(EN)),
    ],
)
def test_s3_vc2_levels(name: str, points: int, found: Verdict) -> None:
    """S3.vc2, S4.vc2: all lines are added up, here those for markers."""
    here = begin(name)
    here.write("vp.CP", points, "test")
    assert verdict(here) == found


def test_s4_vc1_three_of_eight_towns() -> None:
    here = put(across("solstice"), AH_33="W1732", AH_58="W1629", AH_13Sch="W1623", AH_hq6="W1929", AH_hqCon="W1825")
    assert is_strategic(here)
    put(here, AH_13Sch="W1931")
    assert not is_strategic(here)
