"""Two players who write to the desk: for whatever it waits for, one of them sends a file, until the game is over.

What they write are order files like anybody's: a header, a section, standing orders with the first. So a game that they
play can be kept as it was mailed, and replayed. Questions are answered by the example that goes out with them: one that
is refused stops the game, for no player could answer by it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from pbem.desk.adjudicating import adjudicate
from pbem.desk.checking import check
from pbem.desk.receiving import receive
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Debt, Owed
from pbem.desk.record.eyes import own_eyes, seen
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.errors import Problem
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import BEGIN, END, header_of
from pbem.store.store import Store
from tests.fuzz.driver import GiveOrders, no_orders

BETWEEN = timedelta(minutes=37)  # two mails
TRIES = 6  # at a file without problems


class Hand(NamedTuple):
    """How a side is played: the orders for a step, and the standing orders of its first file."""

    give_orders: GiveOrders = no_orders
    give_standing: GiveOrders = no_orders


class Letter(NamedTuple):
    """A file as it was sent."""

    file: str
    sender: str
    at: str
    data: bytes


def correspondence(store: Store, hands: Mapping[str, Hand], seed: int, at: str) -> Iterator[Letter]:
    """Every file of a campaign that has just been opened, as it goes in; after the last the game is over.

    Hands go by side; where players share one, by seat (`IT.west`). Each is shown what its side may see.
    """
    chance, clock, silent = random.Random(seed), datetime.fromisoformat(at).astimezone(UTC), dict(hands)
    number = 0
    while True:
        done = adjudicate(store, "", _stamp(clock))
        if done.is_over:
            return
        number, clock = number + 1, clock + BETWEEN
        campaign, state = load(store)
        debt = done.waiting[0]
        who = debt.seat or debt.side
        text = _written(store, campaign, state, debt, hands[who], chance, is_first=who in silent)
        silent.pop(who, None)
        name = f"{number:03}-{who.lower()}-turn-{state.position.turn}-{_kind(campaign, debt)}.txt"
        letter = Letter(name, f"{who.lower()}@example.org", _stamp(clock), text)
        receipt = receive(store, "", letter.data, letter.sender, letter.at)
        assert receipt.is_accepted, "\n".join([text.decode(), *map(str, receipt.problems)])
        yield letter


def _stamp(clock: datetime) -> str:
    return clock.strftime("%Y-%m-%dT%H:%M:%SZ")


def _kind(campaign: Campaign, debt: Owed) -> str:
    return "answer" if debt.kind is Debt.ANSWERS else campaign.game.steps(campaign.scenario)[debt.step].kind


def _written(
    store: Store, campaign: Campaign, state: State, debt: Owed, hand: Hand, chance: random.Random, is_first: bool
) -> bytes:
    """The whole file: as the player wants it, without the lines that `pbem check` has objected to."""
    side, turn = Side(debt.side), state.position.turn
    shown, position = seen(campaign, own_eyes(campaign, state, side), state.position)
    board = Board(shown.scenario, position)
    standing = [str(order) for order in hand.give_standing(board, side, chance)] if is_first else []
    step = campaign.game.steps(campaign.scenario)[debt.step]
    head = header_of({"campaign": campaign.name, "side": debt.seat or side, "turn": str(turn), "step": step.kind})
    if debt.kind is Debt.ANSWERS:
        return _file(head, [f"answer {one['number']}: {one['example']}" for one in debt.questions], standing)
    lines = [str(order) for order in hand.give_orders(board, side, chance)] or ["done"]
    for _ in range(TRIES):
        text = _file(head, lines, standing)
        bad = _bad_lines(check(store, "", text).problems)
        if not bad:
            return text
        lines = [line for line in lines if line not in bad] or ["done"]
    return _file(head, ["done"], standing)


def _bad_lines(problems: Sequence[Problem]) -> set[str]:
    return {problem.spot.text for problem in problems if problem.spot}


def _file(head: str, lines: Sequence[str], standing: Sequence[str]) -> bytes:
    told = ["", "standing:", *standing] if standing else []
    return "\n".join([BEGIN, head, "", *lines, *told, END, ""]).encode()
