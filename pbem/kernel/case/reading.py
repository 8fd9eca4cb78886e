"""From the text of a case to its parts, all faults at once, each with its line and a near miss."""

from __future__ import annotations

import re

from pbem.errors import Problem, Refusal, Refused, Spot
from pbem.kernel.case.expect import read_expect
from pbem.kernel.case.parts import Case, Lines
from pbem.kernel.case.step import EDITS, GIVEN, READERS, Section
from pbem.kernel.case.words import comma_list, fault
from pbem.kernel.text.mail import Line, plain
from pbem.kernel.text.words import did_you_mean
from pbem.values import dataclass, field
from pbem.values.patterns import pattern

BLOCKS = ("map", "map also", "units", "charts", "card", "position")
HEAD = ("case", "game", "rules", "rulings", "source", "about", "scenario", "options", "empty board", *BLOCKS)
PART = ("step", "jump to", *EDITS, *GIVEN, "dice", "die", "answer", "chart", "refusals", "expect")
KEYWORDS = (*HEAD, *PART)

_FIRST = pattern(r"([a-z]+(?: (?:also|to|board)\b)?)\s*:?\s*", re.I)


@dataclass(slots=True)
class _Draft:
    """A case while it is being read."""

    name: str
    head: dict[str, str] = field(default_factory=dict)
    about: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    blocks: dict[str, Lines] = field(default_factory=dict)
    parts: list[Section] = field(default_factory=list)


def read_case(text: str, name: str = "case") -> Case:
    """The case that a text describes; `Refused` with every fault it has."""
    rows = [Line(number, _uncommented(plain(row))) for number, row in enumerate(text.splitlines(), 1)]
    draft = _Draft(name, parts=[Section()])
    problems: list[Problem] = []
    at = 0
    while at < len(rows):
        row, at = rows[at], at + 1
        if not row.text.strip():
            continue
        # What belongs to a step may stand deeper than the step or not: it is no block.
        is_step = row.text.split()[0].lower() in ("step", "jump")
        block, at = ((), at) if is_step else _block(rows, at, _indent(row.text))
        try:
            _read_entry(draft, Line(row.number, row.text.strip()), block, problems)
        except Refusal as refusal:
            problems.append(refusal.problem.at(Spot(row.number, row.text.strip())))
    if problems:
        raise Refused(problems)
    return _finished(draft)


def _finished(draft: _Draft) -> Case:
    start, *steps = draft.parts
    head = draft.head
    return Case(
        draft.name, head.get("case", ""), head.get("game", ""), tuple(draft.rules), tuple(draft.rulings),
        tuple(draft.about), head.get("scenario", ""), draft.options, "empty board" in head, draft.blocks,
        start.part(), tuple(step.part() for step in steps),
    )  # fmt: skip


def _uncommented(row: str) -> str:
    """The row without its comment: from a `#` at the start or after a blank, outside quotes."""
    is_quoted = False
    for at, letter in enumerate(row):
        if letter == '"':
            is_quoted = not is_quoted
        elif letter == "#" and not is_quoted and row[:at][-1:] in ("", " "):
            return row[:at].rstrip()
    return row.rstrip()


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def _block(rows: list[Line], at: int, indent: int) -> tuple[Lines, int]:
    """The deeper rows that follow, moved to the left together; blank rows inside belong to them."""
    start = at
    while at < len(rows) and (not rows[at].text.strip() or _indent(rows[at].text) > indent):
        at += 1
    while at > start and not rows[at - 1].text.strip():
        at -= 1
    found = rows[start:at]
    least = min((_indent(row.text) for row in found if row.text.strip()), default=0)
    return tuple(Line(row.number, row.text[least:]) for row in found), at


def _read_entry(draft: _Draft, row: Line, block: Lines, problems: list[Problem]) -> None:
    keyword, rest = _keyword(row)
    section = draft.parts[-1]
    lines = ((Line(row.number, rest),) if rest else ()) + block
    if keyword in ("step", "jump to"):
        draft.parts.append(Section(_one_word(row, rest.rstrip(":")), row.number, keyword == "jump to"))
    elif keyword in HEAD and draft.parts[1:]:
        raise fault(row, f"`{keyword}` belongs before the first step", keyword, "the head of the case")
    elif keyword in HEAD:
        _read_head(draft, keyword, row, rest, lines)
    elif keyword == "expect":
        _read_expects(section, lines, problems)
    else:
        if block and keyword not in GIVEN:
            raise fault(block[0], f"`{keyword}` is one line", block[0].text.strip(), "a line of its own, less indented")
        READERS[keyword](section, keyword, row, rest, block)


def _read_expects(section: Section, lines: Lines, problems: list[Problem]) -> None:
    for line in lines:
        if line.text.strip():
            try:
                section.expects.append(read_expect(Line(line.number, line.text.strip())))
            except Refusal as refusal:
                problems.append(refusal.problem.at(Spot(line.number, line.text.strip())))


def _keyword(row: Line) -> tuple[str, str]:
    found = _FIRST.match(row.text)
    first = " ".join(found[1].lower().split()) if found else row.text.split()[0]
    if found and first not in KEYWORDS and first.split()[0] in KEYWORDS:
        first = first.split()[0]
        found = re.match(r"[a-z]+\s*:?\s*", row.text, re.I)
    if not found or first not in KEYWORDS:
        advice = did_you_mean(first, KEYWORDS) or "docs/cases.md lists all of them"
        raise fault(row, "no line of a case begins with this word", first, "one of " + ", ".join(KEYWORDS), advice)
    return first, row.text[found.end() :]


# -- the head ------------------------------------------------------------------------------------------------


def _read_head(draft: _Draft, keyword: str, row: Line, rest: str, lines: Lines) -> None:
    if keyword in BLOCKS:
        draft.blocks[keyword] = draft.blocks.get(keyword, ()) + lines
    elif keyword in ("about", "source"):
        shown = [line.text.strip() for line in lines if line.text.strip()]
        draft.about += [f"source {text}" if keyword == "source" else text for text in shown]
    elif keyword in ("rules", "rulings"):
        kept = draft.rules if keyword == "rules" else draft.rulings
        kept += [number for line in lines for number in comma_list(line.text)]
    elif keyword == "options":
        for entry in (entry for line in lines for entry in comma_list(line.text)):
            option, equals, value = (part.strip() for part in entry.partition("="))
            if not equals or not option or not value:
                raise fault(row, "an option is written `name=value`", entry, "such as `mountain-trench=x3`")
            draft.options[option] = value
    elif keyword in draft.head:
        raise fault(row, f"`{keyword}` appears here a second time", keyword, "one line")
    else:
        draft.head[keyword] = rest


def _one_word(row: Line, text: str) -> str:
    if len(text.split()) != 1:
        raise fault(row, "a step has a name of one word", text or "nothing", "such as `step cp-combat`")
    return text.strip()
