"""The kinds of entries, one file for each. Replay, history, turn files and the tests go through this table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from pbem.desk.record.body import Body, WithFile
from pbem.desk.record.kinds.kind import Kind, Moment
from pbem.desk.record.typed import read, written
from pbem.errors import BadRecord
from pbem.store.entry import Draft, Entry

# Every kind with the file that holds it, which is imported when such an entry comes up: few commands meet them all.
_FILES = {
    "opened": "opened",
    "submitted": "submitted",
    "sealed": "sealed",
    "asked": "run",
    "played": "run",
    "contributed": "contributed",
    "joined": "joined",
    "seated": "seated",
    "allowed": "allowed",
    "handed": "handed",
    "promised": "promised",
    "shown": "shown",
    "disclosed": "shown",
    "extended": "dates",
    "missed": "dates",
    "undone": "taken_back",
    "amended": "taken_back",
    "proposed": "proposed",
    "consented": "proposed",
    "declined": "proposed",
    "offered": "upgraded",
    "upgraded": "upgraded",
}


class _Kinds(Mapping[str, Kind[Any]]):
    """The kinds by their names."""

    def __init__(self) -> None:
        self._met: dict[str, Kind[Any]] = {}

    def __getitem__(self, name: str) -> Kind[Any]:
        if name not in self._met:
            self._met[name] = getattr(import_module(f"{__name__}.{_FILES[name]}"), name.upper())
        return self._met[name]

    def __contains__(self, name: object) -> bool:
        return name in _FILES

    def __iter__(self) -> Iterator[str]:
        return iter(_FILES)

    def __len__(self) -> int:
        return len(_FILES)


KINDS = _Kinds()


@cache
def _by_body() -> Mapping[type[Body], Kind[Any]]:
    return {kind.body: kind for kind in KINDS.values()}


def kind_of(entry: Entry) -> Kind[Any]:
    """The kind of an entry."""
    if entry.kind not in KINDS:
        raise BadRecord(f"an entry of the unknown kind {entry.kind!r}")
    return KINDS[entry.kind]


def body_of(entry: Entry) -> Body:
    """What an entry says; one that says too much, too little or nonsense is a `BadRecord`."""
    try:
        values = entry.shared()
    except (ValueError, RecursionError) as error:
        raise BadRecord("its text cannot be read") from error
    found: Body = read(kind_of(entry).body, values)
    return found


def file_in(entry: Entry) -> WithFile | None:
    """What an entry says that brings a file of a player; nothing of one that brings none."""
    if not issubclass(kind_of(entry).body, WithFile):
        return None
    body = body_of(entry)
    return body if isinstance(body, WithFile) else None


def kept_in(entries: Iterable[Entry]) -> list[str]:
    """The hashes of the files as received that these entries name and that are kept."""
    found = (file_in(entry) for entry in entries)
    return [body.sha256 for body in found if body and body.is_kept]


def draft_of(body: Body) -> Draft:
    """The entry that is to say this."""
    return Draft(_by_body()[type(body)].name, written(body))


def fold(moment: Moment, body: Body) -> None:
    """What an entry changes."""
    _by_body()[type(body)].fold(moment, body)
