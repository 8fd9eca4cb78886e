"""The board: a working copy of a position. Its verbs change it and record what they did.

Nothing changes without a fact: the old position and the facts give the new one (`kernel.laid`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from pbem.errors import BadRecord
from pbem.kernel.episodes import NOBODY, Episode
from pbem.kernel.facts import Fact
from pbem.kernel.fog import with_stand_ins
from pbem.kernel.ground.hexes import HexId, Hexside, hexside
from pbem.kernel.pieces import GONE, Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState, mark_value, with_mark, without_mark
from pbem.kernel.scenario import Scenario

T = TypeVar("T")


class Board:
    """What the rules talk to. Units of a hex come in the order of the counter manifest, always."""

    def __init__(self, scenario: Scenario, position: Position) -> None:
        if not position.units.keys() <= scenario.units.keys():
            scenario = with_stand_ins(scenario, position)  # of units that a side may not see
        self.scenario = scenario
        self.map = scenario.map
        self.turn = position.turn
        self.step = position.step
        self.facts: list[Fact] = []
        self.scope: Episode | None = None  # the episode that is being played
        self._opened: dict[str, int] = {}  # how many episodes of each kind there were
        self._outcomes: dict[Episode, Fact] = {}
        self._game = position.game
        self._before = position
        self._rank = scenario.memo("ranks", lambda: {unit: rank for rank, unit in enumerate(scenario.units)})
        known = position.units
        in_order = position.is_of(scenario)  # a board has made it
        self._states = dict(known) if in_order else {unit: known[unit] for unit in scenario.units if unit in known}
        if len(self._states) < len(position.units):
            strangers = ", ".join(unit for unit in position.units if unit not in self._states)
            raise BadRecord(f"the position has units that are not in the scenario: {strangers}")
        self._hexes = dict(position.hexes)
        self._sides = _checked_sides(scenario, position)
        self._notes = dict(position.notes)
        self._stacks: defaultdict[str, list[UnitId]] = defaultdict(list)  # by place; `_stack` fills it
        self._by_side = scenario.memo(("by side", tuple(self._states)), lambda: _by_side(scenario, self._states))
        # What `derived` keeps, by the owners whose changes make it stale; a position hands on what was derived from it.
        self._kept: dict[tuple[str, ...], dict[Any, Any]] = {}
        self._stale_with: dict[str, list[tuple[str, ...]]] = {}  # by each of those owners
        for owners, kept in position.derived_for(scenario).items():
            self._keep(owners, kept)

    # -- looking ------------------------------------------------------------------------------------------

    def unit(self, unit: UnitId) -> Unit:
        """The counter."""
        return self.scenario.units[unit]

    def place(self, unit: UnitId) -> str:
        """The hex of the unit, or the box it lies in."""
        return self._states[unit].place

    def hex_of(self, unit: UnitId) -> HexId:
        """The hex of a unit that is on the map."""
        return HexId(self._states[unit].place)

    def is_on_map(self, unit: UnitId) -> bool:
        """Whether the unit stands in a hex."""
        return self._states[unit].place in self.map.grid.axial

    def steps(self, unit: UnitId) -> int:
        """The steps that the unit has left."""
        return self._states[unit].steps

    def marks(self, unit: UnitId) -> tuple[str, ...]:
        """The markers on the unit."""
        return self._states[unit].marks

    def is_marked(self, unit: UnitId, name: str) -> bool:
        """Whether the unit carries the marker, with or without a value."""
        for mark in self._states[unit].marks:  # noqa: SIM110 - asked so often that the generator tells
            if mark == name or mark.partition("=")[0] == name:
                return True
        return False

    def mark_of(self, unit: UnitId, name: str) -> str:
        """The value of the unit's marker `name=value`."""
        return mark_value(self._states[unit].marks, name)

    def units_at(self, place: str, side: Side | None = None) -> tuple[UnitId, ...]:
        """The units in a hex or box, of one side if one is named."""
        stack = (self._stacks or self._stack()).get(place, ())
        units = self.scenario.units
        return tuple(stack) if side is None else tuple([unit for unit in stack if units[unit].side == side])

    def enemy_of(self, side: Side) -> Side:
        """The other side of a game that has two."""
        one, other = self.scenario.sides  # asked so often that one call less tells
        return other if side == one else one

    def units(self, side: Side | None = None) -> tuple[UnitId, ...]:
        """All units in the order of the manifest, of one side if one is named, wherever they are."""
        return tuple(self._states) if side is None else self._by_side.get(side, ())

    def on_map(self, side: Side | None = None) -> tuple[UnitId, ...]:
        """The units that stand in hexes."""
        owners = tuple(self._by_side) if side is None else (side,)
        return self.derived(("on map", side), owners, lambda: self._on_map(self.units(side)))

    def marked(self, side: Side | None = None) -> tuple[UnitId, ...]:
        """The units that carry any markers, wherever they are."""
        states = self._states
        return tuple([unit for unit in self.units(side) if states[unit].marks])

    def occupied(self) -> Iterable[tuple[HexId, Sequence[UnitId]]]:
        """Every occupied hex with its stack."""
        hexes, stacks = self.map.grid.axial, self._stacks or self._stack()
        return ((HexId(place), stack) for place, stack in stacks.items() if stack and place in hexes)

    def hex_mark(self, hex_id: HexId, name: str) -> str:
        """The value of a hex's marker; empty where it has none."""
        return mark_value(self._hexes.get(hex_id, ()), name)

    def is_hex_marked(self, hex_id: HexId, name: str) -> bool:
        """Whether the hex carries the marker, with or without a value."""
        return any(mark.partition("=")[0] == name for mark in self._hexes.get(hex_id, ()))

    def marked_hexes(self, name: str) -> dict[HexId, str]:
        """All hexes that carry the marker, with its value."""
        found = ((hex_id, mark.partition("=")) for hex_id in sorted(self._hexes) for mark in self._hexes[hex_id])
        return {hex_id: value for hex_id, (word, _, value) in found if word == name}

    def side_mark(self, a: HexId, b: HexId, name: str) -> str:
        """The value of the marker on the hexside between two hexes; empty where it has none."""
        return mark_value(self._sides.get(hexside(a, b), ()), name)

    def is_side_marked(self, a: HexId, b: HexId, name: str) -> bool:
        """Whether the hexside carries the marker, with or without a value."""
        return any(mark.partition("=")[0] == name for mark in self._sides.get(hexside(a, b), ()))

    def marked_sides(self, name: str) -> dict[Hexside, str]:
        """All hexsides that carry the marker, with its value."""
        found = ((side, mark.partition("=")) for side in sorted(self._sides) for mark in self._sides[side])
        return {side: value for side, (word, _, value) in found if word == name}

    @property
    def notes(self) -> Mapping[str, str]:
        """All notes of the position."""
        return self._notes

    def noted(self, key: str, otherwise: str = "") -> str:
        """What a note of the position says."""
        return self._notes.get(key, otherwise)

    def number(self, key: str) -> int:
        """A note as a number; 0 where there is none."""
        return int(self._notes.get(key, "0"))

    def derived(self, key: Any, owners: tuple[str, ...], make: Callable[[], T]) -> T:
        """What `make` gives, kept until one of the owners changes.

        An owner is a side (one of its units changes its place), `steps` (a unit loses or regains some), the name of a
        marker (it is laid or taken off anywhere), `hex NAME` or `side NAME` (that marker is laid in a hex or on a
        hexside, or taken off). What is kept lives on into later steps: a value that depends on notes, turn or step
        has them in its key.
        """
        kept = self._kept.get(owners)
        if kept is None:
            kept = self._keep(owners, {})
        if key not in kept:
            kept[key] = make()
        value: T = kept[key]
        return value

    # -- changing -----------------------------------------------------------------------------------------

    def move(self, unit: UnitId, path: Sequence[str], rule: str, **about: Any) -> None:
        """The unit goes along the path; its first hex is where it stands."""
        self._put(unit, path[-1])
        self.note("moved", rule, unit=unit, path=list(path), **about)

    def put(self, unit: UnitId, place: str, rule: str, **about: Any) -> None:
        """The unit is set down somewhere without moving there."""
        old = self._states[unit].place
        self._put(unit, place)
        self.note("placed", rule, unit=unit, was=old, place=place, **about)

    def lose(self, unit: UnitId, steps: int, rule: str, **about: Any) -> int:
        """The unit loses steps; with the last one it is gone. Returns how many it really lost."""
        state = self._states[unit]
        lost = min(steps, state.steps)
        if lost:
            self._states[unit] = UnitState(state.place, state.steps - lost, state.marks)
            self._forget("steps")
            self.note("lost", rule, unit=unit, hex=state.place, steps=lost, left=state.steps - lost, **about)
        if lost and lost == state.steps:
            self.eliminate(unit, rule, **about)
        return lost

    def regain(self, unit: UnitId, steps: int, rule: str, **about: Any) -> None:
        """The unit gets steps back."""
        state = self._states[unit]
        self._states[unit] = UnitState(state.place, state.steps + steps, state.marks)
        self._forget("steps")
        self.note("regained", rule, unit=unit, hex=state.place, steps=steps, left=state.steps + steps, **about)

    def eliminate(self, unit: UnitId, rule: str, **about: Any) -> None:
        """The unit leaves the map for good."""
        state = self._states[unit]
        self._put(unit, GONE)
        self._change(unit, UnitState(GONE, 0, ()))
        for mark in state.marks:
            self._forget(mark.partition("=")[0])
        self.note("eliminated", rule, unit=unit, hex=state.place, steps=state.steps, **about)

    def mark(self, unit: UnitId, mark: str, rule: str) -> None:
        """A marker is laid on the unit, in place of one of the same name."""
        state = self._states[unit]
        marks = with_mark(state.marks, _word(mark))
        if marks != state.marks:
            self._states[unit] = UnitState(state.place, state.steps, marks)
            self._forget(mark.partition("=")[0])
            self.note("marked", rule, unit=unit, mark=mark)

    def unmark(self, unit: UnitId, name: str, rule: str) -> None:
        """A marker is taken off the unit."""
        state = self._states[unit]
        if state.marks and self.is_marked(unit, name):
            self._states[unit] = UnitState(state.place, state.steps, without_mark(state.marks, name))
            self._forget(name)
            self.note("unmarked", rule, unit=unit, mark=name)

    def mark_hex(self, hex_id: HexId, mark: str, rule: str) -> None:
        """A marker is laid in the hex, in place of one of the same name."""
        marks = with_mark(self._hexes.get(hex_id, ()), _word(mark))
        if marks != self._hexes.get(hex_id, ()):
            self._hexes[hex_id] = marks
            self._forget(f"hex {mark.partition('=')[0]}")
            self.note("hex-marked", rule, hex=hex_id, mark=mark)

    def unmark_hex(self, hex_id: HexId, name: str, rule: str) -> None:
        """A marker is taken out of the hex."""
        old = self._hexes.get(hex_id, ())
        marks = without_mark(old, name)
        if marks != old:
            self._hexes.pop(hex_id)
            if marks:
                self._hexes[hex_id] = marks
            self._forget(f"hex {name}")
            self.note("hex-unmarked", rule, hex=hex_id, mark=name)

    def mark_side(self, a: HexId, b: HexId, mark: str, rule: str) -> None:
        """A marker is laid on the hexside between two adjacent hexes, in place of one of the same name."""
        side = hexside(a, b)
        if not self.map.grid.are_adjacent(a, b):
            raise AssertionError(f"{a} and {b} do not touch: there is no hexside {side}")
        marks = with_mark(self._sides.get(side, ()), _word(mark))
        if marks != self._sides.get(side, ()):
            self._sides[side] = marks
            self._forget(f"side {mark.partition('=')[0]}")
            self.note("side-marked", rule, hexside=str(side), mark=mark)

    def unmark_side(self, a: HexId, b: HexId, name: str, rule: str) -> None:
        """A marker is taken off the hexside; the fact keeps the value that it had."""
        side = hexside(a, b)
        old = self._sides.get(side, ())
        marks = without_mark(old, name)
        if marks != old:
            self._sides.pop(side)
            if marks:
                self._sides[side] = marks
            self._forget(f"side {name}")
            self.note("side-unmarked", rule, hexside=str(side), mark=name, was=mark_value(old, name))

    def write(self, key: str, value: str | int, rule: str) -> None:
        """A note of the position is written, or taken away if the value is empty."""
        text = str(value)
        if text != self._notes.get(key, ""):
            self._notes.pop(key, None)
            if text:
                self._notes[_word(key)] = _word(text)
            self.note("noted", rule, key=key, value=text)

    # -- recording ----------------------------------------------------------------------------------------

    def note(self, kind: str, rule: str, **about: Any) -> None:
        """Record a fact of the episode that is being played."""
        self.facts.append(Fact(kind, rule, about, self.scope))

    @contextmanager
    def episode(self, kind: str, name: str, *, side: Side = NOBODY, hexes: Iterable[HexId] = ()) -> Iterator[Episode]:
        """All that is recorded, cast and asked inside belongs to an episode, which may lie in another one."""
        number = self._opened[kind] = self._opened.get(kind, 0) + 1
        around, self.scope = self.scope, Episode(kind, number, name, side, tuple(hexes), self.scope)
        try:
            yield self.scope
        finally:
            self.scope = around

    @contextmanager
    def again(self, episode: Episode) -> Iterator[Episode]:
        """Back in an episode that was left: what follows belongs to it as well.

        For what happens by turns: the dice of all assaults, then the losses of all, then all retreats.
        """
        around, self.scope = self.scope, episode
        try:
            yield episode
        finally:
            self.scope = around

    def outcome(self, kind: str, rule: str, **about: Any) -> None:
        """Record the fact that says how the episode being played came out; the report tells the episode under it."""
        self.note(kind, rule, outcome=True, **about)
        if self.scope:
            self._outcomes[self.scope] = self.facts[-1]

    def outcome_of(self, episode: Episode | None) -> Fact | None:
        """How an episode came out; nothing as long as that is not known."""
        return self._outcomes.get(episode) if episode else None

    def freeze(self, turn: int, step: str) -> Position:
        """The position as it now stands, with the step that comes next."""
        frozen = Position(
            self._game, turn, step, dict(self._states), dict(self._hexes), dict(self._notes), dict(self._sides)
        )
        frozen.comes_after(self._before)
        # An empty table is not handed on: this board would fill it after a change, for a position that has not changed.
        frozen.keep_derived(self.scenario, {owners: kept for owners, kept in self._kept.items() if kept})
        return frozen

    def copy(self) -> Board:
        """Another board in the same position, to look ahead on: nothing that is done there happens here."""
        return Board(self.scenario, self.freeze(self.turn, self.step))

    # -- inside -------------------------------------------------------------------------------------------

    def _stack(self) -> dict[str, list[UnitId]]:
        """Who is where, looked up when it is first asked for: many boards are only asked about notes and markers."""
        found = self._stacks
        for unit, state in self._states.items():
            found[state[0]].append(unit)
        return found

    def _on_map(self, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
        states, hexes = self._states, self.map.grid.axial
        return tuple([unit for unit in units if states[unit].place in hexes])

    def _put(self, unit: UnitId, place: str) -> None:
        state = self._states[unit]
        stacks = self._stacks or self._stack()
        stacks[state.place].remove(unit)
        stack = stacks.setdefault(place, [])
        stack.append(unit)
        stack.sort(key=self._rank.__getitem__)
        self._change(unit, UnitState(place, state.steps, state.marks))

    def _change(self, unit: UnitId, state: UnitState) -> None:
        self._states[unit] = state
        self._forget(self.scenario.units[unit].side)

    def _keep(self, owners: tuple[str, ...], kept: dict[Any, Any]) -> dict[Any, Any]:
        self._kept[owners] = kept
        for owner in owners:
            self._stale_with.setdefault(owner, []).append(owners)
        return kept

    def _forget(self, owner: str) -> None:
        for owners in self._stale_with.get(owner, ()):
            if self._kept[owners]:
                self._kept[owners] = {}  # not cleared: other boards of the same position may still use it


def _by_side(scenario: Scenario, units: Iterable[UnitId]) -> dict[Side, tuple[UnitId, ...]]:
    found: dict[Side, list[UnitId]] = {unit.side: [] for unit in scenario.units.values()}
    for unit in units:
        found[scenario.units[unit].side].append(unit)
    return {side: tuple(listed) for side, listed in found.items()}


def _checked_sides(scenario: Scenario, position: Position) -> dict[Hexside, tuple[str, ...]]:
    """The hexsides of the position, each between two adjacent hexes of the map."""
    grid = scenario.map.grid
    for side in position.sides:
        if side.a not in grid or not grid.are_adjacent(*side):
            raise BadRecord(f"the position marks the hexside {side}, but the map has no such two adjacent hexes")
    return dict(position.sides)


def _word(text: str) -> str:
    """The text, which must be one word: the notation of positions has no blanks inside words."""
    if not text or text.split() != [text]:
        raise AssertionError(f"{text!r} is not one word and cannot appear in a position; percent-encode it")
    return text
