"""Directions as on the face of a clock: 12 is the top of the map, 3 its right edge. Whole numbers only."""

from __future__ import annotations

from pbem.kernel.ground.hexes import Grid, HexId

HOURS = 12
_QUARTER = 3  # hours of a right angle


def hour(grid: Grid, here: HexId, there: HexId) -> int:
    """The hour at which `there` lies, seen from the middle of `here`; 0 for the hex itself."""
    right, up = _offset(grid, here, there)
    if not right and not up:
        return 0
    past = _past_vertical(abs(right), abs(up))
    if up >= 0:
        found = past if right >= 0 else HOURS - past
    else:
        found = HOURS // 2 - past if right >= 0 else HOURS // 2 + past
    return found % HOURS or HOURS


def _offset(grid: Grid, here: HexId, there: HexId) -> tuple[int, int]:
    """How far it is to the right, in half widths of a hex, and up, in rows, as the map is drawn."""
    (aq, ar), (bq, br) = grid.axial[here], grid.axial[there]
    right, up = 2 * (bq - aq) + (br - ar), ar - br
    return right if grid.numbering.columns_right else -right, up if grid.numbering.rows_down else -up


def _past_vertical(across: int, along: int) -> int:
    """The hours between the vertical and a point, 0 to 3: half a width is to a row as 1 to the root of 3.

    The bounds lie at 15, 45 and 75 degrees, whose tangents times the root of 3 are 2√3 - 3, √3 and 2√3 + 3.
    """
    if (across + 3 * along) ** 2 < 12 * along**2:
        return 0
    if across**2 < 3 * along**2:
        return 1
    if across <= 3 * along or (across - 3 * along) ** 2 < 12 * along**2:
        return 2
    return _QUARTER
