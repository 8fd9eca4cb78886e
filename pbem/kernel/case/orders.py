"""The orders of a case: read as a player's file would be, and compared with the refusals that it expects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import Problem
from pbem.kernel.board import Board
from pbem.kernel.case.parts import ExpectedRefusal, Given, Part, Unmet
from pbem.kernel.case.setting import padded
from pbem.kernel.case.words import fault
from pbem.kernel.coming import missing
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import Line
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.reading import OrderFile, read_file, read_orders
from pbem.kernel.text.words import did_you_mean
from pbem.values import dataclass, field


@dataclass(slots=True)
class Sent:
    """What both sides have sent for a step. `standing` and `later` go on to the steps after it."""

    standing: dict[Side, tuple[Order, ...]]
    later: dict[tuple[Side, str], tuple[Order, ...]]
    orders: dict[Side, Orders] = field(default_factory=dict)
    more: list[tuple[Side, tuple[Order, ...]]] = field(default_factory=list)
    answers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # the lines at which orders begin


def send(game: Game, scenario: Scenario, part: Part, kind: str, sent: Sent, board: Board | None = None) -> Sent:
    """Read the orders of a part. Orders for later steps and standing orders are kept until their time; those for a step
    that the board's turn does not have are refused."""
    items: dict[Side, tuple[Order, ...]] = {}
    for given in part.standing:
        side = side_of(game, given)
        sent.standing[side] = tuple(_read(game, scenario, given, side, "standing", sent).standing or ())
    for given in part.orders:
        side = side_of(game, given)
        file = _read(game, scenario, given, side, kind, sent)
        if file.standing is not None:
            sent.standing[side] = tuple(file.standing)
        for section, orders in file.orders.items():
            if section == kind and not _is_ahead(game, scenario, part.step, side, kind):
                items[side] = items.get(side, ()) + tuple(orders)
            elif board is not None and (absent := _absent(game, board, side, section)):
                sent.problems += [absent.at(order.spot) for order in orders]
            else:
                sent.later[side, section] = tuple(orders)
    for given in part.more:
        side = side_of(game, given)
        sent.more.append((side, tuple(_read(game, scenario, given, side, kind, sent).orders.get(kind, ()))))
    for side in game.sides:
        is_ahead = _is_ahead(game, scenario, part.step, side, kind)
        found = items.get(side, () if is_ahead else sent.later.pop((side, kind), ()))
        sent.orders[side] = Orders(side, found, sent.standing.get(side, ()), _filed(game, scenario, side, sent))
    return sent


def _absent(game: Game, board: Board, side: Side, section: str) -> Problem | None:
    """Why the board's turn has none of the steps that a section means; nothing where it has one."""
    steps = [step for step in game.steps(board.scenario).values() if step.kind == section]
    own = [step for step in steps if side in step.needs] or [step for step in steps if not step.needs]
    return missing(game, board, own)


def _is_ahead(game: Game, scenario: Scenario, step: str, side: Side, kind: str) -> bool:
    """Whether the side means a step of its own that this one, the enemy's of the same kind, may call up."""
    steps = game.steps(scenario)
    if step not in steps or side in steps[step].needs:
        return False
    return any(steps[other].kind == kind and side in steps[other].needs for other in steps[step].calls)


def _filed(game: Game, scenario: Scenario, side: Side, sent: Sent) -> dict[str, tuple[Order, ...]]:
    """What a side has given for other steps, by step: rules may call it up before its time."""
    steps = game.steps(scenario).values()
    return {step.id: sent.later[side, step.kind] for step in steps if (side, step.kind) in sent.later}


def side_of(game: Game, given: Given) -> Side:
    """The side that a line names, by its short or its full name."""
    for side, title in game.sides.items():
        if given.side.lower() in (side.lower(), title.lower()):
            return side
    row = Line(given.line, given.side)
    wanted = ", ".join(f"{side} ({title})" for side, title in game.sides.items())
    raise fault(row, "the game has no such side", given.side, wanted, did_you_mean(given.side, list(game.sides)))


def _read(game: Game, scenario: Scenario, given: Given, side: Side, kind: str, sent: Sent) -> OrderFile:
    text = padded(given.lines)
    block = read_file(text.encode() if text.strip() else b"# no orders\n\n.", game, kind)
    if not text.strip():
        block.sections.clear()
    file = read_orders(block, game, scenario, side, kind)
    sent.problems += file.problems
    sent.answers |= {answer.question: answer.chosen for answer in file.answers}
    orders = [order for found in file.orders.values() for order in found] + list(file.standing or ())
    sent.starts += [order.spot.line for order in orders]
    sent.starts += [problem.spot.line for problem in file.problems if problem.spot]
    return file


# -- refusals ------------------------------------------------------------------------------------------------


def refusals(part: Part, sent: Sent, problems: Sequence[Problem]) -> Iterator[Unmet]:
    """Refusals that were expected and did not come, came otherwise, or came without being expected."""
    expected = {_start(sent, refused.line.number): refused for given in _all(part) for refused in given.refused}
    by_line: dict[int, list[Problem]] = {}
    for problem in problems:
        by_line.setdefault(problem.spot.line if problem.spot else part.line, []).append(problem)
    for line, refused in expected.items():
        found = by_line.pop(line, [])
        if not any(_fits(refused, problem) for problem in found):
            shown = tuple(text for problem in found for text in problem.lines()) or ("the order was not refused",)
            yield Unmet(refused.line.number, refused.line.text.strip(), shown)
    for line, found in () if part.may_be_refused else by_line.items():
        for problem in found:
            yield Unmet(line, "an order that is not refused", tuple(problem.lines()))


def _all(part: Part) -> tuple[Given, ...]:
    return (*part.orders, *part.standing, *part.more)


def _start(sent: Sent, line: int) -> int:
    """The line at which the order begins that goes on to this line."""
    return max((start for start in sent.starts if start <= line), default=line)


def _fits(refused: ExpectedRefusal, problem: Problem) -> bool:
    if refused.family != problem.family or refused.phrase.lower() not in problem.why.lower():
        return False
    return not refused.rule or refused.rule == problem.rule
