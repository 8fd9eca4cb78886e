"""Vittorio Veneto: the Entente's Offensives, an army that falls apart, and its victory."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.italia18 import hungary, offensive, sequence, silence, victory_vittorio
from pbem.games.italia18.costs import shown
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.cut_off import end_worth
from pbem.games.italia18.doctrine import doctrine_of
from pbem.games.italia18.guns import is_ready
from pbem.games.italia18.reinforcements import due
from pbem.games.italia18.starving import check_obeys
from pbem.games.italia18.verdicts import Verdict, drawn
from pbem.games.italia18.victory import score, verdict
from pbem.games.italia18.victory_vittorio import cut_off
from pbem.games.italia18.walking import price as step_price
from pbem.games.italia18.walking import walk
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.score import ScoreLine
from pbem.kernel.trips import Trip
from tests.games.italia18.boards import board, flat, hexes, units
from tests.games.italia18.scenarios import begin, put, take
from tests.games.tables import facts, table

GREEN, BLUE = "green die, No Firing", "blue die, No Firing"


def vittorio(turn: int = 1, **notes: str) -> Board:
    return begin("vittorio", turn=turn, notes=notes)


# -- Offensives ----------------------------------------------------------------------------------------------


def test_s5_sp1_the_piece_of_w1824_is_among_them() -> None:
    """S5.sp1 (see ruling R99): wherever it is now; the other is chosen."""
    here = put(vittorio(), IT_A4="W1725")
    assert offensive.chosen_guns(here, table(here, (), {"offensive guns": ("IT-A10",)})) == ("IT-A4", "IT-A10")
    assert [offensive.terms(vittorio(turn))["guns"] for turn in (1, 2, 3, 4)] == [2, 4, 4, 3]
    assert [offensive.terms(vittorio(turn))["modifiers"] for turn in (1, 2, 3, 4)] == [
        [2, 1, 0], [3, 2, 1], [2, 1, 0], [1, 0, 0],
    ]  # fmt: skip


def test_s5_sp1_on_turn_34_one_must_be_on_the_west_map() -> None:
    here = put(vittorio(4), IT_A10="E1302", IT_A3="E1203", IT_A8="E1104")
    chosen = offensive.chosen_guns(here, table(here, (), {"offensive guns": ("IT-A10", "IT-A3", "IT-A8")}))
    assert [here.hex_of(gun)[0] for gun in chosen] == ["E", "E", "W"]
    free = vittorio(4)
    wanted = ("IT-A3", "IT-A10", "IT-A8")
    assert offensive.chosen_guns(free, table(free, (), {"offensive guns": wanted})) == wanted


def test_s5_sp2_who_follows_which_doctrine() -> None:
    here = vittorio()
    found = [doctrine_of(here, UnitId(name)) for name in ("IT-45", "IT-1DAa", "IT-2DAb", "UK-20", "FR-23", "US-332")]
    assert found == ["diaz", "cadorna", "cadorna", "evolving", "cadorna", "cadorna"]


def test_s5_rf_15_alpini_come_on_turn_32() -> None:
    assert due(vittorio(1, sequence="3"), EN) == ()
    assert due(vittorio(2, sequence="1"), EN) == ("IT-15Alp",)


# -- mutiny --------------------------------------------------------------------------------------------------


def test_s5_sp4_two_supplied_units_near_the_front_may_be_marked() -> None:
    """S5.sp4 (see rulings R90, R135): not in an Entente zone, within five hexes, from turn 32."""
    here = vittorio(2)
    able = hungary.mutineers(here)
    assert "AH-10" in able
    assert "AH-33" not in able  # in the front line
    assert "AH-2" not in able  # too far behind
    hungary.mutiny(here, table(here, (), {"mutiny": ("AH-10", "AH-34")}))
    assert [unit for unit in here.marked() if here.mark_of(unit, "oos") == "mutiny"] == ["AH-34", "AH-10"]
    early = vittorio(1)
    hungary.mutiny(early, table(early))
    assert not facts(early, "mutiny")


def test_s5_sp4_who_has_mutinied_goes_nowhere() -> None:
    here = vittorio(2)
    here.mark(UnitId("AH-10"), "oos=mutiny", "test")
    with pytest.raises(Illegal, match="refuses its orders"):
        check_obeys(here, Trip(units("AH-10"), hexes("W2132 W2133")))


# -- guns ----------------------------------------------------------------------------------------------------


def test_s5_sp5_both_dice_silence_guns_in_the_second_sequence() -> None:
    """S5.sp5 (see ruling R136): green 4 is an Army piece, blue 5 two Corps pieces."""
    here = vittorio(2)
    answers = {"No Firing by Entente": ("AH-XV", "AH-II"), "No Firing by Central Powers": ("AH-AIs",)}
    silence.refuse_to_fire(here, table(here, {GREEN: 4, BLUE: 5}, answers), 2)
    silent = [unit for unit in here.marked() if here.is_marked(unit, "no-firing")]
    assert sorted(silent) == ["AH-AIs", "AH-II", "AH-XV"]
    assert not is_ready(here, UnitId("AH-II"), HexId("W2030"), is_attack=True)
    silence.lift_after_sequence(here, EN)
    assert here.is_marked(UnitId("AH-II"), "no-firing")
    silence.lift_after_sequence(here, CP)
    assert not here.is_marked(UnitId("AH-II"), "no-firing")


@pytest.mark.parametrize(("turn", "number"), [(1, 2), (2, 1), (2, 3)])
def test_s5_sp5_not_before_turn_32_nor_in_other_sequences(turn: int, number: int) -> None:
    here = vittorio(turn)
    silence.refuse_to_fire(here, table(here), number)
    assert not facts(here, "no-firing")


def test_s5_sp5_a_side_without_a_choice_is_not_asked() -> None:
    here = vittorio(2)
    silence.refuse_to_fire(here, table(here, {GREEN: 1, BLUE: 2}), 2)
    assert not facts(here, "silenced")


# -- Hungarians ----------------------------------------------------------------------------------------------


def test_s5_sp6_a_die_above_its_morale_and_the_unit_is_gone() -> None:
    """S5.sp6 (see ruling R89): morale 4 stays on a 4 and goes on a 5; only in the CP's own phase."""
    here = vittorio(3)
    for unit in here.on_map(CP):
        if here.unit(unit).has("hungarian") and unit not in ("AH-33", "AH-17"):
            here.eliminate(unit, "test")
    hungary.roll_call(here, table(here), EN)
    hungary.roll_call(here, table(here, {"Hungarians in W1637, unit 1": 5, "Hungarians in W2123, unit 1": 4}), CP)
    assert (here.place(UnitId("AH-33")), here.place(UnitId("AH-17"))) == ("gone", "W2123")


def test_s5_sp6_not_before_turn_33_and_in_both_phases_by_agreement() -> None:
    early = vittorio(2)
    hungary.roll_call(early, table(early), CP)
    assert not facts(early, "hungarians")
    here = begin("vittorio", {"hungarians-both": "yes"}, turn=3)
    for unit in here.on_map(CP):
        if here.unit(unit).has("hungarian") and unit != "AH-33":
            here.eliminate(unit, "test")
    hungary.roll_call(here, table(here, {"Hungarians in W1637, unit 1": 1}), EN)
    assert len(facts(here, "hungarians")) == 1


# -- the last turn -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "marks", "price"), [(4, "", "1/2"), (3, "", "1"), (4, "oos", "1")])
def test_s5_sp7_cavalry_on_roads(turn: int, marks: str, price: str) -> None:
    card = {"first_turn": 31, "cavalry": {"turn": 34, "road_mp": "1/2"}}
    here = board(
        f"IT-1DC XX 1-2-5/2 cavalry at 0101 2 {marks}", flat(1, 3, "line road: 0101-0102\n"), card=card, turn=turn
    )
    assert shown(step_price(here, walk(here, (UnitId("IT-1DC"),)), HexId("0101"), HexId("0102")) or 0) == price


def test_s5_len_the_last_sequence_is_one_movement_phase() -> None:
    here = vittorio(4)
    ids = [stop.id for stop in sequence.stops(here)]
    assert ids[-4:] == ["weather-3", "cp-hinder-3", "en-move-3", "night"]
    assert "cp-move-2" in ids
    assert len([stop for stop in sequence.stops(vittorio(3)) if stop.number == 3]) == 9


# -- victory -------------------------------------------------------------------------------------------------


def test_s5_vc1_objectives_taken_but_for_those_with_a_bridge_down() -> None:
    """S5.vc1 (see ruling R140): E1105 has a destroyed bridge at its side."""
    here = take(vittorio(), "EN", "W2436 W2035 E1105")
    (line, _) = score(here).lines
    assert (line.units, line.points) == (("W2436", "W2035"), 5)
    here.unmark_side(HexId("E1004"), HexId("E1105"), "bridge", "test")
    assert score(here).lines[0].points == 6
    take(here, "CP", "W2436")
    assert score(here).lines[0].points == 3


def test_s5_vc2_what_is_cut_off_at_the_end() -> None:
    """Two brigades, an Artillery and a reduced division of morale 4 are five."""
    here = vittorio(4)
    for unit in here.on_map(CP):
        if unit not in ("AH-87Sch", "AH-88Sch", "AH-II", "AH-33"):
            here.put(unit, "aside", "test")
    for unit in here.on_map(EN):
        here.put(unit, "aside", "test")
    put(here, AH_87Sch="W0421", AH_88Sch="W0421", AH_II="W0421", AH_33="W0422")
    here.lose(UnitId("AH-33"), 1, "test")
    assert sum(end_worth(here, unit) for unit in cut_off(here)) == 5


@pytest.mark.parametrize(
    ("points", "has_trento", "found"),
    [
        (51, True, Verdict(EN, "strategic")),
        (51, False, Verdict(EN, "operational")),
        (45, True, Verdict(EN, "operational")),
        (45, False, Verdict(EN, "tactical")),
        (31, True, Verdict(EN, "tactical")),
        (31, False, drawn()),
        (30, True, drawn()),
        (25, False, drawn()),
        (24, True, Verdict(CP)),
    ],
)
def test_s5_vc3_levels_and_trento(
    points: int, has_trento: bool, found: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = take(vittorio(4), "EN" if has_trento else "CP", "W2709")
    monkeypatch.setattr(victory_vittorio, "score", lambda _: (ScoreLine(EN, "S5.vc1", "objectives", 1, points),))
    assert victory_vittorio.verdict(here) == found


def test_s5_vc3_as_it_begins_the_central_powers_would_win() -> None:
    assert verdict(vittorio()) == Verdict(CP)


def test_s5_sp6_guns_and_storm_troops_whose_unit_goes_home_are_lost() -> None:
    """S5.sp6 (see 11.3.1d, 11.3.2b, ruling R101): alone in an enemy zone they do not wait for the next move."""
    text = (
        "AH-1 XX 8-9-4/4 infantry hungarian at 0504\nAH-c - 2-3-3 corps-artillery at 0504\n"
        "AH-s - - assault-troops kind=sturmbataillon at 0504\nIT-1 XX 6-9-4/4 infantry at 0404\n"
    )
    here = board(text, flat(9, 8), card={"hungarians": {"from_turn": 17}})
    hungary.roll_call(here, table(here, (5,)), CP)
    assert [here.place(unit) for unit in units("AH-1 AH-c AH-s")] == ["gone"] * 3
