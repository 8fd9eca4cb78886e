"""The parts of a case, as values: what was read, what came of it. `cases` is the door to all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Family
from pbem.kernel.facts import Fact
from pbem.kernel.text.mail import Line
from pbem.values import dataclass, field

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Expect:
    """One expectation: its verb, whether it must NOT be so, the episode it speaks of, and its words."""

    line: Line
    verb: str
    words: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    is_not: bool = False
    episode: tuple[str, ...] = ()  # its kind and number
    times: int = -1  # of a fact: how often; -1 is at least once


@dataclass(frozen=True, slots=True)
class ExpectedRefusal:
    """What follows `=>` on an order line: the family of the refusal, its rule, a part of its words."""

    line: Line
    family: Family
    rule: str = ""
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """Orders or standing orders of one side, and which of their lines must be refused."""

    side: str
    line: int
    lines: Lines = ()
    refused: tuple[ExpectedRefusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One step of a case, or (without a step) the start: changes, orders, dice, answers, expectations."""

    step: str = ""
    line: int = 0
    is_jump: bool = False
    edits: Lines = ()
    orders: tuple[Given, ...] = ()
    standing: tuple[Given, ...] = ()
    more: tuple[Given, ...] = ()
    dice: tuple[int, ...] = ()
    named: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    forced: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    expects: tuple[Expect, ...] = ()
    may_be_refused: bool = False  # `refusals: any`: orders may be refused without being marked


@dataclass(frozen=True, slots=True)
class Case:
    """A case as read. Blocks keep their lines and line numbers, so that a fault in them is shown in place."""

    name: str
    title: str = ""
    game: str = ""
    rules: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    scenario: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    is_empty: bool = False
    blocks: Mapping[str, Lines] = field(default_factory=dict)  # map, map also, units, charts, card, position
    start: Part = field(default_factory=Part)
    steps: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Unmet:
    """An expectation that was not met: where it stands, what it says, what was found instead."""

    line: int
    expected: str
    found: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """As a person reads it."""
        return [f"line {self.line}: expected  {self.expected}", *(f"    found  {text}" for text in self.found)]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case."""

    name: str
    title: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    facts: tuple[Fact, ...] = ()
    checked: int = 0  # how many expectations were looked at

    @property
    def passed(self) -> bool:
        """Whether everything came as expected."""
        return not self.unmet

    def lines(self) -> list[str]:
        """The result in words: one line if it passed, else every expectation that was not met."""
        head = f"{self.name}: {'passed' if self.passed else 'FAILED'} ({self.checked} checks) {self.title}".rstrip()
        return [head, *(f"  {line}" for unmet in self.unmet for line in unmet.lines())]

    def as_json(self) -> dict[str, Any]:
        """The plain values, for `--json`."""
        unmet = [{"line": u.line, "expected": u.expected, "found": list(u.found)} for u in self.unmet]
        return {
            "name": self.name, "title": self.title, "rules": list(self.rules), "rulings": list(self.rulings),
            "passed": self.passed, "checked": self.checked, "unmet": unmet,
        }  # fmt: skip
