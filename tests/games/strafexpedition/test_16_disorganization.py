"""16.0 Disorganization and surrender."""

from __future__ import annotations

import pytest

from pbem.games.strafexpedition.disorganization import (
    bombardment_factor,
    current_morale,
    disorganization,
    disorganize,
    reorganize,
    threshold,
)
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, flat

A = UnitId("IT-a")
ALONE = "IT-a BATTALION 0101 2 disorganized=4\n"


def place(here: Board) -> str:
    return here.place(A)


def test_16_1_current_morale_is_what_is_left_of_the_printed_one() -> None:
    here = board(flat(1, 3), "IT-a BATTALION 0101 2 disorganized=2\nIT-b BATTALION 0102 1")
    assert [current_morale(here, one) for one in (A, UnitId("IT-b"))] == [3, 5]


@pytest.mark.parametrize(("enemy", "surrenders"), [
    ("", False), ("AH-a BATTALION 0102", True), ("AH-g BATTERY 0102", True), ("AH-a BATTALION 0101", True),
    ("AH-h HQ 0102", False), ("AH-a BATTALION 0103", False),
])  # fmt: skip
def test_16_4_at_its_threshold_a_unit_surrenders_beside_an_enemy(enemy: str, surrenders: bool) -> None:
    """3.0.surrender_threshold, 16.4: a lone battery is an enemy too, a headquarters is none."""
    here = board(flat(1, 3), ALONE + enemy)
    assert threshold(here, A) == 5
    assert disorganize(here, A, 2, "13.2.6") is surrenders
    assert place(here) == ("surrendered" if surrenders else "0101")
    assert disorganization(here, A) == (0 if surrenders else 4)


def test_16_4_a_crag_between_them_does_not_save_it() -> None:
    here = board(flat(1, 3, "side crag: 0101/0102"), ALONE + "AH-a BATTALION 0102")
    assert disorganize(here, A, 1, "13.2.6")


def test_16_4_moment_an_enemy_who_comes_later_changes_nothing() -> None:
    here = board(flat(1, 3), ALONE + "AH-a BATTALION 0103")
    disorganize(here, A, 3, "13.2.6")
    here.move(UnitId("AH-a"), ["0103", "0102"], "11.1")
    assert place(here) == "0101"
    assert disorganize(here, A, 1, "13.2.6")


def test_16_4_2_who_has_won_an_assault_never_surrenders_by_it() -> None:
    here = board(flat(1, 3), ALONE + "AH-a BATTALION 0102")
    assert not disorganize(here, A, 1, "13.4.4", has_won=True)
    assert disorganization(here, A) == 4


def test_19_7_points_lower_the_bombardment_of_a_battery_and_make_it_surrender() -> None:
    """2.2.1.art, 19.7: the move side has no bombardment, and the threshold is that of the fire side all the same."""
    rows = "IT-a BATTERY 0101 1 disorganized=1 fire\nIT-b BATTERY 0102"
    here = board(flat(1, 4), rows)
    assert [bombardment_factor(here, one) for one in (A, UnitId("IT-b"))] == [3, 0]
    assert not disorganize(here, A, 3, "13.2.6")
    assert (disorganization(here, A), bombardment_factor(here, A)) == (3, 1)
    beside = board(flat(1, 4), rows + "\nAH-a BATTALION 0103")
    assert disorganize(beside, UnitId("IT-b"), 4, "13.2.6")


def test_20_3_a_fortress_goes_by_its_morale_and_not_by_its_guns() -> None:
    here = board(flat(1, 4), "IT-a FORTRESS 0101 1 disorganized=4")
    assert bombardment_factor(here, A) == 0
    assert not disorganize(here, A, 1, "13.2.6")
    beside = board(flat(1, 4), "IT-a FORTRESS 0101 1 disorganized=4\nAH-a BATTALION 0102")
    assert disorganize(beside, A, 1, "13.2.6")


def test_points_come_off_one_by_one() -> None:
    here = board(flat(1, 2), "IT-a BATTALION 0101 2 disorganized=2")
    found = []
    for _ in range(3):
        reorganize(here, A, "21.6")
        found.append(disorganization(here, A))
    assert found == [1, 0, 0]
