"""The record in words: one line for each entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.desk.record.campaign import campaign_from
from pbem.desk.record.eyes import ALL, eyes_of, sealed_eyes
from pbem.desk.record.kinds import KINDS, body_of
from pbem.desk.record.kinds.kind import Sides
from pbem.desk.record.kinds.submitted import SUBMITTED
from pbem.desk.replay.load import load
from pbem.errors import BadRecord
from pbem.store.entry import Entry, Reads
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry of the record in words."""

    seq: int
    kind: str
    at: str
    text: str
    hash: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {"seq": self.seq, "kind": self.kind, "at": self.at, "text": self.text, "hash": self.hash}


def history(store: Reads, campaign: str = "", side: str = ALL) -> list[HistoryLine]:
    """The record, one line for each entry; where a game hides units, the questions to a side are for its own eyes."""
    loaded, state = load(store, campaign)
    return lines_of(store.entries(loaded.id), eyes_of(loaded, state, side), sealed=sealed_eyes(loaded, state, side))


def lines_of(entries: Sequence[Entry], eyes: str = ALL, sealed: str = ALL) -> list[HistoryLine]:
    """The entries in words; `sealed` are the eyes for what files bring."""
    sides = {str(side): name for side, name in campaign_from(entries[0].values()).sides.items()}
    return [_line(entry, sides, sealed if entry.kind == SUBMITTED.name else eyes) for entry in entries]


def _line(entry: Entry, sides: Sides, eyes: str) -> HistoryLine:
    """The entry as a person reads it; where a game hides units, what names them is for its side's own eyes."""
    try:
        body = body_of(entry)
        return HistoryLine(entry.seq, entry.kind, body.at, KINDS[entry.kind].words(body, sides, eyes), entry.hash)
    except (BadRecord, LookupError, TypeError, ValueError) as error:
        return HistoryLine(entry.seq, entry.kind, "", f"cannot be read: {error}; `pbem verify` says more", entry.hash)
