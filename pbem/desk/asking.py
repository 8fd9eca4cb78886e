"""Asking the rules: where a unit can go, what an attack would bring, as one side sees it. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, eyes_of, seen
from pbem.desk.record.names import check_in_sight, side_called, unit_called
from pbem.desk.replay.load import load
from pbem.errors import Problem, Refused, UsageError
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.text.mail import Block, Line
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.reading import read_file, read_orders
from pbem.kernel.text.words import Words
from pbem.kernel.views.moves import Moves
from pbem.kernel.views.odds import OddsView
from pbem.store.entry import Reads

# -- moves ----------------------------------------------------------------------------------------------------


def moves(store: Reads, campaign: str, unit: str, *, to: str = "", side: str = "") -> tuple[Moves, str]:
    """Where a unit can go, of one hex or all; and the hex that was asked for, by its number."""
    loaded, state = load(store, campaign)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), state.position)
    found = loaded.game.moves(Board(loaded.scenario, position), _unit(loaded, position, unit))
    goal = _hex(loaded, to) if to else ""
    return (found.only(goal) if goal else found), goal


def _unit(campaign: Campaign, position: Position, text: str) -> str:
    step = campaign.steps.get(position.step)
    sides = step.needs if step and step.needs else tuple(campaign.game.sides)
    return unit_called(campaign.scenario, position, text, sides)


def _hex(campaign: Campaign, text: str) -> HexId:
    words = Words(Line(1, text))
    found = take_hex(words, campaign.scenario.map)
    words.end()
    return found


# -- odds -----------------------------------------------------------------------------------------------------


class Counted(NamedTuple):
    """An attack as it was understood, and what would come of it."""

    order: str
    view: OddsView


def odds(store: Reads, campaign: str, text: str | bytes, side: str = "") -> list[Counted]:
    """The attack that the words give, or those of an order file (bytes), counted up as things stand."""
    loaded, state = load(store, campaign)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), state.position)
    found = []
    for order in _attacks(loaded, text, "" if side.strip().lower() == ALL else side):
        check_in_sight(loaded.scenario, position, getattr(order, "units", ()))
        found.append(Counted(str(order), loaded.game.odds(Board(loaded.scenario, position), order)))
    return found


def _attacks(campaign: Campaign, text: str | bytes, side: str) -> list[Order]:
    if isinstance(text, str):
        return [_read_attack(campaign, text, side)]
    block, verbs = read_file(text, campaign.game), campaign.game.odds_verbs
    every = [line.text for section in block.sections.values() for line in section]
    lines = [line for line in every if line.lower().startswith(verbs)]
    if not lines:
        raise UsageError(f"the file holds no line that begins with {' or '.join(f'`{verb}`' for verb in verbs)}")
    return [_read_attack(campaign, line, side or block.header.get("side", "")) for line in lines]


def _read_attack(campaign: Campaign, line: str, side: str) -> Order:
    """The order in a line, read for the side that owns the units it names."""
    sides = [side_called(campaign.sides, side)] if side else list(campaign.game.sides)
    problems: list[Problem] = []
    for one in sides:
        for section in campaign.game.sections:
            found, wrong = _read_line(campaign, line, Side(one), section)
            if found:
                return found[0]
            problems += wrong
    # A section that does not know the verb at all points at its first letter; better words come from the others.
    better = [problem for problem in problems if problem.spot and problem.spot.column]
    raise Refused((better or problems)[:1])


def _read_line(campaign: Campaign, line: str, side: Side, section: str) -> tuple[Sequence[Order], list[Problem]]:
    block = Block(sections={section: [Line(1, line)]})
    file = read_orders(block, campaign.game, campaign.scenario, side, section)
    orders = file.orders.get(section, [])
    units = [unit for order in orders for unit in getattr(order, "units", ())]
    is_own = all(campaign.scenario.side_of(unit) == side for unit in units)
    return (orders if is_own else []), file.problems
