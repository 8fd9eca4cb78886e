"""`pbem luck`: how the dice of a campaign fell, side by side with what they should give."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.files import DEFAULT_DB, store_for_reading
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, wrapped

if TYPE_CHECKING:
    from pbem.desk.campaign import Campaign
    from pbem.dice.luck import Luck, Thrown
    from pbem.store.entry import Reads


def luck(
    low: Annotated[list[str] | None, typer.Option(help="A kind of roll in which low faces are good.")] = None,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say how lucky each side was, by kind of roll: expected against actual, and the exact chance of such luck.

    \b
    Examples:
      pbem luck
      pbem luck --low "withdrawal"
    High faces count as good unless the game's luck.toml or --low says otherwise.
    """
    from pbem.dice.luck import luck_of, verdict

    rows = luck_of(_thrown(store_for_reading(db), campaign, {word.lower() for word in low or ()}))
    if as_json:
        say_json({"luck": [row.as_json() for row in rows], "verdict": verdict(rows)})
    else:
        say("\n".join(luck_lines(rows)))


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

    units = [campaign.scenario.units[word] for word in roll.split() if word in campaign.scenario.units]
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

    head = ("side", "kind of roll", "dice", "total", "expected", "so lucky or luckier")
    table = [head] if rows else []
    for row in rows:
        expected = f"{float(row.expected):g}"
        good = " (low is good)" if row.is_low_good else ""
        cells = (row.side or "-", row.kind, f"{row.dice}d{row.sides}", str(row.total), expected)
        table.append((*cells, percent(row.luckier) + good))
    return [*columns(table), *([""] if rows else []), wrapped(verdict(rows))]
