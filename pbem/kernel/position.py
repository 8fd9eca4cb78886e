"""The position: the frozen state between steps, with an exact text notation, both ways.

    position gwe
    turn 3
    step cp-movement
    unit GE-5 1902 2 entrained rail=12
    hex 1804 held=CP
    side 2418/2518 bridge=blown
    note strike 2

A mark is a word or `word=value`. Words hold no blanks; what a game must write with blanks it percent-quotes.
A hexside is written as its two hexes, the smaller number first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.errors import Spot, Unreadable
from pbem.kernel.ground.hexes import HexId, Hexside, read_hexside
from pbem.kernel.pieces import UnitId
from pbem.values import NamedTuple, dataclass, field, replace

_WANTED = (
    "`unit ID PLACE STEPS [marks]`, `hex NUMBER marks`, `side NUMBER/NUMBER marks`, `note KEY VALUE`, "
    "`turn N` or `step NAME`"
)


class UnitState(NamedTuple):
    """Where a unit is, how many steps it has left, and its markers in alphabetical order."""

    place: str
    steps: int
    marks: tuple[str, ...] = ()


class Rows(NamedTuple):
    """The units of a position, and their lines in its notation."""

    units: Mapping[UnitId, UnitState]
    lines: Mapping[UnitId, str]


def _unit_line(unit: UnitId, state: UnitState) -> str:
    place, steps, marks = state
    return f"unit {unit} {place} {steps} {' '.join(marks)}" if marks else f"unit {unit} {place} {steps}"


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that changes during play. `step` is the step that comes next; empty when there is none."""

    game: str
    turn: int
    step: str
    units: Mapping[UnitId, UnitState] = field(default_factory=dict)
    hexes: Mapping[HexId, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[Hexside, tuple[str, ...]] = field(default_factory=dict)  # marks on hexsides
    # Its notation, and what a board has derived from it: no part of the position, only a saving of work.
    _text: list[str] = field(default_factory=list, init=False, compare=False, repr=False)
    _derived: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)
    _rows: list[Rows] = field(default_factory=list, init=False, compare=False, repr=False)  # its own, or older ones

    def text(self) -> str:
        """The notation; the same position always gives the same text."""
        if not self._text:
            self._text.append(self._written())
        return self._text[0]

    def _written(self) -> str:
        lines = [f"position {self.game}".rstrip(), f"turn {self.turn}", f"step {self.step}".rstrip()]
        lines += self._unit_lines()
        lines += [" ".join(("hex", hex_id, *marks)) for hex_id, marks in sorted(self.hexes.items())]
        lines += [" ".join(("side", str(side), *marks)) for side, marks in sorted(self.sides.items())]
        lines += [f"note {key} {value}" for key, value in sorted(self.notes.items())]
        return "\n".join(lines) + "\n"

    def _unit_lines(self) -> Iterable[str]:
        """The lines of the units, in the order of their names; most are as they were in an earlier position."""
        units, rows = self.units, self._rows[0] if self._rows else Rows({}, {})
        if rows.lines.keys() == units.keys():
            known = rows.units
            changed = {unit: state for unit, state in units.items() if known[unit] is not state}
            lines = {**rows.lines, **{unit: _unit_line(unit, state) for unit, state in changed.items()}}
        else:
            lines = {unit: _unit_line(unit, units[unit]) for unit in sorted(units)}
        self._rows[:] = [Rows(units, lines)]
        return lines.values()

    def comes_after(self, before: Position) -> None:
        """Most units are as they were before: their lines need not be written again."""
        self._rows[:] = before._rows

    def keep_derived(self, scenario: object, kept: dict[Any, Any]) -> None:
        """Keep what a board of this scenario has derived, for the next board."""
        self._derived[:] = [scenario, kept]

    def is_of(self, scenario: object) -> bool:
        """Whether a board of this very scenario has made the position: its units are in the manifest's order then."""
        return bool(self._derived) and self._derived[0] is scenario

    def derived_for(self, scenario: object) -> dict[Any, Any]:
        """What was derived for this very scenario; nothing for any other."""
        return self._derived[1] if self.is_of(scenario) else {}

    def showing(self, notes: Mapping[str, str]) -> Position:
        """The same position with other notes. What is derived stays true: notes that it depends on are in its key."""
        shown = replace(self, notes=notes)
        shown._derived[:], shown._rows[:] = self._derived, self._rows
        return shown

    def digest(self) -> str:
        """SHA-256 of the notation."""
        return hashlib.sha256(self.text().encode()).hexdigest()


@dataclass(slots=True)
class _Draft:
    """A position while it is being read."""

    head: dict[str, str] = field(default_factory=dict)
    units: dict[UnitId, UnitState] = field(default_factory=dict)
    hexes: dict[HexId, tuple[str, ...]] = field(default_factory=dict)
    sides: dict[Hexside, tuple[str, ...]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)


def read_position(text: str) -> Position:
    """The position that a notation describes; `read_position(p.text()) == p`."""
    draft = _Draft()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and not words[0].startswith("#") and not _take(draft, words):
            advice = _advice(draft, words) or "see docs/cases.md, the notation of positions"
            why = "this line of the position cannot be read"
            raise Unreadable(why, found=line.strip(), wanted=_WANTED, advice=advice, spot=Spot(number, line))
    head = draft.head
    return Position(
        head.get("position", ""), int(head.get("turn", "1")), head.get("step", ""),
        draft.units, draft.hexes, draft.notes, draft.sides,
    )  # fmt: skip


def _take(draft: _Draft, words: list[str]) -> bool:
    """Take the words of a line in; whether they are one, and say nothing twice."""
    match words:
        case ["unit", unit, place, steps, *marks] if steps.isdecimal() and unit not in draft.units:
            draft.units[UnitId(unit)] = UnitState(place, int(steps), tuple(sorted(marks)))
        case ["hex", number, _, *_] if number not in draft.hexes:
            draft.hexes[HexId(number)] = tuple(sorted(words[2:]))
        case ["side", both, _, *_] if (side := read_hexside(both)) and side not in draft.sides:
            draft.sides[side] = tuple(sorted(words[2:]))
        case ["note", key, value] if key not in draft.notes:
            draft.notes[key] = value
        case ["position" | "step", *name] if len(name) <= 1 and words[0] not in draft.head:
            draft.head[words[0]] = "".join(name)
        case ["turn", number] if number.isdecimal() and "turn" not in draft.head:
            draft.head["turn"] = number
        case _:
            return False
    return True


def _advice(draft: _Draft, words: list[str]) -> str:
    """What to do about a line that says something a second time, or a hexside that is none."""
    word, what = words[0], words[1] if len(words) > 1 else ""
    side = read_hexside(what) if word == "side" else None
    if word == "side" and side is None:
        return "a hexside is written as its two hexes: side 2418/2518 bridge=blown"
    known: dict[str, list[Any]] = {"unit": list(draft.units), "hex": list(draft.hexes), "note": list(draft.notes)}
    if side in draft.sides or what in known.get(word, []) or (word in draft.head and len(words) <= 2):
        return "a line above says it already: keep one of the two"
    return ""


def mark_value(marks: tuple[str, ...], name: str) -> str:
    """The value of the mark `name=value`; the empty text where there is no such mark."""
    start = name + "="
    for mark in marks:
        if mark.startswith(start):
            return mark[len(start) :]
    return ""


def with_mark(marks: tuple[str, ...], mark: str) -> tuple[str, ...]:
    """The marks with this one, in place of one of the same name."""
    kept = without_mark(marks, mark.partition("=")[0])
    return tuple(sorted((*kept, mark))) if kept else (mark,)


def without_mark(marks: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The marks without the one of this name, whatever its value."""
    return tuple([mark for mark in marks if mark.partition("=")[0] != name])
