"""The position: the frozen state between steps, with an exact text notation, both ways.

    position gwe
    turn 3
    step cp-movement
    unit GE-5 1902 2 entrained rail=12
    hex 1804 held=CP
    note strike 2

A mark is a word or `word=value`. Words hold no blanks; what a game must write with blanks it percent-quotes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.errors import Spot, Unreadable
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId


class UnitState(NamedTuple):
    """Where a unit is, how many steps it has left, and its markers in alphabetical order."""

    place: str
    steps: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that changes during play. `step` is the step that comes next; empty when there is none."""

    game: str
    turn: int
    step: str
    units: Mapping[UnitId, UnitState] = field(default_factory=dict)
    hexes: Mapping[HexId, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    # Its notation, and what a board has derived from it: no part of the position, only a saving of work.
    _text: list[str] = field(default_factory=list, init=False, compare=False, repr=False)
    _derived: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)

    def text(self) -> str:
        """The notation; the same position always gives the same text."""
        if not self._text:
            self._text.append(self._written())
        return self._text[0]

    def _written(self) -> str:
        lines = [f"position {self.game}".rstrip(), f"turn {self.turn}", f"step {self.step}".rstrip()]
        lines += [
            f"unit {unit} {place} {steps} {' '.join(marks)}" if marks else f"unit {unit} {place} {steps}"
            for unit in sorted(self.units)
            for place, steps, marks in (self.units[unit],)
        ]
        lines += [" ".join(("hex", hex_id, *marks)) for hex_id, marks in sorted(self.hexes.items())]
        lines += [f"note {key} {value}" for key, value in sorted(self.notes.items())]
        return "\n".join(lines) + "\n"

    def keep_derived(self, scenario: object, kept: dict[Any, Any]) -> None:
        """Keep what a board of this scenario has derived, for the next board."""
        self._derived[:] = [scenario, kept]

    def derived_for(self, scenario: object) -> dict[Any, Any]:
        """What was derived for this very scenario; nothing for any other."""
        return self._derived[1] if self._derived and self._derived[0] is scenario else {}

    def digest(self) -> str:
        """SHA-256 of the notation."""
        return hashlib.sha256(self.text().encode()).hexdigest()


def read_position(text: str) -> Position:
    """The position that a notation describes; `read_position(p.text()) == p`."""
    head: dict[str, str] = {}
    units: dict[UnitId, UnitState] = {}
    hexes: dict[HexId, tuple[str, ...]] = {}
    notes: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        spot = Spot(number, line)
        if words[0] == "unit" and len(words) >= 4 and words[3].isdecimal():
            units[UnitId(words[1])] = UnitState(words[2], int(words[3]), tuple(sorted(words[4:])))
        elif words[0] == "hex" and len(words) >= 3:
            hexes[HexId(words[1])] = tuple(sorted(words[2:]))
        elif words[0] == "note" and len(words) == 3:
            notes[words[1]] = words[2]
        elif words[0] in ("position", "step") and len(words) <= 2:
            head[words[0]] = "".join(words[1:])
        elif words[0] == "turn" and len(words) == 2 and words[1].isdecimal():
            head["turn"] = words[1]
        else:
            raise Unreadable(
                "this line of the position cannot be read",
                found=line.strip(),
                wanted="`unit ID PLACE STEPS [marks]`, `hex NUMBER marks`, `note KEY VALUE`, `turn N` or `step NAME`",
                advice="see docs/cases.md, the notation of positions",
                spot=spot,
            )
    return Position(head.get("position", ""), int(head.get("turn", "1")), head.get("step", ""), units, hexes, notes)


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
