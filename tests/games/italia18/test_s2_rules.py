"""Radetzky: what the scenario adds in the mountains, and its victory. SC.0: what binds all scenarios."""

from __future__ import annotations

import pytest

from pbem.games.italia18 import displays, frozen, offensive
from pbem.games.italia18.area import is_inside, playable
from pbem.games.italia18.battle import Battle
from pbem.games.italia18.by_mail.orders_special import Display
from pbem.games.italia18.costs import why_barred
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.doctrine import doctrine_of, is_led_by, mixed_drm, trench_multiple
from pbem.games.italia18.exploitation import groups
from pbem.games.italia18.fleeing import Flight, paths
from pbem.games.italia18.headquarters import has_line, refuge
from pbem.games.italia18.reserves import different
from pbem.games.italia18.special import special
from pbem.games.italia18.stacking import points_in
from pbem.games.italia18.trucks import is_one_load
from pbem.games.italia18.verdicts import Verdict, drawn
from pbem.games.italia18.victory import score, verdict
from pbem.games.italia18.victory_heights import is_lowered, is_operational, is_strategic
from pbem.games.italia18.weather import run as make_weather
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.italia18.battles import attack
from tests.games.italia18.boards import units
from tests.games.italia18.scenarios import begin, put, take
from tests.games.tables import dropped, table


def radetzky() -> Board:
    """Nobody of the Entente stands in the way."""
    here = begin("radetzky")
    for unit in here.on_map(EN):
        if here.unit(unit).type != "hq":
            here.put(unit, "aside", "test")
    return here


# -- SC.0 ----------------------------------------------------------------------------------------------------


def test_sc_0a_the_area_of_each_scenario() -> None:
    """SC.0a, S2.len, S3.len, S4.len: rows and columns of the card."""
    second, third, fourth, fifth = (begin(n).scenario for n in ("radetzky", "albrecht", "solstice", "vittorio"))
    inside = lambda scenario, text: [is_inside(scenario, HexId(one)) for one in text.split()]  # noqa: E731
    assert inside(second, "W1313 W2828 W2910 W1612 W1629 W2913") == [True, True, False, False, False, False]
    assert inside(third, "W1528 E1010 W1527 W2630 E1011") == [True, True, False, False, False]
    assert inside(fourth, "W2805 E2830 W2905") == [True, True, False]
    assert len(playable(fifth)) == len(fifth.map.grid.hexes)


def test_sc_0a_nobody_moves_out_of_the_area() -> None:
    here = begin("radetzky")
    rule, why = why_barred(here, UnitId("IT-12"), HexId("W1813"), HexId("W1812"))
    assert (rule, why) == ("SC.0a", "W1812 lies outside the area of this scenario")


def test_sc_0a_nor_retreats_out_of_it() -> None:
    here = put(begin("radetzky"), IT_12="W1413")
    flight = Flight(EN, HexId("W1413"), units("IT-12"), 1, "12.3b")
    found = paths(here, flight)
    assert found
    assert all(is_inside(here.scenario, path[-1]) for path in found)


def test_sc_0a_an_hq_that_would_have_to_leave_is_lost() -> None:
    """See 9.1c: the way back ends at the limit; beyond it there is nowhere to stand."""
    here = begin("radetzky")
    hq = UnitId("AH-hq11")
    assert is_inside(here.scenario, refuge(here, hq, HexId("W3712")))


def test_sc_0b_offensives_are_commanded_and_on_no_other_turn() -> None:
    """SC.0b, S2.sp1, S3.sp1, S4.sp1: exactly as many pieces as printed."""
    assert len(offensive.chosen_guns(begin("radetzky"), table(begin("radetzky")))) == 2
    here = begin("solstice")
    assert offensive.chosen_guns(here, table(here)) == ("AH-A11", "AH-A11b", "AH-A6", "AH-AIs")
    assert [offensive.terms(begin("albrecht", turn=turn))["guns"] for turn in (1, 2, 3)] == [2, 2, 1]
    assert not offensive.is_offensive(begin("caporetto", turn=4))


def test_sc_0c_the_lead_unit_says_which_doctrine_counts() -> None:
    here = begin("solstice")
    found = {name: doctrine_of(here, UnitId(name)) for name in ("IT-9", "IT-1DAa", "UK-143", "FR-24", "AH-52")}
    assert found == {"IT-9": "diaz", "IT-1DAa": "cadorna", "UK-143": "evolving", "FR-24": "cadorna", "AH-52": ""}
    assert is_led_by(here, UnitId("IT-9"), "diaz")
    assert not is_led_by(here, UnitId("IT-9"), "cadorna")


def test_sc_0d_supply_comes_from_beyond_the_area() -> None:
    here = begin("radetzky")
    sources = here.map.hexes_with("source", owner=CP)
    assert not any(is_inside(here.scenario, one) for one in sources)
    assert has_line(here, UnitId("AH-hq11"))


def test_sc_0e_too_few_pieces_and_all_of_them_go() -> None:
    here = begin("vittorio", turn=3)
    for name in ("IT-A4", "IT-A6", "IT-A8"):
        here.eliminate(UnitId(name), "test")
    assert offensive.chosen_guns(here, table(here)) == ("IT-A10", "IT-A3")
    assert offensive.is_offensive(here)


def test_s0_sp5_doctrines_of_the_grappa() -> None:
    here = begin("grappa")
    assert [doctrine_of(here, UnitId(name)) for name in ("IT-51", "FR-47")] == ["evolving", "cadorna"]
    assert trench_multiple(here, EN) == 2


def test_s0_sp6_nations_together_cost_a_point() -> None:
    assert mixed_drm(begin("grappa")) == -1


# -- Radetzky ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "weather"), [(4, "fair"), (3, "poor")])
def test_s2_sp1_fog_then_as_the_die_says(die: int, weather: str) -> None:
    """S2.sp1, S3.sp1, S4.sp1: the first sequence of June 1918."""
    for name in ("radetzky", "albrecht", "solstice"):
        here = begin(name)
        make_weather(here, table(here, {"after fog": die}), 1)
        assert (here.noted("fog"), here.noted("weather")) == ("1", weather)
    assert offensive.terms(begin("radetzky"))["modifiers"] == [2, 1, 0]


def test_s2_sp2_trenches_are_worth_three_for_all_and_nations_fight_together() -> None:
    """S2.sp2, S3.sp2, S4.sp2, S5.sp2: the doctrine of Italy decides for all of them."""
    for name in ("radetzky", "albrecht", "solstice", "vittorio"):
        assert trench_multiple(begin(name), EN) == 3
    assert [mixed_drm(begin(name)) for name in ("radetzky", "solstice", "vittorio")] == [0, 0, 0]


def test_s2_sp3_every_marker_taken_off_is_a_point() -> None:
    """S2.sp3, S3.sp3, S4.sp3: by choice, and by no other way."""
    here = begin("radetzky")
    frozen.release(here, UnitId("IT-47"))
    assert here.number("vp.CP") == 1
    assert here.is_marked(UnitId("IT-60"), "frozen")


def test_s2_opt1_the_alpini_of_w1621_as_a_division() -> None:
    """S2.opt1, 3.0h (see rulings R68, R127): four points of stacking, one unit for a marker, one load."""
    here = begin("radetzky")
    alpini = units("IT-1Alp IT-5Alp IT-9Alp IT-10Alp")
    assert special(here.scenario).sets_up == (EN,)
    assert len(different(here, alpini)) == 4
    displays.choose(here, table(here), [Display("52")], EN)
    assert different(here, alpini) == ("52DF",)
    assert points_in(here, HexId("W1621"), EN) == 4
    assert is_one_load(here, alpini)
    displays.choose(here, table(here), [Display("23")], EN)
    assert [rule for rule, _ in dropped(here)] == ["S2.opt1"]


def test_3_0h_regiments_of_a_display_share_an_exploitation_marker() -> None:
    here = begin("vittorio")
    bers = units("IT-2Bers IT-3Bers IT-8Bers IT-13Bers")
    battle = Battle(attack("IT-2Bers IT-3Bers IT-8Bers IT-13Bers", "W1637", EN), units("AH-33"))
    assert groups(here, battle) == (bers,)
    put(here, IT_8Bers="W1435")
    assert different(here, bers) == ("23DF",)


def test_s2_vc1_clear_ground_beyond_the_line() -> None:
    here = put(radetzky(), AH_4="W1824", AH_hqCon="W2223")
    assert not is_strategic(here)
    put(here, AH_4="W1825")
    assert is_strategic(here)
    assert verdict(here) == Verdict(CP, "strategic")


def test_s2_vc2_two_heights_or_three_mountains() -> None:
    here = put(radetzky(), AH_4="W1920", AH_55="W1922", AH_hqCon="W2122")
    assert is_operational(here)
    put(here, AH_55="W2123")
    assert not is_operational(here)
    put(here, AH_55="W1923", AH_60="W1924", AH_50="W1925")
    assert is_operational(here)
    assert verdict(here) == Verdict(CP, "operational")


def test_s2_vc3_two_trenches_and_a_marker_are_a_draw() -> None:
    here = take(radetzky(), "CP", "W2021 W2022")
    here.write("vp.CP", 1, "test")
    assert verdict(here) == drawn()
    here.write("vp.CP", 2, "test")
    assert verdict(here) == Verdict(CP, "tactical")
    here.write("vp.CP", 0, "test")
    assert verdict(here) == Verdict(EN)
    take(here, "CP", "E1501")  # out of the area
    assert score(here).total(CP) == 2


def test_s2_vc4_an_entente_unit_in_their_trenches() -> None:
    here = take(radetzky(), "CP", "W2021 W2022 W2023 W2025")
    for unit in here.on_map(CP):
        if here.hex_of(unit) in ("W2121", "W2122", "W2123", "W2020"):
            here.put(unit, "W2425", "test")
    put(here, IT_18="W2121", IT_17="W2021", IT_hq4="W1822")
    assert is_lowered(here)
    assert verdict(here) == drawn()
