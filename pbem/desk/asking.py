"""Asking the rules: where a unit can go, what an attack would bring, as one side sees it. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, eyes_of, in_fog, position_seen, seen
from pbem.desk.record.names import check_in_sight, side_called, unit_called
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.views.past import position_now
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
from pbem.store.entry import Reads
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.kernel.views.moves import Moves
    from pbem.kernel.views.odds import OddsView

# -- moves ----------------------------------------------------------------------------------------------------


def moves(store: Reads, campaign: str, unit: str, *, to: str = "", side: str = "") -> tuple[Moves, str]:
    """Where a unit can go, of one hex or all; and the hex that was asked for, by its number."""
    loaded, state = load(store, campaign)
    return moves_on(*seen(loaded, eyes_of(loaded, state, side), position_now(loaded, state)), unit, to)


def moves_on(campaign: Campaign, position: Position, unit: str, to: str = "") -> tuple[Moves, str]:
    """The same on any board, as its reader sees it."""
    found = campaign.game.moves(Board(campaign.scenario, position), _unit(campaign, position, unit))
    goal = _hex(campaign, to) if to else ""
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
    """The attack that the words give, as things stand; or those of an order file (bytes), behind the file's moves."""
    loaded, state = load(store, campaign)
    whose = "" if side.strip().lower() == ALL else side
    if isinstance(text, bytes):
        return _odds_of_file(loaded, state, text, whose)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), position_now(loaded, state))
    return [_counted(loaded, position, _read_attack(loaded, text, whose))]


def _counted(campaign: Campaign, position: Position, order: Order) -> Counted:
    check_in_sight(campaign.scenario, position, getattr(order, "units", ()))
    return Counted(str(order), campaign.game.odds(Board(campaign.scenario, position), order))


def _odds_of_file(campaign: Campaign, state: State, data: bytes, side: str) -> list[Counted]:
    """The attacks of a file, each on the board as its step would find it if the orders before it are carried out."""
    block, verbs = read_file(data, campaign.game), campaign.game.odds_verbs
    whose = side or block.header.get("side", "")
    before = _before_each(campaign, state, data)
    now = position_seen(campaign, position_now(campaign, state), eyes_of(campaign, state, whose))
    found = []
    for section, lines in block.sections.items():
        position = before.get(section or "", now)
        shown = in_fog(campaign, position)
        attacks = [line.text for line in lines if line.text.lower().startswith(verbs)]
        found += [_counted(shown, position, _read_attack(shown, line, whose)) for line in attacks]
    if not found:
        raise UsageError(f"the file holds no line that begins with {' or '.join(f'`{verb}`' for verb in verbs)}")
    return found


def _before_each(campaign: Campaign, state: State, data: bytes) -> dict[str, Position]:
    """How the board would stand before each step of the file, by the word of its section; "" for the header's step.

    Nothing is known of a step that the rehearsal does not reach: its attacks are counted as things stand.
    """
    from pbem.desk.inbox.judged import Judged  # late: `moves` reads no file
    from pbem.desk.inbox.rehearsal import rehearse
    from pbem.desk.inbox.submission import judge
    from pbem.dice.chosen import KindDice

    judged = Judged(turn=state.position.turn)
    judge(campaign, state, data, judged)
    if judged.problems:
        return {}
    found = {item.step.kind: item.before for item in rehearse(campaign, state, judged, KindDice()).steps}
    first = next(iter(judged.orders), "")
    return {
        **found,
        **({"": found[campaign.steps[first].kind]} if first and campaign.steps[first].kind in found else {}),
    }


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
