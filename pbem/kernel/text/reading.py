"""From a mail to orders: all problems of a file at once, each with its place."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import BadRecord, Problem, Refusal, Spot
from pbem.kernel.game import Game, Reading, Seat
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import stem_of
from pbem.kernel.text.amounts import chosen_words
from pbem.kernel.text.blocks import order_rows, rows_of
from pbem.kernel.text.mail import Block, Line, decode, read_rows
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import HIDDEN, Hidden, MoreOrder, Order
from pbem.kernel.text.plans import PLAN, check_plans, read_plan, split
from pbem.kernel.text.words import Words, did_you_mean
from pbem.kernel.text.wrapping import Grammar
from pbem.values import dataclass, field, replace
from pbem.values.patterns import pattern

GENERAL_SECTIONS = ("standing", "press", "answers")
GENERAL_VERBS = ("answer", "more", "done", PLAN, HIDDEN)
_TOKEN = pattern("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class AnswerOrder(Order):
    """The answer to a question that was put: `answer Q1: 2`, or by the question's own key."""

    question: str
    chosen: tuple[str, ...]

    def __str__(self) -> str:
        return f"answer {self.question}: {chosen_words(self.chosen)}"


@dataclass(slots=True)
class OrderFile:
    """What a mail says, read: header, orders by section, standing orders, press, and every problem found."""

    block: Block
    orders: dict[str, list[Order]] = field(default_factory=dict)
    standing: list[Order] | None = None
    answers: list[AnswerOrder] = field(default_factory=list)
    press: str = ""
    problems: list[Problem] = field(default_factory=list)


def read_file(data: bytes, game: Game, step: str = "") -> Block:
    """The order block of a file as received; `step` is what it is for where it has no header."""
    return read_rows(order_rows(rows_of(decode(data))), grammar_of(game), step)


def grammar_of(game: Game) -> Grammar:
    """The words of a game that tell new lines from wrapped ones; `move` is the next one of `move-1` and `move-2`."""
    stems = (stem_of(section) for section in game.sections)
    names = dict.fromkeys((*game.sections, *GENERAL_SECTIONS, *stems))
    return Grammar(tuple(names), (*game.verbs, *GENERAL_VERBS), game.clauses, game.joiners)


def read_orders(
    block: Block, game: Game, scenario: Scenario, side: Side, step_kind: str, seat: Seat | None = None
) -> OrderFile:
    """The orders of a block. Lines without a section belong to the step of the header; `seat` is whose they are."""
    file = OrderFile(block)
    names = scenario.memo("unit names", lambda: UnitNames(scenario.units.values()))
    for section, lines in block.sections.items():
        kind = section or step_kind
        if kind == "press":
            file.press = "\n".join(line.text for line in lines)
            continue
        found = _read_lines(lines, game, Reading(scenario, side, kind, names, seat), file)
        file.problems += check_plans(found)
        if kind == "standing":
            file.standing = found
        elif kind != "answers" and (found or section or any(line.text.lower() == "done" for line in lines)):
            file.orders.setdefault(kind, []).extend(found)
    return file


def _read_lines(lines: Iterable[Line], game: Game, reading: Reading, file: OrderFile) -> list[Order]:
    # A player's lines come back as canonical lines, and most are the same: each is worked through once.
    who = (reading.side, reading.seat.title if reading.seat else "", reading.section)
    known: dict[str, Order] = reading.scenario.memo(("lines read", *who), dict)
    found: list[Order] = []
    for line in lines:
        for row in split(line):
            old = known.get(row.text)
            order = replace(old, spot=_whole(row)) if old else _read_line(row, game, reading, file, known)
            if order is not None:
                found.append(order)
    return found


def _whole(line: Line) -> Spot:
    return Spot(line.number, line.text, 0, len(line.text))


def _read_line(line: Line, game: Game, reading: Reading, file: OrderFile, known: dict[str, Order]) -> Order | None:
    words = Words(line)
    try:
        if words.peek() == "answer" or reading.section == "answers":
            file.answers.append(_read_answer(words))
            return None
        if words.peek() in ("more", "done") and len(words.words) == 1:
            return MoreOrder(spot=words.whole()) if words.peek() == "more" else None
        if words.peek() == PLAN:
            order: Order = read_plan(words, game, reading)
            words.end()
            return replace(order, spot=words.whole())
        if words.peek() == HIDDEN:
            return _read_hidden(words)
        if _is_heading(line.text):
            sections = list(grammar_of(game).sections)
            advice = did_you_mean(line.text.strip(" :"), sections) or "put your orders under one of these"
            raise words.unreadable("no section has this name", ", ".join(sections), advice)
        if words.peek() not in game.verbs:
            advice = did_you_mean(words.peek(), game.verbs) or "a message to the other side belongs under `press:`"
            raise words.unreadable("no order begins with this word", "one of " + ", ".join(game.verbs), advice)
        order = game.read_order(words, reading)
        words.end()
        object.__setattr__(order, "spot", words.whole())  # just made, and seen by nobody else yet
        known[line.text] = order
        return order
    except Refusal as refusal:
        file.problems.append(refusal.problem.at(words.whole()))
        return None


def _is_heading(text: str) -> bool:
    """A single word with a colon and nothing after it."""
    return text.rstrip().endswith(":") and len(text.split()) == 1


def _read_hidden(words: Words) -> Hidden:
    words.expect(HIDDEN)
    token, whole = words.rest(), words.whole()
    if not _TOKEN.fullmatch(token):
        raise words.unreadable(
            "only the program writes a hidden line", "the line in plain words", "write the order itself"
        )
    return Hidden(token, spot=whole)


def order_of(game: Game, scenario: Scenario, side: Side, section: str, line: str) -> Order:
    """A canonical line of the record as the order that it is."""
    file = read_orders(Block(sections={section: [Line(1, line)]}), game, scenario, side, section)
    orders = file.orders.get(section, [])
    if file.problems or len(orders) != 1 or str(orders[0]) != line:
        raise BadRecord(f"`{line}` is no order of {side} for {section}")
    return orders[0]


_ANSWER_ADVICE = "copy the answer line of the question that was sent"


def _read_answer(words: Words) -> AnswerOrder:
    whole = words.whole()
    words.skip("answer")
    start = words.words[words.at].column if not words.is_done else 0
    while not words.is_done and words.peek() != ":":
        words.take("the question")
    if words.is_done:
        raise words.unreadable("an answer needs a colon before the choice", "`answer Q1: 2`", _ANSWER_ADVICE)
    question = words.line.text[start : words.words[words.at].column].strip()
    if not question:
        raise words.unreadable("an answer names its question before the colon", "`answer Q1: 2`", _ANSWER_ADVICE)
    words.take(":")
    chosen = [part.strip() for part in words.rest().split(",")]
    return AnswerOrder(question, tuple(c for c in chosen if c and c.lower() != "none"), spot=whole)
