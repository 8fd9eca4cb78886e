"""The manifest: one line for each counter, `ID SIZE FIGURES TYPE [tags] [key=value] SET-UP ; source  # comment`.

The words in their places are the same in every game; what figures and sizes mean is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pbem.errors import Spot, Unreadable
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text.mail import Line


@dataclass(frozen=True, slots=True)
class Form:
    """How the counters of a game are written."""

    types: tuple[str, ...]
    set_up_words: tuple[str, ...]  # with which a set-up begins
    wanted: str  # the form in words, with an example
    file: str  # where it can be seen
    no_units: tuple[str, ...] = ()  # types of counters that are passed over: what they show stands in the position


class Row(NamedTuple):
    """A line of the manifest, taken apart."""

    line: Line
    form: Form
    name: str
    size: str
    figures: str
    type: str
    tags: tuple[str, ...]
    values: dict[str, str]
    set_up: str
    source: str

    def fault(self, why: str, found: str, wanted: str) -> Unreadable:
        """A refusal that shows the line."""
        return _fault(self.line, self.form, why, found, wanted)


def read_rows(text: str, form: Form, read_unit: Callable[[str, int], Unit]) -> dict[UnitId, Unit]:
    """All counters of a manifest, in its order."""
    units: dict[UnitId, Unit] = {}
    for number, row in enumerate(text.splitlines(), 1):
        words = row.split("#")[0].split()
        if words and (len(words) < 4 or words[3] not in form.no_units):
            unit = read_unit(row, number)
            units[unit.id] = unit
    return units


def row_of(row: str, number: int, form: Form) -> Row:
    """The line taken apart; its type must be one of the game's."""
    text, _, source = row.split("#")[0].partition(";")
    words = text.split()
    line = Line(number, text.rstrip())
    if len(words) < 4 or words[3] not in form.types:
        raise _fault(line, form, "the counter cannot be read", text.strip(), form.wanted)
    name, size, figures, kind, *rest = words
    return Row(line, form, name, size, figures, kind, *_details(rest, form.set_up_words), source.strip())


def _details(words: list[str], set_up_words: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, str], str]:
    """Tags and `key=value` in any order, then the set-up: `at 1902`, `turn 4 C`."""
    tags: list[str] = []
    values: dict[str, str] = {}
    for index, word in enumerate(words):
        if word in set_up_words:
            return tuple(tags), values, " ".join(words[index:])
        key, equals, value = word.partition("=")
        if equals:
            values[key] = value
        else:
            tags.append(word)
    return tuple(tags), values, ""


def _fault(line: Line, form: Form, why: str, found: str, wanted: str) -> Unreadable:
    spot = Spot(line.number, line.text)
    return Unreadable(why, found=found, wanted=wanted, advice=f"see {form.file}", spot=spot)
