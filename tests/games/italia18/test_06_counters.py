"""2.2, 3.0 and 6.0: kinds of counters, steps, who is elite."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.games.italia18 import counters
from pbem.games.italia18.counters import COUNTERS
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.italia18.data import UNITS
from tests.games.small import placed_units, small_board, small_map

HEAD = "numbering: even rows shifted, rows up\nlegend:\n  . clear\n"


def _board(units: str) -> Board:
    placed = placed_units(units, COUNTERS.read_unit, lambda unit: pytest.fail(f"{unit.id} stands nowhere"))
    return small_board("italia18", small_map("terrain:\n  01 . . .\n", HEAD), placed, {}, 17, "movement")


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("AH-1 XX 6-7-4/3 infantry at 0101", 2),
        ("IT-3DC XX 1-2-5/2 cavalry at 0101", 2),
        ("AH-55 XX 8-9-4/4 infantry at 0101", 3),
        ("AH-2 X 4-4-5/5 infantry at 0101", 2),
        ("IT-7 III 3-4-5/5 mountain at 0101", 2),
        ("IT-a I 1-2-5/5 mountain at 0101", 1),
        ("GE-st - - assault-troops at 0101", 1),
    ],
)
def test_6_0a_steps_by_size_and_morale(line: str, steps: int) -> None:
    """6.0a, 6.0b, 6.0c: two, three for a division of morale 4, one for detachments and Assault Troops."""
    assert COUNTERS.read_unit(line).figure("steps") == steps


def test_6_0b_the_third_step_is_fought_with_the_reduced_side() -> None:
    whole, reduced, last = (_board(f"AH-55 XX 8-9-4/4 infantry back=5-6 at 0101 {steps}") for steps in (3, 2, 1))
    unit = UnitId("AH-55")
    assert [counters.attack_factor(board, unit) for board in (whole, reduced, last)] == [8, 5, 5]
    assert [counters.defence_factor(board, unit) for board in (whole, reduced, last)] == [9, 6, 6]
    assert [counters.is_reduced(board, unit) for board in (whole, reduced, last)] == [False, True, True]


def test_6_0a_a_reduced_side_that_is_not_printed_has_half_rounded_up() -> None:
    board = _board("IT-51 XX 6-9-4/3 infantry at 0101 1")
    assert counters.attack_factor(board, UnitId("IT-51")) == 3
    assert counters.defence_factor(board, UnitId("IT-51")) == 5


def test_6_0d_supports_have_no_steps_to_lose() -> None:
    """6.0d, 6.0c: but for Assault Troops."""
    guns, hq, assault = map(
        COUNTERS.read_unit,
        ("IT-C6 - 2-3-3 corps-artillery at 0101", "IT-hq4 XXXX 8-6 hq at 0101", "IT-ar1 - - assault-troops at 0101"),
    )
    assert [counters.takes_hits(unit) for unit in (guns, hq, assault)] == [False, False, True]


@pytest.mark.parametrize(
    "line",
    [
        "IT-hq4 XXXX 8-6 hq at 0101", "IT-C6 - 2-3-3 corps-artillery at 0101", "IT-ar1 - - assault-troops at 0101",
        "IT-air - 2 air at 0101", "IT-depot - 0 depot at 0101", "IT-trucks - 15 trucks at 0101",
    ],
)  # fmt: skip
def test_2_2_2_supports(line: str) -> None:
    unit = COUNTERS.read_unit(line)
    assert counters.is_support(unit)
    assert not counters.is_combat_unit(unit)


@pytest.mark.parametrize(
    ("line", "is_elite"),
    [
        ("GE-1Jg III 4-5-5/6 mountain at 0101", True),
        ("IT-7 III 3-4-5/5 mountain at 0101", True),
        ("AH-2 X 4-4-5/5 infantry at 0101", True),
        ("IT-a I 1-2-5/5 mountain at 0101", True),
        ("IT-2B III 2-2-5/4 infantry at 0101", False),
        ("IT-9 XX 7-9-4/5 infantry at 0101", False),
    ],
)
def test_3_0e_elite_are_small_units_of_morale_5_and_6(line: str, is_elite: bool) -> None:
    assert counters.is_elite(COUNTERS.read_unit(line)) is is_elite


def test_2_2_1a_a_brigade_is_of_the_class_of_regiments() -> None:
    brigade = COUNTERS.read_unit("IT-Sassari X 4-4-5/5 infantry at 0101")
    assert counters.is_regiment(brigade)
    assert not counters.is_division(brigade)
    assert counters.is_elite(brigade)


def test_a_counter_without_morale_is_refused_with_the_form() -> None:
    with pytest.raises(Unreadable) as refusal:
        COUNTERS.read_unit("AH-55 XX 8-9-4 infantry at 2123", 7)
    problem = refusal.value.problem
    assert problem.found == "8-9-4"
    assert (
        problem.wanted
        == "8-9-4/4 for a combat unit, 2-3-3 for Artillery, 8-6 for an HQ, 15 for Trucks, - for Assault Troops"
    )
    assert problem.advice == "see scenarios/italia18/grappa-units.txt"
    assert problem.spot is not None
    assert problem.spot.line == 7


def test_15_6_no_scenario_has_tanks() -> None:
    """15.6.1a, 15.6.1b, 15.6.1c, 15.6.1.1, 15.6.2: what the rules say of them never comes to pass."""
    counters = [unit for manifest in UNITS.values() for unit in manifest.values()]
    assert counters
    assert [unit.id for unit in counters if "tank" in (unit.type, *unit.tags)] == []
