"""Filming: a turn or a whole campaign as an animation, a frame for each step that changed the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL
from pbem.desk.replay.load import load
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.steps import retold, taken_back
from pbem.desk.views.past import position_at
from pbem.desk.views.steps_seen import steps_seen
from pbem.desk.views.telling import tale
from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.position import Position
from pbem.store.entry import Reads
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.draw import View

WHICH = ("turn", "campaign")


class Film(NamedTuple):
    """The animation and the steps that it shows."""

    data: bytes
    steps: tuple[str, ...]


def film(
    store: Reads,
    name: str,
    which: str,
    turn: int = 0,
    eyes: str = ALL,
    progress: Progress = silent,
    *,
    form: str = "webp",
    pause: int = 2000,
    **size: Any,
) -> Film:
    """The film of one turn (the last one if none is named) or of the campaign so far; `size` as in `draw.Size`."""
    from pbem.draw import Film as Form
    from pbem.draw import Size, draw_animation

    if which not in WHICH:
        raise UsageError(f"a film of {which!r} cannot be made; write --animate turn or --animate campaign")
    campaign, _ = load(store, name)
    found = _steps(store, campaign, which, turn, progress)
    name = "The set-up" if _is_start(store, campaign, found[0].before) else "Before"
    campaign, steps = steps_seen(campaign, found, eyes)
    first = steps[0].before
    title = f"{campaign.name}, turn {first.turn}. {name}"
    frames = [_frame(campaign, first, None, title), *(_frame(campaign, s.after, s) for s in steps)]
    shown = [(frame, step) for frame, step in zip(frames, ("", *(s.label for s in steps)), strict=True) if frame]
    pictures = [frame for frame, _ in shown if frame]
    labels = tuple(label for _, label in shown if label)
    if not labels:
        raise UsageError("nothing happened in these steps that a board shows, so there is nothing to animate")
    data = draw_animation(pictures, Size(**size), Form(form, pause), progress)
    return Film(data, labels)


def _is_start(store: Reads, campaign: Campaign, position: Position) -> bool:
    return position == position_at(store, campaign.id, "start")


def _steps(store: Reads, campaign: Campaign, which: str, turn: int, progress: Progress) -> Sequence[StepFacts]:
    """The steps to be shown, those that were taken back left out."""
    entries = store.entries(campaign.id)
    undone, played = taken_back(entries), sum(entry.kind == "played" for entry in entries)
    steps = []
    for told in retold(entries, campaign):
        progress(told.number, played, told.step.label)
        if told.seq not in undone:
            steps.append(told.step)
    if not steps:
        raise UsageError("no step has been played yet, so there is nothing to animate: `pbem board` draws the set-up")
    wanted = turn or steps[-1].turn
    found = steps if which == "campaign" else [step for step in steps if step.turn == wanted]
    if not found:
        raise UsageError(f"no step of turn {wanted} has been played; the last one is of turn {steps[-1].turn}")
    return found


def _frame(campaign: Campaign, position: Position, step: StepFacts | None, title: str = "") -> View | None:
    """A frame; none for a step in which nothing happened that the board shows."""
    from pbem.draw import View

    look = campaign.game.look(Board(campaign.scenario, position))
    if step is None:
        return View(campaign.scenario, position, look, title=title)
    events = tale(campaign, position, step.facts).events
    words = f"{campaign.name}, turn {step.turn}. {step.title}"
    return View(campaign.scenario, position, look, events, title=words) if events else None
