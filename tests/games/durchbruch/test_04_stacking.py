"""4: stacking, with the game's own counters on hexes of each level."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.durchbruch.stacking import check_stack
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Unit, UnitId
from tests.games.durchbruch.boards import scenario
from tests.games.durchbruch.data import AT_START, level, place

LOW, HILL, MOUNTAIN, ROCK = (HexId(hex_id) for hex_id in ("3022", "3714", "3621", "2709"))


def units(text: str) -> list[Unit]:
    return [scenario().units[UnitId(name)] for name in text.split()]


def refused(hex_id: HexId, text: str) -> Illegal:
    with pytest.raises(Illegal) as found:
        check_stack(scenario().map, hex_id, units(text))
    return found.value


def test_the_hexes_have_four_levels() -> None:
    assert [level(hex_id) for hex_id in (LOW, HILL, MOUNTAIN, ROCK)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("hex_id", "text"),
    [
        (HILL, "IT-87 IT-mg1 IT-eng1 IT-art50 IT-hq50"),
        (LOW, "IT-87 IT-mg1 IT-mg2 IT-mg3"),
        (LOW, "IT-87 IT-mg1 IT-mg2 IT-mg3 IT-eng1"),
        (LOW, "IT-mg1 IT-mg2 IT-mg3 IT-mg4 IT-ard1"),
        (MOUNTAIN, "IT-87 IT-mg1"),
        (MOUNTAIN, "IT-87 IT-mg1 IT-hq50"),
        (MOUNTAIN, "IT-Intra IT-mg1 IT-mg2 IT-mg3"),
        (ROCK, "IT-Intra IT-mg1 IT-eng1"),
        (LOW, "GE-Leib GE-stAK GE-mgIII GE-engIII GE-Rommel"),
        (LOW, "IT-87 IT-mg1 IT-mg2 IT-mg3 IT-comIV IT-dummy1"),
    ],
)
def test_4_what_may_stand_together(hex_id: HexId, text: str) -> None:
    """4.1.1-a, 4.1.2-a, 4.1.2-c, 4.1.3, 2.5.1-a, 2.5.5.3-a (see 1.3.1-c): the examples of the rulebook among them."""
    check_stack(scenario().map, hex_id, units(text))


@pytest.mark.parametrize(
    ("hex_id", "text", "rule"),
    [
        (LOW, "IT-87 IT-88", "4.1.1-a"),
        (LOW, "IT-87 IT-mg1 IT-mg2 IT-mg3 IT-mg4", "4.1.1-a"),
        (MOUNTAIN, "IT-87 IT-mg1 IT-mg2", "4.1.2-a"),
        (MOUNTAIN, "IT-mg1 IT-mg2", "4.1.2-a"),
        (MOUNTAIN, "IT-Intra IT-mg1 IT-mg2 IT-mg3 IT-mg4", "4.1.2-a"),
        (ROCK, "IT-87", "4.1.2-c"),
        (ROCK, "IT-art50", "4.1.2-c"),
        (ROCK, "IT-hq50", "4.1.2-c"),
        (LOW, "IT-eng1 IT-eng2", "2.5.1-a"),
        (LOW, "IT-art50 IT-art43", "4.1.1-b"),
        (LOW, "IT-hq50 IT-hq43", "2.4.5"),
        (LOW, "IT-87 IT-mg9", "2-b"),
    ],
)
def test_4_what_may_not(hex_id: HexId, text: str, rule: str) -> None:
    """4.1.1-a, 4.1.2-a, 4.1.2-c, 4.1.3, 2.5.1-a: each refusal with its rule."""
    assert refused(hex_id, text).problem.rule == rule


def test_2_5_5_3_rommel_counts_away_from_the_alpenkorps() -> None:
    """2.5.5.3-a, ruling R121: he is free among his own, and one of the special units elsewhere."""
    check_stack(scenario().map, MOUNTAIN, units("GE-Leib GE-stAK GE-mgIII GE-Rommel"))
    assert refused(MOUNTAIN, "GE-R23 GE-mgIII GE-Rommel").problem.found == "GE-mgIII, GE-Rommel"


def test_a_refusal_says_what_to_do() -> None:
    problem = refused(LOW, "IT-87 IT-88").problem
    assert problem.why == "3022: a hex holds one regiment"
    assert (problem.found, problem.wanted) == ("IT-87, IT-88", "one of them")
    assert problem.advice == "end the move of one of them elsewhere"


def test_the_proposed_set_up_is_legal_everywhere() -> None:
    """See 4.1: all stacks of units.txt."""
    for hex_id in dict.fromkeys(map(place, AT_START)):
        check_stack(scenario().map, hex_id, [unit for unit in AT_START if place(unit) == hex_id])


def test_4_1_3_a_station_is_a_marker_and_no_unit() -> None:
    """4.1.3, 2-b: units of another corps may stand where a station lies; dummies go as units of their corps do."""
    check_stack(scenario().map, LOW, units("IT-comIV IT-213"))
    assert refused(LOW, "IT-dummy1 IT-213").problem.rule == "2-b"
