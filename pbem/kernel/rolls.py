"""Rolls: what the rules ask for, where faces come from, and what a step that is played again takes over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pbem.errors import PbemError
from pbem.kernel.episodes import NOBODY
from pbem.kernel.pieces import Side
from pbem.values import NamedTuple


class Cast(NamedTuple):
    """What was cast, so that nobody guesses it from a name: its purpose, the size of the dice, who rolled, or a draw.

    `purpose` are the kinds of the episodes and of the roll itself, without particulars: ("combat", "crt").
    """

    purpose: tuple[str, ...]
    sides: int
    by: Side = NOBODY  # nobody's luck in particular
    is_draw: bool = False  # out of a pool as large as the die

    def __str__(self) -> str:
        what = f"a draw out of {self.sides}" if self.is_draw else f"d{self.sides} of {self.by or 'nobody'}"
        return f"{what} for {', '.join(self.purpose)}"

    def as_json(self) -> list[Any]:
        """The values as a list, for the record."""
        return [list(self.purpose), self.sides, self.by, self.is_draw]


def cast_from_json(row: Sequence[Any]) -> Cast:
    """What `as_json` wrote."""
    return Cast(tuple(row[0]), row[1], Side(row[2]), row[3])


class Roll(NamedTuple):
    """A roll that the rules ask for. `kindest` is the face that a check on receipt may assume."""

    name: str
    number: int
    sides: int
    epoch: int
    kindest: int = 0


class NoDice(PbemError):
    """The dice plugged into this table do not cast this roll."""


class Dice(Protocol):
    """Where faces come from."""

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The faces of a roll, each from 1 to `sides`."""


class Occasion(NamedTuple):
    """When a roll or a question comes up: for which order (none: the step itself), after which decisions in it.

    No die is cast twice: on the same occasion a step that is played again has the same dice, whatever else has changed.
    """

    kind: str  # of the page in the journal: `roll` or `ask`
    name: str
    order: str
    decided: tuple[str, ...] = ()


class Settled(NamedTuple):
    """What came of an occasion before the step was taken back: the faces of a roll, or what was answered."""

    epoch: int
    values: tuple[Any, ...]
    sides: int = 0  # of a roll


Kept = Mapping[Occasion, Settled]  # what a step that is played again takes over
