"""`pbem moves` and `pbem odds`: what the rules allow now. Nothing is recorded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pbem.cli.files import DEFAULT_DB, read_input, store_for_reading
from pbem.cli.odds_lines import odds_lines
from pbem.cli.options import Argument, Db, Eyes, Json, Name, Option
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.errors import Refused, UsageError

if TYPE_CHECKING:
    from pbem.desk.record.campaign import Campaign
    from pbem.kernel.position import Position
    from pbem.kernel.text.orders import Order
    from pbem.kernel.views.moves import Goal, Moves, Way


def moves(
    unit: Annotated[str, Argument(help="The unit, by its name or any short form that can mean only one.")],
    to: Annotated[str, Option("--to", help="Only this hex or place: the way there, or why not.")] = "",
    side: Eyes = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say where a unit can go: every hex with its cost, and why not elsewhere, with the rule.

    \b
    Examples:
      pbem moves GE-12
      pbem moves XXVII --to Cividale
    """
    from pbem.desk.record.eyes import eyes_of, seen
    from pbem.desk.replay.load import load
    from pbem.kernel.board import Board
    from pbem.kernel.views.plain import plain

    loaded, state = load(store_for_reading(db), campaign)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), state.position)
    found = loaded.game.moves(Board(loaded.scenario, position), _unit(loaded, position, unit))
    goal = _hex(loaded, to) if to else ""
    found = found.only(goal) if goal else found
    if as_json:
        say_json({**plain(found), "to": goal})
    else:
        say("\n".join(_way_lines(found, goal) if goal else _moves_lines(found)))


def _unit(campaign: Campaign, position: Position, text: str) -> str:
    from pbem.desk.record.names import unit_called

    step = campaign.steps.get(position.step)
    sides = step.needs if step and step.needs else tuple(campaign.game.sides)
    return unit_called(campaign.scenario, position, text, sides)


def _hex(campaign: Campaign, text: str) -> str:
    from pbem.kernel.text.mail import Line
    from pbem.kernel.text.names import take_hex
    from pbem.kernel.text.words import Words

    words = Words(Line(1, text))
    found = take_hex(words, campaign.scenario.map)
    words.end()
    return found


def _moves_lines(found: Moves) -> list[str]:
    if not found.hex:
        return [f"{found.unit} is not on the map: {found.place}"]
    lines = [f"{found.unit} at {found.hex}, {found.allowance} movement points"]
    for way in found.ways:
        lines += titled(way.title, _goals(way))
    closed = [(row.hex, f"{row.why} [{row.rule}]") for row in found.closed]
    return lines + titled("It cannot reach, of the hexes near by", columns(closed, "  "))


def _goals(way: Way) -> list[str]:
    """Where a way leads: in columns where each goal has its path, else in one paragraph."""
    if any(goal.path for goal in way.goals):
        return columns([(goal.hex, goal.place, goal.cost, " -> ".join(goal.path)) for goal in way.goals], "  ")
    hexes = ", ".join(f"{goal.hex} ({goal.cost})" for goal in way.goals)
    return [wrapped(hexes, "  ", "  ")] if hexes else []


def _way_lines(found: Moves, to: str) -> list[str]:
    """The way to one hex, or why not, and which other way leads there."""
    first, *others = found.ways
    for goal in first.goals:
        price = f"for {goal.cost} of {found.allowance} movement points"
        return [f"{found.unit} can {first.name} to {to} {price}:", f"  {_order(found, first, goal)}"]
    lines = [f"{found.unit} cannot {first.name} to {to}"]
    lines += [wrapped(f"{row.why} [{row.rule}]", "  ", "  ") for row in found.closed]
    lines += [f"  {way.says}: {_order(found, way, goal)}" for way in others for goal in way.goals]
    return lines if len(lines) > 1 else [*lines, f"  it is too far for {found.allowance} movement points"]


def _order(found: Moves, way: Way, goal: Goal) -> str:
    return way.order.format(unit=found.unit, goal=goal.hex, path=" -> ".join(goal.path[1:]))


# -- odds -----------------------------------------------------------------------------------------------------


def odds(
    attack: Annotated[str, Argument(help="An attack order in quotes, or a file with attack lines.")],
    side: Annotated[str, Option(help="Whose attack, as this side sees it; needed if it is not clear.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Count up an attack as things stand: odds, every modifier with its rule, the exact chance of each result.

    \b
    Examples:
      pbem odds "attack 1904 with AH-1, AH-50 barrage AH-art15 shift AH-hqXV"
      pbem odds orders.txt
    """
    from pbem.desk.record.eyes import ALL, eyes_of, seen
    from pbem.desk.record.names import check_in_sight
    from pbem.desk.replay.load import load
    from pbem.kernel.board import Board
    from pbem.kernel.views.plain import plain

    loaded, state = load(store_for_reading(db), campaign)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), state.position)
    found = []
    for given in _attacks(loaded, attack, "" if side.strip().lower() == ALL else side):
        check_in_sight(loaded.scenario, position, getattr(given, "units", ()))
        found.append((str(given), loaded.game.odds(Board(loaded.scenario, position), given)))
    if as_json:
        say_json({"attacks": [{"order": order, **plain(view)} for order, view in found]})
        return
    for order, view in found:
        say("\n".join([*odds_lines(order, view), ""]))


def _attacks(campaign: Campaign, text: str, side: str) -> list[Order]:
    """The attack that the words give, or those of the file they name."""
    lines = [text]
    if os.path.exists(text):
        from pbem.kernel.text.reading import read_file

        block = read_file(read_input(text), campaign.game)
        side = side or block.header.get("side", "")
        every = [line.text for section in block.sections.values() for line in section]
        lines = [line for line in every if line.lower().startswith("attack")]
    if not lines:
        raise UsageError(f"{text} holds no line that begins with `attack`")
    return [_read_attack(campaign, line, side) for line in lines]


def _read_attack(campaign: Campaign, line: str, side: str) -> Order:
    """The order in a line, read for the side that owns the units it names."""
    from pbem.desk.record.names import side_called

    sides = [side_called(campaign.sides, side)] if side else list(campaign.game.sides)
    problems: list[Any] = []
    for one in sides:
        for section in campaign.game.sections:
            found, wrong = _read_line(campaign, line, one, section)
            if found:
                return found[0]
            problems += wrong
    # A section that does not know the verb at all points at its first letter; better words come from the others.
    better = [problem for problem in problems if problem.spot and problem.spot.column]
    raise Refused((better or problems)[:1])


def _read_line(campaign: Campaign, line: str, side: str, section: str) -> tuple[Sequence[Order], list[Any]]:
    from pbem.kernel.pieces import Side
    from pbem.kernel.text.mail import Block, Line
    from pbem.kernel.text.reading import read_orders

    block = Block(sections={section: [Line(1, line)]})
    file = read_orders(block, campaign.game, campaign.scenario, Side(side), section)
    orders = file.orders.get(section, [])
    units = [u for order in orders for u in getattr(order, "units", ())]
    is_own = all(campaign.scenario.side_of(unit) == side for unit in units)
    return (orders if is_own else []), file.problems
