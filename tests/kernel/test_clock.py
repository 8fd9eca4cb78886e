"""Directions by the clock: against floating-point angles on all pairs of a grid, whichever way it is drawn."""

from __future__ import annotations

import math
from itertools import product

import pytest

from pbem.kernel.ground.clock import hour
from pbem.kernel.ground.hexes import Grid, HexId, Numbering


def grid(numbering: Numbering) -> Grid:
    return Grid(numbering, [HexId(f"{row:02}{column:02}") for row, column in product(range(1, 10), range(1, 10))])


def by_angles(found: Grid, here: HexId, there: HexId) -> int:
    """The hour by plain trigonometry on the centres of the hexes, as they are drawn."""
    (aq, ar), (bq, br) = found.axial[here], found.axial[there]
    across, down = math.sqrt(3) * ((bq - aq) + (br - ar) / 2), 1.5 * (br - ar)
    across *= 1 if found.numbering.columns_right else -1
    down *= 1 if found.numbering.rows_down else -1
    return round(math.degrees(math.atan2(across, -down)) / 30) % 12 or 12


@pytest.mark.parametrize("shifted", [0, 1])
@pytest.mark.parametrize("rows_down", [True, False])
@pytest.mark.parametrize("columns_right", [True, False])
def test_the_hour_is_that_of_the_angle(shifted: int, rows_down: bool, columns_right: bool) -> None:
    found = grid(Numbering(shifted, rows_down, columns_right))
    for here, there in product((HexId("0505"), HexId("0401")), found.hexes):
        if here != there:
            assert hour(found, here, there) == by_angles(found, here, there), (here, there)


def test_neighbours_lie_at_the_odd_hours_and_the_hex_itself_at_none() -> None:
    found = grid(Numbering(0))
    assert sorted(hour(found, HexId("0505"), other) for other in found.neighbours[HexId("0505")]) == [1, 3, 5, 7, 9, 11]
    assert hour(found, HexId("0505"), HexId("0505")) == 0
