"""Waffentreue: the special rules of Caporetto and its victory."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.italia18 import frozen, hindrances, offensive, retreat_order, silence
from pbem.games.italia18.allowance import allowance
from pbem.games.italia18.bombardment import is_bruchmueller
from pbem.games.italia18.by_mail.orders_special import Exit, Refugees, RetreatOrder, Sabotage, Withdraw
from pbem.games.italia18.columns import is_concentric
from pbem.games.italia18.coordination import modifiers
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.cut_off import end_worth
from pbem.games.italia18.doctrine import doctrine_of, mixed_drm, trench_multiple
from pbem.games.italia18.entering import go
from pbem.games.italia18.guns import is_ready
from pbem.games.italia18.reinforcements import due, entry_hexes
from pbem.games.italia18.retreat import defenders_flight
from pbem.games.italia18.retreat import go as retreat
from pbem.games.italia18.rommel import check as check_rommel
from pbem.games.italia18.special import special
from pbem.games.italia18.supply import run as supply
from pbem.games.italia18.supply import surrenders
from pbem.games.italia18.verdicts import Verdict
from pbem.games.italia18.victory import score, verdict
from pbem.games.italia18.victory_caporetto import caught_east, got_away, is_across, points_so_far, west_bank
from pbem.games.italia18.weather import run as make_weather
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Orders
from tests.games.italia18.battles import attack, battle, field, led
from tests.games.italia18.boards import hexes, units
from tests.games.italia18.phases import move_phase
from tests.games.italia18.scenarios import begin, put, take
from tests.games.tables import dropped, facts, table

SILENT = UnitId("IT-C27")


def caporetto(turn: int = 1) -> Board:
    return begin("caporetto", turn=turn, notes={"sequence": "1", "weather": "fair"})


def west(here: Board) -> Board:
    """The CP are over the Tagliamento, with their HQ on the east bank, and most Italians have gone."""
    for unit in here.on_map(EN):
        here.put(unit, "aside", "test")
    return put(here, AH_55="E2312", GE_hq14="E2315", AH_22Sch="E2313")


# -- Offensives, weather, doctrine ---------------------------------------------------------------------------


def test_s1_sp1_the_central_powers_go_first_in_every_sequence() -> None:
    assert caporetto().scenario.card["first"] == CP


def test_s1_sp2_offensives_of_three_turns() -> None:
    """S1.sp2: +3/+2/+1, +1/0/0, +1/0/0, and none on turn 4."""
    found = [offensive.terms(caporetto(turn)) for turn in (1, 2, 3, 4)]
    assert [(row.get("modifiers"), row.get("guns")) for row in found] == [
        ([3, 2, 1], 2), ([1, 0, 0], 2), ([1, 0, 0], 1), (None, None),
    ]  # fmt: skip


def test_s1_sp3_one_of_the_two_pieces_carries_the_event() -> None:
    """S1.sp3 (see 15.2.2f): only where that piece reaches, in the first sequence, and gone on the next turn."""
    here = caporetto()
    answers = {"offensive guns": ("GE-A14", "AH-AI1"), "Bruchmueller": ("GE-A14",)}
    offensive.run(here, table(here, (), answers))
    assert here.is_marked(UnitId("GE-A14"), "bruchmueller")
    near = battle(here, "GE-Leib", target="E3231")
    assert is_bruchmueller(here, near)
    assert not is_bruchmueller(here, battle(here, "GE-Leib", target="E3231", sequence=2))
    assert not is_bruchmueller(here, battle(here, "AH-58", target="E2130"))
    offensive.stand_down(here)
    assert not here.is_marked(UnitId("GE-A14"), "bruchmueller")


def test_s1_sp4_fog_then_poor_without_a_roll_then_dice() -> None:
    here = begin("caporetto")
    make_weather(here, table(here), 1)
    assert (here.noted("weather"), here.noted("fog")) == ("poor", "1")
    make_weather(here, table(here, {"weather": (1, 1)}), 2)
    assert here.noted("weather") == "fair"


def test_s1_sp5_italians_fight_by_cadorna_and_trenches_double() -> None:
    here = caporetto()
    assert doctrine_of(here, UnitId("IT-50")) == "cadorna"
    assert trench_multiple(here, EN) == 2


def test_s1_sp14_germans_and_austrians_are_one_nation() -> None:
    """S1.sp14: the penalty for several nations is the Entente's alone."""
    here = field(
        "AH-a X 4-5-4/4 infantry at 0604\nGE-a III 4-4-5/5 infantry at 0603\nIT-a XX 6-9-4/3 infantry at 0504",
        card={"doctrine": {"IT": "cadorna", "mixed_drm": -1}},
    )
    assert mixed_drm(here) == -1
    one = battle(here, "AH-a GE-a")
    assert not any("nation" in term.label for term in modifiers(here, one, led("AH-a", "IT-a"), (), "attacker").terms)


# -- guns and reserves ---------------------------------------------------------------------------------------


def test_s1_sp6_the_guns_of_kambresko_are_silent_until_the_first_cp_exploitation_is_over() -> None:
    here = caporetto()
    assert not is_ready(here, SILENT, HexId("E3031"), is_attack=False)
    silence.lift_after_caporetto(here, EN)
    assert here.is_marked(SILENT, "no-firing")
    silence.lift_after_caporetto(here, CP)
    assert is_ready(here, SILENT, HexId("E3031"), is_attack=False)


@pytest.mark.parametrize(("turn", "points"), [(1, 2), (2, 1)])
def test_s1_sp7_releasing_a_marker_costs_two_points_then_one(turn: int, points: int) -> None:
    here = caporetto(turn)
    frozen.release(here, UnitId("IT-4Bers"))
    assert not here.is_marked(UnitId("IT-9Bers"), "frozen")  # one marker for both
    assert here.number("vp.CP") == points


def test_s1_sp7_an_enemy_that_comes_adjacent_releases_for_nothing() -> None:
    here = put(caporetto(), AH_55="E3431")
    for unit in here.on_map(EN):
        if here.hex_of(unit) in ("E3330", "E3329", "E3430"):
            here.eliminate(unit, "test")
    go(here, units("AH-55"), hexes("E3431 E3330 E3329"), "test")
    assert not here.is_marked(UnitId("IT-3"), "frozen")
    assert here.is_marked(UnitId("IT-60"), "frozen")
    assert here.number("vp.CP") == 0


def test_s1_sp7_on_turn_3_nobody_is_held_back() -> None:
    early, late = caporetto(2), caporetto(3)
    for here in (early, late):
        special(here.scenario).dawn(here, table(here))
    assert any(early.is_marked(unit, "frozen") for unit in early.marked())
    assert not any(late.is_marked(unit, "frozen") for unit in late.marked())


# -- Rommel --------------------------------------------------------------------------------------------------


def test_s1_sp8_rommel_makes_an_attack_concentric_once_with_the_alpenkorps() -> None:
    here = caporetto()
    played = attack("GE-Leib", "E3231", is_rommel=True)
    check_rommel(here, played)
    assert is_concentric(here, battle(here, "GE-Leib", target="E3231", is_rommel=True))
    assert not is_concentric(here, battle(here, "GE-Leib", target="E3231"))
    with pytest.raises(Illegal, match="no unit of the Alpenkorps"):
        check_rommel(here, attack("GE-23", "E3231", is_rommel=True))
    here.write("rommel", "E3231", "test")
    with pytest.raises(Illegal, match="cannot be played"):
        check_rommel(here, played)


def test_s1_sp8_who_retreats_from_it_loses_a_step_once() -> None:
    """S1.sp8 (see ruling R85)."""
    here = field("AH-a XX 8-9-4/4 infantry at 0604\nIT-a XX 6-9-4/3 infantry at 0504")
    here.mark_hex(HexId("0504"), "rommel", "test")
    flight = defenders_flight(here, EN, HexId("0504"), 1, is_chosen=True)
    retreat(here, flight, hexes("0504 0403"), units("IT-a"))
    assert here.steps(UnitId("IT-a")) == 1
    assert not here.is_hex_marked(HexId("0504"), "rommel")


# -- refugees and bridges ------------------------------------------------------------------------------------


def hinder(here: Board, *orders: Refugees | Sabotage) -> list[str]:
    hindrances.run(here, table(here), orders, CP)
    return [rule for rule, _ in dropped(here)]


def test_s1_sp9_refugees_halve_the_points_of_a_stack_for_one_phase() -> None:
    here = caporetto(3)
    assert hinder(here, Refugees(hexes("E2629"))) == []
    assert allowance(here, UnitId("IT-67")) == 2
    special(here.scenario).after_move(here, table(here), {}, EN)
    assert allowance(here, UnitId("IT-67")) == 4


def test_s1_sp9_what_is_refused() -> None:
    """S1.sp9: too early, in a zone, too far, nobody there, more than three."""
    assert hinder(caporetto(2), Refugees(hexes("E2629"))) == ["S1.sp9"]
    for text in ("E2631", "E3619", "E2421", "E2629 E2529 E2729 E2428"):
        assert hinder(caporetto(3), Refugees(hexes(text))) == ["S1.sp9"], text


def test_s1_sp10_two_bridges_are_found_destroyed_without_a_roll() -> None:
    here = caporetto(2)
    first, second = Sabotage(*hexes("E2329 E2330")), Sabotage(*hexes("E2330 E2429"))
    assert hinder(here, first, second) == []
    assert len(here.marked_sides("bridge")) == 2
    assert hinder(here, Sabotage(*hexes("E1825 E1826"))) == ["S1.sp10"]  # both markers are used


def test_s1_sp10_what_is_refused() -> None:
    """S1.sp10: before turn 2, without a CP unit near, without an Italian HQ, or in CP hands."""
    assert hinder(caporetto(1), Sabotage(*hexes("E2329 E2330"))) == ["S1.sp10"]
    assert hinder(caporetto(2), Sabotage(*hexes("E2313 E2314"))) == ["S1.sp10"]
    assert hinder(caporetto(2), Sabotage(*hexes("E3133 E3232"))) == ["S1.sp10"]


def test_s1_sp9_the_cp_are_asked_only_when_they_have_something_to_lay() -> None:
    """S1.sp9, S1.sp10."""
    assert [hindrances.may_do_anything(caporetto(turn), CP) for turn in (1, 2, 3)] == [False, True, True]
    assert not hindrances.may_do_anything(caporetto(3), EN)


# -- cut off, and the order to retreat -----------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "die", "gives_up"), [(2, 2, True), (4, 3, False)])
def test_s1_sp11_italians_cut_off_may_give_up(turn: int, die: int, gives_up: bool) -> None:
    here = caporetto(turn)
    assert surrenders(here, table(here, {"cut off in E3730, unit 1": die}), UnitId("IT-50"), {}) == gives_up


def test_s1_sp11_every_unit_of_a_hex_has_a_die_of_its_own() -> None:
    here = caporetto(2)
    for unit in here.on_map(EN):
        if here.hex_of(unit) != "E3531":
            here.put(unit, "aside", "test")
    for unit in here.on_map(CP):
        if here.hex_of(unit) in ("E3532", "E3631", "E3432"):
            here.put(unit, "aside", "test")
    put(here, IT_Etna="E3733", IT_Cali="E3733", AH_hq10="E3732", AH_55="E3732", AH_22Sch="E3734")
    dice = {"cut off in E3733, unit 1": 1, "cut off in E3733, unit 2": 6}
    supply(here, table(here, dice, "default"))
    assert (here.place(UnitId("IT-Etna")), here.marks(UnitId("IT-Cali"))) == ("gone", ("oos",))


def test_s1_sp11_not_on_turn_1_and_not_the_central_powers() -> None:
    here = caporetto(1)
    assert not surrenders(here, table(here), UnitId("IT-50"), {})
    late = caporetto(2)
    assert not surrenders(late, table(late), UnitId("AH-55"), {})


def order(here: Board, *orders: RetreatOrder | Withdraw) -> list[str]:
    retreat_order.run(here, table(here), orders, EN)
    return [rule for rule, _ in dropped(here)]


def test_s1_sp12_the_order_stands_for_good_and_guns_may_go() -> None:
    here = caporetto(2)
    gun, other = Withdraw(UnitId("IT-A3")), Withdraw(UnitId("IT-C2"))
    assert order(here, gun) == ["S1.sp12"]  # not without the order
    here = caporetto(2)
    assert order(here, RetreatOrder(), gun, other) == ["S1.sp12"]  # one a sequence
    assert here.place(UnitId("IT-A3")) == "exited"
    assert here.is_on_map(UnitId("IT-C2"))
    assert order(caporetto(1), RetreatOrder()) == ["S1.sp12"]


@pytest.mark.parametrize(
    ("turn", "held", "points"),
    [(2, "", 15), (2, "E2720 E2925 E2315 E3214 E2330 E1715 E1822 E2222", 10), (3, "", 5), (4, "", 0)],
)
def test_s1_sp13_what_the_order_costs(turn: int, held: str, points: int) -> None:
    here = take(caporetto(turn), "CP", held)
    before = points_so_far(here)
    assert order(here, RetreatOrder()) == []
    assert points_so_far(here) - before == points


# -- the west edge -------------------------------------------------------------------------------------------


def test_s1_vc3_units_leave_by_the_west_edge() -> None:
    """S1.vc3 (see SC.0a, ruling R80): one point beyond the edge, and never out of an enemy zone."""
    here = put(caporetto(3), IT_4="E1709")
    move_phase(here, Exit(units("IT-4"), HexId("E1708")))
    assert here.place(UnitId("IT-4")) == "exited"
    far = put(caporetto(3), IT_4="E2317")
    move_phase(far, Exit(units("IT-4"), HexId("E2308")))
    assert [rule for rule, _ in dropped(far)]
    wrong = put(caporetto(3), IT_4="E1709")
    move_phase(wrong, Exit(units("IT-4"), HexId("E1710")))
    assert [rule for rule, _ in dropped(wrong)] == ["SC.0a"]


# -- victory -------------------------------------------------------------------------------------------------


def test_s1_vc1_points_as_they_fall() -> None:
    here = take(caporetto(), "CP", "E2720")
    here.write("depots.CP", 1, "test")
    here.write("vp.CP", 2, "test")
    assert points_so_far(here) == 4 + 2 + 2
    take(here, "EN", "E2720")
    assert points_so_far(here) == 4


def test_s1_vc2_the_river_parts_the_map() -> None:
    bank = west_bank(caporetto().map)
    assert HexId("E2312") in bank
    assert HexId("E2315") not in bank
    assert HexId("E1317") not in bank


def test_s1_vc2_italians_still_east_count_if_the_river_is_crossed() -> None:
    """An HQ, a whole division of morale 4 and two brigades are six."""
    here = west(caporetto(4))
    put(here, IT_hq2="E2720", IT_62="E2720", IT_Etna="E2819", IT_Tar="E2819", IT_aNero="E2819", IT_ar1="E2720")
    here = put(here, IT_50="E2308")
    assert is_across(here)
    assert sum(end_worth(here, unit) for unit in caught_east(here)) == 6
    assert "IT-50" not in caught_east(here)
    put(here, AH_55="E2316", AH_22Sch="E2316")
    assert caught_east(here) == ()


def test_s1_vc2_the_scale() -> None:
    here = caporetto()
    values = {
        name: end_worth(here, UnitId(name)) for name in ("IT-A2", "IT-hq2", "IT-62", "IT-50", "IT-Etna", "IT-4Bers")
    }
    assert values == {"IT-A2": 2, "IT-hq2": 2, "IT-62": 2, "IT-50": 1, "IT-Etna": 1, "IT-4Bers": 1}
    here.lose(UnitId("IT-62"), 1, "test")
    assert end_worth(here, UnitId("IT-62")) == 1
    assert [end_worth(here, UnitId(name)) for name in ("IT-aNero", "IT-ar1", "IT-depot", "IT-air1")] == [0, 0, 0, 0]


def test_s1_vc3_three_guns_that_got_away_are_minus_six() -> None:
    here = put(caporetto(4), IT_A2="exited", IT_A2b="exited", IT_A3="exited")
    assert len(got_away(here)) == 3
    assert score(here).total(CP) == -6


@pytest.mark.parametrize(
    ("points", "found"),
    [
        (41, Verdict(CP, "strategic")),
        (40, Verdict(CP, "operational")),
        (15, Verdict(CP, "operational")),
        (14, Verdict(CP, "tactical")),
        (-20, Verdict(CP, "tactical")),
        (-21, Verdict(EN)),
    ],
)
def test_s1_vc4_levels(points: int, found: Verdict) -> None:
    here = caporetto(4)
    here.write("vp.CP", points, "test")
    assert verdict(here) == found


def test_s1_rf1_reinforcements_of_the_central_powers_come_with_their_storm_troops() -> None:
    """S1.rf1, S1.rf2: on or next to the HQ that is named, which must be on a road or railway (ruling R18)."""
    here = begin("caporetto", notes={"sequence": "2", "weather": "poor"})
    assert due(here, CP) == ("AH-13Sch", "AH-sb2")
    assert "E3134" in entry_hexes(here, UnitId("AH-13Sch"))
    assert due(here, EN) == ("IT-7Alp", "IT-8Alp")
    assert "E2925" in entry_hexes(here, UnitId("IT-7Alp"))
    later = begin("caporetto", turn=2, notes={"sequence": "2"})
    assert "AH-33" in due(later, CP)
    assert {"E3134", "E3733"} <= set(entry_hexes(later, UnitId("AH-33")))


def test_s1_sp6_and_the_rest_stand_in_the_sequence() -> None:
    """See S1.sp6, S1.sp9: the hooks of the scenario reach the rules."""
    here = caporetto()
    none = {side: Orders(side, ()) for side in here.scenario.sides}
    special(here.scenario).after_exploitation(here, table(here), none, CP)
    assert not here.is_marked(SILENT, "no-firing")
    assert facts(here, "unmarked", unit=SILENT)


def test_s1_vc3_in_retreat_mode_the_way_off_the_map_is_always_open() -> None:
    """S1.vc3 (see 11.4b, ruling R176): off the map lies beyond every source, wherever the edge is crossed."""
    here = put(caporetto(3), IT_4="E1709")
    here.write("retreat-order", "EN", "test")
    here.mark(UnitId("IT-4"), "retreat-mode", "test")
    edge = [hex_id for hex_id in here.map.hexes_with("west-edge") if here.map.grid.are_adjacent(hex_id, HexId("E1709"))]
    for hex_id in edge:
        tried = here.copy()
        move_phase(tried, Exit(units("IT-4"), hex_id))
        assert (tried.place(UnitId("IT-4")), dropped(tried)) == ("exited", []), hex_id
