"""A step under way: what each side had on the table when it was sealed, and what it has answered since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

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

    orders: Lines = ()
    standing: Lines = ()
    seq: int = 0  # the entry that brought the orders; 0 if there were none
    filed: Mapping[str, Lines] = {}  # orders for other steps that the rules may call up, by step

    def as_json(self) -> dict[str, Any]:
        """The plain values, for the record."""
        filed = {step: list(lines) for step, lines in self.filed.items()}
        known = {"orders": list(self.orders), "standing": list(self.standing), "sent": self.seq}
        return {**known, "filed": filed} if filed else known


def used_from_json(values: Row) -> Used:
    """What `as_json` wrote."""
    filed = {step: tuple(lines) for step, lines in values.get("filed", {}).items()}
    return Used(tuple(values["orders"]), tuple(values["standing"]), values["sent"], filed)


class Reply(NamedTuple):
    """What a side sent after being asked: the options of an `answer`, or the orders of an instalment (`more`)."""

    side: str
    kind: str
    values: Lines


Replies = Mapping[str, Reply]  # by the key of the question


def replies_json(replies: Replies) -> dict[str, Any]:
    """Replies as plain values."""
    return {key: [reply.side, reply.kind, list(reply.values)] for key, reply in replies.items()}


def replies_from_json(values: Row) -> dict[str, Reply]:
    """What `replies_json` wrote."""
    return {key: Reply(side, kind, tuple(chosen)) for key, (side, kind, chosen) in values.items()}


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
    secrets: Row = {}  # what made the seeds of its epochs so far, as the record keeps it
    settled: Kept = {}  # its rolls and answers; known only while the record is read from its start
    called: tuple[tuple[str, str], ...] = ()  # filed orders that it has called up, by side and step

    @property
    def is_sealed(self) -> bool:
        """Whether all that was asked for is in and fixed, so that only dice can be missing."""
        return not self.questions

    def as_json(self) -> dict[str, Any]:
        """The plain values, for the snapshot."""
        return {
            "turn": self.turn,
            "step": self.step,
            "first_epoch": self.first_epoch,
            "inputs": {str(epoch): digest for epoch, digest in self.inputs.items()},
            "orders": {side: used.as_json() for side, used in self.orders.items()},
            "late": replies_json(self.late),
            "fresh": replies_json(self.fresh),
            "pages": list(self.pages),
            "questions": list(self.questions),
            "secrets": dict(self.secrets),
            "called": [list(pair) for pair in self.called],
        }


def open_from_json(values: Row) -> Open:
    """What `as_json` wrote."""
    return Open(
        values["turn"],
        values["step"],
        values["first_epoch"],
        {int(epoch): digest for epoch, digest in values["inputs"].items()},
        {side: used_from_json(used) for side, used in values["orders"].items()},
        replies_from_json(values["late"]),
        replies_from_json(values["fresh"]),
        tuple(values["pages"]),
        tuple(values["questions"]),
        values["secrets"],
        called=tuple((side, step) for side, step in values["called"]),
    )
