"""The verdict on a record: every fault that a replay found, and where."""

from __future__ import annotations

from typing import Any

from pbem.desk.replay.today import Difference
from pbem.library.shipped import Data
from pbem.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the record that does not prove itself."""

    seq: int
    place: str
    what: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {"seq": self.seq, "place": self.place, "what": self.what}

    def __str__(self) -> str:
        return f"entry {self.seq}{f' ({self.place})' if self.place else ''}: {self.what}"


@dataclass(slots=True)
class Verdict:
    """What a replay of the whole record found."""

    campaign: str
    entries: int = 0
    steps: int = 0
    dice: int = 0
    orders: int = 0
    head: str = ""
    secrets: int = 0  # lines that were fixed by a hash and fit it
    closed: list[str] = field(default_factory=list)  # whose secret lines nobody has opened yet
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    older: int = 0  # steps that an older edition of the rules has played
    differs: list[Difference] = field(default_factory=list)  # those of them that today's rules play otherwise
    data: Data | None = None  # as shipped, or what differs
    unchecked: list[str] = field(default_factory=list)  # what this computer could not check, as a library is missing
    parted: list[str] = field(default_factory=list)  # who has been shown another record than this one, in words

    @property
    def is_good(self) -> bool:
        """Whether every part of the record proves itself."""
        return not self.faults

    @property
    def verdict(self) -> str:
        """What was shown: only `replayed` is a proof of the whole record.

        wrong, parted (somebody was shown another record), unchecked (a library for signatures is missing), recorded
        (steps that only an older release can play again are taken from the record), other data (played again, with
        charts that are not those of the program).
        """
        if self.faults or self.parted or self.unchecked:
            return "wrong" if self.faults else "parted" if self.parted else "unchecked"
        return "recorded" if self.differs else "replayed" if self.has_shipped_data else "other data"

    @property
    def has_shipped_data(self) -> bool:
        """Whether the campaign is played with the data that the program ships."""
        return self.data is not None and self.data.is_shipped

    def older_words(self) -> list[str]:
        """How the steps of an older edition compare with today's rules."""
        if not self.older:
            return []
        parted = len({one.place for one in self.differs})
        same = "all of them" if not parted else f"{self.older - parted} of them"
        count = "1 step was" if self.older == 1 else f"{self.older} steps were"
        return [f"{count} played by an older edition of the rules; today's rules give the same in {same}"]

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "verdict": self.verdict,
            "good": self.is_good,
            "entries": self.entries,
            "steps": self.steps,
            "dice": self.dice,
            "orders": self.orders,
            "head": self.head,
            "faults": [fault.as_json() for fault in self.faults],
            "secrets": self.secrets,
            "data": self.data.as_json() if self.data else None,
            "older": self.older,
            "differs": [one.as_json() for one in self.differs],
            "notes": [*self.notes, *self.older_words(), *self.closed, *self.unchecked],
            "checked": not self.unchecked,
            "parted": list(self.parted),
        }
