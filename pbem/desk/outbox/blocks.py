"""The block at the end of a message: answers to fill in, orders to edit, or a word of consent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Debt, Owed
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.open_step import Sent
from pbem.desk.record.state import State
from pbem.desk.views.pages import next_place, places_of
from pbem.desk.views.past import position_now
from pbem.desk.views.post import header_for
from pbem.kernel.board import Board
from pbem.values import NamedTuple, replace


class ReplyBlock(NamedTuple):
    """The text of the block, and the sentence above it."""

    text: str
    about: str


def block_for(campaign: Campaign, state: State, who: str, debts: Sequence[Owed]) -> ReplyBlock | None:
    """The block of a player; none when the game is over. `debts` are his own."""
    from pbem.report.orderblock import answer_block, order_block

    if campaign.step_of(state) is None:
        return None
    header = header_for(campaign, who, state, state.position)
    asked = [question for debt in debts for question in debt.questions]
    if asked:
        return ReplyBlock(answer_block(header, asked), _about_answers(asked))
    if any(debt.kind is Debt.CONSENT for debt in debts):
        words = "Take the # away before one of the two words."
        return ReplyBlock(order_block(_only(header, "campaign", "side"), ["# consent", "# refuse"], nothing=""), words)
    return _orders(campaign, state, who, any(debt.kind is Debt.ORDERS for debt in debts))


def _about_answers(asked: Sequence[Mapping[str, Any]]) -> str:
    """What stands in the block already."""
    filled = [question for question in asked if question["default"]]
    if not filled:
        return "Write your answer into the block."
    return (
        "Each answer is filled in with its default; write another where you want one."
        if len(filled) == len(asked)
        else "Some answers are filled in with their default; write the others, and change what you like."
    )


def _only(header: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: header[key] for key in keys}


def _orders(campaign: Campaign, state: State, who: str, is_due: bool) -> ReplyBlock | None:
    """The orders for the next step that needs him: those that he has sent, else the lines of his sheet."""
    from pbem.report.orderblock import order_block

    side = campaign.side_of(who)
    standing = state.standing.get(who, ())
    if not places_of(campaign, state, side):
        return _standing(header_for(campaign, who, state, state.position), standing)
    place = next_place(campaign, state, side)
    header, title = header_for(campaign, who, state, place), campaign.steps[place.step].title
    sent = state.pending.get(who, {})
    if any(one.turn >= place.turn for one in sent.values()):
        words = f"Your orders on file, from {title} on. To replace them, edit the block and send it."
        return ReplyBlock(order_block(header, _as_sent(campaign, sent, place.step), standing), words)
    board = replace(position_now(campaign, state), turn=place.turn, step=place.step)
    seen = position_seen(campaign, board, own_eyes(campaign, state, side))
    lines = campaign.game.sheet(Board(campaign.scenario, seen), side).orders
    words = f"For {title}, turn {place.turn}."
    return ReplyBlock(order_block(header, lines, standing), words if is_due else f"If you want to write ahead. {words}")


def _standing(header: Mapping[str, Any], standing: Sequence[str]) -> ReplyBlock | None:
    """His standing orders, which he may change at any time."""
    from pbem.report.orderblock import order_block

    if not standing:
        return None
    lines = ["standing:", *standing]
    return ReplyBlock(
        order_block(_only(header, "campaign", "side"), lines), "Your standing orders, if you want to change them."
    )


def _as_sent(campaign: Campaign, sent: Mapping[str, Sent], first: str) -> list[str]:
    """The orders of all steps that he has sent some for, those of the header's step without a name."""
    lines = list(sent[first].lines) or ["done"] if first in sent else []
    for step, found in sent.items():
        if step != first:
            lines += [f"{campaign.steps[step].kind}:", *(found.lines or ("done",))]
    return lines
