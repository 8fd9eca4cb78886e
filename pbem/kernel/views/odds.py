"""An attack before the dice: every term, the column, the exact chance of each result, and what could change it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import Exact, Tally, in_words, signed
from pbem.kernel.views.chance import Chance
from pbem.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Sum:
    """Something that is added up, with every term and its rule."""

    name: str
    title: str
    tally: Tally | Exact
    is_signed: bool = False  # a modifier: shown with its sign, and not at all where nothing modifies

    @property
    def total(self) -> str:
        """The sum as people write it."""
        return signed(self.tally.total) if self.is_signed else in_words(self.tally.total)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result with its chance and, where one die decides, the faces that give it."""

    result: str
    chance: Chance
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Helper:
    """A unit that may come in: its chance to do so, and what it adds or what decides it."""

    unit: UnitId
    chance: Chance | None = None
    points: int = 0
    tally: Tally | None = None


@dataclass(frozen=True, slots=True)
class Aside:
    """Something beside the plain computation: `If the defender adds all his barrage`, with what comes of it."""

    name: str
    title: str
    outcomes: tuple[Outcome, ...] = ()
    helpers: tuple[Helper, ...] = ()
    figures: Mapping[str, int | str] = field(default_factory=dict)  # what the title says, for programs
    parts: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class OddsView:
    """The answer to `pbem odds`."""

    terms: tuple[Sum, ...]
    ratio: str
    odds: str  # after shifts
    columns: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    note: str = ""  # which columns these are, where a game has several sets
    steps: Mapping[str, int] = field(default_factory=dict)
    premises: tuple[Aside, ...] = ()  # said before the results, which count them in
    asides: tuple[Aside, ...] = ()

    def sum(self, name: str) -> Tally | Exact:
        """One of the terms."""
        return next(one.tally for one in self.terms if one.name == name)

    def aside(self, name: str) -> Aside | None:
        """One of the asides."""
        return next((one for one in (*self.premises, *self.asides) if one.name == name), None)
