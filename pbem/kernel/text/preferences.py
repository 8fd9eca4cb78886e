"""Orders in advance that every game has: conditions after `if`, standing preferences, and `defaults`."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kernel.questions import Question, split_part
from pbem.kernel.text.orders import Order
from pbem.values import NamedTuple, dataclass

RELATIONS = (">=", "<=", ">", "<", "=")


class Condition(NamedTuple):
    """When an order or a preference applies: `odds >= 3-1`, `turn >= 6`, `1904 occupied`. Each game has its own."""

    subject: str
    relation: str = ""
    value: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in (self.subject, self.relation, self.value) if part)


def if_words(conditions: Sequence[Condition]) -> str:
    """The conditions as they stand at the end of an order."""
    return " if " + " and ".join(map(str, conditions)) if conditions else ""


def compare(left: int, relation: str, right: int) -> bool:
    """The five relations of conditions."""
    if relation == ">=":
        return left >= right
    if relation == "<=":
        return left <= right
    if relation == ">":
        return left > right
    if relation == "<":
        return left < right
    return left == right


@dataclass(frozen=True, slots=True)
class Preference(Order):
    """A standing order. `topic` is what it answers, `where` the hex or unit it is for (empty: everywhere), `on` a
    combat result (empty: any), `choices` what is wanted, best first."""

    topic: str
    choices: tuple[str, ...]
    where: str = ""
    on: str = ""
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        where = f" {self.where}" if self.where else ""
        on = f" on {self.on}" if self.on else ""
        return f"{self.topic}{where}{on}: {', '.join(self.choices)}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Defaults(Order):
    """`defaults`: whatever no order covers is decided by the printed default, without a question."""

    def __str__(self) -> str:
        return "defaults"


def among(question: Question, wanted: Sequence[str]) -> tuple[str, ...]:
    """Those of the wanted options that are offered, in the order wanted; of parts as many as there are."""
    offered = {option.value: option for option in question.options}
    found = []
    for value in wanted:
        name, parts = split_part(value)
        if value in offered:
            found.append(value)
        elif name in offered and parts > 0 and offered[name].parts:
            found.append(f"{name} {min(parts, offered[name].parts)}")
    return tuple(found)
