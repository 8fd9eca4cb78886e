"""3.0 Set-up and 19.5 free set-up, on the printed map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from pbem.games.caporetto import headquarters, stacking, supply
from pbem.games.caporetto.control import controller
from pbem.games.caporetto.counters import AL, CP, SIDES, is_division
from pbem.games.caporetto.events import markers, pool
from pbem.games.caporetto.loading import load
from pbem.games.caporetto.morale import level
from pbem.games.caporetto.sectors import historical_hex, sectors, starters
from pbem.games.caporetto.sequence import after
from pbem.games.caporetto.set_up import initial_position
from pbem.games.caporetto.support import is_available
from pbem.games.caporetto.zoc import is_in_enemy_combat_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario
from tests.games.caporetto.boards import SCENARIOS, printed
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import dropped, facts

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in SCENARIOS.iterdir() if path.is_file()}


@cache
def with_options(*options: tuple[str, str]) -> Scenario:
    return load(TEXTS, "historical", dict(options))


def set_up(al: str = "", cp: str = "", options: Mapping[str, str] | None = None) -> Board:
    """Both sides' set-up with these orders, the Allies first."""
    scenario = with_options(*(options or {}).items())
    b = Board(scenario, initial_position(scenario))
    play(b, AL, al)
    second = Board(scenario, b.freeze(1, "cp-set-up"))
    second.facts += b.facts
    play(second, CP, cp)
    return second


def counts(b: Board, side: Side) -> dict[str, int]:
    """Divisions without the reserve, in the hexes of each sector that only it has."""
    own = {sector.title: sector.hexes for sector in sectors(b.scenario, side)}
    units = [u for u in starters(b.scenario, side) if is_division(b.unit(u)) and not b.unit(u).has("reserve")]
    return {title: sum(1 for u in units if b.hex_of(u) in hexes) for title, hexes in own.items()}


# -- 3.1 to 3.4 ----------------------------------------------------------------------------------------------


def test_3_1_the_allies_go_first_and_then_play_begins() -> None:
    start = initial_position(printed())
    assert start.step == "al-set-up"
    b = Board(printed(), start)
    assert after(printed(), b).step == "cp-set-up"
    assert after(printed(), Board(printed(), b.freeze(1, "cp-set-up"))).step == "cp-first-combat"


def test_3_1_an_empty_file_is_the_historical_set_up() -> None:
    b = set_up()
    away = {u: place_of(b, u) for side in SIDES for u in starters(b.scenario, side)
            if place_of(b, u) != historical_hex(b.scenario, u)}  # fmt: skip
    assert away == {}
    assert [hq for side in SIDES for hq in headquarters.hqs(b, side) if headquarters.is_doomed(b, hq)] == []
    assert [u for side in SIDES for u in b.on_map(side) if not supply.has_line(b, b.hex_of(u), side)] == []
    assert all(stacking.overstacked_hexes(b, side) == () for side in SIDES)


def test_3_1_a_unit_is_placed_once_and_only_by_its_owner() -> None:
    b = set_up("place IT-5 at 2520\nplace IT-5 at 2620\nplace IT-hq6 at 2520")
    assert [rule for rule, _ in dropped(b)] == ["3.1", "3.1"]


def test_3_2_all_units_stay_on_their_own_side() -> None:
    b = set_up("place IT-5 at 2320")
    rule, why = dropped(b)[0]
    assert rule == "3.2"
    assert "IT-5 may not be set up in 2320" in why


def test_3_2_only_mountain_units_in_alpine_hexes() -> None:
    b = set_up("place IT-5 at 2899\nplace IT-alp3 at 2899")
    assert dropped(b)[0][0] == "7.9"
    assert place_of(b, "IT-alp3") == "2899"


def test_3_2_stacking_limits_hold() -> None:
    b = set_up("\n".join(f"place IT-{n} at 2520" for n in (1, 2, 3, 4, 5)))
    assert stacking.limit(b, HexId("2520"), AL) == len(b.units_at("2520"))
    assert {rule for rule, _ in dropped(b)} == {"8.1"}


def first_army(count: int) -> str:
    """So many divisions in the 1st Army's sector."""
    hexes = ("3099", "2799", "2600", "2500", "2401", "2301", "2302", "2304")
    divisions = [n for n in range(1, 70) if n not in (13, 20, 21, 30, 34, 35, 38, 39, 40, 41, 42, 60, 62, 63)]
    places = [h for h in hexes for _ in range(2)]
    return "\n".join(f"place IT-{n} at {h}" for n, h in zip(divisions[:count], places, strict=False))


def test_3_2a_the_15th_division_of_the_1st_army_is_refused() -> None:
    b = set_up(first_army(15))
    assert [rule for rule, _ in dropped(b)] == ["3.2a"]
    assert counts(b, AL)["1st Army"] == 14


def test_3_2a_too_few_are_filled_up() -> None:
    b = set_up(first_army(13))
    assert dropped(b) == []
    assert counts(b, AL)["1st Army"] == 14


def test_3_2b_the_4th_army() -> None:
    b = set_up("place IT-2 at 2405\nplace IT-5 at 2406\nplace IT-hq4 at 2405")
    assert dropped(b) == []
    assert counts(b, AL)["4th Army"] == 6


def test_3_2c_no_division_of_the_2nd_army_behind_the_front() -> None:
    b = set_up("place IT-3 at 2819")
    assert dropped(b)[0][0] == "3.2"
    assert counts(b, AL)["2nd Army"] >= 26


def third_army(places: Mapping[str, int]) -> str:
    divisions = iter((4, 14, 28, 31, 33, 45, 54, 58, 61))
    return "\n".join(f"place IT-{next(divisions)} at {h}" for h, count in places.items() for _ in range(count))


def test_3_2d_both_front_hexes_hold_two_divisions() -> None:
    b = set_up(third_army({"2420": 3, "2419": 3, "2519": 2, "2319": 1}))
    assert [rule for rule, _ in dropped(b)] == ["3.2d"]
    divisions = [u for u in b.units_at("2319") if is_division(b.unit(u))]
    assert len(divisions) >= 2


def test_3_2d_the_3rd_army_may_stand_one_hex_back() -> None:
    b = set_up(third_army({"2420": 2, "2319": 3, "2419": 3}))
    assert dropped(b) == []


def test_3_2e_the_garrison_is_in_venezia() -> None:
    b = set_up("place IT-VG at 1908")
    assert dropped(b)[0][0] == "3.2e"
    assert place_of(b, "IT-VG") == "1911"


def test_3_2f_the_reserve_stays_within_six_hexes_of_the_front() -> None:
    b = set_up("place IT-13 at 1911\nplace IT-20 at 2408")
    assert dropped(b)[0][0] == "3.2f"
    assert place_of(b, "IT-20") == "2408"
    reserve = [u for u in starters(b.scenario, AL) if b.unit(u).has("reserve")]
    assert len(reserve) == 11
    front = b.map.hexes_with("front", owner="AL")
    assert all(min(b.map.grid.distance(b.hex_of(u), h) for h in front) <= 6 for u in reserve)


def test_3_2g_italian_morale_begins_at_minus_1() -> None:
    assert level(set_up(), "IT") == -1


def test_3_2h_the_pool_holds_a_markers_only() -> None:
    b = set_up()
    assert pool(b) == markers(b.scenario, "A")
    assert "influenza" not in pool(b)


@pytest.mark.parametrize(("turn", "usable"), [(2, False), (3, True)])
def test_3_2i_british_and_french_support_from_turn_3(turn: int, usable: bool) -> None:
    b = field_board(
        "FR-art1 - - artillery support 3\nUK-air1 - - air support 3\nIT-art1 - - artillery support 1", turn=turn
    )
    assert is_available(b, UnitId("FR-art1")) is is_available(b, UnitId("UK-air1")) is usable
    assert is_available(b, UnitId("IT-art1"))


def test_3_2j_reinforcements_wait() -> None:
    b = set_up()
    assert {place_of(b, u) for u in ("FR-46", "UK-23", "CZ-CL", "IT-hq6")} == {"waiting"}


def test_3_3_assault_divisions_count_as_infantry_divisions() -> None:
    b = set_up("", "place AH-1 at 2505\nplace AH-50 at 2504\nplace AH-55 at 2605")
    assert dropped(b) == []
    conrad = {s.title: s for s in sectors(b.scenario, CP)}["Army Group Conrad"]
    eugen = {s.title: s for s in sectors(b.scenario, CP)}["Army Group Archduke Eugen"]
    only = [h for h in conrad.hexes if h not in eugen.hexes]
    divisions = [u for u in b.on_map(CP) if is_division(b.unit(u)) and b.hex_of(u) in only]
    assert len(divisions) <= 9


def test_3_3a_rayon_i_stands_within_one_hex_of_the_line() -> None:
    b = set_up("", "place AH-Ry1 at 3402")
    assert dropped(b)[0][0] == "3.3a"


def test_3_3b_germans_belong_to_army_group_eugen() -> None:
    b = set_up("", "place GE-12 at 3299")
    assert dropped(b)[0][0] == "3.3b"


def test_3_3c_austro_hungarian_morale_begins_at_0() -> None:
    assert level(set_up(), "AH") == 0


def test_3_3d_all_support_of_the_central_powers_from_turn_1() -> None:
    b = set_up()
    support = [u for u in b.units(CP) if b.unit(u).type in ("artillery", "air", "naval")]
    assert support
    assert all(is_available(b, unit) for unit in support)


def test_3_3e_reinforcements_of_the_central_powers_wait() -> None:
    b = set_up()
    assert {place_of(b, u) for u in ("AH-cav1", "AH-16", "AH-hq6")} == {"waiting"}


def test_3_4_control_begins_at_the_front_line() -> None:
    b = set_up()
    assert controller(b, HexId("2319")) == AL
    assert controller(b, HexId("2320")) == CP
    assert controller(b, HexId("1911")) == AL
    assert b.marked_hexes("held") == {}


def test_3_4_who_entered_last_controls() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0503")
    play(b, CP, "move AH-4 0403 -> 0303 -> 0304")
    assert [controller(b, HexId(h)) for h in ("0403", "0303", "0304", "0404")] == [CP, CP, CP, AL]
    again = Board(b.scenario, b.freeze(6, "cp-movement"))
    play(again, CP, "move AH-4 0303 -> 0403 -> 0503")
    assert controller(again, HexId("0304")) == CP


# -- HQs -----------------------------------------------------------------------------------------------------


def test_15_1_modes_are_written_in_the_set_up() -> None:
    b = set_up("mode IT-hq2 movement", "mode GE-hq14 support")
    assert not headquarters.is_in_support_mode(b, UnitId("IT-hq2"))
    assert headquarters.is_in_support_mode(b, UnitId("IT-hq1"))
    assert headquarters.is_in_support_mode(b, UnitId("GE-hq14"))


def test_15_2_2_an_hq_is_not_set_up_alone_before_the_enemy() -> None:
    """15.2/2: it goes to the next hex where it is safe."""
    known = set_up()
    conrad = sectors(known.scenario, CP)[0].hexes
    empty = [h for h in conrad if not known.units_at(h) and known.map.base[h] != "alpine"]
    exposed = next(h for h in empty if is_in_enemy_combat_zone(known, h, CP))
    b = set_up("", f"place AH-hq10 at {exposed}")
    assert [rule for rule, _ in dropped(b)] == ["15.2/2"]
    assert b.is_on_map(UnitId("AH-hq10"))
    assert not headquarters.is_doomed(b, UnitId("AH-hq10"))


# -- 19.5 ----------------------------------------------------------------------------------------------------

FREE = {"free-set-up": "on"}


def test_19_5_units_go_anywhere_on_their_own_side() -> None:
    b = set_up("place IT-5 at 2815\nplace IT-VG at 2006\nplace IT-6 at 2320", options=FREE)
    assert [rule for rule, _ in dropped(b)] == ["19.5"]
    assert (place_of(b, "IT-5"), place_of(b, "IT-VG")) == ("2815", "2006")


def test_19_5_the_front_from_3313_to_2319_is_never_empty() -> None:
    line = printed().map.hexes_with("garrison-line")
    map = printed().map
    rear = [h for h in map.hexes_with("al-side") if map.base[h] == "clear" and h not in line]
    units = [u for u in starters(printed(), AL) if not printed().unit(u).has("reserve")]
    b = set_up("\n".join(f"place {u} at {rear[k // 5]}" for k, u in enumerate(units)), options=FREE)
    assert "19.5" in [rule for rule, _ in dropped(b)]
    assert [h for h in line if not any(b.unit(u).nation == "IT" for u in b.units_at(h))] == []


def test_19_5_the_reserve_keeps_its_rule() -> None:
    b = set_up("place IT-13 at 1911", options=FREE)
    assert dropped(b)[0][0] == "3.2f"


def test_19_5_2_six_in_a_clear_hex_but_not_seven() -> None:
    units = [f"IT-{n}" for n in (1, 2, 3, 4, 5, 6, 7)]
    b = set_up("\n".join(f"place {unit} at 2817" for unit in units), options=FREE)
    limit = stacking.limit(b, HexId("2817"), AL)
    assert len(b.units_at("2817")) == limit + 2
    assert [rule for rule, _ in dropped(b)] == ["19.5/2"] * (7 - limit - 2)
    assert b.hex_mark(HexId("2817"), "crowd") == AL
    assert stacking.overstacked_hexes(b, AL) == ()


def test_19_5_2_an_overstack_ends_for_good_at_the_limit() -> None:
    units = "".join(f"IT-{n} XX 3-4-8 infantry at 0303\n" for n in range(1, 6))
    b = field_board(units, step="al-movement", options=FREE, hexes={"0303": ("crowd=AL",)})
    play(b, AL, "move IT-1 to 0305")
    assert not b.is_hex_marked(HexId("0303"), "crowd")
    crowded = field_board(units, step="al-movement", options=FREE, hexes={"0303": ("crowd=AL",)})
    play(crowded, AL)
    assert facts(crowded, "eliminated") == []
    assert crowded.is_hex_marked(HexId("0303"), "crowd")
