"""How a game tells what happened: the habits on its card.

A kind of fact is named as it is recorded (`lost`), or with the special way in which it happened (`moved/retreat`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.kernel.facts import Fact

COMBAT = "combat"
CHAPTERS: Mapping[str, str] = {
    "moved": "Movement",
    COMBAT: "Combat",
    "dropped": "Orders not carried out",
    "skipped": "Orders not carried out",
}


class Drawn(NamedTuple):
    """How the board draws facts of one kind. Names are keys of the fact; `label` is filled from them."""

    draw: str  # move retreat advance rail arrive combat loss gain gone hit none
    unit: str = "unit"  # the key of the unit, or of a list of units
    path: str = "path"  # the key of the list of hexes, or the keys of single hexes: "was place"
    at: str = "hex"  # the key of the hex (or the list of hexes) where it happens
    units: str = ""  # combat: the key of the attackers (units or hexes)
    label: str = ""  # such as "{odds}[ die {die}]: {result}"; what the fact lacks is left out


# What the kernel's verbs record; a game lays its own rows over it.
DRAWN: Mapping[str, Drawn] = {
    "moved": Drawn("move"),
    "moved/retreat": Drawn("retreat"),
    "moved/advance": Drawn("advance"),
    "placed": Drawn("arrive", at="place"),
    "lost": Drawn("loss", label="-{steps}"),
    "regained": Drawn("gain", label="+{steps}"),
    "eliminated": Drawn("gone"),
}


@dataclass(frozen=True, slots=True)
class Telling:
    """What a game reports and how. What it leaves out is told as every game tells it."""

    # Kinds that say nothing alone: dice and decisions are listed in the proof.
    quiet: Sequence[str] = ("rolled", "decided")
    # Kinds that tell of a fact about the same unit right after them.
    tells: Mapping[str, Sequence[str]] = field(default_factory=lambda: {"lost": ("eliminated",)})
    # Kinds that are told in one list, however many other things happen in between.
    gathered: Sequence[str] = ("moved", "hex-marked", "hex-unmarked")
    # Kinds that are told at the end: they did not happen.
    last: Sequence[str] = ("dropped", "skipped")
    # The heading under which a kind is told; one without any stays under the heading before it.
    chapters: Mapping[str, str] = field(default_factory=lambda: CHAPTERS)
    # How the board draws a kind; what it does not draw has no number in the post.
    drawn: Mapping[str, Drawn] = field(default_factory=lambda: DRAWN)
    # The kind of episodes that are told in one piece, each under its number; its outcome is recorded as the same kind.
    whole: str = COMBAT
    # Moves by order, whatever the means: they are told as `moved`.
    ordinary: Sequence[str] = ("move",)
    # Names of the game's own boxes beside the map, as they stand in a sentence.
    places: Mapping[str, str] = field(default_factory=dict)

    def number_of(self, fact: Fact) -> int:
        """The number of the combat (or what else is told in one piece) that a fact belongs to; 0 for none."""
        episode = fact.within(self.whole)
        return episode.number if episode else 0

    def is_head(self, fact: Fact) -> bool:
        """Whether the fact says how such an episode came out, and not one within it."""
        return bool(fact.get("outcome") and fact.episode and fact.episode.kind == self.whole)

    def how_of(self, fact: Fact) -> str:
        """The special way in which something happened: a retreat, a displacement; empty for what was ordered."""
        how = str(fact.get("how") or "")
        return "" if fact.kind == "moved" and how in self.ordinary else how

    def name_of(self, fact: Fact) -> str:
        """`moved` for an ordinary move, `moved/withdrawal` for one of a special kind."""
        how = self.how_of(fact)
        return f"{fact.kind}/{how}" if how else fact.kind

    def drawing_of(self, fact: Fact) -> Drawn | None:
        """How a fact is drawn; none for one that the board does not show."""
        row = self.drawn.get(f"{fact.kind}/{fact.get('how', '')}") or self.drawn.get(fact.kind)
        return None if row is None or row.draw == "none" else row
