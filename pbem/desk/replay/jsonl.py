"""The record as a text file: one entry to a line, each a canonical JSON object. What is read is never mended."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pbem.errors import BadRecord
from pbem.kernel.facts import canonical
from pbem.store.entry import Entry

_KEYS = ["body", "hash", "kind", "prev", "seq"]
MOST_ENTRIES = 200_000


def record_bytes(entries: Iterable[Entry]) -> bytes:
    """The entries as the lines of `record.jsonl`."""
    return "".join(_line(entry) for entry in entries).encode()


def _line(entry: Entry) -> str:
    values = {**entry._asdict(), "body": entry.values()}
    return canonical(values) + "\n"


def entries_from(data: bytes) -> list[Entry]:
    """The entries of `record.jsonl`; a line that is not exactly as we write it is refused with its number."""
    lines = data.split(b"\n")
    if lines.pop() != b"":
        raise BadRecord("the last line of the record has no end: the file was cut short, or something was added")
    if len(lines) > MOST_ENTRIES:
        raise BadRecord(f"the record has {len(lines):,} lines; no campaign has more than {MOST_ENTRIES:,} entries")
    return [_entry(line, number) for number, line in enumerate(lines, 1)]


def _entry(line: bytes, number: int) -> Entry:
    try:
        values = json.loads(line.decode())
        is_ours = isinstance(values, dict) and sorted(values) == _KEYS and _has_kinds(values)
        body = canonical(values["body"]) if is_ours else ""
        if is_ours and (canonical(values)).encode() == line:
            return Entry(values["seq"], values["kind"], body, values["prev"], values["hash"])
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"line {number} of the record cannot be read: {_brief(error)}") from error
    raise BadRecord(f"line {number} of the record is not an entry in canonical form")


def _has_kinds(values: dict[str, Any]) -> bool:
    texts = all(isinstance(values[key], str) for key in ("kind", "prev", "hash"))
    return texts and type(values["seq"]) is int and isinstance(values["body"], dict)


def _brief(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it is not UTF-8 text"
    return str(error)[:120]
