"""Luck, honestly: what dice should give against what they gave, and the exact chance of being so lucky.

Everything is counted in whole numbers and fractions; nothing is simulated and nothing is rounded before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from pbem.dice.casting import exact_spec
from pbem.values import NamedTuple, dataclass

if TYPE_CHECKING:
    from pbem.dice.ledger import Ledger

ALL = "all together"
Group = tuple[str, str, int, bool]  # side, kind, size of the die, whether low is good
UNUSUAL = Fraction(1, 100)  # a chance below this, taken over all rows, is worth a second look


class Thrown(NamedTuple):
    """Dice that one side threw for one kind of purpose."""

    side: str
    kind: str
    sides: int
    faces: tuple[int, ...]
    is_low_good: bool = False

    @property
    def dice(self) -> int:
        """How many."""
        return len(self.faces)

    @property
    def total(self) -> int:
        """The sum of their faces."""
        return sum(self.faces)


class Summed(NamedTuple):
    """Dice of one side and purpose kept as number and sum alone; luck needs no more."""

    side: str
    kind: str
    sides: int
    dice: int
    total: int
    is_low_good: bool = False


@dataclass(frozen=True, slots=True)
class Luck:
    """One row: a side, a kind of roll, and how its dice fell. `luckier` is the chance of such luck or more."""

    side: str
    kind: str
    sides: int
    dice: int
    total: int
    expected: Fraction
    luckier: Fraction
    unluckier: Fraction
    is_low_good: bool
    rows: int  # how many rows were looked at together

    @property
    def is_unusual(self) -> bool:
        """Whether one would wonder, having looked at so many rows and at both ends of each."""
        return min(self.luckier, self.unluckier) * 2 * self.rows < UNUSUAL

    def as_json(self) -> dict[str, Any]:
        """The plain values; fractions exactly, and as decimals for reading."""
        return {
            "side": self.side,
            "kind": self.kind,
            "die": f"d{self.sides}",
            "dice": self.dice,
            "total": self.total,
            "expected": str(self.expected),
            "good": "low" if self.is_low_good else "high",
            "luckier": percent(self.luckier),
            "luckier_exact": _brief(self.luckier),
            "unluckier": percent(self.unluckier),
            "unusual": self.is_unusual,
        }


def luck_of(thrown: Iterable[Thrown | Summed], *, low_is_good: bool = False) -> list[Luck]:
    """A row for each side and kind of roll, and one for all dice of a side that have the same number of sides."""
    kinds: dict[Group, tuple[int, int]] = {}
    for one in thrown:
        key = (one.side, one.kind, one.sides, low_is_good or one.is_low_good)
        kinds[key] = _plus(kinds.get(key), one.dice, one.total)
    groups = dict(kinds)
    for (side, _, sides, is_low), (dice, total) in kinds.items():
        alike = [key for key in kinds if (key[0], key[2]) == (side, sides)]
        if len(alike) > 1:
            together = (side, ALL, sides, False)
            groups[together] = _plus(groups.get(together), dice, turned(dice, total, sides, is_low))
    return [_row(key, dice, total, len(groups)) for key, (dice, total) in sorted(groups.items())]


def turned(dice: int, total: int, sides: int, is_low_good: bool) -> int:
    """The sum, upside down where low is good: so that one sum can hold them all."""
    return dice * (sides + 1) - total if is_low_good else total


def _plus(known: tuple[int, int] | None, dice: int, total: int) -> tuple[int, int]:
    return (known[0] + dice, known[1] + total) if known else (dice, total)


def _row(key: Group, number: int, total: int, rows: int) -> Luck:
    side, kind, sides, is_low = key
    at_most = chance_at_most(number, sides, total)
    at_least = 1 - chance_at_most(number, sides, total - 1)
    luckier, unluckier = (at_most, at_least) if is_low else (at_least, at_most)
    expected = Fraction(number * (sides + 1), 2)
    return Luck(side, kind, sides, number, total, expected, luckier, unluckier, is_low, rows)


def chance_at_most(number: int, sides: int, total: int) -> Fraction:
    """The chance that so many dice show at most this sum: all ways, less those with a face too high, and so on."""
    spare = total - number
    if spare < 0:
        return Fraction(0)
    if total >= number * sides:
        return Fraction(1)
    ways = 0
    for high in range(min(number, spare // sides) + 1):
        ways += (-1) ** high * comb(number, high) * comb(spare - high * sides + number, number)
    return Fraction(ways, sides**number)


def percent(chance: Fraction) -> str:
    """A chance in per cent with one decimal, or more where it is very small; never rounded to nothing."""
    if chance in (0, 1):
        return "100%" if chance else "0%"
    digits = 1
    while digits < 12 and not 0 < round(chance * 100 * 10**digits) < 100 * 10**digits:
        digits += 1
    scaled = round(chance * 100 * 10**digits)
    return f"{scaled // 10**digits}.{scaled % 10**digits:0{digits}d}%"


def _brief(chance: Fraction) -> str:
    return str(chance) if chance.denominator < 10**40 else f"{percent(chance)} (the fraction has many digits)"


def verdict(rows: Sequence[Luck]) -> str:
    """A plain sentence on whether it means anything."""
    if not rows:
        return "No dice have been cast yet."
    odd = [row for row in rows if row.is_unusual]
    if odd:
        row = min(odd, key=lambda one: min(one.luckier, one.unluckier))
        word = "lucky" if row.luckier < row.unluckier else "unlucky"
        chance = percent(min(row.luckier, row.unluckier))
        return (
            f"{row.side or 'Somebody'} ({row.kind}) was {word}, with a chance of {chance} for that row alone: unusual, "
            f"even with {len(rows)} rows to look at. Fair dice do this too, seldom; the proof tells if they were fair."
        )
    lowest = percent(min(min(row.luckier, row.unluckier) for row in rows))
    rare = f"the most unusual of {len(rows)} rows has" if len(rows) > 1 else "the one row has"
    return f"It means nothing: {rare} a chance of {lowest}, which fair dice show all the time."


# -- where dice come from -------------------------------------------------------------------------------------


def rolls_of_ledger(ledger: Ledger) -> list[Thrown]:
    """The dice of a ledger, by the player they were cast for. Draws and shuffles have no luck."""
    found = []
    for one in ledger.casts:
        spec = exact_spec(one.roll.what)
        if spec and spec.kind == "dice":
            faces = tuple(int(face) for face in one.roll.result.split())
            found.append(Thrown(one.player, one.roll.what, spec.sides, faces))
    return found
