"""Line of sight over heights, in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.hexes import Grid, HexId


def sees(grid: Grid, height: Mapping[HexId, int], a: HexId, b: HexId) -> bool:
    """Whether nothing between the two hexes rises above the straight line from eye to eye.

    Where the line runs along a hexside, it is blocked only if both hexes beside it block it.
    """
    return any(_is_clear(grid, height, a, b, lean) for lean in (1, -1))


def _is_clear(grid: Grid, height: Mapping[HexId, int], a: HexId, b: HexId, lean: int) -> bool:
    line = grid.line(a, b, lean)
    last = len(line) - 1
    for k in range(1, last):
        between = line[k]
        # The sight line at step k has the height (a * (last - k) + b * k) / last; compared without dividing.
        if between is None or height[between] * last > height[a] * (last - k) + height[b] * k:
            return False
    return True
