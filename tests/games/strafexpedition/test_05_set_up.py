"""5.0 Set-up by mail."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import barrage, deployment, sequence
from pbem.games.strafexpedition.counters import AH, IT, is_battery
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Feature
from pbem.kernel.pieces import UnitId
from tests.fuzz.games import load_game
from tests.games.strafexpedition.data import NAMES, scenario
from tests.games.strafexpedition.days import orders
from tests.games.tables import dropped, facts, table


def start(name: str = "novegno") -> Board:
    return Board(scenario(name), deployment.initial_position(scenario(name)))


def test_5_0_everything_begins_in_its_box() -> None:
    here = start()
    assert here.place(UnitId("IT-70-I")) == "start"
    assert here.place(UnitId("AH-hq-58")) == "hq"
    assert here.steps(UnitId("IT-64-I")) == 1
    assert (here.noted("@IT.lp"), here.noted("@AH.lp")) == ("5", "7")
    assert here.place(UnitId("AH-hq-6G")) == "aside"


@pytest.mark.parametrize("name", NAMES)
def test_5_0_without_orders_everybody_stands_in_his_zone(name: str) -> None:
    here = start(name)
    for side in (IT, AH):
        deployment.run(here, table(here), orders(here, "set-up"), side)
    assert here.units_at("start") == ()
    for unit in here.on_map():
        line = deployment.line_of(here.scenario, unit)
        assert line is not None
        assert here.hex_of(unit) in deployment.zone_of(here, line)


def test_5_0_as_ordered_within_the_zone() -> None:
    here = start()
    text = "place IT-S4-MTN-1 at 1133\nplace IT-S4-FLD-1 at 1533\nemplace IT-S4-MTN-1 in move"
    deployment.run(here, table(here), orders(here, "set-up", IT=text), IT)
    assert here.place(UnitId("IT-S4-MTN-1")) == "1133"
    assert [rule for rule, _ in dropped(here)] == ["5.0"]
    assert not here.is_marked(UnitId("IT-S4-MTN-1"), "fire")
    assert here.is_marked(UnitId("IT-S4-FLD-1"), "fire")


def test_5_0_no_reinforcement_and_nobody_twice() -> None:
    here = start()
    deployment.check_place(here, IT, UnitId("IT-70-I"), HexId("1331"))
    here.put(UnitId("IT-70-I"), HexId("1331"), "5.0")
    with pytest.raises(Illegal, match="not to be placed now"):
        deployment.check_place(here, IT, UnitId("IT-70-I"), HexId("1331"))


def test_5_0_a_mode_that_the_scenario_fixes_stays() -> None:
    here = start("drive")
    deployment.run(here, table(here), orders(here, "set-up"), IT)
    guns = [unit for unit in here.on_map(IT) if is_battery(here.unit(unit))]
    with pytest.raises(Illegal, match="begins in fire mode"):
        deployment.check_modes(here, guns[:1], "move")
    with pytest.raises(Illegal, match="has no two modes"):
        deployment.check_modes(here, [UnitId("IT-79-I")], "move")


def test_5_0_a_battery_that_has_not_come_is_not_turned() -> None:
    with pytest.raises(Illegal, match="is not on the map"):
        deployment.check_modes(start("campaign"), [UnitId("IT-1ADiv-MTN-1")], "move")


def ringed(at: HexId) -> Board:
    """Novegno before the set-up, with crags all around a hex."""
    printed, crag = load_game("strafexpedition", "novegno"), (Feature("crag"),)
    for beside in printed.map.grid.neighbours[at]:
        printed.map.on_side |= {(at, beside): crag, (beside, at): crag}
    return Board(printed, deployment.initial_position(printed))


def test_11_0_4_only_mountain_infantry_is_set_up_in_a_crag_hex() -> None:
    rock = HexId("1331")
    deployment.check_place(start(), IT, UnitId("IT-70-I"), rock)
    with pytest.raises(Illegal, match="a crag hex") as refused:
        deployment.check_place(ringed(rock), IT, UnitId("IT-70-I"), rock)
    assert refused.value.problem.rule == "11.0.4"
    deployment.check_place(ringed(HexId("1434")), IT, UnitId("IT-ALP-Matajur"), HexId("1434"))


def test_s1_sp1_italian_guns_reach_two_hexes_behind_the_enemy_front() -> None:
    here = start("drive")
    deployment.run(here, table(here), orders(here, "set-up"), IT)
    for gun in [unit for unit in here.on_map(IT) if is_battery(here.unit(unit))]:
        line = deployment.line_of(here.scenario, gun)
        assert line is not None
        assert deployment.reaches_front(here, line, gun, here.hex_of(gun))
        assert not deployment.reaches_front(here, line, gun, HexId("0201"))
        assert here.is_marked(gun, "fire")


def test_s1_sp3_austro_hungarian_units_stand_in_their_own_sector() -> None:
    here = start("drive")
    unit = next(one for one in here.units_at("start") if one.startswith("AH-58-"))
    line = deployment.line_of(here.scenario, unit)
    assert line is not None
    assert HexId("3612") in deployment.zone_of(here, line)
    with pytest.raises(Illegal, match="cannot be set up in 4230"):
        deployment.check_place(here, AH, unit, HexId("4230"))


@pytest.mark.parametrize("name", NAMES)
def test_s1_sp4_italy_sets_up_first(name: str) -> None:
    """S2.sp2, S1.sp4: in every scenario."""
    assert deployment.initial_position(scenario(name)).step == "it-set-up"


def test_s2_sp3_all_guns_fire_once_before_turn_1_and_again_on_it() -> None:
    here = start("asiago")
    deployment.run(here, table(here), orders(here, "set-up"), IT)
    deployment.run(here, table(here), orders(here, "set-up"), AH)
    gun, target = _gun_and_target(here)
    before = here.noted("@AH.lp")
    text = f"bombard {target} with {gun}"
    barrage.run(here, table(here, [3, 3, 3], "default"), orders(here, "set-up", AH=text))
    assert facts(here, "bombarded") or facts(here, "fire-result")
    assert dropped(here) == []
    assert not here.is_marked(gun, "fired")
    assert here.noted("@AH.lp") == before


def test_s2_sp3_not_in_other_scenarios() -> None:
    here = start("novegno")
    barrage.run(here, table(here), orders(here, "set-up", AH="bombard 1434 with AH-S4-FLD-1"))
    assert [rule for rule, _ in dropped(here)] == ["S2.sp3"]


def _gun_and_target(here: Board) -> tuple[UnitId, HexId]:
    grid, enemies = here.map.grid, dict.fromkeys(here.hex_of(unit) for unit in here.on_map(IT))
    for gun in [unit for unit in here.on_map(AH) if is_battery(here.unit(unit))]:
        for target in enemies:
            if grid.distance(here.hex_of(gun), target) <= here.unit(gun).figure("range") and any(
                grid.distance(here.hex_of(unit), target) == 2 for unit in here.on_map(AH)
            ):
                trial = here.copy()
                barrage.run(
                    trial,
                    table(trial, [3, 3, 3], "default"),
                    orders(trial, "set-up", AH=f"bombard {target} with {gun}"),
                )
                if not dropped(trial):
                    return gun, target
    raise AssertionError("no gun sees anybody")


def test_s2_sp3_italy_never_fires_in_its_set_up() -> None:
    """S2.sp3: the line is refused, not ignored."""
    here = Board(scenario("novegno"), deployment.initial_position(scenario("novegno")))
    given = orders(here, "set-up", IT="bombard 1534 with IT-S4-FLD-1")
    sequence.set_up(here, table(here), given, IT)
    assert [rule for rule, _ in dropped(here)] == ["S2.sp3"]
