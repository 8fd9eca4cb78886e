"""`pbem luck`: how the dice of a campaign fell, side by side with what they should give."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, wrapped

if TYPE_CHECKING:
    from pbem.desk.campaign import Campaign
    from pbem.dice.luck import Luck, Thrown
    from pbem.draw.luck import LuckBar
    from pbem.store.entry import Reads

Chart = Annotated[str, typer.Option("--chart", help="Draw the luck as PNG into this file.")]


def luck(
    low: Annotated[list[str] | None, typer.Option(help="A kind of roll in which low faces are good.")] = None,
    chart: Chart = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say how lucky each side was, by kind of roll: expected against actual, and the exact chance of such luck.

    \b
    Examples:
      pbem luck
      pbem luck --low "withdrawal" --chart luck.png
    High faces count as good unless the game's luck.toml or --low says otherwise.
    """
    from pbem.dice.luck import luck_of

    rows = luck_of(_thrown(store_for_reading(db), campaign, {word.lower() for word in low or ()}))
    tell_luck(rows, campaign, chart, as_json)


def tell_luck(rows: Sequence[Luck], name: str, chart: str, as_json: bool) -> None:
    """Print the rows, and draw them if a file is named."""
    from pbem.dice.luck import verdict

    if chart:
        from pbem.draw.luck import draw_luck

        write_output(chart, draw_luck(f"Luck of the dice{f', {name}' if name else ''}", [_bar(row) for row in rows]))
    if as_json:
        say_json({"luck": [row.as_json() for row in rows], "verdict": verdict(rows)})
    else:
        say("\n".join(luck_lines(rows)))


def _bar(row: Luck) -> LuckBar:
    from pbem.dice.luck import percent
    from pbem.draw.luck import LuckBar

    share = int(500 * (1 - row.luckier + row.unluckier))  # half of those that fell just so count as luckier
    text = f"{row.side or '-'}, {row.kind}: {row.dice}d{row.sides}"
    return LuckBar(text, share, percent(row.luckier), row.is_unusual)


def _thrown(store: Reads, name: str, low: set[str]) -> list[Thrown]:
    """Every die of the campaign, with the side that it belongs to."""
    from pbem.desk.campaign import load
    from pbem.desk.looking import facts_of
    from pbem.desk.state import labels
    from pbem.dice.luck import rolls_of_facts

    loaded, state = load(store, name)
    habits = _habits(loaded.game.name)
    found: list[Thrown] = []
    for label in labels(state.trail):
        played = facts_of(store, loaded.id, label)
        facts = [fact.as_json() for fact in played.facts]
        found += rolls_of_facts(facts, lambda roll, step=played.step: _side_of(loaded, habits, roll, step))  # type: ignore[misc]
    low |= {kind.lower() for kind, habit in habits.items() if habit.get("good") == "low"}
    return [one._replace(is_low_good=one.kind.lower() in low) for one in found]


def _habits(game: str) -> dict[str, Mapping[str, str]]:
    """Which faces are good, and whose roll it is, where the game says so."""
    from pbem import library

    if not os.path.exists(os.path.join(library.game_folder(game), "luck.toml")):
        return {}
    return {entry["kind"]: entry for entry in library.data(game, "luck.toml").get("roll", ())}


def _side_of(campaign: Campaign, habits: Mapping[str, Mapping[str, str]], roll: str, step: str) -> str:
    """The side of the unit that a roll names; else the side whose step it is, or its enemy."""
    from pbem.dice.luck import kind_of
    from pbem.kernel.pieces import UnitId

    units = [campaign.scenario.units[word] for word in map(UnitId, roll.split()) if word in campaign.scenario.units]
    if units:
        return campaign.side_name(units[-1].side)
    needs = campaign.steps[step].needs
    if len(needs) != 1:
        return "either side"
    is_enemys = habits.get(kind_of(roll), {}).get("by") == "enemy"
    sides = [side for side in campaign.game.sides if (side in needs) != is_enemys]
    return campaign.side_name(sides[0])


def luck_lines(rows: Sequence[Luck]) -> list[str]:
    """The table and the sentence below it."""
    from pbem.dice.luck import percent, verdict

    table = [("side", "kind of roll", "good", "dice", "total", "expected", "luckier")] if rows else []
    for row in rows:
        cells = (row.side or "-", row.kind, "low" if row.is_low_good else "high", f"{row.dice}d{row.sides}")
        table.append((*cells, str(row.total), f"{float(row.expected):g}", percent(row.luckier)))
    words = (
        "The last column is the exact chance of being so lucky or luckier; in a row for all kinds together the dice "
    )
    words += "of which low ones are good are counted upside down."
    return [*columns(table), *(["", wrapped(words), ""] if rows else []), wrapped(verdict(rows))]
