"""The mail meter: a question that may still come, how likely, and the order that saves the mail."""

from __future__ import annotations

from pbem.kernel.pieces import Side
from pbem.kernel.views.chance import Chance
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """One point that neither orders nor standing orders decide."""

    side: Side  # who will be asked
    topic: str  # what about, in the word of a standing order
    chance: Chance
    default: str  # what happens without an answer
    hint: str  # the order that saves the mail
    about: str = ""  # what it belongs to: `attack on 1904`
    results: tuple[str, ...] = ()  # the results that lead to it
    is_most: bool = False  # it may be less likely: what the side does not see decides
    step: str = ""  # the step that would ask; the desk fills it in

    def words(self) -> str:
        """`attack on 1904, losses`."""
        return ", ".join(part for part in (self.about, self.topic) if part)

    def likely(self) -> str:
        """`5/6`, `up to 5/36`."""
        return self.chance.in_words(is_most=self.is_most)
