"""`pbem moves` and `pbem odds`: what the rules allow now. Nothing is recorded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

from pbem.cli.files import DEFAULT_DB, read_input, store_for_reading
from pbem.cli.odds_lines import odds_lines
from pbem.cli.options import Argument, Db, Eyes, Json, Name, Option
from pbem.cli.printing import columns, say, say_json, titled, wrapped

if TYPE_CHECKING:
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
    from pbem.desk.asking import moves as moves_of

    found, goal = moves_of(store_for_reading(db), campaign, unit, to=to, side=side)
    if as_json:
        from pbem.kernel.views.plain import plain

        say_json({**plain(found), "to": goal})
    else:
        say("\n".join(_way_lines(found, goal) if goal else moves_lines(found)))


def moves_lines(found: Moves) -> list[str]:
    """Where a unit can go, for the screen or a letter."""
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
    """Work out an attack as matters stand: odds, every modifier with its rule, the exact chance of each result.

    For a file, pbem makes the moves in it first.

    \b
    Examples:
      pbem odds "attack 1904 with AH-1, AH-50 barrage AH-art15 shift AH-hqXV"
      pbem odds orders.txt
    """
    from pbem.desk.asking import odds as odds_of

    asked = read_input(attack) if os.path.exists(attack) else attack
    found = odds_of(store_for_reading(db), campaign, asked, side)
    if as_json:
        from pbem.kernel.views.plain import plain

        say_json({"attacks": [{"order": one.order, **plain(one.view)} for one in found]})
        return
    for one in found:
        say("\n".join([*odds_lines(one.order, one.view), ""]))
