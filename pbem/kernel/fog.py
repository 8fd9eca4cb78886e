"""Fog: what one side may not see. A hidden unit is replaced by a stand-in that says only: one of theirs is here.

A stand-in is a counter like any other, without name, figures and markers, so that sheets, reports and drawings need no
special case. In a position it is called after its side and place, `AL-?1710.2`, in facts by its first mention, `AL-?2`:
the same names whatever the unit is, so that nothing links them from one step to the next. Stand-ins come last wherever
things are in the order of the counter manifest: their place among the others would tell who they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.kernel.episodes import Episode
from pbem.kernel.facts import Fact, canonical
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.values import replace

UNSEEN = "unseen"  # the type of a stand-in
SIGN = "-?"
PUBLIC = Side("")  # what both sides may see
UNKNOWN = "?"
_BLANK = ("left",)  # what `lose` and `regain` record beside the steps: told as unknown, since words ask for it
_ALIVE = UnitState("", 1)  # of a unit on the map at least one step is left; more is not known

Shown = Mapping[str, Sequence[str]]  # by kind of fact: what of it is told of a hidden unit
# Whether a marker or a note is hidden: ("hex", "1804", "dummy=CP"), ("side", "2418/2518", "mined=IT"),
# ("note", "plan", "3"). Of a marker that is taken out of a hex only the name is known.
Hides = Callable[[str, str, str], bool]
K = TypeVar("K")


def nothing(kind: str, where: str, what: str) -> bool:
    """No marker and no note is hidden."""
    return False


def is_stand_in(unit: str) -> bool:
    """Whether a designation stands for a unit that is not seen."""
    return SIGN in unit


# -- positions ------------------------------------------------------------------------------------------------


def veiled(scenario: Scenario, position: Position, hidden: Collection[UnitId], hides: Hides = nothing) -> Position:
    """The position with a stand-in for each hidden unit: how many lie in a place is seen, and whose they are.

    Hidden markers and notes leave no trace.
    """
    named: dict[UnitId, UnitState] = {}
    stacks: dict[tuple[str, str], int] = {}  # how many by side and place
    for unit, state in position.units.items():
        if unit in hidden:
            stack = (_side_of(scenario, unit), state.place)
            stacks[stack] = stacks.get(stack, 0) + 1
        else:
            named[unit] = state
    unseen = {
        UnitId(f"{side}{SIGN}{place}.{number + 1}"): _ALIVE._replace(place=place)
        for (side, place), count in sorted(stacks.items())
        for number in range(count)
    }
    return replace(
        position,
        units={**named, **unseen},
        hexes=_without(position.hexes, "hex", hides),
        sides=_without(position.sides, "side", hides),
        notes={key: value for key, value in position.notes.items() if not hides("note", key, value)},
    )


def _without(marked: Mapping[K, tuple[str, ...]], kind: str, hides: Hides) -> dict[K, tuple[str, ...]]:
    """The markers that are seen; a hex or hexside that has none left is left out."""
    seen = {at: tuple(mark for mark in marks if not hides(kind, str(at), mark)) for at, marks in marked.items()}
    return {at: marks for at, marks in seen.items() if marks}


def with_stand_ins(scenario: Scenario, *positions: Position, facts: Iterable[Fact] = ()) -> Scenario:
    """The scenario with a counter for every stand-in in these positions and facts."""
    found: dict[UnitId, Unit] = {}
    for position in positions:
        nations = _nations(scenario, position)
        for unit, state in position.units.items():
            if unit not in scenario.units and is_stand_in(unit):
                side = _side_of(scenario, unit)
                found[unit] = Unit(unit, side, nations.get((side, state.place), ""), "?", "", UNSEEN)
    for name in (str(fact.get("unit", "")) for fact in facts):
        if is_stand_in(name) and name not in scenario.units:
            found.setdefault(UnitId(name), Unit(UnitId(name), _side_of(scenario, name), "", "?", "", UNSEEN))
    return replace(scenario, units={**scenario.units, **dict(sorted(found.items()))}) if found else scenario


def _side_of(scenario: Scenario, unit: str) -> Side:
    known = scenario.units.get(UnitId(unit))
    return known.side if known else Side(unit.partition(SIGN)[0])


def _nations(scenario: Scenario, position: Position) -> dict[tuple[Side, str], str]:
    """By side and place the nation of a unit that is seen there: the best guess for those below it."""
    seen = [(scenario.units[unit], state.place) for unit, state in position.units.items() if unit in scenario.units]
    return {(unit.side, place): unit.nation for unit, place in seen if unit.type != UNSEEN}


# -- facts ----------------------------------------------------------------------------------------------------


def retold(
    scenario: Scenario, facts: Iterable[Fact], hidden: Collection[UnitId], shown: Shown, hides: Hides = nothing
) -> list[Fact]:
    """The facts as somebody reads them who may not see the hidden units, markers and notes.

    A fact about such a unit, of an order that names one, or of a hidden marker or note is left out; of the kinds in
    `shown` these values are told, with a stand-in for the unit, behind all other facts and in an order that says
    nothing. Anywhere else, also inside texts, the stand-in takes the place of its designation.
    """
    told: list[Fact] = []
    apart: list[Fact] = []
    masks = Masks(scenario, hidden)
    for fact in facts:
        if _is_secret(fact, hides):
            continue
        if fact.get("unit") in hidden:
            apart += [_in_part(fact, shown[fact.kind])] if fact.kind in shown else []
        elif not masks.names_hidden(fact.get("order", "")):
            told.append(fact if fact.kind == "rolled" else masks.masked(fact))
    apart.sort(key=lambda fact: canonical({**fact.as_json(), "unit": _side_of(scenario, fact["unit"])}))
    return [*told, *map(masks.masked, apart)]


def _is_secret(fact: Fact, hides: Hides) -> bool:
    """Whether the fact writes a hidden note, or lays down or takes up a hidden marker."""
    if fact.kind == "noted":
        return hides("note", fact["key"], fact["value"])
    kind, _, change = fact.kind.partition("-")
    if kind not in ("hex", "side") or change not in ("marked", "unmarked"):
        return False
    mark = f"{fact['mark']}={fact['was']}" if fact.get("was") else fact["mark"]
    return hides(kind, fact["hex" if kind == "hex" else "hexside"], mark)


def _in_part(fact: Fact, keys: Sequence[str]) -> Fact:
    """The fact with these values only."""
    about = {key: value if key in keys else UNKNOWN for key, value in fact.about.items() if key in (*keys, *_BLANK)}
    return Fact(fact.kind, fact.rule, about)  # without its episode, which would tell who it is


class Masks:
    """Stand-ins for the designations of hidden units, numbered by their first mention."""

    def __init__(self, scenario: Scenario, hidden: Collection[UnitId]) -> None:
        self._scenario, self._hidden = scenario, hidden
        self._known, self._counts = dict[str, str](), dict[Side, int]()
        names = "|".join(re.escape(unit) for unit in sorted(hidden, key=len, reverse=True))
        # Never a part of a longer designation: IT-7 does not stand in IT-70.
        self._pattern = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])") if names else None

    def names_hidden(self, text: str) -> bool:
        """Whether the text names a hidden unit."""
        return bool(self._pattern and self._pattern.search(text))

    def masked(self, fact: Fact) -> Fact:
        """The fact with stand-ins; itself where it names no hidden unit."""
        about, episode = self.value(fact.about), self._episode(fact.episode)
        same = about == fact.about and episode == fact.episode
        return fact if same else Fact(fact.kind, fact.rule, about, episode)

    def _episode(self, episode: Episode | None) -> Episode | None:
        """The episode with stand-ins in its names."""
        if episode is None or self._pattern is None:
            return episode
        return episode._replace(name=self.value(episode.name), parent=self._episode(episode.parent))

    def value(self, value: Any) -> Any:
        """Any plain value with stand-ins in all its texts."""
        if isinstance(value, str):
            return self._pattern.sub(lambda found: self._mask(found[0]), value) if self._pattern else value
        if isinstance(value, Mapping):
            return {self.value(key): self.value(value[key]) for key in self._named_first(value)}
        if isinstance(value, list | tuple):
            return [self.value(entry) for entry in self._named_first(value)]
        return value

    def _named_first(self, values: Iterable[Any]) -> list[Any]:
        """A list of units with the hidden ones at its end; any other list as it is."""
        found = list(values)
        return sorted(found, key=self._hidden.__contains__) if all(isinstance(one, str) for one in found) else found

    def _mask(self, unit: str) -> str:
        if unit not in self._known:
            side = _side_of(self._scenario, unit)
            self._counts[side] = self._counts.get(side, 0) + 1
            self._known[unit] = f"{side}{SIGN}{self._counts[side]}"
        return self._known[unit]
