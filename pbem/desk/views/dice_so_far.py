"""The dice of a campaign, each with the side whose luck it was."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem import library
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.luck import Totals
from pbem.desk.replay.load import load
from pbem.desk.replay.under_way import luck_now
from pbem.dice.luck import Summed, Thrown
from pbem.kernel.facts import Fact
from pbem.kernel.journal import pages_from_json
from pbem.kernel.pieces import Side
from pbem.kernel.rolls import Cast
from pbem.store.entry import Reads
from pbem.values import NamedTuple


class Habits(NamedTuple):
    """What a game says of its rolls: what its episodes are called in a table of luck, and where low faces are good."""

    called: Mapping[str, str]
    low: frozenset[str]

    def kind_of(self, cast: Cast) -> str:
        """What a roll is for: `attack / crt`."""
        return " / ".join(self.called.get(one, one) for one in cast.purpose)


def habits_of(game: str, low: Iterable[str] = ()) -> Habits:
    """The habits of a game from its luck.toml, where it has one; `low` adds kinds in which low faces are good."""
    values: Mapping[str, Any] = {}
    if os.path.exists(os.path.join(library.game_folder(game), "luck.toml")):
        values = library.data(game, "luck.toml")
    good = [entry["kind"] for entry in values.get("roll", ()) if entry.get("good") == "low"]
    return Habits(values.get("called", {}), frozenset(kind.lower() for kind in (*good, *low)))


def luck_so_far(store: Reads, name: str, low: Iterable[str] = ()) -> list[Summed]:
    """The dice of the campaign, those of a step under way among them; no entry is read for it."""
    loaded, state = load(store, name)
    return summed(loaded, habits_of(loaded.game.name, low), luck_now(state))


def summed(campaign: Campaign, habits: Habits, luck: Totals) -> list[Summed]:
    """Running totals as a table of luck takes them."""
    found = []
    for key, dice in luck.items():
        thrown = _thrown(campaign, habits, Cast(key.purpose, key.sides, Side(key.by)), ())
        found.append(Summed(thrown.side, thrown.kind, key.sides, dice.number, dice.total, thrown.is_low_good))
    return found


def thrown_on(campaign: Campaign, habits: Habits, pages: Iterable[list[Any]]) -> list[Thrown]:
    """The dice on the pages of one step's journal."""
    found = [(page.cast, page.values) for page in pages_from_json(pages)]
    return [_thrown(campaign, habits, cast, faces) for cast, faces in found if cast and not cast.is_draw]


def thrown_in(campaign: Campaign, habits: Habits, facts: Iterable[Fact]) -> list[Thrown]:
    """The dice among the facts of one step. A draw out of a pool is nobody's luck."""
    rolled = [fact for fact in facts if fact.kind == "rolled" and not fact["draw"]]
    return [_thrown(campaign, habits, _cast(fact), fact["faces"]) for fact in rolled]


def _cast(fact: Fact) -> Cast:
    return Cast(tuple(fact["purpose"]), fact["sides"], Side(fact["by"]))


def _thrown(campaign: Campaign, habits: Habits, cast: Cast, faces: Sequence[int]) -> Thrown:
    kind, side = habits.kind_of(cast), campaign.side_name(cast.by) if cast.by else "either side"
    return Thrown(side, kind, cast.sides, tuple(faces), kind.lower() in habits.low)
