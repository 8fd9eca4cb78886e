"""Odds and the mail meter: what an assault looks like before the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition.by_mail.coverage import coverage
from pbem.games.strafexpedition.by_mail.grammar import read_order
from pbem.games.strafexpedition.by_mail.odds import odds
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import MoreOrder, Orders
from pbem.kernel.text.words import Words
from pbem.kernel.views.meter import Point
from tests.games.strafexpedition.boards import units_of
from tests.games.strafexpedition.fighting import battle

ROWS = "AH-a BATTALION 0403\nAH-b BATTALION 0404\nIT-a BATTALION 0303\nIT-b BATTALION 0303\nIT-g BATTERY 0202 1 fire\n"
ANSWERS = ("fire: strongest first", "guns: match", "losses: weakest first")
BOTH = Assault(HexId("0303"), units_of("AH-a AH-b"))


def standing(here: Board, side: Side, text: str) -> Orders:
    reading = Reading(here.scenario, side, "standing", UnitNames(here.scenario.units.values()))
    rows = [row for row in text.splitlines() if row]
    return Orders(side, (), tuple([read_order(Words(Line(1, row)), reading) for row in rows]))


def meter(here: Board, theirs: str = "", ours: str = "", order: Assault = BOTH) -> list[Point]:
    mine = standing(here, AH, ours)
    return list(coverage(here, {AH: Orders(AH, (order,), mine.standing), IT: standing(here, IT, theirs)}))


def test_13_4_3_d_the_chances_of_an_assault_are_exact() -> None:
    view = odds(battle(ROWS, trench=1), BOTH)
    assert (view.ratio, view.odds, view.sum("shifts").total) == ("1:1", "1:1.25", -1)
    assert sum(one.chance.share for one in view.outcomes) == 1
    assert {one.result: str(one.chance) for one in view.outcomes}["1D1R/0D1"] == "1/6"
    assert {one.result: one.dice for one in view.outcomes}["1D1R/0D1"] == (4,)
    assert view.steps == {"attacker": 4, "defender": 4}


def test_13_4_3_c_below_the_table_there_is_one_result() -> None:
    weak = battle("AH-a MILITIA 0403 1\nIT-a BATTALION 0303")
    view = odds(weak, Assault(HexId("0303"), units_of("AH-a")))
    assert view.odds == "below 1:2"
    assert [(one.result, int(one.chance.share)) for one in view.outcomes] == [("1D2R/-", 1)]


def test_13_3_11_the_fire_before_it_with_its_stars() -> None:
    view = odds(battle(ROWS), BOTH)
    fires = [aside for aside in view.asides if aside.name == "fire"]
    assert [aside.figures["total"] for aside in fires] == [2, 2]
    spread = {one.result: one.chance.share for one in fires[0].outcomes}
    assert spread == {"-": Fraction(5, 12), "0D1": Fraction(7, 12)}
    assert [aside.figures["total"] for aside in view.asides if aside.name == "guns"] == [3, 3]


def test_odds_are_for_assaults_from_the_hexes_beside() -> None:
    here = battle(ROWS + "AH-c BATTALION 0505")
    with pytest.raises(Illegal, match="not next to"):
        odds(here, Assault(HexId("0303"), units_of("AH-c")))
    with pytest.raises(Illegal, match="computed for an assault"):
        odds(here, MoreOrder())


def test_the_meter_names_every_moment_of_the_action() -> None:
    found = {(point.side, point.topic): point for point in meter(battle(ROWS))}
    assert list(found) == [
        (IT, "fire"), (IT, "guns"), (AH, "losses"), (IT, "losses"), (IT, "retreat-to"), (IT, "counter-assault"),
    ]  # fmt: skip
    assert found[IT, "retreat-to"].likely() == "11/36"  # 1:1: dice 5 and 6, a little less by what the fire does
    assert found[IT, "fire"].chance.share == 1


def test_the_meter_falls_silent_where_orders_say_what_is_wanted() -> None:
    theirs = "\n".join((*ANSWERS, "retreat-to: toward 0101", "counter-assault: never"))
    assert meter(battle(ROWS), theirs, "losses: weakest first") == []
    told = Assault(BOTH.target, BOTH.units, losses=("AH-a",))
    assert meter(battle(ROWS), theirs, order=told) == []
    assert meter(battle(ROWS), "defaults", "defaults") == []


def test_the_meter_asks_for_a_point_only_where_guns_could_use_it() -> None:
    many = "".join(f"IT-g{n} BATTERY 0{n}02 1 fire\n" for n in (1, 2, 3, 4))
    few = "AH-a BATTALION 0403\nIT-a BATTALION 0303\n"
    one = Assault(HexId("0303"), units_of("AH-a"))
    assert "pay" in [point.topic for point in meter(battle(few + many), order=one)]
    assert "pay" not in [point.topic for point in meter(battle(few + "IT-g BATTERY 0202 1 fire"), order=one)]


def test_a_lone_defender_with_one_way_out_is_asked_nothing_about_it() -> None:
    rows = "AH-a BATTALION 0403\nIT-a BATTALION 0303\nAH-x BATTALION 0204\nAH-y BATTALION 0203\n"
    here = battle(rows + "".join(f"AH-{n} BATTALION {n}\n" for n in ("0302", "0404")))
    topics = [point.topic for point in meter(here, order=Assault(HexId("0303"), (UnitId("AH-a"),)))]
    assert topics == ["counter-assault"]
