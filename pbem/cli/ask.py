"""`pbem moves` and `pbem odds`: what the rules allow now. Nothing is recorded."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.files import DEFAULT_DB, read_input, store_for_reading
from pbem.cli.odds_lines import odds_lines
from pbem.cli.options import Db, Eyes, Json, Name
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.errors import Refused, UsageError

if TYPE_CHECKING:
    from pbem.desk.record.campaign import Campaign
    from pbem.kernel.position import Position
    from pbem.kernel.text.orders import Order

Row = Mapping[str, Any]


def moves(
    unit: Annotated[str, typer.Argument(help="The unit, by its name or any short form that can mean only one.")],
    to: Annotated[str, typer.Option("--to", help="Only this hex or place: the way there, or why not.")] = "",
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

    loaded, state = load(store_for_reading(db), campaign)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), state.position)
    found = loaded.game.moves(Board(loaded.scenario, position), _unit(loaded, position, unit))
    goal = _hex(loaded, to) if to else ""
    if as_json:
        say_json(_only(found, goal) if goal else found)
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


def _only(found: Row, goal: str) -> dict[str, Any]:
    """The answer about one hex."""
    kept = {key: found[key] for key in ("unit", "hex", "place", "allowance") if key in found}
    for kind in ("walk", *(kind for kind in _OTHER_WAYS if kind in found), "closed"):
        kept[kind] = [row for row in found[kind] if row["hex"] == goal]
    return {**kept, "to": goal}


# Ways to go that not every game has: the title of their list, the figure it shows, and what to say of one hex.
_OTHER_WAYS = {
    "march": ("With a forced march also to", "cost", "a forced march gets there: march {unit} to {goal}"),
    "rail": ("By rail to (rail hexes)", "hexes", "a train gets there: rail {unit} to {goal}"),
    "infiltration": ("By infiltration to", "cost", "infiltration gets there: infiltrate {unit} to {goal}"),
    "strategic": ("By strategic movement to (hexes)", "hexes", "strategic movement gets there: move {unit} to {goal}"),
}


def _moves_lines(found: Row) -> list[str]:
    if "hex" not in found:
        return [f"{found['unit']} is not on the map: {found['place']}"]
    lines = [f"{found['unit']} at {found['hex']}, {found['allowance']} movement points"]
    walk = [(row["hex"], row["place"], row["cost"], " -> ".join(row["path"])) for row in found["walk"]]
    lines += titled("It can walk to (hex, cost, path)", columns(walk, "  "))
    for kind, (title, figure, _) in _OTHER_WAYS.items():
        hexes = ", ".join(f"{row['hex']} ({row[figure]})" for row in found.get(kind, ()))
        lines += titled(title, [wrapped(hexes, "  ", "  ")] if hexes else [])
    closed = [(row["hex"], f"{row['why']} [{row['rule']}]") for row in found["closed"]]
    return lines + titled("It cannot reach, of the hexes near by", columns(closed, "  "))


def _way_lines(found: Row, goal: str) -> list[str]:
    rows = _only(found, goal)
    if rows["walk"]:
        row = rows["walk"][0]
        return [f"{found['unit']} can walk to {goal} for {row['cost']} of {found['allowance']} movement points:",
                f"  move {found['unit']} {' -> '.join(row['path'][1:])}"]  # fmt: skip
    lines = [f"{found['unit']} cannot walk to {goal}"]
    lines += [wrapped(f"{row['why']} [{row['rule']}]", "  ", "  ") for row in rows["closed"]]
    for kind, (_, _, words) in _OTHER_WAYS.items():
        lines += ["  " + words.format(unit=found["unit"], goal=goal) for _ in rows.get(kind, ())]
    return lines if len(lines) > 1 else [*lines, f"  it is too far for {found.get('allowance', 0)} movement points"]


# -- odds -----------------------------------------------------------------------------------------------------


def odds(
    attack: Annotated[str, typer.Argument(help="An attack order in quotes, or a file with attack lines.")],
    side: Annotated[str, typer.Option(help="Whose attack, as this side sees it; needed if it is not clear.")] = "",
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

    loaded, state = load(store_for_reading(db), campaign)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), state.position)
    found = []
    for order in _attacks(loaded, attack, "" if side.strip().lower() == ALL else side):
        check_in_sight(loaded.scenario, position, getattr(order, "units", ()))
        found.append({"order": str(order), **loaded.game.odds(Board(loaded.scenario, position), order)})
    if as_json:
        say_json({"attacks": found})
        return
    for entry in found:
        say("\n".join([*odds_lines(entry), ""]))


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
