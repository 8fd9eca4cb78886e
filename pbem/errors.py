"""What can go wrong, in the words in which a player is told.

Three families answer a player's text: *unreadable*, *illegal*, *ambiguous*. `Waiting` is not a fault:
somebody owes an answer. `Diverged` means that a record does not fit its rules and is never bent.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any

from pbem.values import NamedTuple, dataclass, replace


class Family(StrEnum):
    """Which of the three answers a player gets."""

    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"


class Spot(NamedTuple):
    """Where in a text: a line number from 1, a column from 0, and how many characters are meant.

    `source` is the attachment of a mail; without it the text of the mail or file itself is meant.
    """

    line: int
    text: str = ""
    column: int = 0
    width: int = 0
    source: str = ""

    @property
    def place(self) -> str:
        """The place in words: `line 3`, `line 3 of orders.txt`."""
        return f"line {self.line}" + (f" of {self.source}" if self.source else "")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: what was found, what was wanted, why, by which rule, where, and what to do."""

    family: Family
    why: str
    found: str = ""
    wanted: str = ""
    rule: str = ""
    advice: str = ""
    spot: Spot | None = None

    def at(self, spot: Spot) -> Problem:
        """The same problem with its place; a place that is already known is kept."""
        return self if self.spot else replace(self, spot=spot)

    def of(self, source: str) -> Problem:
        """The same problem in an attachment, if it has a place at all."""
        return replace(self, spot=self.spot._replace(source=source)) if self.spot and source else self

    def as_json(self) -> dict[str, Any]:
        """The plain values, for `--json`."""
        spot = self.spot
        place: dict[str, Any] | None = None
        if spot:
            place = {"line": spot.line, "column": spot.column, "width": spot.width, "text": spot.text}
            place |= {"source": spot.source} if spot.source else {}
        return {
            "family": self.family.value,
            "why": self.why,
            "found": self.found,
            "wanted": self.wanted,
            "rule": self.rule,
            "advice": self.advice,
            "where": place,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Problem:
        """The problem that these values were of."""
        words = {key: str(values.get(key) or "") for key in ("why", "found", "wanted", "rule", "advice")}
        place = values.get("where")
        return cls(Family(values["family"]), **words, spot=Spot(**place) if place else None)

    def lines(self, place: str = "") -> list[str]:
        """The problem as a player reads it, with a caret under the words that are meant.

        Behind a `place` the line number of the spot is left out: it is not that of the file the player knows.
        """
        shown = _pointer(self.spot, place) if self.spot else []
        rule = f" [{self.rule}]" if self.rule else ""
        shown.append(f"  {self.family}: {self.why}{rule}")
        if self.found:
            shown.append(f"  found:  {self.found}")
        if self.wanted:
            shown.append(f"  wanted: {self.wanted}")
        if self.advice:
            shown.append(f"  {self.advice}")
        return shown

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _pointer(spot: Spot, place: str) -> list[str]:
    head = f"{place or spot.place}  "
    lines = [head + spot.text]
    if spot.width:
        lines.append(" " * (len(head) + spot.column) + "^" * spot.width)
    return lines


class PbemError(Exception):
    """The root of everything that pbem raises on purpose."""


class Refusal(PbemError):
    """A player's text cannot be taken as it stands."""

    family = Family.UNREADABLE

    def __init__(
        self, why: str, *, found: str = "", wanted: str = "", rule: str = "", advice: str = "", spot: Spot | None = None
    ) -> None:
        self.problem = Problem(self.family, why, found, wanted, rule, advice, spot)
        super().__init__(str(self.problem))


class Unreadable(Refusal):
    """The text cannot be understood."""


class Illegal(Refusal):
    """The text is understood, and a rule forbids it: `Illegal("5.13", "1904 holds the enemy XXVII Corps")`."""

    family = Family.ILLEGAL

    def __init__(self, rule: str, why: str, *, found: str = "", wanted: str = "", advice: str = "") -> None:
        super().__init__(why, found=found, wanted=wanted, rule=rule, advice=advice)


class Ambiguous(Refusal):
    """The text could mean several things; `candidates` are named, none is chosen."""

    family = Family.AMBIGUOUS

    def __init__(
        self,
        why: str,
        candidates: tuple[str, ...],
        *,
        found: str = "",
        wanted: str = "one meaning",
        advice: str = "",
        spot: Spot | None = None,
    ) -> None:
        self.candidates = candidates
        advice = advice or "write one of: " + ", ".join(candidates)
        super().__init__(why, found=found, wanted=wanted, advice=advice, spot=spot)


class Refused(PbemError):
    """A whole text is refused, with all its problems at once."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n\n".join(str(problem) for problem in problems))


class Waiting(PbemError):
    """The step waits until somebody answers; no harm is done and nothing is lost."""

    def __init__(self, questions: tuple[Any, ...]) -> None:
        self.questions = questions  # of pbem.kernel.questions, which this room may not know
        super().__init__("; ".join(f"{q.side} is asked: {q.key}" for q in questions))


class Diverged(PbemError):
    """The journal answers a question that the rules did not ask (or the other way round)."""

    def __init__(self, page: int, recorded: str, asked: str) -> None:
        self.page, self.recorded, self.asked = page, recorded, asked
        super().__init__(f"page {page} of the journal says {recorded!r}, the rules ask {asked!r}")


class BadRecord(PbemError):
    """A stored record or data file does not prove itself."""


class UsageError(PbemError):
    """The command was used in a way that cannot work; the message says how it can."""


# -- near misses ---------------------------------------------------------------------------------------------


def near(word: str, known: Collection[str], limit: int = 3) -> list[str]:
    """The known words that the player may have meant, nearest first."""
    word = word.lower()
    scored = sorted((_edits(word, other.lower()), other) for other in known)
    return [other for edits, other in scored if edits <= max(1, len(word) // 3)][:limit]


def did_you_mean(word: str, known: Collection[str]) -> str:
    """A sentence with the near misses, or nothing."""
    found = near(word, known)
    return f"did you mean {' or '.join(found)}?" if found else ""


def _edits(a: str, b: str) -> int:
    """How many letters must be changed, put in, left out or swapped to make one word of the other."""
    if abs(len(a) - len(b)) > 4:
        return 99
    older: list[int] = []
    old = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            best = min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                best = min(best, older[j - 2] + 1)
            row.append(best)
        older, old = old, row
    return old[-1]
