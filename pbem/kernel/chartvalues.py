"""Whether charts of somebody's own could be played with: the rules look values up by name and by place.

Each value is compared with those that our charts have in the same column: the same key of a table, of all tables of a
group (`[terrain.clear]`) or of all rows of a list (`[[event]]`). What a game demands beyond that it says itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from pbem.values import NamedTuple, dataclass, field
from pbem.values.patterns import pattern

Table = Mapping[str, Any]
_HEX = pattern(r"\d{4}", re.ASCII)
MOST = 99  # of a number where ours are no greater
NAMES = ("rule", "effect", "name")  # of a row: by them the rules find it
FREE = ("source", "months", "per")  # words for people: no rule looks at them


class Misfit(NamedTuple):
    """What does not fit, and where."""

    key: str  # such as `supply.range.CP`
    why: str
    found: str
    wanted: str


def nothing_more(charts: Table) -> Iterable[Misfit]:
    """A game that demands nothing else of its charts."""
    return ()


@dataclass(frozen=True, slots=True)
class Demands:
    """What a game wants of charts beyond the shape of its own."""

    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # by column, `option.retreat`: least and most
    also: Callable[[Table], Iterable[Misfit]] = nothing_more  # of all charts together, once each value is sound


class Known(NamedTuple):
    """With what charts are compared: the game's own ones, its demands, and what map and manifest have."""

    charts: Table
    demands: Demands
    hexes: Collection[str]
    units: Collection[str]


class _Column(NamedTuple):
    """All that our charts have under one key of a table, a group or a list of rows."""

    name: str
    values: tuple[Any, ...]
    span: tuple[int, int]  # the least and the greatest number in it
    known: Known

    @property
    def words(self) -> list[str]:
        """Our words in it."""
        return [value for value in self.values if isinstance(value, str)]

    def has_hexes(self) -> bool:
        """Whether our words in it are hexes; those of our map, which a case may have exchanged."""
        return bool(self.words) and all(word in self.known.hexes or _HEX.fullmatch(word) for word in self.words)

    def has_units(self) -> bool:
        """Whether our words in it are counters."""
        return bool(self.words) and all(word in self.known.units for word in self.words)


def misfits(own: Table, known: Known) -> Iterator[Misfit]:
    """Each part of charts that could not be played with; tables that are as ours, or that ours do not have, pass."""
    for name, value in own.items():
        ours = known.charts.get(name, value)
        if ours == value:
            continue
        columns = {key: _column(f"{name}.{key}", found, known) for key, found in _columns(ours).items()}
        yield from _of(name, value, ours, columns, None)


def _columns(ours: Any) -> dict[str, list[Any]]:
    """The values of a table by their key; of a group and of a list of rows those of all of its tables together."""
    tables = ours if is_rows(ours) else list(ours.values()) if is_group(ours) else [ours]
    found: dict[str, list[Any]] = {}
    for table in tables:
        for key, value in table.items() if isinstance(table, Mapping) else [("", table)]:
            found.setdefault(key, []).extend(_plain(value))
    return found


def _plain(value: Any) -> Iterator[Any]:
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else None
    if parts is None:
        yield value
    else:
        for part in parts:
            yield from _plain(part)


def _column(name: str, values: list[Any], known: Known) -> _Column:
    numbers = [value for value in values if isinstance(value, int)]
    least = -MOST if any(number < 0 for number in numbers) else 0
    most = max([MOST, *(10 * number for number in numbers if number > MOST)])
    return _Column(name, tuple(values), known.demands.spans.get(name, (least, most)), known)


# -- one value beside ours ------------------------------------------------------------------------------------


def _of(key: str, value: Any, ours: Any, columns: Mapping[str, _Column], column: _Column | None) -> Iterator[Misfit]:
    if _is_same(value, ours):
        return
    if isinstance(ours, Mapping):
        yield from _of_table(key, value, ours, columns, column)
    elif is_rows(ours):
        yield from _of_rows(key, value, ours, columns)
    elif isinstance(ours, list):
        yield from _of_list(key, value, ours, columns, column)
    else:
        yield from _of_plain(key, value, (ours,), column or columns[""])


def _of_table(
    key: str, value: Any, ours: Table, columns: Mapping[str, _Column], column: _Column | None
) -> Iterator[Misfit]:
    if not isinstance(value, Mapping):
        yield Misfit(key, "it is no table", _shown(value), ", ".join(ours))
        return
    yield from _missing(key, value, [part for part in ours if part != "source"])
    for part, one in value.items():
        inside = column or (None if is_group(ours) else columns.get(part))
        if part in ours:
            yield from _of(f"{key}.{part}", one, ours[part], columns, inside)
        elif inside is not None:
            yield from _of_stranger(f"{key}.{part}", one, inside)
        elif part != "source":
            yield Misfit(f"{key}.{part}", "no rule reads it", part, ", ".join(columns if not column else ours))


def _missing(key: str, value: Table, wanted: Iterable[str]) -> Iterator[Misfit]:
    for part in wanted:
        if part not in value:
            yield Misfit(key, f"{part} is missing", ", ".join(value), part)


def _of_list(
    key: str, value: Any, ours: list[Any], columns: Mapping[str, _Column], column: _Column | None
) -> Iterator[Misfit]:
    if not isinstance(value, list) or len(value) < len(ours):
        found = f"{len(value)} of them" if isinstance(value, list) else _shown(value)
        yield Misfit(key, "it has fewer values than ours", found, f"at least {len(ours)}, as {str(ours)[:60]}")
        return
    column = column or columns[""]
    for number, one in enumerate(value):
        inner = f"{key}[{number}]"
        if number < len(ours) and _is_same(one, ours[number]):
            continue
        if ours and isinstance(ours[min(number, len(ours) - 1)], list):
            yield from _of_list(inner, one, ours[min(number, len(ours) - 1)], columns, column)
        else:
            yield from _of_plain(inner, one, column.values or (one,), column, in_list=True)


def _of_rows(key: str, value: Any, ours: list[Table], columns: Mapping[str, _Column]) -> Iterator[Misfit]:
    if not is_rows(value) or len(value) < len(ours):
        found = f"{len(value)} rows" if isinstance(value, list) else _shown(value)
        yield Misfit(key, "it has fewer rows than ours", found, f"at least {len(ours)} rows")
        return
    always = [part for part in ours[0] if part != "source" and all(part in row for row in ours)]
    for number, row in enumerate(value, 1):
        missing = [part for part in always if part not in row]
        if missing:
            yield Misfit(key, f"row {number} is not complete", ", ".join(row), f"add {', '.join(missing)}")
        like = next((one for one in ours if "id" in one and one["id"] == row.get("id")), {})
        for part in NAMES:
            if part in like and row.get(part, like[part]) != like[part]:
                why = f"the rules find this row by its {part}"
                yield Misfit(f"{key}[{number}].{part}", why, _shown(row[part]), _shown(like[part]))
        yield from _of_table(f"{key}[{number}]", row, like, columns, None)
    gone = [str(row["id"]) for row in ours if "id" in row and row["id"] not in [one.get("id") for one in value]]
    if gone:
        yield Misfit(key, "rows of ours are gone", f"{len(value)} rows", f"also {', '.join(gone)}")


def _of_stranger(key: str, value: Any, column: _Column) -> Iterator[Misfit]:
    """A value that ours do not have in this very table, but in others of the same sort."""
    parts = list(_plain(value)) if isinstance(value, (list, Mapping)) else [value]
    for part in parts:
        yield from _of_plain(key, part, column.values, column, in_list=isinstance(value, list))


def _of_plain(key: str, value: Any, like: tuple[Any, ...], column: _Column, in_list: bool = False) -> Iterator[Misfit]:
    if type(value) not in [type(one) for one in like]:
        wanted = f"such as {like[0]!r}" if like else "a number or a word"
        yield Misfit(key, "it is of another kind than ours", _shown(value), wanted)
    elif isinstance(value, int):
        yield from _of_number(key, value, column)
    elif isinstance(value, str):
        yield from _of_word(key, value, column, in_list)


def _of_number(key: str, value: int, column: _Column) -> Iterator[Misfit]:
    least, most = column.span
    if not least <= value <= most:
        why = "the number is too small" if value < least else "the number is too great"
        yield Misfit(key, why, _shown(value), f"{least} to {most}")


def _of_word(key: str, value: str, column: _Column, in_list: bool) -> Iterator[Misfit]:
    if column.name.rpartition(".")[2] in FREE:
        return
    known = column.known
    if column.has_hexes():
        if value not in known.hexes:
            yield Misfit(key, "it is not on the map", _shown(value), "a hex of the map")
    elif column.has_units():
        if value not in known.units:
            yield Misfit(key, "it is not in the manifest", _shown(value), "a counter of the manifest")
    # Lists say to whom or where something applies: any word that the charts know.
    elif value not in column.words and not (in_list and value in list(_plain(known.charts))):
        here = ", ".join(repr(word) for word in sorted(set(column.words)))
        yield Misfit(key, "no rule knows this word", _shown(value), here[:200])


# -- shapes ---------------------------------------------------------------------------------------------------


def is_rows(value: Any) -> bool:
    """Whether it is a list of tables, `[[event]]`."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def is_group(value: Any) -> bool:
    """Whether a table only holds tables ([terrain.clear], [terrain.city]); these are replaced one by one."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(part, Mapping) for part in value.values())


def _is_same(value: Any, ours: Any) -> bool:
    return type(value) is type(ours) and bool(value == ours)  # True is not 1


def _shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) > 10**40:
        return "a huge number"  # one of thousands of digits cannot even be written
    return repr(value)[:60] if isinstance(value, str) else str(value)[:60]
