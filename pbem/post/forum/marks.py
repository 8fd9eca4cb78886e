"""The mark under each post of ours: campaign, step, part, and the hash of the record's entry.

By it a post is known again, whatever happened between the request and its answer.
"""

from __future__ import annotations

from pbem.values import NamedTuple
from pbem.values.patterns import pattern

_HASH = 16  # hexadecimal digits
_FIND = pattern(
    r"pbem-post/1 ([A-Za-z0-9._-]{1,80}) ; ([A-Za-z0-9._/-]{1,120}) ; part (\d{1,3}) of (\d{1,3}) ; ([0-9a-f]{16})"
)
_QUOTED = (">", "[quote", "<blockquote")
_CODE = ("md", "discourse", "reddit")  # formats in which backticks keep a line as it is


class Mark(NamedTuple):
    """What one post of ours is about."""

    campaign: str
    step: str
    part: int
    parts: int
    hash: str

    def __str__(self) -> str:
        return f"pbem-post/1 {self.campaign} ; {self.step} ; part {self.part} of {self.parts} ; {self.hash}"

    def line(self, fmt: str) -> str:
        """The line at the end of a post."""
        return f"`{self}`" if fmt in _CODE else str(self)


def mark(campaign: str, step: str, part: int, parts: int, hash: str) -> Mark:
    """The mark of a part; a step's label has no blanks."""
    return Mark(campaign, step.replace(" ", ""), part, parts, hash[:_HASH])


def marks_in(text: str) -> list[Mark]:
    """The marks of a text, but for those that somebody quotes."""
    found = []
    for line in text.splitlines():
        if line.lstrip().lower().startswith(_QUOTED):
            continue
        found += [Mark(one[1], one[2], int(one[3]), int(one[4]), one[5]) for one in _FIND.finditer(line)]
    return found
