"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.by_mail import counsel_combat, counsel_move, counsel_special, gun_plan
from pbem.games.italia18.by_mail.conditions import fits
from pbem.games.italia18.by_mail.grammar_standing_combat import ASK
from pbem.games.italia18.by_mail.orders_combat import Assault, Leave
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.stacking import worth
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Counsel
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Preference
from pbem.values import replace

RETREAT, LEAVE = "retreat", "leave"


def weakest_first(board: Board, units: Sequence[UnitId]) -> Sequence[UnitId]:
    """See 4.0d: combat units by defence and morale; supports come last."""
    fighters = [unit for unit in units if is_combat_unit(board.unit(unit))]
    return [*choosing.weakest_first(fighters, worth(board)), *(unit for unit in units if unit not in fighters)]


_COUNSEL = Counsel(
    weakest_first,
    orders={Assault: counsel_combat.from_attack, Leave: counsel_combat.from_leave},
    preferences={**counsel_move.PREFERENCES, **counsel_combat.PREFERENCES, **counsel_special.PREFERENCES},
    fits=fits,
)


def counsel(
    board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
) -> tuple[Chosen, str] | None:
    """See 12.2.2a, 12.3a, 13.0c: the first line that says something, with what other lines add to it: guns that are
    kept, ways that are liked, distances. `ask` puts the question, whatever stands below it."""
    orders = (*items, *standing)
    asked = replace(question, about={**question.about, "side": question.side})
    if _wants_to_be_asked(board, asked, orders):
        return None
    if question.topic == "guns":
        asked = gun_plan.without_kept(board, asked, orders)
    if question.topic in (RETREAT, LEAVE):
        ways = _liked(board, asked, orders)
        asked = replace(asked, about={**asked.about, "ways": ways})
        standing = [*_read_for(question.topic, standing), *([Preference(LEAVE, ("max",))] if ways else ())]
    answered = [order for order in standing if not _is_ask(order)]
    return _COUNSEL(board, asked, [order for order in items if not _is_ask(order)], answered)


def _read_for(topic: str, standing: Sequence[Order]) -> list[Order]:
    """See 13.0c: how far to disengage is a line of its own, `distance: max`."""
    return [
        replace(one, topic=LEAVE) if topic == LEAVE and isinstance(one, Preference) and one.topic == "distance" else one
        for one in standing
    ]


def _liked(board: Board, question: Question, orders: Sequence[Order]) -> Chosen:
    """The ways in the order of the lines on where to retreat that fit the question."""
    other = replace(question, about={**question.about, "topic": "retreat-to"})
    lines = [one for one in orders if isinstance(one, Preference) and one.topic == "retreat-to"]
    said = [_COUNSEL.answer(board, other, one) for one in lines]
    return tuple(dict.fromkeys(way for found in said for way in found or ()))


def _wants_to_be_asked(board: Board, question: Question, orders: Sequence[Order]) -> bool:
    """Whether the first line that fits says `ask`."""
    lines = [one for one in orders if isinstance(one, Preference)]
    return _is_ask(next((one for one in lines if _COUNSEL.is_meant(board, question, one)), None))


def _is_ask(order: Order | None) -> bool:
    return isinstance(order, Preference) and ASK in order.choices
