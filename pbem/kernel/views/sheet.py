"""The order sheet of a side: its units in groups, what each may do, who comes, and order lines to fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from pbem.errors import Illegal
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.caution import Caution
from pbem.values import dataclass

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class State:
    """How a unit stands in one respect; what is usual goes without saying on the page."""

    words: str
    usual: bool = False


@dataclass(frozen=True, slots=True)
class SheetUnit:
    """One unit."""

    id: UnitId
    name: str
    size: str
    type: str
    figures: str  # as the counter shows them now
    hex: str  # or the place where it is instead
    place: str  # the name of the hex
    steps: str  # left and printed: `3/4`; `0/0` where it has none
    move: int | str  # movement points; empty where it has none
    states: tuple[State, ...] = ()
    marks: tuple[str, ...] = ()
    may: tuple[str, ...] = ()  # what it may do in the step at hand


@dataclass(frozen=True, slots=True)
class Group:
    """Units under one title: a nation, a corps, a brigade, as the game groups them."""

    title: str
    units: tuple[SheetUnit, ...]


@dataclass(frozen=True, slots=True)
class Coming:
    """A unit that is not there yet."""

    id: UnitId
    figures: str
    when: str
    due: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet."""

    side: Side
    turn: int
    step: str
    groups: tuple[Group, ...]
    reinforcements: tuple[Coming, ...]
    orders: tuple[str, ...]  # lines for the order block
    cautions: tuple[Caution, ...] = ()  # what the next checks of the rules will cost; the desk fills it in

    def unit(self, unit: str) -> SheetUnit | None:
        """What the sheet says of one unit."""
        return next((one for group in self.groups for one in group.units if one.id == unit), None)


def grouped(
    units: Iterable[UnitId],
    titles: Mapping[str, str],
    key: Callable[[UnitId], str],
    show: Callable[[UnitId], SheetUnit],
) -> tuple[Group, ...]:
    """The units under the titles, in the order of these; a title without units is left out."""
    found: dict[str, list[SheetUnit]] = {name: [] for name in titles}
    for unit in units:
        if key(unit) in found:
            found[key(unit)].append(show(unit))
    return tuple([Group(titles[name], tuple(shown)) for name, shown in found.items() if shown])


def not_refused(things: Iterable[_Thing], check: Callable[[_Thing], None]) -> tuple[_Thing, ...]:
    """Those that the check lets pass."""
    return tuple([thing for thing in things if _passes(thing, check)])


def _passes(thing: _Thing, check: Callable[[_Thing], None]) -> bool:
    try:
        check(thing)
    except Illegal:
        return False
    return True
