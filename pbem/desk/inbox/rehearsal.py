"""Rehearsing orders on a copy: for the check on receipt and for `try`. Nothing of it is recorded.

Only the side's own orders are used. What the other side has sent stays sealed: its decisions are taken by the
default, so that a check tells nothing about them. And only what the side may see is on the board: a check of orders
against hidden units would find out what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.desk.inbox.judged import Judged
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, own_eyes, position_seen
from pbem.desk.record.open_step import Open, Reply
from pbem.desk.record.sealing import input_of, openings_of, taken_over
from pbem.desk.record.state import State
from pbem.dice.chosen import KindDice
from pbem.errors import Problem, Refusal
from pbem.kernel.board import Board
from pbem.kernel.game import Game
from pbem.kernel.journal import pages_from_json
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.position import Position
from pbem.kernel.questions import Question
from pbem.kernel.rolls import Dice
from pbem.kernel.sequence import Step
from pbem.kernel.text.orders import MoreOrder, Order, Orders
from pbem.kernel.views.meter import Point
from pbem.values import NamedTuple, dataclass, field, replace

MOST_STEPS = 40  # that one file can reach


class Rehearsed(NamedTuple):
    """One step as it would be played."""

    step: Step
    before: Position
    played: Played
    orders: Orders


@dataclass(slots=True)
class Rehearsal:
    """The steps that a file reaches, and the decisions that were taken by default on the way."""

    steps: list[Rehearsed] = field(default_factory=list)
    assumed: list[dict[str, Any]] = field(default_factory=list)

    def problems(self) -> list[Problem]:
        """What is illegal in the step that is to be played now."""
        return self.steps[0].played.objections() if self.steps else []

    def later_problems(self) -> list[tuple[Step, Problem]]:
        """What would be illegal in later steps, as things would then stand."""
        return [(item.step, problem) for item in self.steps[1:] for problem in item.played.objections()]


def rehearse(campaign: Campaign, state: State, judged: Judged, dice: Dice) -> Rehearsal:
    """Play the campaign's step, and those after it that the file gives orders for, with these dice."""
    rehearsal = Rehearsal()
    game = _with_defaults(campaign.game, rehearsal)
    if state.open:
        _rehearse_open(campaign, state, judged, game, dice, rehearsal)
        return rehearsal
    own = _own_orders(campaign, state, judged)
    standing = _own_standing(campaign, state, judged)
    position = position_seen(campaign, state.position, own_eyes(campaign, state, judged.side))
    ahead = dict.fromkeys(judged.orders)
    while ahead and len(rehearsal.steps) < MOST_STEPS:
        step = campaign.steps.get(position.step)
        if step is None or (step.needs and (judged.side not in step.needs or step.id not in own)):
            break
        ahead.pop(step.id, None)
        orders = Orders(Side(judged.side), own.get(step.id, ()), standing)
        given = Input({orders.side: orders})
        known = openings_of(state, judged.side)
        played = play_step(game, campaign.scenario, position, given, dice, is_check=True, openings=known)
        rehearsal.steps.append(Rehearsed(step, position, played, orders))
        # What others have sealed for this step is not looked at, so nothing is known beyond it.
        needs_others = any(side != judged.side for side in step.needs)
        if needs_others or not played.is_complete or played.problems or not _goes_on(judged, ahead, played.position):
            break
        position = played.position
    return rehearsal


def _goes_on(judged: Judged, ahead: Mapping[str, None], position: Position) -> bool:
    """Whether the file reaches the next step; over the end of a turn only if it has orders for the turn after it."""
    return any(judged.place_of(step).turn >= position.turn for step in ahead)


def _rehearse_open(
    campaign: Campaign, state: State, judged: Judged, game: Game, dice: Dice, rehearsal: Rehearsal
) -> None:
    """A step that is under way goes on from its journal; the pages need the orders that are sealed in it."""
    if state.open is None or not judged.replies:
        return
    fresh = {key: Reply(judged.side, kind, values) for key, (kind, values) in judged.replies.items()}
    opened = state.open._replace(late={**state.open.late, **fresh})
    step = campaign.steps[opened.step]
    if state.stood is not None or own_eyes(campaign, state, judged.side) != ALL:
        _rehearse_part(campaign, state, judged, game, dice, rehearsal)
        return
    given = input_of(campaign, opened)
    pages = pages_from_json(opened.pages)
    so_far = _played_so_far(campaign, state, opened)
    played = play_step(
        game, campaign.scenario, state.position, given, dice, pages,
        first_epoch=opened.first_epoch, is_check=True, kept=taken_over(state, opened),
        openings=openings_of(state, judged.side, opened),
    )  # fmt: skip
    is_more = any(kind == "more" for kind, _ in judged.replies.values())
    played.problems = played.problems[len(so_far.problems) :] if is_more else []
    played.foreseen = [p for p in played.foreseen if p not in so_far.foreseen] if is_more else []
    played.warned = [w for w in played.warned if w not in so_far.warned] if is_more else []
    rehearsal.steps.append(Rehearsed(step, state.position, played, Orders(Side(judged.side))))


def _rehearse_part(
    campaign: Campaign, state: State, judged: Judged, game: Game, dice: Dice, rehearsal: Rehearsal
) -> None:
    """Where units are hidden, or the others' orders are not at hand: the next part of the orders alone, on what its
    owner sees of the board as it stands."""
    parts = [(key, values) for key, (kind, values) in judged.replies.items() if kind == "more"]
    opened = state.open
    stood = state.stood or (_played_so_far(campaign, state, opened).stood if opened and parts else None)
    if opened is None or stood is None or not parts:
        return  # an answer is one of the options that were offered: there is nothing to check
    step, side = campaign.steps[opened.step], Side(judged.side)
    position = position_seen(campaign, stood, own_eyes(campaign, state, judged.side))
    key, lines = parts[0]
    orders = Orders(side, campaign.orders(side, step.kind, lines), _own_standing(campaign, state, judged))
    # Behind an empty first part, so that what only the first may hold is seen to be late.
    later = {f"{key.rpartition(' ')[0]} 2": orders.items}
    given = Input({side: replace(orders, items=(MoreOrder(),))}, {}, later)
    known = openings_of(state, judged.side, opened)
    played = play_step(game, campaign.scenario, position, given, dice, is_check=True, openings=known)
    rehearsal.steps.append(Rehearsed(step, position, played, orders))


def _played_so_far(campaign: Campaign, state: State, opened: Open) -> Played:
    """The open step as far as its journal goes: what it has to say was said before."""
    pages = pages_from_json(opened.pages)
    given = input_of(campaign, opened._replace(late=state.open.late if state.open else {}))
    return play_step(
        campaign.game,
        campaign.scenario,
        state.position,
        given,
        KindDice(),
        pages,
        first_epoch=opened.first_epoch,
        is_check=True,
        kept=taken_over(state, opened),  # its journal cannot be read without it
        openings=openings_of(state, "", opened),
    )


def _own_orders(campaign: Campaign, state: State, judged: Judged) -> dict[str, tuple[Order, ...]]:
    """What the side has sent before and this file does not replace, and this file."""
    sent = state.pending.get(judged.who, {})
    steps = campaign.steps
    earlier = {step: campaign.orders(judged.who, steps[step].kind, item.lines) for step, item in sent.items()}
    return {**earlier, **judged.orders}


def _own_standing(campaign: Campaign, state: State, judged: Judged) -> tuple[Order, ...]:
    if judged.standing is not None:
        return judged.standing
    return campaign.orders(judged.who, "standing", state.standing.get(judged.who, ()))


def _with_defaults(game: Game, rehearsal: Rehearsal) -> Game:
    """The game with a counsel that never leaves a question open, and notes what it had to assume."""

    def counsel(
        board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
    ) -> tuple[tuple[str, ...], str] | None:
        found = game.counsel(board, question, items, standing)
        if found is not None and question.allows(found[0]):
            return found
        chosen = question.fallback()
        if not question.allows(chosen):
            return None  # nothing is offered
        rehearsal.assumed.append({**question.as_json(), "assumed": list(chosen)})
        return chosen, "default"

    return replace(game, counsel=counsel)


def coverage(campaign: Campaign, rehearsal: Rehearsal, side: str) -> tuple[list[Point], list[Point]]:
    """The questions that may still come, to this side and to others: so the mails that are still needed.

    What others have sent is not looked at; their standing orders may decide what is listed for them.
    """
    points: list[Point] = []
    for item in rehearsal.steps:
        board = Board(campaign.scenario, item.before)
        try:
            found = campaign.game.coverage(board, {Side(side): item.orders})
        except Refusal:
            continue  # an order of the file is illegal and is reported as such
        points += [replace(point, step=item.step.id) for point in found]
    return [one for one in points if one.side == side], [one for one in points if one.side != side]
