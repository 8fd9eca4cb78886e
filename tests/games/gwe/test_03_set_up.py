"""Chapters 2 and 3 with 16.0/2.x: the counters, and the game as it is set up."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.games.gwe.counters import AL, COUNTERS, CP, strength, tcr
from pbem.games.gwe.loading import load
from pbem.games.gwe.reinforcements import schedule
from pbem.games.gwe.set_up import initial_position, sides_that_set_up
from pbem.games.gwe.stacking import overstacked_hexes, points, stacking_points
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import SCENARIOS, board, field, printed


@pytest.fixture(scope="module")
def opening() -> Board:
    """The historical game before the first move."""
    scenario = printed()
    return Board(scenario, initial_position(scenario))


def test_2_31_a_counter_is_read() -> None:
    hq = COUNTERS.read_unit("IT-hq2 HQ 2-8(1)8 hq name=2 level=army at 2108")
    assert [hq.figure(f) for f in ("shift", "radius", "strength", "move")] == [2, 8, 1, 8]
    unit = COUNTERS.read_unit("AH-1 XX 4-5-8 infantry at 1903")
    assert [unit.figure(f) for f in ("attack", "defence", "move")] == [4, 5, 8]
    with pytest.raises(Unreadable):
        COUNTERS.read_unit("AH-1 XX 4-5 infantry at 1903")


@pytest.mark.parametrize(("size", "value", "steps"), [("III", 1, 1), ("X", 1, 1), ("XX", 2, 2), ("XXX", 9, 4)])
def test_2_32_sizes(size: str, value: int, steps: int) -> None:
    unit = COUNTERS.read_unit(f"IT-50 {size} 2-3-6 infantry at 1404")
    assert (stacking_points(unit), unit.figure("steps")) == (value, steps)


def test_2_33_kinds_of_troops(opening: Board) -> None:
    kinds = {unit.type for unit in opening.scenario.units.values()}
    assert {"infantry", "alpine", "cavalry", "naval", "artillery", "depot", "hq", "monitor"} <= kinds
    with pytest.raises(Unreadable):
        COUNTERS.read_unit("AH-1 XX 4-5-8 tank at 1903")


def test_2_4_step_the_last_step_takes_the_unit() -> None:
    b = board(field(), "GE-5 XX 6-7-8 infantry at 0203 1")
    assert strength(b, UnitId("GE-5"), "attack") == 3
    b.lose(UnitId("GE-5"), 1, "8.52")
    assert b.place(UnitId("GE-5")) == "gone"


def test_2_4_tcr_is_1_or_2(opening: Board) -> None:
    assert {tcr(unit) for unit in opening.scenario.units.values()} == {1, 2}


def test_3_0_hexes_turns_and_letters(opening: Board) -> None:
    assert opening.place(UnitId("AH-b29")) == "0508"
    assert opening.place(UnitId("AH-dep9")) == "waiting"
    assert schedule(opening, UnitId("AH-dep9")) == (7, "D")
    assert schedule(opening, UnitId("AH-dep3")) == (2, "")


def test_3_0_hist_112_counters_on_91_hexes(opening: Board) -> None:
    hexes = {opening.place(unit) for unit in opening.on_map()}
    assert (len(opening.on_map()), len(hexes)) == (112, 91)
    assert overstacked_hexes(opening, AL) == overstacked_hexes(opening, CP) == ()
    owners = {(opening.place(u), opening.unit(u).side) for u in opening.on_map()}
    assert len(owners) == len(hexes)
    assert sides_that_set_up(opening.scenario) == ()
    assert opening.step == "cp-movement"


def test_16_0_2_3_tyrol_units_stay_out_and_the_19th_is_a_corps(opening: Board) -> None:
    assert opening.place(UnitId("GE-195")) == opening.place(UnitId("GE-79R")) == "aside"
    assert opening.place(UnitId("IT-cav41")) == opening.place(UnitId("IT-cav42")) == "waiting"
    assert (opening.steps(UnitId("IT-19")), points(opening, (UnitId("IT-19"),))) == (4, 9)


def test_16_0_2_3_rommel_comes_with_the_option_only(opening: Board) -> None:
    assert opening.place(UnitId("GE-rommel")) == "aside"
    scenario = printed("historical", {"heroic-leaders": "on"})
    assert initial_position(scenario).units[UnitId("GE-rommel")].place == "1702"


def test_16_0_2_31_hq_counters(opening: Board) -> None:
    unit = opening.unit(UnitId("UK-hqX"))
    assert [unit.figure(f) for f in ("shift", "radius", "strength", "move")] == [1, 6, 1, 10]


def test_16_0_2_32_149_units_beside_51_markers(opening: Board) -> None:
    assert len(opening.scenario.units) == 149 == 200 - (15 + 10 + 17 + 5 + 3 + 1)


def test_16_0_2_4_movement_fixes_the_rating(opening: Board) -> None:
    assert [tcr(opening.unit(UnitId(u))) for u in ("IT-56", "UK-hqX", "AH-artB", "IT-II")] == [1, 1, 2, 2]
    fast = board(field(), "GE-5 XX 6-7-8 infantry stosstruppen at 0203 unsupplied", turn=1)
    assert tcr(fast.unit(UnitId("GE-5"))) == 1


def test_16_0_2_4_sides(opening: Board) -> None:
    sides = {unit.nation: unit.side for unit in opening.scenario.units.values()}
    assert sides == {"IT": AL, "UK": AL, "FR": AL, "GE": CP, "AH": CP}


def test_16_0_2_5_two_days_a_turn(opening: Board) -> None:
    dates = opening.scenario.card["dates"]
    assert (len(dates), dates[0], dates[4]) == (15, "24-25 October 1917", "1-2 November 1917")


def test_e_16_0a_the_first_hq_figure_is_the_shift(opening: Board) -> None:
    unit = opening.unit(UnitId("AH-hqSW"))
    assert (unit.figure("shift"), unit.figure("radius")) == (0, 12)


def test_e_17_0_barrage_stands_in_brackets() -> None:
    assert COUNTERS.read_unit("AH-art24 X (3)2-4 artillery at 2102").figure("barrage") == 3


def test_5_4_other_terrain_is_a_fault_of_the_map() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.iterdir())}
    texts["map.txt"] = texts["map.txt"].replace("%  swamp", "%  forest")
    with pytest.raises(Unreadable) as fault:
        load(texts, "historical", {})
    assert fault.value.problem.rule == "5.4.other"
