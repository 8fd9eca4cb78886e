"""1.1, 2.0 and the errata: the counters and the calendar as printed."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.games.caporetto import counters, reinforcements
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, COUNTERS, CP, arrival, attack_factor, defence_factor, movement_factor
from pbem.games.caporetto.loading import load
from pbem.games.caporetto.sectors import starters
from pbem.games.caporetto.set_up import initial_position
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import SCENARIOS, printed
from tests.games.caporetto.turns import field_board


def factors(b: Board, unit: str) -> tuple[int, int, int]:
    return attack_factor(b, UnitId(unit)), defence_factor(b, UnitId(unit)), movement_factor(b, UnitId(unit))


def test_1_1_turn_7_is_april_1918() -> None:
    months = printed().charts["weather"]["months"]
    assert (months[0], months[6], months[12]) == ("Oct 1917", "Apr 1918", "Oct 1918")
    assert GAME.summary(Board(printed(), initial_position(printed()))).tracks["month"] == "Oct 1917"


def test_2_0_every_counter_of_the_sheet_has_a_line() -> None:
    lines = (SCENARIOS / "units.txt").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.split("#")[0].strip()]
    assert len(rows) == 228


def test_2_1_a_map_with_terrain_of_another_game_is_refused() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in SCENARIOS.iterdir() if path.is_file()}
    texts["map.txt"] = texts["map.txt"].replace("marsh", "swamp")
    with pytest.raises(Unreadable) as caught:
        load(texts, "historical", {})
    assert caught.value.problem.rule == "2.1"


def test_2_1_the_front_divides_all_land() -> None:
    map = printed().map
    sides = [h for side in ("al-side", "cp-side") for h in map.hexes_with(side)]
    land = [h for h in map.grid.hexes if map.base[h] != "sea"]
    assert sorted(sides) == sorted(land)


def test_2_2_three_classes_of_counters() -> None:
    units = printed().units.values()
    classes = [(counters.is_combat_unit(u), counters.is_hq(u), counters.is_support(u)) for u in units]
    assert all(sum(one) == 1 for one in classes)


def test_2_3_a_unit_printed_3_4_8() -> None:
    b = field_board("IT-7 XX 3-4-8 infantry back=2-3 at 0301\nIT-8 XX 3-4-8 infantry back=2-3 at 0301 1")
    assert factors(b, "IT-7") == (3, 4, 8)
    assert factors(b, "IT-8") == (2, 3, 8)


def test_2_3_1_types_are_told_apart() -> None:
    alpini = COUNTERS.read_unit("IT-alp1 III 2-3-8 mountain alpini")
    ski = COUNTERS.read_unit("GE-AK XX 6-8-8 mountain assault")
    assert counters.is_mountain(alpini)
    assert counters.is_mountain(ski)
    assert not counters.is_mountain(COUNTERS.read_unit("IT-7 XX 3-4-8 infantry"))


def test_2_3_2_divisions_are_told_from_other_sizes() -> None:
    assert counters.is_division(COUNTERS.read_unit("IT-7 XX 3-4-8 infantry"))
    assert counters.is_infantry_division(COUNTERS.read_unit("GE-12 XX 6-8-8 infantry assault"))
    assert not counters.is_infantry_division(COUNTERS.read_unit("AH-cav1 XX 2-3-10 cavalry"))
    assert not counters.is_division(COUNTERS.read_unit("AH-geb X 2-3-8 mountain"))
    assert not counters.is_division(printed().unit(UnitId("AH-GR")))


def test_2_3_3_the_czech_legion_is_allied() -> None:
    assert printed().side_of(UnitId("CZ-CL")) == AL
    nations = {unit.nation: unit.side for unit in printed().units.values()}
    assert nations == {"IT": AL, "UK": AL, "FR": AL, "CZ": AL, "GE": CP, "AH": CP}


def test_2_4_support_units_lie_aside() -> None:
    b = Board(printed(), initial_position(printed()))
    support = [unit for unit in b.units() if counters.is_support(b.unit(unit))]
    assert {b.unit(unit).type for unit in support} == {"artillery", "air", "naval"}
    assert {b.place(unit) for unit in support} == {"aside"}


def test_2_5_markers_stand_in_the_position() -> None:
    notes = initial_position(printed()).notes
    assert set(notes) == {"morale.IT", "morale.AH", "casualties.IT", "casualties.AH", "pool"}


def test_2_6_all_charts_are_there() -> None:
    wanted = ("terrain", "turns", "casualties", "crt", "morale_table", "morale", "replacement", "withdrawal", "event")
    assert [name for name in wanted if name not in printed().charts] == []


def test_e_1_the_1st_cavalry_comes_on_turn_5() -> None:
    b = Board(printed(), initial_position(printed()))
    cavalry = UnitId("AH-cav1")
    assert arrival(b.unit(cavalry)) == 5
    assert b.place(cavalry) == "waiting"
    assert cavalry not in reinforcements.due(b, CP)


def test_e_2_the_64th_starts_on_the_map() -> None:
    assert UnitId("AH-64H") in starters(printed(), CP)


def test_e_3_the_reduced_7th_division() -> None:
    unit = printed().unit(UnitId("IT-7"))
    assert (unit.figure("back-attack"), unit.figure("back-defence")) == (2, 3)


def test_e_5_the_pusteria_valley_is_only_a_label() -> None:
    map = printed().map
    assert [map.base[h] for h in map.grid.hexes if h in ("3510", "3511")] != []


def test_e_6_2511_is_vittorio_and_a_town() -> None:
    map = printed().map
    vittorio = map.places["Vittorio"]
    assert vittorio == "2511"
    assert map.name_of(vittorio) == "Vittorio"
    assert map.has(vittorio, "town")


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("IT-7 XX 3-4-8", "IT-7 XX 3-4-8"),
        ("XX-7 XX 3-4-8 infantry", "XX-7"),
        ("IT-7 XX 3/4 infantry", "3/4"),
        ("IT-hq1 XXXX 3-4-8 hq", "3-4-8"),
        ("IT-7 XX 3-4-8 infantry back=2", "2"),
    ],
)
def test_a_counter_that_cannot_be_read_says_where(row: str, found: str) -> None:
    with pytest.raises(Unreadable) as caught:
        COUNTERS.read_unit(row, 7)
    assert caught.value.problem.found == found
    assert caught.value.problem.spot is not None
    assert caught.value.problem.spot.line == 7
