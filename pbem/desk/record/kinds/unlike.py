"""Where an entry and what the replay gives in its place differ, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.desk.record.body import Body
from pbem.desk.record.typed import written

_ONLY_RECORDED = ("at",)  # whose clock it was no replay can tell


def unlike(recorded: Body, expected: Body) -> Iterator[str]:
    """Each field that the record has otherwise."""
    if recorded == expected:
        return
    old, new = written(recorded), written(expected)
    for key in {**new, **old}:
        if key not in _ONLY_RECORDED and old.get(key) != new.get(key):
            yield from _field(key, old.get(key), new.get(key))


def _field(key: str, recorded: Any, expected: Any) -> Iterator[str]:
    if key == "pages" and isinstance(recorded, list) and isinstance(expected, list):
        for number, (old, new) in enumerate(zip(recorded, expected, strict=False), 1):
            if old != new:
                yield f"page {number} of the journal says {old}, but rules and dice give {new}"
        if len(recorded) != len(expected):
            yield f"the journal has {len(recorded)} pages, but rules and dice give {len(expected)}"
        return
    if key == "facts" and isinstance(recorded, list) and isinstance(expected, list):
        number = next((n for n, (old, new) in enumerate(zip(recorded, expected, strict=False)) if old != new), -1)
        if number < 0:
            yield f"the record has {len(recorded)} facts, but the replay gives {len(expected)}"
        else:
            old, new = recorded[number], expected[number]
            yield f"fact {number + 1} is recorded as {_short(old)}, but the replay gives {_short(new)}"
        return
    yield f"`{key}` is recorded as {_short(recorded)}, but the replay gives {_short(expected)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."
