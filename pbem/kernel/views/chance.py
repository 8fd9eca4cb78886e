"""A chance as players read it: exact, over the dice that make it, and in words where it is hard to read."""

from __future__ import annotations

from fractions import Fraction

from pbem.kernel.chances import chance_in_words
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely something is; `whole` is the number it is shown over: with one die 2/6 says more than 1/3."""

    share: Fraction
    whole: int = 0

    def __str__(self) -> str:
        if self.whole and not self.whole % self.share.denominator:
            return f"{self.share.numerator * (self.whole // self.share.denominator)}/{self.whole}"
        return f"{self.share.numerator}/{self.share.denominator}"

    def as_json(self) -> str:
        """The exact fraction."""
        return str(self)

    def in_words(self, *, is_most: bool = False) -> str:
        """`5/36`, `up to 162496/531441, 31 %`."""
        return chance_in_words(str(self), is_most=is_most)
