"""The kinds of entries, one file for each. Replay, history, turn files and the tests go through this table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.desk.record.body import Body, WithFile
from pbem.desk.record.kinds.contributed import CONTRIBUTED
from pbem.desk.record.kinds.dates import EXTENDED, MISSED
from pbem.desk.record.kinds.handed import HANDED
from pbem.desk.record.kinds.joined import JOINED
from pbem.desk.record.kinds.kind import Kind, Moment
from pbem.desk.record.kinds.opened import OPENED
from pbem.desk.record.kinds.promised import PROMISED
from pbem.desk.record.kinds.proposed import CONSENTED, DECLINED, PROPOSED
from pbem.desk.record.kinds.run import ASKED, PLAYED
from pbem.desk.record.kinds.sealed import SEALED
from pbem.desk.record.kinds.shown import DISCLOSED, SHOWN
from pbem.desk.record.kinds.submitted import SUBMITTED
from pbem.desk.record.kinds.taken_back import AMENDED, UNDONE
from pbem.desk.record.kinds.upgraded import OFFERED, UPGRADED
from pbem.desk.record.typed import read, written
from pbem.errors import BadRecord
from pbem.store.entry import Draft, Entry

_ALL: tuple[Kind[Any], ...] = (
    OPENED, SUBMITTED, SEALED, ASKED, PLAYED, CONTRIBUTED, JOINED, HANDED, PROMISED, SHOWN, DISCLOSED, EXTENDED,
    MISSED, UNDONE, AMENDED, PROPOSED, CONSENTED, DECLINED, OFFERED, UPGRADED,
)  # fmt: skip
KINDS = {kind.name: kind for kind in _ALL}
_OF_BODY = {kind.body: kind for kind in _ALL}


def kind_of(entry: Entry) -> Kind[Any]:
    """The kind of an entry."""
    if entry.kind not in KINDS:
        raise BadRecord(f"an entry of the unknown kind {entry.kind!r}")
    return KINDS[entry.kind]


def body_of(entry: Entry) -> Body:
    """What an entry says; one that says too much, too little or nonsense is a `BadRecord`."""
    try:
        values = entry.values()
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
    return Draft(_OF_BODY[type(body)].name, written(body))


def fold(moment: Moment, body: Body) -> None:
    """What an entry changes."""
    _OF_BODY[type(body)].fold(moment, body)
