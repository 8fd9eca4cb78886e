"""How things stand: forces, score, and what the game keeps on its tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.score import Score
from pbem.values import dataclass, field

Track = int | str | Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Forces:
    """What is left of a side."""

    on_map: int
    steps: int | None  # of those on the map; nothing where some of them are hidden
    places: Mapping[str, int]  # how many are elsewhere: waiting, gone ...


@dataclass(frozen=True, slots=True)
class Summary:
    """How the game stands."""

    turn: int
    step: str
    forces: Mapping[Side, Forces] = field(default_factory=dict)
    score: Score | None = None
    tracks: Mapping[str, Track] = field(default_factory=dict)  # months, morale: whatever else the game shows


def forces(
    board: Board, units: Sequence[UnitId], places: Iterable[str], *, fighting: Sequence[UnitId] | None = None
) -> Forces:
    """The units counted; steps are those of `fighting` (else of all on the map)."""
    here = [unit for unit in units if board.is_on_map(unit)]
    steps = sum(board.steps(unit) for unit in (here if fighting is None else fighting) if board.is_on_map(unit))
    where = [board.place(unit) for unit in units]
    return Forces(len(here), steps, {place: where.count(place) for place in places})
