"""What an entry of the record says: its body. Each kind has a class of its own; all of them name a time."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.desk.record.open_step import Lines
from pbem.values import NamedTuple, dataclass, field


@dataclass(frozen=True, kw_only=True)
class Body:
    """The text of an entry, read."""

    at: str  # when it was written, by the clock of whoever wrote it


@dataclass(frozen=True, kw_only=True)
class WithFile(Body):
    """An entry that names a file as received."""

    sha256: str
    bytes: int
    is_kept: bool  # whether the file lies beside the record; one that is too large does not
    side: str  # nothing where the file does not say whose it is
    seat: str = ""  # who of a side that players share
    turn: int

    @property
    def sent_for(self) -> str:
        """Whose orders it brings: a seat, or a side."""
        return self.seat or self.side


@dataclass(frozen=True, kw_only=True)
class Takes:
    """What an accepted file brings."""

    orders: Mapping[str, Lines]  # by step
    turns: Mapping[str, int] = field(default_factory=dict)  # of orders for steps of a later turn, by step
    standing: Lines | None = None  # nothing: those given before stay
    replies: Mapping[str, tuple[str, Lines]] = field(default_factory=dict)  # `answer` or `more`, by question
    press: str = ""
    anchor: str = ""  # of the side's dice chain
    link: tuple[int, str] | None = None  # of it, and for which epoch


class Back(NamedTuple):
    """The step that is taken back: the entry that played it, 0 for the one under way."""

    turn: int
    step: str
    seq: int


class Rolls(NamedTuple):
    """The rolls of a step that is amended: those whose orders stand as they were, and those that are cast anew."""

    stay: Lines
    anew: Lines
