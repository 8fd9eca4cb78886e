"""19.0 Artillery."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import artillery_phase
from pbem.games.strafexpedition.artillery import (
    FIRE,
    FIRED,
    MOVE,
    blow_up,
    captured_when_entered,
    check_ready,
    has_fired,
    is_ready,
    turn,
)
from pbem.games.strafexpedition.bombardment import Salvo, run
from pbem.games.strafexpedition.by_mail.orders_command import Emplace
from pbem.games.strafexpedition.by_mail.orders_guns import BlowUp
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.disorganization import bombardment_factor
from pbem.games.strafexpedition.trenches import level
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.text.orders import Orders
from tests.games.strafexpedition.boards import board, flat, units_of
from tests.games.strafexpedition.fighting import OTHERS, T, battle, places, storm
from tests.games.tables import dropped, facts, table

G, H, A = units_of("IT-g IT-h IT-a")


def refused(act: object, *args: object) -> str:
    with pytest.raises(Illegal) as found:
        act(*args)  # type: ignore[operator]
    return found.value.problem.rule


def test_19_1_the_side_that_shows_is_chosen_in_the_artillery_phase() -> None:
    """4.0.6, 19.1: a battery that moves has no bombardment."""
    here = board(flat(1, 4), "IT-g BATTERY 0101")
    assert bombardment_factor(here, G) == 0
    assert refused(check_ready, here, G) == "19.1"
    turn(here, IT, G, FIRE)
    assert bombardment_factor(here, G) == 4
    assert is_ready(here, G)
    assert refused(turn, here, IT, G, FIRE) == "19.1"
    turn(here, IT, G, MOVE)
    assert not is_ready(here, G)


@pytest.mark.parametrize("units", ["IT-g BATTALION 0101", "IT-g BATTERY waiting"])
def test_19_1_only_own_artillery_on_the_map(units: str) -> None:
    assert refused(turn, board(flat(1, 4), units), IT, G, FIRE) == "19.1"


def test_4_0_6_and_19_2_heavy_guns_need_a_day_to_be_emplaced() -> None:
    here = board(flat(1, 4), "IT-h HEAVY_GUNS 0101\nIT-g BATTERY 0102")
    turn(here, IT, H, FIRE)
    turn(here, IT, G, FIRE)
    assert [is_ready(here, unit) for unit in (H, G)] == [False, True]
    assert refused(check_ready, here, H) == "19.2"
    here.unmark(H, "emplacing", "4.0.11")
    assert is_ready(here, H)


def test_19_2_heavy_guns_are_not_ready_on_the_day_they_are_turned() -> None:
    here = board(flat(1, 4), "IT-h HEAVY_GUNS 0101 1 emplacing fire")
    assert not is_ready(here, H)


def test_19_4_an_enemy_who_enters_captures_guns_that_stand_alone() -> None:
    alone = board(flat(1, 4), "IT-g BATTERY 0101\nIT-h BATTERY 0101\nIT-q HQ 0101")
    assert captured_when_entered(alone, HexId("0101"), AH) == (G, H)
    assert captured_when_entered(board(flat(1, 4), "IT-g BATTERY 0101\nIT-a BATTALION 0101"), HexId("0101"), AH) == ()


def test_19_5_guns_in_supply_may_be_blown_up() -> None:
    here = board(flat(1, 4), "IT-g BATTERY 0101\nIT-h BATTERY 0101 1 unsupplied")
    blow_up(here, IT, G)
    assert here.place(G) == "gone"
    assert refused(blow_up, here, IT, H) == "19.5"


def hit(units: str, *results: str) -> Board:
    here = board(flat(1, 8), "AH-g BATTERY 0108 1 fire\n" + units)
    for number, result in enumerate(results):
        fires = table(here, [number + 1], "default", forced={"bombardment": [result]})
        run(here, fires, AH, [Salvo(HexId("0103"), units_of("AH-g"))])
    return here


def test_19_6_two_hits_of_one_fire_destroy_a_battery() -> None:
    guns = "IT-g BATTERY 0103 1 fire"
    assert hit(guns, "1D1", "1D1").is_on_map(G)
    assert not hit(guns, "2D1").is_on_map(G)


@pytest.mark.parametrize(("result", "battery_stands"), [("2D1", True), ("3D1", False)])
def test_19_6_infantry_pays_first(result: str, battery_stands: bool) -> None:
    """19.6, ruling R55: of a reduced battalion and a battery, the battery takes what is left."""
    here = hit("IT-a BATTALION 0103 1\nIT-g BATTERY 0103", result)
    assert not here.is_on_map(A)
    assert here.is_on_map(G) is battery_stands


def test_19_8_a_marker_for_each_kind_of_fire() -> None:
    here = board(flat(1, 4), "IT-g BATTERY 0101 1 fire")
    has_fired(here, G, FIRED)
    assert here.is_marked(G, FIRED)
    assert facts(here, "marked")[0].rule == "19.8"


def test_19_1_guns_that_were_captured_meanwhile_do_not_fire() -> None:
    assert refused(check_ready, board(flat(1, 4), "IT-g BATTERY surrendered"), G) == "13.2.1"


@pytest.mark.parametrize(("marks", "result", "place"), [
    ("fire", "-/2D1", "surrendered"), ("fire", "-/2D1R", "surrendered"), ("", "-/2D1", "surrendered"),
    ("", "-/2D1R", "0204"),
])  # fmt: skip
def test_19_3_guns_whose_infantry_has_just_died(marks: str, result: str, place: str) -> None:
    """19.3, 13.4.5.3, ruling R191: who remains is captured; guns on the move that must retreat do."""
    rows = f"AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303\nIT-g BATTERY 0303 1 {marks}"
    here = storm(battle(rows), result, answers={"retreat of IT-g from 0303": ("0204",), OTHERS: ()})
    assert places(here, "IT-a", "IT-g") == ["gone", place]


@pytest.mark.parametrize(("rows", "left"), [
    ("IT-g BATTERY 0303 1 fire", 2),  # guns alone hold no trench
    ("IT-g BATTERY 0303 1 fire\nIT-a BATTALION 0303", 1),
])  # fmt: skip
def test_18_5_guns_do_not_lose_a_trench(rows: str, left: int) -> None:
    """18.5, 18.6, ruling R185."""
    here = storm(battle("AH-a BATTALION 0403 2 assault=0303\n" + rows, trench=2), "-/0D1R")
    assert level(here, T) == left


def test_19_1_a_battery_is_turned_once_a_phase_or_blown_up() -> None:
    """19.1, 19.5: what is turned to move is not turned back, and not blown up as well."""
    here = board(flat(3, 6, "hex source owner=IT: 0101\nline road: 0101-0102\n"), "IT-g HEAVY_GUNS 0102 1 fire")
    lines = (Emplace(units_of("IT-g"), "move"), Emplace(units_of("IT-g"), "fire"), BlowUp(units_of("IT-g")))
    artillery_phase.run(here, table(here), {IT: Orders(IT, lines), AH: Orders(AH)}, IT)
    assert here.marks(units_of("IT-g")[0]) == ()
    assert [rule for rule, _ in dropped(here)] == ["19.1", "19.1"]
