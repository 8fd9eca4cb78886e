"""What is made of the player's text: the receipt as the judge would write it, each line as it is read, a try."""

from __future__ import annotations

import contextlib
from typing import Any

from pbem.desk import checking, trying
from pbem.desk.inbox.rehearsal import Rehearsal, rehearse
from pbem.desk.lines.receipt import receipt_lines
from pbem.desk.record.eyes import in_fog
from pbem.desk.views.telling import tale
from pbem.dice.chosen import KindDice
from pbem.draw.look import read_look
from pbem.draw.piles import stacks_of
from pbem.draw.plain import event_values, ghosts
from pbem.errors import PbemError
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.kernel.text.mail import Block, Line
from pbem.kernel.text.reading import read_orders
from pbem.page.looking import position_json
from pbem.page.naming import named
from pbem.page.position import Opened

FILE = "your orders"  # as the receipt calls the text


def check(opened: Opened, text: str) -> dict[str, Any]:
    """The receipt: verdict, digest, problems with line and column, warnings, defaults, the mail meter; and in lines."""
    receipt = checking.check(opened.store, "", text.encode())
    return {**receipt.as_json(), "is_accepted": receipt.is_accepted, "lines": receipt_lines(receipt, FILE)}


# -- single lines ---------------------------------------------------------------------------------------------


def read(opened: Opened, lines: list[str], section: str) -> list[dict[str, Any]]:
    """Each line for itself, as an order of a section: the canonical words and what it names, or its problems."""
    return [_read(opened, line, section) for line in lines]


def _read(opened: Opened, line: str, section: str) -> dict[str, Any]:
    campaign = opened.campaign
    block, seat = Block(sections={section: [Line(1, line)]}), campaign.seats.get(opened.who)
    file = read_orders(block, campaign.game, campaign.scenario, opened.side, section, seat)
    orders = (file.standing or []) if section == "standing" else file.orders.get(section, [])
    return {
        "orders": [named(opened, order) for order in orders],
        "problems": [problem.as_json() for problem in file.problems],
    }


# -- on the board ---------------------------------------------------------------------------------------------


def draws(opened: Opened, text: str) -> dict[str, Any]:
    """What the text does on the board: its orders by line, and the arrows and marks of the steps that it reaches,
    with the kindest dice, the enemy deciding by default."""
    campaign, state, judged = opened.campaign, opened.fresh_state(), opened.judged(text)
    rehearsal = Rehearsal()
    with contextlib.suppress(PbemError):  # the check says what is wrong; lines that can be read are shown all the same
        rehearsal = rehearse(campaign, state, judged, KindDice()) if judged.is_placed else rehearsal
    return {
        "orders": [
            {"section": campaign.steps[step].kind, "step": step, **named(opened, order)}
            for step, orders in judged.orders.items()
            for order in orders
        ],
        "steps": [
            {
                "step": item.step.id,
                "title": item.step.title,
                **_drawn(opened, item.played.stood or item.played.position, item.before, tuple(item.played.facts)),
            }
            for item in rehearsal.steps
        ],
    }


def _drawn(opened: Opened, after: Position, before: Position, facts: tuple[Fact, ...]) -> dict[str, Any]:
    shown = in_fog(opened.campaign, before, after, facts=facts)
    events = tale(shown, after, facts).events
    look = read_look(shown.game.look(Board(shown.scenario, after)))
    stacks = stacks_of(shown.scenario, after, look)
    return {
        "events": event_values(shown.scenario, look, events),
        "ghosts": ghosts(look, events, stacks),
        "after": position_json(opened, after),
    }


def try_(opened: Opened, text: str, dice: str = "average") -> dict[str, Any]:
    """What would come of the text with these dice: facts, arrows and marks, and the board after each step."""
    tried = trying.try_orders(opened.store, "", text.encode(), dice)
    shown = tried.as_json()
    for step, row in zip(tried.steps, shown["steps"], strict=True):
        row |= _drawn(opened, step.after, step.before, step.facts)
    return shown
