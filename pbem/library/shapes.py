"""Whether a table of somebody's own has the shape of the one it replaces: rules look values up by name and by place.

A list may be longer than ours and not shorter, rows keep their ids, and a value is of a kind that ours has there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple


class Misfit(NamedTuple):
    """What does not fit, and where."""

    key: str  # below the table, such as `range.CP`
    why: str
    found: str
    wanted: str


def misfits(key: str, value: Any, ours: Any, kinds: Sequence[type] = ()) -> Iterator[Misfit]:
    """Each part of a value that has another shape than ours; `kinds` are those of the list it stands in."""
    if isinstance(ours, Mapping):
        yield from _of_table(key, value, ours)
    elif _is_rows(ours):
        yield from _of_rows(key, value, ours)
    elif isinstance(ours, list):
        yield from _of_list(key, value, ours)
    elif type(value) not in (type(ours), *kinds):
        yield Misfit(key, "it is of another kind than ours", str(value)[:60], f"such as {ours!r}")


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _plain_kinds(values: Sequence[Any]) -> list[type]:
    return [type(value) for value in values if isinstance(value, (str, int, float))]


def _of_table(key: str, value: Any, ours: Mapping[str, Any]) -> Iterator[Misfit]:
    if not isinstance(value, Mapping):
        yield Misfit(key, "it is no table", str(value)[:60], ", ".join(ours))
        return
    for part, one in ours.items():
        if part != "source":
            inner = f"{key}.{part}" if key else part
            if part not in value:
                yield Misfit(key, f"{part} is missing", ", ".join(value), ", ".join(ours))
            else:
                yield from misfits(inner, value[part], one)


def _of_list(key: str, value: Any, ours: list[Any]) -> Iterator[Misfit]:
    if not isinstance(value, list) or len(value) < len(ours):
        found = f"{len(value)} of them" if isinstance(value, list) else str(value)[:60]
        yield Misfit(key, "it has fewer values than ours", found, f"at least {len(ours)}, as {str(ours)[:60]}")
        return
    for number, one in enumerate(value):
        like = ours[number] if number < len(ours) else ours[-1] if ours else one
        yield from misfits(f"{key}[{number}]", one, like, _plain_kinds(ours))


def _of_rows(key: str, value: Any, ours: list[Mapping[str, Any]]) -> Iterator[Misfit]:
    if not _is_rows(value) or len(value) < len(ours):
        found = f"{len(value)} rows" if isinstance(value, list) else str(value)[:60]
        yield Misfit(key, "it has fewer rows than ours", found, f"at least {len(ours)} rows")
        return
    always = [part for part in ours[0] if part != "source" and all(part in row for row in ours)]
    for number, row in enumerate(value, 1):
        missing = [part for part in always if part not in row]
        if missing:
            yield Misfit(key, f"row {number} is not complete", ", ".join(row), f"add {', '.join(missing)}")
    gone = [str(row["id"]) for row in ours if "id" in row and row["id"] not in [one.get("id") for one in value]]
    if gone:
        yield Misfit(key, "rows of ours are gone", f"{len(value)} rows", f"also {', '.join(gone)}")
