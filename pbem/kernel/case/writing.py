"""Writing a case: the same text always comes of the same case, and reading it gives the case again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from pbem.kernel.case.parts import Case, Given, Lines, Part
from pbem.kernel.case.reading import read_case
from pbem.kernel.journal import Page
from pbem.kernel.position import Position
from pbem.kernel.text.amounts import chosen_words
from pbem.kernel.text.orders import Order, OrdersBySide
from pbem.values import NamedTuple


class Start(NamedTuple):
    """Where a step begins: the position, and the scenario or a map and units of its own."""

    position: Position
    scenario: str = ""
    options: Mapping[str, str] = MappingProxyType({})
    map_text: str = ""
    units_text: str = ""


class Course(NamedTuple):
    """How the step went: orders sent before and during it, the journal with its dice and answers, what came of it."""

    orders: OrdersBySide = MappingProxyType({})
    pages: Iterable[Page] = ()
    more: Sequence[tuple[str, Sequence[Order]]] = ()
    may_be_refused: bool = False
    expects: Sequence[str] = ()


def write_case(
    title: str, start: Start, course: Course, *, rules: Sequence[str] = (), about: Sequence[str] = ()
) -> str:
    """A case of one step: the position before it, the orders, and from the journal the dice and the answers."""
    position = start.position
    blocks = {"map": start.map_text, "units": start.units_text, "position": position.text()}
    case = Case(
        "written", _line(title), position.game, tuple(rules), (), tuple(_line(text) for text in about), start.scenario,
        dict(start.options), False, {key: _block(text) for key, text in blocks.items() if text},
    )  # fmt: skip
    lines = [f"step {position.step}", *_course_lines(course)]
    return case_text(read_case(case_text(case) + "\n".join(lines) + "\n", "written"))


def _course_lines(course: Course) -> list[str]:
    lines = [given for side in course.orders for given in _given(side, course.orders)]
    lines += [_more(side, items) for side, items in course.more]
    lines += _journal(course.pages)
    lines += ["refusals: any"] if course.may_be_refused else []
    return lines + (["expect:", *(f"  {text}" for text in course.expects)] if course.expects else [])


def _line(text: str) -> str:
    return " ".join(text.replace("#", " ").split())


def _block(text: str) -> Lines:
    return read_case("units:\n" + "".join(f"  {row}\n" for row in text.splitlines()), "").blocks["units"]


def _given(side: str, orders: OrdersBySide) -> list[str]:
    mine = next(found for name, found in orders.items() if name == side)
    lines = [f"orders {side}:", *(f"  {order}" for order in mine.items)] if mine.items else []
    return lines + ([f"standing {side}:", *(f"  {order}" for order in mine.standing)] if mine.standing else [])


def _more(side: str, items: Sequence[Order]) -> str:
    return "\n".join([f"more {side}:", *(f"  {order}" for order in items)])


def _journal(pages: Iterable[Page]) -> list[str]:
    lines = []
    for page in pages:
        if page.kind == "roll":
            lines.append(f'die "{page.key}": {" ".join(map(str, page.values))}')
        elif page.kind == "ask":
            lines.append(f'answer "{page.key}": {chosen_words([str(value) for value in page.values])}')
    return lines


# -- the whole case ------------------------------------------------------------------------------------------


def case_text(case: Case) -> str:
    """The case in its canonical form: fixed order of lines, two blanks before what belongs to a line."""
    lines = [f"case: {case.title}"] if case.title else []
    lines += [f"game: {case.game}"] if case.game else []
    lines += ["rules: " + ", ".join(case.rules)] if case.rules else []
    lines += ["rulings: " + ", ".join(case.rulings)] if case.rulings else []
    lines += [f"about: {text}" for text in case.about]
    lines += [f"scenario: {case.scenario}"] if case.scenario else []
    lines += ["options: " + ", ".join(f"{k}={v}" for k, v in case.options.items())] if case.options else []
    lines += ["empty board"] if case.is_empty else []
    for keyword, block in case.blocks.items():
        lines += [f"{keyword}:", *_rows(block)]
    for part in (case.start, *case.steps):
        lines += _part_lines(part)
    return "\n".join(lines) + "\n"


def _rows(block: Lines) -> list[str]:
    return [f"  {line.text}".rstrip() for line in block]


def _part_lines(part: Part) -> list[str]:
    lines = [f"{'jump to' if part.is_jump else 'step'} {part.step}"] if part.step else []
    lines += [line.text for line in part.edits]
    for keyword, given in (("orders", part.orders), ("standing", part.standing), ("more", part.more)):
        for one in given:
            lines += _given_lines(keyword, one)
    lines += ["dice: " + " ".join(map(str, part.dice))] if part.dice else []
    lines += [f'die "{name}": {" ".join(map(str, faces))}' for name, faces in part.named.items()]
    lines += [f'answer "{key}": {chosen_words(chosen)}' for key, chosen in part.answers.items()]
    lines += [f"chart {chart}: {', '.join(results)}" for chart, results in part.forced.items()]
    lines += ["refusals: any"] if part.may_be_refused else []
    return lines + (["expect:", *(f"  {expect.line.text}" for expect in part.expects)] if part.expects else [])


def _given_lines(keyword: str, given: Given) -> list[str]:
    """Orders with the refusals that followed them."""
    refused = {one.line.number: one for one in given.refused}
    rows = []
    for line in given.lines:
        one = refused.get(line.number)
        mark = "" if one is None else " => " + one.line.text.partition("=>")[2].strip()
        rows.append(line._replace(text=line.text + mark))
    return [f"{keyword} {given.side}:", *_rows(tuple(rows))]
