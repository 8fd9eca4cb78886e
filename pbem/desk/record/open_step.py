"""A step under way: what each side had on the table when it was sealed, and what it has answered since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.desk.record.plain import plain
from pbem.kernel.rolls import Kept

Lines = tuple[str, ...]
Row = Mapping[str, Any]


class Sent(NamedTuple):
    """Orders that a side has sent for a step: the turn, the canonical lines, and the entry that brought them."""

    turn: int
    lines: Lines
    seq: int


class Used(NamedTuple):
    """What one side had on the table when a step was sealed."""

    orders: Lines
    standing: Lines
    sent: int  # the entry that brought the orders; 0 if there were none
    filed: Mapping[str, Lines] = {}  # orders for other steps that the rules may call up, by step


NOTHING = Used((), (), 0)


class Reply(NamedTuple):
    """What a side sent after being asked: the options of an `answer`, or the orders of an instalment (`more`)."""

    side: str
    kind: str
    values: Lines


Replies = Mapping[str, Reply]  # by the key of the question
Parts = Mapping[str, Any]  # what makes the seed of an epoch: a link by party, the beacon's round under `drand`


class Open(NamedTuple):
    """A step that is sealed and not yet complete: it waits for answers."""

    turn: int
    step: str
    first_epoch: int
    inputs: Mapping[int, str]  # the digest of the sealed inputs, by epoch
    orders: Mapping[str, Used]
    late: Replies  # used already
    fresh: Replies  # come in since
    pages: tuple[Any, ...] = ()
    questions: tuple[Row, ...] = ()
    secrets: Mapping[int, Parts] = {}  # what made the seeds of its epochs so far
    settled: Kept = {}  # its rolls and answers; known only while the record is read from its start
    called: tuple[tuple[str, str], ...] = ()  # filed orders that it has called up, by side and step
    salt: str = ""  # what opens the seal of the coming epoch

    @property
    def is_sealed(self) -> bool:
        """Whether all that was asked for is in and fixed, so that only dice can be missing."""
        return not self.questions

    def as_json(self) -> dict[str, Any]:
        """The plain values, for the snapshot."""
        found: dict[str, Any] = plain(self._replace(settled={}))
        return found
