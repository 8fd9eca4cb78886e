"""A kind of entry: what it says, what it changes, what must be true of it, its words, and who may write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from pbem.desk.record.body import Body, WithFile
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.open_step import Open
from pbem.desk.record.state import State
from pbem.kernel.play import Played
from pbem.values import NamedTuple, dataclass

B = TypeVar("B", bound=Body)
Sides = Mapping[str, str]  # names by id


@dataclass(slots=True)
class Moment:
    """Where an entry meets its campaign: the state before it, and its number.

    A check that has to seal or to play the step leaves here what came of it; whoever writes the entry does the same.
    """

    campaign: Campaign
    state: State
    seq: int
    sealed: Open | None = None
    played: Played | None = None


class Received(NamedTuple):
    """The entry of a file as received, and the state in which that was read."""

    state: State
    body: WithFile


def _no_file(moment: Moment, body: Body) -> Received | None:
    return None


def _all_checked(body: Body) -> Iterable[str]:
    return ()


def speaks_for_itself(body: Body, sender: str) -> str:
    """The common case: a side writes for itself only."""
    side = getattr(body, "side", "")
    return "" if side in ("", sender) else f"it speaks for {side}"


class Kind(NamedTuple, Generic[B]):
    """One kind of entry. All that the program knows of it stands in the one file that makes this value."""

    name: str
    body: type[B]
    fold: Callable[[Moment, B], None]  # what it changes
    check: Callable[[Moment, B], Iterable[str]]  # what a replay finds wrong with it, in words
    words: Callable[[B, Sides, str], str]  # its line in the history, for the eyes of somebody
    may_write: Callable[[B, str], str]  # why this side cannot have sent it in a turn file; nothing if it can
    file: Callable[[Moment, B], Received | None] = _no_file  # the file behind it, to be read again
    unchecked: Callable[[B], Iterable[str]] = _all_checked  # what this computer cannot check, as a library is missing
    looks_back: bool = False  # whether it speaks of a played step, so that the positions of the past must be known
    by_rules: bool = False  # whether the rules had a say, so that only a program with the edition that counts writes it
    is_kept: bool = False  # whether people ask again for the position after it, so that its snapshot stays
