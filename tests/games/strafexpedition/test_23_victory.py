"""23.0 Victory, control of hexes, and how the scenarios are decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.strafexpedition import events
from pbem.games.strafexpedition.control import enters, holder
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.deployment import initial_position
from pbem.games.strafexpedition.trenches import owner
from pbem.games.strafexpedition.victory import (
    breakthrough,
    decide,
    in_words,
    is_last_turn,
    is_over,
    places,
    prisoners,
    result,
    score,
    total,
)
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position
from pbem.kernel.text.orders import Orders
from tests.games.strafexpedition.boards import hexes_of, units_of
from tests.games.strafexpedition.data import CHARTS, scenario
from tests.games.tables import facts, table

AH_UNIT, IT_UNIT, GUNS = units_of("AH-58-3-I IT-63-I AH-III-FLD-1")


def begun(name: str = "campaign", turn: int = 1) -> Board:
    printed = scenario(name)
    return Board(printed, replace(initial_position(printed), turn=turn, step="night"))


def held(here: Board, hexes: str, side: str = "AH") -> Board:
    for hex_id in hexes_of(hexes):
        here.mark_hex(hex_id, f"held={side}", "23.1")
    return here


def with_points(name: str, points: int) -> Board:
    """A board on which Austria-Hungary has exactly so many points, from Italian prisoners alone."""
    here = begun(name, turn=int(scenario(name).card["turns"]))
    here.write("prisoners.IT", points * 10, "23.2")
    return here


def test_23_1_the_last_infantry_in_the_hex_controls_it() -> None:
    """23.1, ruling R115: artillery never does, a unit that only passes does."""
    here, there = begun(), HexId("3122")
    assert holder(here, there) == IT
    enters(here, GUNS, [there], "11.1")
    assert holder(here, there) == IT
    enters(here, AH_UNIT, [there, HexId("3023")], "11.1")
    assert (holder(here, there), [one["name"] for one in places(here)]) == (AH, ["Maronia"])
    assert owner(here, there) == AH
    enters(here, IT_UNIT, [there], "11.1")
    assert (holder(here, there), places(here)) == (IT, ())


def test_23_1_nobody_begins_with_points_and_rovereto_is_austro_hungarian() -> None:
    """23.1, ruling R98."""
    here = begun()
    assert places(here) == ()
    assert [holder(here, one) for one in hexes_of("3502 3603 4018 4019 3357")] == [AH, AH, AH, AH, IT]


def test_23_1_1_all_hexes_of_a_town() -> None:
    here = held(begun(), "1937 1938")
    assert places(here) == ()
    assert [one["name"] for one in places(held(here, "2038"))] == ["Arsiero"]


def test_23_2_ten_steps_are_a_point() -> None:
    """23.2, 17.3, ruling R97: battalions two each, guns and fortresses five, the eliminated nothing."""
    here = begun()
    for unit in units_of("IT-63-I IT-63-II IT-63-III IT-64-I IT-64-II IT-V-FLD-1 IT-Verena"):
        here.put(unit, "surrendered", "16.4")
    here.eliminate(UnitId("IT-64-III"), "17.2")
    assert prisoners(here, IT) == 20
    assert score(here).totals() == {IT: 0, AH: 2}


def test_23_2_of_nine_steps_nothing() -> None:
    here = begun()
    here.write("prisoners.AH", 9, "23.2")
    assert total(here) == 0
    here.write("prisoners.AH", 10, "23.2")
    assert total(here) == -1


def test_23_3_austro_hungarian_breakthrough() -> None:
    here = held(begun(), " ".join(one for one in CHARTS["breakthrough"]["AH"] if one != "0239"))
    assert breakthrough(here) is None
    decide(held(here, "0239"))
    assert (here.noted("winner"), facts(here, "victory")[0].rule) == ("AH", "23.3")


def test_23_4_italian_breakthrough() -> None:
    """23.4, ruling T15: 3604 is no part of it."""
    here = held(begun(), "3502 3603 4018 4019", "IT")
    decide(here)
    assert (here.noted("winner"), facts(here, "victory")[0].rule) == ("IT", "23.4")


def test_23_0_the_game_ends_after_the_last_day_or_the_third_success() -> None:
    """23.0, 4.0.12, 22.0: not before."""
    here = begun(turn=31)
    decide(here)
    assert not is_over(here)
    last = begun(turn=32)
    decide(last)
    assert (is_over(last), last.noted("winner")) == (True, "IT")


def test_22_0_the_third_success_ends_the_game_by_points_whoever_has_broken_through() -> None:
    """22.0, 23.0, 23.3, ruling R188: a breakthrough is looked for in the Victory Check Phase alone."""
    here = held(begun(), " ".join(CHARTS["breakthrough"]["AH"]))
    here.write("russian", 2, "22.0")
    here.write("initiative", "IT", "4.0.3")
    day = next(n for n, modifier in enumerate(CHARTS["day"]["event_modifier"]) if modifier > 0)
    here = Board(here.scenario, here.freeze(day + 1, "events"))
    events.run(here, table(here, [6]), {IT: Orders(IT), AH: Orders(AH)})
    assert [fact.rule for fact in facts(here, "victory")] == ["23.0"]


def test_23_0_points_are_subtracted() -> None:
    """23.0, S5.vc: 125 less 6 are 119, a draw."""
    here = with_points("campaign", 125)
    here.write("prisoners.AH", 60, "23.2")
    assert (total(here), result(here)) == (119, "draw")


def test_s5_length_thirty_two_days() -> None:
    assert not is_last_turn(begun(turn=31))
    assert is_last_turn(begun(turn=32))


@pytest.mark.parametrize(
    ("name", "points"), [("drive", (16, 15, 12, 11)), ("asiago", (8, 7, 6, 5)), ("campaign", (120, 119, 91, 90))]
)
def test_s1_vc_and_s2_vc_and_s5_vc_by_points(name: str, points: tuple[int, ...]) -> None:
    """S1.vc, S2.vc, S5.vc: at least, neither, neither, at most."""
    assert [result(with_points(name, number)) for number in points] == ["AH", "draw", "draw", "IT"]


def test_s2_vc_eight_points() -> None:
    assert result(with_points("asiago", 8)) == "AH"


@pytest.mark.parametrize(("hexes", "won"), [("1741 1850", "AH"), ("1744", "IT"), ("", "IT")])
def test_s3_vc_two_of_three_heights(hexes: str, won: str) -> None:
    assert result(held(begun("cengio", 7), hexes)) == won


@pytest.mark.parametrize(("hexes", "won"), [("1335", "AH"), ("1434", "draw"), ("1535", "IT")])
def test_s4_vc_a_hex_beside_novegno(hexes: str, won: str) -> None:
    assert result(held(begun("novegno", 2), hexes)) == won


def test_s5_vc_a_hundred_and_twenty() -> None:
    assert result(with_points("campaign", 120)) == "AH"


@pytest.mark.parametrize(("name", "held", "says"), [
    ("cengio", 0, "0 objectives in Austro-Hungarian hands; Austria-Hungary wins with 2 objectives"),
    ("cengio", 1, "1 objective in Austro-Hungarian hands ("),
    ("novegno", 0, "wins with 1 objective, and draws with one of 1434, 1435, 1332, 1333 (it holds none)"),
])  # fmt: skip
def test_s3_vc_how_it_stands_is_said_in_plain_words(name: str, held: int, says: str) -> None:
    """S3.vc, S4.vc: one objective, two objectives, and what a draw hangs on."""
    printed = scenario(name)
    objectives = [HexId(one) for one in printed.card["victory"]["objectives"]][:held]
    marks = dict.fromkeys(objectives, ("held=AH",))
    here = Board(printed, Position(printed.game, 1, "", {}, marks))
    assert says in in_words(here)
