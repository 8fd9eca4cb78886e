"""The first position of every scenario: legal, supplied, and with all that the rulebook says of it."""

from __future__ import annotations

import pytest

from pbem.games.italia18.area import is_inside
from pbem.games.italia18.costs import shuns_zones
from pbem.games.italia18.counters import CP, EN, SIDES, is_combat_unit
from pbem.games.italia18.headquarters import has_line
from pbem.games.italia18.stacking import excess
from pbem.games.italia18.supply import out_of_supply
from pbem.games.italia18.supply_lines import hqs
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.italia18.data import SET_UPS, UNITS
from tests.games.italia18.scenarios import NAMES, begin

BOXES = ("available", "waiting")
everywhere = pytest.mark.parametrize("name", NAMES.values())


# -- legal ---------------------------------------------------------------------------------------------------


@everywhere
def test_everybody_stands_in_the_area_on_ground_open_to_him(name: str) -> None:
    """See S1.set, S2.set, S3.set, S4.set, S5.set, SC.0a."""
    here = begin(name)
    for unit in here.units():
        assert here.is_on_map(unit) or here.place(unit) in BOXES, unit
    for unit in here.on_map():
        hex_id, counter = here.hex_of(unit), here.unit(unit)
        assert is_inside(here.scenario, hex_id), unit
        assert here.map.base[hex_id] != "sea", unit
        assert here.map.base[hex_id] != "beyond", unit
        if shuns_zones(counter):
            assert here.map.base[hex_id] != "high-mountain", unit
            assert not is_in_enemy_zoc(here, hex_id, counter.side), unit


@everywhere
def test_nobody_stands_on_an_enemy_or_in_his_trenches(name: str) -> None:
    here = begin(name)
    for unit in here.on_map():
        hex_id, side = here.hex_of(unit), here.unit(unit).side
        assert not here.units_at(hex_id, here.enemy_of(side)), unit
        assert not here.map.has(hex_id, "trench", owner=here.enemy_of(side)), unit
        assert not (side == CP and here.map.has(hex_id, "south-of-trenches")), unit


@everywhere
def test_no_hex_is_too_full(name: str) -> None:
    here = begin(name)
    assert [hex_id for hex_id, _ in here.occupied() for side in SIDES if excess(here, hex_id, side)] == []


@everywhere
def test_every_hq_has_a_line_and_every_unit_supply(name: str) -> None:
    """See 9.1a, 9.1d, SC.0d: also where the sources lie beyond the area."""
    here = begin(name)
    assert [hq for side in SIDES for hq in hqs(here, side) if not has_line(here, hq)] == []
    assert [unit for side in SIDES for unit in out_of_supply(here, side)] == []


@everywhere
def test_every_trench_hex_of_the_entente_is_manned(name: str) -> None:
    here = begin(name)
    front = [one for one in here.map.hexes_with("trench", owner=EN) if is_inside(here.scenario, one)]
    assert front
    assert [one for one in front if not any(is_combat_unit(here.unit(unit)) for unit in here.units_at(one, EN))] in (
        [],
        ["2028"],  # the Piave guards it on the introductory map
    )


@everywhere
def test_there_is_army_artillery_for_every_offensive(name: str) -> None:
    here = begin(name)
    side = Side(here.scenario.card["first"])
    guns = [unit for unit in here.on_map(side) if here.unit(unit).type == "army-artillery"]
    assert len(guns) >= max(int(row["guns"]) for row in here.scenario.card["offensive"].values())


@everywhere
def test_every_reinforcement_of_the_card_waits_and_no_other(name: str) -> None:
    here = begin(name)
    rows = {unit: row["turn"] for row in here.scenario.card.get("reinforcement", ()) for unit in row["units"]}
    waiting = [unit for unit in here.units() if here.place(unit) == "waiting"]
    assert sorted(rows) == sorted(waiting)
    assert all(here.unit(unit).set_up == f"turn {rows[unit]}" for unit in waiting)


def test_one_counter_has_one_set_of_values_in_all_scenarios() -> None:
    known: dict[str, object] = {}
    for units in UNITS.values():
        for unit in units.values():
            values = (unit.size, unit.type, dict(unit.figures), unit.has("hungarian"), unit.words.get("division"))
            assert known.setdefault(unit.id, values) == values, unit.id


# -- what the rulebook says of each --------------------------------------------------------------------------


def _at(here: Board, hex_id: str) -> list[UnitId]:
    return list(here.units_at(HexId(hex_id)))


def _started(number: str, word: str) -> list[UnitId]:
    return [unit.id for unit in SET_UPS[number].values() if word in unit.words.get("start", "").split(",")]


def _guns(here: Board, side: Side) -> list[UnitId]:
    return [unit for unit in here.on_map(side) if here.unit(unit).type == "army-artillery"]


def test_s1_set_named_pieces() -> None:
    here = begin("caporetto")
    assert here.is_on_map(UnitId("GE-hq14"))
    assert here.is_on_map(UnitId("IT-hq2"))
    alpine = [unit for unit in here.on_map(CP) if here.unit(unit).words.get("division") == "AlpK"]
    assert [here.unit(unit).size for unit in alpine] == ["III"] * 3
    assert len(_guns(here, CP)) >= 2
    assert _at(here, "E2720") == ["IT-depot"]
    (silent,) = _at(here, "E2930")
    assert here.unit(silent).type == "corps-artillery"
    assert here.marks(silent) == ("no-firing",)


def test_s1_set_some_are_reduced_and_some_italians_frozen() -> None:
    reduced, frozen = _started("S1", "reduced"), _started("S1", "reserves")
    assert {SET_UPS["S1"][unit].side for unit in reduced} == {CP, EN}
    assert len(frozen) > 3
    assert {SET_UPS["S1"][unit].nation for unit in frozen} == {"IT"}


def test_s2_set_one_unit_reduced_two_divisions_frozen_the_alpini_in_w1621() -> None:
    here = begin("radetzky")
    assert [SET_UPS["S2"][unit].nation for unit in _started("S2", "reduced")] == ["AH"]
    frozen = _started("S2", "reserves")
    assert sorted(here.place(unit) for unit in frozen) == ["W1226", "W1227"]
    assert all(here.unit(unit).size == "XX" for unit in frozen)
    assert _at(here, "W1621") == ["IT-1Alp", "IT-5Alp", "IT-9Alp", "IT-10Alp", "IT-ar52"]
    assert {"UK", "FR"} <= {here.unit(unit).nation for unit in here.on_map(EN)}


def test_s3_set_amalfi_reserves_reduced_italians_and_two_air_supports() -> None:
    here = begin("albrecht")
    assert _at(here, "E0402") == ["IT-Amalfi"]
    assert len({here.mark_of(unit, "frozen") for unit in _started("S3", "reserves")}) > 3
    reduced = _started("S3", "reduced")
    assert len(reduced) > 1
    assert {SET_UPS["S3"][unit].nation for unit in reduced} == {"IT"}
    assert len(here.units_at("available", EN)) == 2
    assert {here.unit(unit).nation for unit in here.on_map(EN)} == {"IT"}


def test_s4_set_everything_of_s2_and_s3() -> None:
    here = begin("solstice")
    assert set(SET_UPS["S2"]) | set(SET_UPS["S3"]) <= set(SET_UPS["S4"])
    assert _at(here, "W0422") == ["IT-1DAa", "IT-1DAb", "IT-1DAc", "IT-trucks"]
    assert _at(here, "E0402") == ["IT-Amalfi"]
    assert len(here.units_at("available", EN)) == 4
    assert len(_guns(here, CP)) == 4


def test_s4_rf_37_df_has_the_morale_that_each_scenario_prints() -> None:
    """See S3.rf, S4.rf, ruling R3: three steps in S3, two in S4."""
    values = [
        (SET_UPS[one][UnitId("IT-37")].figure("morale"), SET_UPS[one][UnitId("IT-37")].figure("steps"))
        for one in ("S3", "S4")
    ]
    assert values == [(4, 3), (3, 2)]


def test_s5_set_displays_guns_americans_and_hungarians() -> None:
    here = begin("vittorio")
    for display in ("23", "52", "80"):
        members = [unit for unit in here.units() if here.unit(unit).words.get("display") == display]
        assert sorted(here.unit(unit).size for unit in members) == ["-", "III", "III", "III", "III"]
        assert len({here.place(unit) for unit in members}) == 1
    (gun,) = [unit for unit in _at(here, "W1824") if here.unit(unit).type == "army-artillery"]
    assert gun in _guns(here, EN)
    assert len(_guns(here, EN)) >= 4
    assert "US" in {here.unit(unit).nation for unit in here.on_map(EN)}
    assert len(here.units_at("available", EN)) == 5
    assert len([unit for unit in here.on_map(CP) if here.unit(unit).has("hungarian")]) > 5
    assert _started("S5", "reduced")


@pytest.mark.parametrize(
    ("name", "number"),
    [("grappa", 0), ("caporetto", 0), ("radetzky", 0), ("albrecht", 6), ("solstice", 6), ("vittorio", 6)],
)
def test_s3_len_bridges_over_the_piave_south_of_row_17_are_down(name: str, number: int) -> None:
    """S3.len, S4.len, S5.len (see ruling R86): one with both ends in row 17 or above stands."""
    down = begin(name).marked_sides("bridge")
    assert len(down) == number
    assert all(min(int(side.a[1:3]), int(side.b[1:3])) < 17 for side in down)
