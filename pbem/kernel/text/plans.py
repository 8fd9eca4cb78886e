"""Plans: alternatives in one section of orders, of which the first that fits is played.

    fire AG-12 at 4207                       lines before the first `plan` belong to all
    plan if 4207 empty and fresh:
    move AG-23 to 4307
    plan:                                    the one for all other cases
    hold AG-23

Where no alternative fits, the owner is asked for his orders when the step comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.errors import Problem, Unreadable
from pbem.kernel.game import Conditions, Game, Reading
from pbem.kernel.text.mail import Line
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, if_words
from pbem.kernel.text.words import Words
from pbem.values import NamedTuple, dataclass, replace

PLAN, FRESH = "plan", "fresh"


@dataclass(frozen=True, slots=True)
class Plan(Order):
    """`plan if 4207 empty and fresh:` opens an alternative; without a condition it always fits."""

    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"{PLAN}{if_words(self.conditions)}:"


@dataclass(frozen=True, slots=True)
class Apart(Order):
    """Where several players share a side: what follows is this one's, with plans of his own. It is never written."""

    seat: str

    def __str__(self) -> str:
        return f"orders of {self.seat}"


# -- reading --------------------------------------------------------------------------------------------------


def split(line: Line) -> tuple[Line, ...]:
    """A line; of `plan: hold` the head and, in its place, the order after it."""
    head, colon, rest = line.text.partition(":")
    if not colon or head.lower().split()[:1] != [PLAN] or not rest.strip():
        return (line,)
    return Line(line.number, head + colon), Line(line.number, " " * (len(head) + 1) + rest)


def read_plan(words: Words, game: Game, reading: Reading) -> Plan:
    """The head of an alternative; the next word is `plan`."""
    if game.conditions is None or reading.section in ("standing", "answers"):
        where = "in this game" if game.conditions is None else f"under `{reading.section}:`"
        raise words.unreadable(f"there are no plans {where}", "orders", "write the orders themselves")
    words.take(PLAN)
    found: list[Condition] = []
    if words.skip("if"):
        found.append(_condition(words, game.conditions, reading))
        while words.skip("and", ","):
            found.append(_condition(words, game.conditions, reading))
    words.expect(":")
    return Plan(tuple(found))


def _condition(words: Words, conditions: Conditions, reading: Reading) -> Condition:
    if words.peek() == FRESH and conditions.fresh:
        words.take(FRESH)
        return Condition(FRESH)
    return conditions.read(words, reading)


def check_plans(orders: Sequence[Order]) -> Iterator[Problem]:
    """Alternatives that can never be played: those after one that fits always."""
    heads = [order for order in orders if isinstance(order, Plan)]
    always = next((number for number, plan in enumerate(heads) if not plan.conditions), len(heads))
    for plan in heads[always + 1 :]:
        why = "this alternative is never played: the `plan:` above it always fits"
        wanted = "`plan:` without a condition as the last one"
        advice = "move it to the end, or give it an `if`"
        yield Unreadable(why, found=str(plan), wanted=wanted, advice=advice, spot=plan.spot).problem


def written_out(orders: Iterable[Order], fresh: Callable[[], tuple[Condition, ...]]) -> list[Order]:
    """The orders with `fresh` written out as what it means now, so that later only the position is looked at."""
    return [_written_out(order, fresh) if isinstance(order, Plan) else order for order in orders]


def _written_out(plan: Plan, fresh: Callable[[], tuple[Condition, ...]]) -> Plan:
    if Condition(FRESH) not in plan.conditions:
        return plan
    parts = [fresh() if condition == Condition(FRESH) else (condition,) for condition in plan.conditions]
    return replace(plan, conditions=tuple(condition for part in parts for condition in part))


# -- choosing -------------------------------------------------------------------------------------------------


def by_seat(orders: Sequence[Order]) -> list[tuple[str, tuple[Order, ...]]]:
    """The orders of a side by the seats that sent them; without seats all of them, under no name."""
    starts = [index for index, order in enumerate(orders) if isinstance(order, Apart)]
    if not starts:
        return [("", tuple(orders))]
    ends = [*starts[1:], len(orders)]
    heads = [order.seat for order in orders if isinstance(order, Apart)]
    return [(s, tuple(orders[i + 1 : end])) for s, i, end in zip(heads, starts, ends, strict=True)]


class Chosen(NamedTuple):
    """What is played of a section: the lines for all, and those of the alternative that fits."""

    orders: tuple[Order, ...]
    number: int = 0  # of the alternative, from 1; 0 where there are none


def choose(orders: Sequence[Order], holds: Callable[[Condition], bool]) -> Chosen | None:
    """The first alternative all of whose conditions hold; nothing if there are some and none fits."""
    heads = [index for index, order in enumerate(orders) if isinstance(order, Plan)]
    if not heads:
        return Chosen(tuple(orders))
    common = tuple(orders[: heads[0]])
    for number, (start, end) in enumerate(zip(heads, [*heads[1:], len(orders)], strict=True), 1):
        head = orders[start]
        if isinstance(head, Plan) and all(holds(condition) for condition in head.conditions):
            return Chosen((*common, *orders[start + 1 : end]), number)
    return None
