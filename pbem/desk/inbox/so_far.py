"""The board as the next line of a file will find it: after the lines that are written so far, with the kindest dice."""

from __future__ import annotations

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.rehearsal import rehearse
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.dice.chosen import KindDice
from pbem.kernel.position import Position
from pbem.kernel.text.orders import MoreOrder, Order
from pbem.values import NamedTuple, replace

_MORE = str(MoreOrder())


class Written(NamedTuple):
    """The orders that a file gives for a step, in its sequence; or the next part of those of a step under way."""

    step: str
    orders: tuple[Order, ...]
    part: str = ""  # the key of the question that they answer

    def number_of(self, unit: str, attacks: tuple[str, ...]) -> int | None:
        """Which of them is the last that is given to a unit; attacks are given to hexes."""
        moves = [(number, order) for number, order in enumerate(self.orders) if not str(order).startswith(attacks)]
        found = [number for number, order in moves if unit in _ordered(order)]
        return found[-1] if found else None


def _ordered(order: Order) -> tuple[str, ...]:
    """Whom an order sets going."""
    unit = getattr(order, "unit", "")
    return (unit,) if unit else tuple(getattr(order, "units", ()))


def written(campaign: Campaign, state: State, judged: Judged, step: str) -> Written:
    """What the file gives for a step."""
    if state.open:
        found = [(key, lines) for key, (kind, lines) in judged.replies.items() if kind == "more"]
        key, lines = found[0] if found else ("", ())
        kind = campaign.steps[state.open.step].kind
        return Written(state.open.step, campaign.orders(judged.who, kind, lines) if lines else (), key)
    return Written(step, judged.orders.get(step, ()))


def stands(
    campaign: Campaign, state: State, judged: Judged, found: Written, before: int | None = None
) -> Position | None:
    """The board before the order of this number, or after all of them; none if the file does not get there.

    The file is played up to there as a first part of its orders: the step waits for more, and so stands.
    """
    orders = (*(order for order in found.orders[:before] if not isinstance(order, MoreOrder)), MoreOrder())
    if found.part:
        part = {found.part: (_MORE, tuple(str(order) for order in orders))}
        cut = replace(judged, replies={**judged.replies, **part})
    else:
        cut = replace(judged, orders={**judged.orders, found.step: orders})
    steps = rehearse(campaign, state, cut, KindDice()).steps
    return steps[-1].played.stood if steps and steps[-1].step.id == found.step else None
