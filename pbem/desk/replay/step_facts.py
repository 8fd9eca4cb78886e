"""A step as a report needs it: its facts, the positions around it, and what its entry says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.desk.record.luck import Totals
from pbem.desk.record.typed import written
from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.values import dataclass, field

if TYPE_CHECKING:
    from pbem.desk.record.kinds.run import StepPlayed


@dataclass(frozen=True, slots=True)
class StepFacts:
    """A step that was played, or one under way as far as it has come."""

    label: str
    turn: int
    step: str
    title: str
    facts: tuple[Fact, ...]
    before: Position
    after: Position
    body: StepPlayed  # its entry: orders, pages, secrets, press
    inputs: Mapping[int, str]  # digest of the sealed inputs by epoch
    hash: str
    luck: Totals = field(default_factory=dict)  # of all dice up to it, its own included
    is_first: bool = False  # whether nothing was played before it
    is_complete: bool = True  # false while it waits for an answer: `after` is how the board stands in the middle of it
    seq: int = 0  # the entry of the record; 0 while it is under way

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "label": self.label,
            "turn": self.turn,
            "step": self.step,
            "title": self.title,
            "facts": [fact.as_json() for fact in self.facts],
            "secrets": written(self.body.secrets),
            "inputs": written(self.inputs),
            "press": written(self.body.press),
            "next": list(self.body.next),
            "hash": self.hash,
        }
