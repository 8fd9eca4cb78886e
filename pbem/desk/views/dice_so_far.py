"""The dice of a campaign, each with the side whose luck it was."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem import library
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State, labels
from pbem.desk.replay.load import load
from pbem.dice.luck import Thrown, kind_of, rolls_of_facts
from pbem.kernel.facts import Fact
from pbem.kernel.pieces import UnitId
from pbem.store.entry import Reads

SIX = 6  # sides of the die of a game that says nothing else


class Habits(NamedTuple):
    """What a game says of its rolls: whose a kind of roll is, the kinds in which low faces are good, the usual die."""

    rolls: Mapping[str, Mapping[str, str]]
    low: frozenset[str]
    die: int

    def is_draw(self, roll: str) -> bool:
        """Whether it is nobody's luck: a marker drawn from a pool."""
        return self.rolls.get(kind_of(roll), {}).get("draw") == "yes"


def habits_of(game: str, low: Iterable[str] = ()) -> Habits:
    """The habits of a game from its luck.toml, where it has one; `low` adds kinds in which low faces are good."""
    known: dict[str, Mapping[str, str]] = {}
    die = SIX
    if os.path.exists(os.path.join(library.game_folder(game), "luck.toml")):
        values = library.data(game, "luck.toml")
        known, die = {entry["kind"]: entry for entry in values.get("roll", ())}, int(values.get("die", die))
    good = [kind for kind, habit in known.items() if habit.get("good") == "low"]
    return Habits(known, frozenset(kind.lower() for kind in (*good, *low)), die)


def all_thrown(store: Reads, name: str, low: Iterable[str] = ()) -> list[Thrown]:
    """Every die of the campaign."""
    loaded, state = load(store, name)
    return _of_steps(store, loaded, habits_of(loaded.game.name, low), [past.seq for past in state.trail])


def thrown_until(store: Reads, campaign: Campaign, state: State, label: str) -> list[Thrown]:
    """Every die up to a played step, this one included."""
    count = labels(state.trail).index(label) + 1
    return _of_steps(store, campaign, habits_of(campaign.game.name), [past.seq for past in state.trail[:count]])


def _of_steps(store: Reads, campaign: Campaign, habits: Habits, steps: Sequence[int]) -> list[Thrown]:
    """The dice of played steps from their entries: nothing is replayed for it."""
    wanted = dict.fromkeys(steps)
    bodies = [entry.values() for entry in store.entries(campaign.id) if entry.seq in wanted]
    return [one for body in bodies for one in thrown_on(campaign, habits, body["step"], body["pages"])]


def thrown_on(campaign: Campaign, habits: Habits, step: str, pages: Iterable[Sequence[Any]]) -> list[Thrown]:
    """The dice on the pages of one step's journal; a page does not say how many sides a die has, the game does."""
    rolls = [(name, faces) for kind, name, faces, *_ in pages if kind == "roll"]
    values = [{"kind": "rolled", "name": name, "sides": habits.die, "faces": faces} for name, faces in rolls]
    return _thrown(campaign, habits, step, values)


def thrown_in(campaign: Campaign, habits: Habits, step: str, facts: Iterable[Fact]) -> list[Thrown]:
    """The dice among the facts of one step."""
    return _thrown(campaign, habits, step, [fact.as_json() for fact in facts if fact.kind == "rolled"])


def _thrown(campaign: Campaign, habits: Habits, step: str, rolls: Sequence[Mapping[str, Any]]) -> list[Thrown]:
    cast = [roll for roll in rolls if not habits.is_draw(str(roll["name"]))]
    found = rolls_of_facts(cast, lambda roll: _side_of(campaign, habits, roll, step))
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
