"""Rolls: what the rules ask for, where faces come from, and what an amended step takes over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from pbem.errors import PbemError


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


class Settled(NamedTuple):
    """A roll or an answer of a step before it was amended, and the order that it was for (none: the step itself)."""

    order: str
    epoch: int
    values: tuple[Any, ...]


Kept = Mapping[tuple[str, str], Settled]  # what an amended step takes over, by kind of page and name
