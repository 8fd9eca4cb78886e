"""The leaf as a value, and as a file: one line that names its form and its hash, then packed JSON.

A leaf is made for one player. He may read all of it with any tool: what he may not know is not in it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pbem.desk.record.debts import Owed
from pbem.desk.record.typed import read, written
from pbem.errors import BadRecord, UsageError
from pbem.kernel.facts import canonical
from pbem.values import NamedTuple

SUFFIX = ".pbem"
LARGEST = 4_000_000  # bytes of one that is unpacked; the largest that is made has a few thousand
_MARK = b"pbem-leaf/1 "


class Leaf(NamedTuple):
    """What a player may know. `first` and `state` are what a store would hold, as far as he may see it."""

    program: str  # that made it: `pbem 0.3.0`
    who: str  # a side, or the seat of a player who shares one
    seq: int  # the end of the record
    head: str
    at: str  # when that was written
    turn: int
    first: Mapping[str, Any]  # the first entry, without the texts that the program ships
    state: Mapping[str, Any]
    owed: tuple[Owed, ...]  # who owes what, and by when; questions are his own
    lines: Mapping[str, str] = MappingProxyType({})  # his secret lines by their hash, where two stores keep the record

    @property
    def name(self) -> str:
        """A name for files: `isonzo-t3-CP.pbem`."""
        return f"{self.first['name']}-t{self.turn}-{self.who}{SUFFIX}"


def packed(leaf: Leaf) -> bytes:
    """The leaf as a file; the same leaf gives the same bytes."""
    body = zlib.compress(canonical(written(leaf)).encode(), 9)
    return _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def unpacked(data: bytes) -> Leaf:
    """The leaf in a file; whatever else the file holds is refused with what to do."""
    head, _, body = data.partition(b"\n")
    if not head.startswith(_MARK[:10]):
        raise UsageError(
            f"this is no position of pbem: take the file that ends with {SUFFIX} from the judge's last mail"
        )
    if not head.startswith(_MARK):
        raise UsageError("this position was made by another release of pbem: ask the judge for a page of that release")
    if hashlib.sha256(body).hexdigest().encode() != head[len(_MARK) :].strip():
        raise UsageError("the position was damaged on its way: save it once more from the mail, or ask for it again")
    try:
        text = zlib.decompressobj().decompress(body, LARGEST)
        return read(Leaf, json.loads(text))
    except (zlib.error, ValueError, RecursionError, BadRecord) as error:
        raise UsageError(f"the position cannot be read ({error}): ask the judge for it again") from error
