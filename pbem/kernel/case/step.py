"""The lines of one step of a case: changes of the position, orders, dice, answers, forced charts."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.errors import Family
from pbem.kernel.case.parts import Expect, ExpectedRefusal, Given, Lines, Part
from pbem.kernel.case.words import comma_list, fault, unquoted
from pbem.kernel.text.mail import Line
from pbem.values import dataclass, field
from pbem.values.patterns import pattern

EDITS = ("unit", "hex", "side", "note", "turn")
GIVEN = ("orders", "standing", "more")

_REFUSED = pattern(r"^(.*?)\s*=>\s*(.*)$")


@dataclass(slots=True)
class Section:
    """A step while it is being read."""

    step: str = ""
    line: int = 0
    is_jump: bool = False
    edits: list[Line] = field(default_factory=list)
    given: dict[str, list[Given]] = field(default_factory=lambda: {kind: [] for kind in GIVEN})
    dice: list[int] = field(default_factory=list)
    named: dict[str, tuple[int, ...]] = field(default_factory=dict)
    answers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    forced: dict[str, tuple[str, ...]] = field(default_factory=dict)
    expects: list[Expect] = field(default_factory=list)
    may_be_refused: bool = False

    def part(self) -> Part:
        """The finished part."""
        orders, standing, more = (tuple(self.given[kind]) for kind in GIVEN)
        return Part(
            self.step, self.line, self.is_jump, tuple(self.edits), orders, standing, more, tuple(self.dice),
            self.named, self.answers, self.forced, tuple(self.expects), self.may_be_refused,
        )  # fmt: skip


def _read_edit(section: Section, keyword: str, row: Line, rest: str, block: Lines) -> None:
    least = {"unit": 2, "hex": 2, "side": 2, "note": 2, "turn": 1}[keyword]
    words = rest.split()
    if len(words) < least or (keyword == "turn" and not rest.isdecimal()):
        forms = {
            "unit": "`unit GE-5 1903 [steps] [marks]`", "hex": "`hex 0302 fort=3` or `hex 0302 none`",
            "side": "`side 0302/0303 bridge=blown` or `side 0302/0303 none`",
            "note": "`note strike 2` or `note strike none`", "turn": "`turn 3`",
        }  # fmt: skip
        raise fault(row, f"`{keyword}` cannot be read", row.text, forms[keyword])
    section.edits.append(Line(row.number, f"{keyword} {' '.join(words)}"))


def _read_given(section: Section, keyword: str, row: Line, rest: str, block: Lines) -> None:
    side, colon, first = (part.strip() for part in rest.partition(":"))
    if not colon or not side:
        raise fault(row, f"`{keyword}` names a side and has a colon", rest or "nothing", f"`{keyword} CP:`")
    lines = ((Line(row.number, first),) if first else ()) + block
    kept, refused = [], []
    for line in lines:
        found = _REFUSED.match(line.text)
        kept.append(Line(line.number, found[1]) if found else line)
        if found:
            refused.append(_read_refused(Line(line.number, line.text), found[2]))
    section.given[keyword].append(Given(side, row.number, tuple(kept), tuple(refused)))


def _read_refused(line: Line, text: str) -> ExpectedRefusal:
    found = re.fullmatch(r'(refused?|unreadable|ambiguous|illegal)(?: +by)?(?: +([^\s"]+))?(?: +"([^"]*)")?', text)
    if not found or (found[1].startswith("refuse") and not found[2]):
        wanted = "`=> refused 5.13`, `=> unreadable` or `=> ambiguous`, then perhaps words of the reason in quotes"
        raise fault(line, "this is not a refusal", text or "nothing", wanted)
    family = Family.ILLEGAL if found[1].startswith("refuse") else Family(found[1])
    return ExpectedRefusal(line, family, found[2] or "", found[3] or "")


def _read_dice(section: Section, keyword: str, row: Line, rest: str, block: Lines) -> None:
    name, colon, faces = rest.rpartition(":") if keyword == "die" else ("", ":", rest)
    numbers = faces.replace(",", " ").split()
    if not colon or not numbers or not all(face.isdecimal() for face in numbers) or (keyword == "die" and not name):
        wanted = '`die "attack on 0302 / crt": 3`' if keyword == "die" else "`dice: 3 5 1`"
        raise fault(row, "the dice cannot be read", rest or "nothing", wanted)
    if keyword == "dice":
        section.dice += map(int, numbers)
    else:
        _once(section.named, unquoted(name), row)
        section.named[unquoted(name)] = tuple(map(int, numbers))


def _read_answer(section: Section, keyword: str, row: Line, rest: str, block: Lines) -> None:
    key, colon, chosen = rest.rpartition(":")
    target, form = (section.answers, '`answer "attack on 0302 / option": 2`') if keyword == "answer" else (
        section.forced, "`chart crt: 1/2`")  # fmt: skip
    if not colon or not key.strip() or not chosen.strip():
        raise fault(row, f"`{keyword}` has a name, a colon and a value", rest or "nothing", form)
    _once(target, unquoted(key), row)
    values = tuple(unquoted(value) for value in comma_list(chosen))
    target[unquoted(key)] = () if values == ("none",) and keyword == "answer" else values


def _once(known: dict[str, tuple[int, ...]] | dict[str, tuple[str, ...]], name: str, row: Line) -> None:
    if name in known:
        raise fault(row, f"{name!r} is given twice in this step", name, "one line for it")


def _read_refusals(section: Section, keyword: str, row: Line, rest: str, block: Lines) -> None:
    if rest.strip().lower() != "any":
        raise fault(row, "`refusals` can only be `any`", rest or "nothing", "`refusals: any`, or `=>` after an order")
    section.may_be_refused = True


READERS: dict[str, Callable[[Section, str, Line, str, Lines], None]] = {
    **dict.fromkeys(EDITS, _read_edit),
    **dict.fromkeys(GIVEN, _read_given),
    **dict.fromkeys(("dice", "die"), _read_dice),
    **dict.fromkeys(("answer", "chart"), _read_answer),
    "refusals": _read_refusals,
}
