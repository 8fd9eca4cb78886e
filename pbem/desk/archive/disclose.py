"""What of a running campaign may be shown: the record up to the last step before which no file is still secret."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.body import Body
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.proposed import Proposed
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.kinds.taken_back import Undone
from pbem.desk.record.state import State
from pbem.store.entry import Entry
from pbem.values import NamedTuple


class Shown(NamedTuple):
    """How much of a record may be shown: so many entries; `held` is the file that must stay secret, 0 if none."""

    entries: int
    held: int = 0


def shown_of(entries: Sequence[Entry], state: State) -> Shown:
    """The entries up to the last played step, but none after a file whose orders are not all played yet.

    The state is that after the entries. A record cannot leave single entries out: their hashes are chained.
    """
    noted = [body_of(entry) for entry in entries]
    secret = [number for number in range(len(noted)) if not _is_settled(noted, number, state)]
    first = secret[0] if secret else len(noted)
    last = max((number for number, body in enumerate(noted[:first], 1) if isinstance(body, StepPlayed)), default=1)
    while last < first and isinstance(noted[last], Undone):  # says nothing but that a step was taken back
        last += 1
    is_cut_by_it = any(isinstance(body, StepPlayed) for body in noted[first:])
    return Shown(last, entries[first].seq if is_cut_by_it else 0)


def _is_settled(noted: Sequence[Body], number: int, state: State) -> bool:
    """Whether the other side may see a file: all that it orders has been played, or its turn is over."""
    body = noted[number]
    takes = body.takes if isinstance(body, Submitted | Proposed) else None
    if takes and takes.link and takes.link[0] >= state.next_epoch:
        return False  # a part of dice that have not fallen yet
    if not isinstance(body, Submitted) or body.turn < state.position.turn:
        return True  # a proposal is put to the other side, so it knows it
    if body.is_accepted:
        return _is_played(noted, number, body)
    # A refused file shows what its sender wants to do; it is settled when the file that mended it is.
    later = [(n, other) for n, other in enumerate(noted) if n > number and isinstance(other, Submitted)]
    return next((_is_played(noted, n, other) for n, other in later if _mends(other, body.side)), False)


def _mends(body: Submitted, side: str) -> bool:
    return bool(side and body.side == side and body.is_accepted and body.brings.orders)


def _is_played(noted: Sequence[Body], number: int, body: Submitted) -> bool:
    played = {(b.turn, b.step) for b in noted[number + 1 :] if isinstance(b, StepPlayed)}
    return all((body.turn, step) in played for step in body.brings.orders)
