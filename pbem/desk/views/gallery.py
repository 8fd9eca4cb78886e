"""A step as the board shows it: whose eyes, the position behind it, and what it did."""

from __future__ import annotations

from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import eyes_of, seen
from pbem.desk.replay.load import load, state_now
from pbem.desk.replay.progress import Progress
from pbem.desk.replay.under_way import under_way
from pbem.desk.views.film import Film, film
from pbem.desk.views.labels import label_of
from pbem.desk.views.past import facts_of, position_at
from pbem.desk.views.picture import picture
from pbem.desk.views.steps_seen import step_seen
from pbem.desk.views.telling import tale
from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.store.entry import Reads
from pbem.values import NamedTuple


class Shown(NamedTuple):
    """A step as the board shows it: the position behind it, and what it did."""

    campaign: Campaign
    label: str
    title: str
    position: Position
    facts: tuple[Fact, ...]


def shown_after(store: Reads, campaign: Campaign, turn: int, step: str, eyes: str) -> Shown:
    """The scene after a step, or of the set-up, as these eyes may see it."""
    name = label_of(turn, step)
    start = position_at(store, campaign.id, "start")
    if name == "start" or (not name and _is_untouched(store, campaign, start)):
        campaign, start = seen(campaign, eyes, start)
        return Shown(campaign, "", "the set-up", start, ())
    campaign, found = step_seen(campaign, facts_of(store, campaign.id, name), eyes)
    title = f"turn {found.turn}. {found.title}" + ("" if found.is_complete else ", under way")
    return Shown(campaign, found.label, title, found.after, found.facts)


def _is_untouched(store: Reads, campaign: Campaign, start: Position) -> bool:
    state = state_now(store, campaign)
    return state.position == start and under_way(campaign, state) is None


class Gallery:
    """The pictures of a campaign, for one pair of eyes."""

    def __init__(self, store: Reads, campaign: str, side: str) -> None:
        self.store = store
        self.campaign, state = load(store, campaign)
        self.eyes = eyes_of(self.campaign, state, side)

    @property
    def name(self) -> str:
        """The name of the campaign."""
        return self.campaign.name

    def still(
        self, turn: int, step: str, *, delta: bool, title: str, progress: Progress, **asked: Any
    ) -> tuple[bytes, str]:
        """The board after a step as PNG, with what the step did unless `delta` says no; and the label of the step."""
        scene = shown_after(self.store, self.campaign, turn, step, self.eyes)
        told = tale(scene.campaign, scene.position, scene.facts) if delta else None
        words = title or f"{self.name}, {scene.title}"
        return picture(scene.campaign, scene.position, told, title=words, progress=progress, **asked), scene.label

    def film(self, which: str, turn: int, progress: Progress, **asked: Any) -> Film:
        """A turn or the campaign as a film."""
        return film(self.store, self.campaign.id, which, turn, self.eyes, progress, **asked)
