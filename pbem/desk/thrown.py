"""The dice of a campaign, each with the side whose luck it was."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbem import library
from pbem.desk.campaign import Campaign, load
from pbem.desk.looking import facts_of
from pbem.desk.state import labels
from pbem.dice.luck import Thrown, kind_of, rolls_of_facts
from pbem.kernel.facts import Fact
from pbem.kernel.pieces import UnitId
from pbem.store.entry import Reads


class Habits(NamedTuple):
    """What a game says of its rolls: whose a kind of roll is, and the kinds in which low faces are good."""

    rolls: Mapping[str, Mapping[str, str]]
    low: frozenset[str]


def habits_of(game: str, low: Iterable[str] = ()) -> Habits:
    """The habits of a game from its luck.toml, where it has one; `low` adds kinds in which low faces are good."""
    known: dict[str, Mapping[str, str]] = {}
    if os.path.exists(os.path.join(library.game_folder(game), "luck.toml")):
        known = {entry["kind"]: entry for entry in library.data(game, "luck.toml").get("roll", ())}
    good = [kind for kind, habit in known.items() if habit.get("good") == "low"]
    return Habits(known, frozenset(kind.lower() for kind in (*good, *low)))


def all_thrown(store: Reads, name: str, low: Iterable[str] = ()) -> list[Thrown]:
    """Every die of the campaign."""
    loaded, state = load(store, name)
    habits = habits_of(loaded.game.name, low)
    found: list[Thrown] = []
    for label in labels(state.trail):
        played = facts_of(store, loaded.id, label)
        found += thrown_in(loaded, habits, played.step, played.facts)
    return found


def thrown_in(campaign: Campaign, habits: Habits, step: str, facts: Iterable[Fact]) -> list[Thrown]:
    """The dice of one step."""
    values = [fact.as_json() for fact in facts]
    found = rolls_of_facts(values, lambda roll: _side_of(campaign, habits, roll, step))
    return [one._replace(is_low_good=one.kind.lower() in habits.low) for one in found]


def _side_of(campaign: Campaign, habits: Habits, roll: str, step: str) -> str:
    """The side of the unit that a roll names; else the side whose step it is, or its enemy."""
    units = [campaign.scenario.units[word] for word in map(UnitId, roll.split()) if word in campaign.scenario.units]
    if units:
        return campaign.side_name(units[-1].side)
    needs = campaign.steps[step].needs
    if len(needs) != 1:
        return "either side"
    is_enemys = habits.rolls.get(kind_of(roll), {}).get("by") == "enemy"
    sides = [side for side in campaign.game.sides if (side in needs) != is_enemys]
    return campaign.side_name(sides[0])
