"""A step under way: what each side had on the table when it was sealed, and what it has answered since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.record.typed import written
from pbem.kernel.rolls import Kept
from pbem.values import NamedTuple

Lines = tuple[str, ...]
SHOW = "show"  # the kind of a reply that opens a secret
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
    """What a side sent after being asked: the options of an `answer`, further orders (`more`), a secret (`show`)."""

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
    shown: Mapping[str, tuple[str, str]] = {}  # secrets that were opened in it, by key: whose, and which hash or none
    ahead: Mapping[str, Mapping[str, Sent]] = {}  # orders for later steps that are fixed with it, by sender and step
    before: tuple[str, ...] = ()  # steps that were played with the dice of the same epoch, by their labels
    salt: str = ""  # of the inputs of the coming epoch
    sealed_before: str = ""  # the digest of the inputs that were sealed before the step

    @property
    def is_sealed(self) -> bool:
        """Whether all that was asked for is in and fixed, so that only dice can be missing."""
        return not self.questions

    @property
    def has_dice(self) -> bool:
        """Whether the dice of its epoch are known already, from a step before that was sealed together with it."""
        return bool(self.inputs) and max(self.inputs) in self.secrets

    @property
    def place(self) -> str:
        """Under which name its dice are cast: t3/corps, and t3/corps#2 where it comes again in the same epoch."""
        name = f"t{self.turn}/{self.step}"
        times = self.before.count(name)
        return f"{name}#{times + 1}" if times else name

    def as_json(self) -> dict[str, Any]:
        """The plain values, for the snapshot."""
        found: dict[str, Any] = written(self._replace(settled={}))
        return found
