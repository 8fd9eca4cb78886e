"""Results charts: dice and a column in, a result out, with the exact chance of each.

    [crt]
    dice = "2d6"                              # d6 if left out
    rounding = "nearest"                      # of odds; for the defender if left out
    columns = ["1:2", "1:1", "1.5:1", "2:1"]  # or `totals = ["0", "1", "2-3", "4+"]`; a chart of one column has neither
    row2 = ["A2", "A1", "-", "D1"]
    row3 = ...

A game may print several rows of odds over the same results: it names their keys. A roll beyond the rows takes the
first or the last. `chartfile.chart_of` reads it, and refuses what cannot be played with.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.kernel.odds import Scale, Totals
from pbem.values import dataclass, field
from pbem.values.patterns import pattern

COLUMNS = "columns"
_DICE = pattern(r"([1-9])?d([1-9]\d?|100)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as it is printed: rows by the roll, columns by odds or by a total."""

    name: str
    dice: tuple[int, ...]  # the sides of each die: (6, 6) for 2d6
    rows: Mapping[int, tuple[str, ...]]
    scales: Mapping[str, Scale] = field(default_factory=dict)  # by their key: `columns`, or as the game calls them
    totals: Totals | None = None

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(next(iter(self.rows.values())))

    def scale(self, key: str = COLUMNS) -> Scale:
        """The odds over the columns."""
        return self.scales[key]

    def row(self, roll: int) -> int:
        """The row of a modified roll; beyond the printed rows the first or the last."""
        return max(min(self.rows), min(max(self.rows), roll))

    def shifted(self, column: int, by: int, least: int = 0, most: int | None = None) -> int:
        """The column after shifts, not beyond `least` and `most`; by themselves the first and the last printed one."""
        return max(least, min(self.width - 1 if most is None else most, column + by))

    def result(self, roll: int, column: int = 0) -> str:
        """What stands in the row of a modified roll."""
        return self.rows[self.row(roll)][column]

    def rolls(self, column: int = 0, drm: int = 0) -> dict[str, tuple[int, ...]]:
        """By result the unmodified rolls that give it, in the order of the rolls."""
        found: dict[str, tuple[int, ...]] = {}
        for roll in ways_of(self.dice):
            result = self.result(roll + drm, column)
            found[result] = (*found.get(result, ()), roll)
        return found

    def chances(self, column: int = 0, drm: int = 0) -> dict[str, Fraction]:
        """By result its exact chance, in the order of the rolls."""
        ways = ways_of(self.dice)
        whole = sum(ways.values())
        return {
            result: Fraction(sum(ways[roll] for roll in rolls), whole)
            for result, rolls in self.rolls(column, drm).items()
        }


def ways_of(dice: Sequence[int]) -> dict[int, int]:
    """By the sum of the dice in how many ways it falls; the least sum first."""
    ways = {0: 1}
    for sides in dice:
        found: dict[int, int] = {}
        for (so_far, count), face in itertools.product(ways.items(), range(1, sides + 1)):
            found[so_far + face] = found.get(so_far + face, 0) + count
        ways = found
    return dict(sorted(ways.items()))


def dice_of(text: str) -> tuple[int, ...]:
    """The sides of each die of `2d6`; nothing for any other text."""
    found = _DICE.fullmatch(text.strip())
    return (int(found[2]),) * int(found[1] or 1) if found else ()
