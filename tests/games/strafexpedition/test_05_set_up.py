"""5.0 Set-up by mail."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import deployment
from pbem.games.strafexpedition.counters import AH, IT, is_battery
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.data import NAMES, scenario
from tests.games.strafexpedition.days import orders
from tests.games.tables import dropped, table


def start(name: str = "novegno") -> Board:
    return Board(scenario(name), deployment.initial_position(scenario(name)))


def test_5_0_everything_begins_in_its_box() -> None:
    here = start()
    assert here.place(UnitId("IT-70-I")) == "start"
    assert here.place(UnitId("AH-hq-58")) == "hq"
    assert here.steps(UnitId("IT-64-I")) == 1
    assert (here.noted("@IT.lp"), here.noted("@AH.lp")) == ("5", "7")
    assert "AH-hq-6G" not in here.units()


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
