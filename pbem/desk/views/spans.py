"""Which steps a page covers: those that a person names, or all since the last post, or since a side last wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.find import find_past
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.state import State, labels
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.trail import with_turn_before, with_whole_trail
from pbem.desk.replay.under_way import label_of_open, under_way
from pbem.desk.views.past import played_steps
from pbem.errors import UsageError
from pbem.store.entry import Entry, Reads
from pbem.values import NamedTuple

START = "start"  # the set-up, before any step
_RAN = ("played", "asked")
_WRITES = ("submitted", "promised", "proposed", "amended")


class Span(NamedTuple):
    """What a person asks for: a turn, a step, or all from one step to another; nothing for all that is new."""

    turn: int = 0
    only: str = ""
    first: str = ""
    last: str = ""

    @property
    def is_start(self) -> bool:
        """Whether the opening post is meant."""
        return START in (self.only.strip().lower(), self.last.strip().lower())

    def check(self) -> None:
        """Refuse what cannot be meant together."""
        if self.only and (self.first or self.last):
            raise UsageError("--step names one step, --from and --to several: leave one of them out")
        if self.turn and not self.only and (self.first or self.last):
            raise UsageError(f"--turn {self.turn} names a whole turn: leave it out, or write --from t{self.turn}/STEP")


def steps_in(store: Reads, campaign: Campaign, state: State, span: Span, who: str = "") -> list[StepFacts]:
    """The steps of a span, a step under way among them; without one, what is new to `who`, or else to everybody."""
    span.check()
    if not (span.turn or span.only or span.first or span.last):
        found = new_steps(store, campaign, state, who) or new_steps(store, campaign, state)
        return found or _between(store, campaign, state, len(state.trail) - 1, len(state.trail) - 1)
    with_whole_trail(store, campaign, state)
    first, last = _asked_for(state, _known(campaign, state), span)
    return _between(store, campaign, state, first, last)


def new_steps(store: Reads, campaign: Campaign, state: State, who: str = "") -> list[StepFacts]:
    """All steps since a player last wrote; for everybody, those that ran on the latest letters. Perhaps none."""
    wrote = _wrote(_newest_first(store, campaign, state), who)
    first = next((n for n, past in enumerate(state.trail) if past.seq > wrote), len(state.trail))
    return _between(store, campaign, state, first, len(state.trail))


class _Known(NamedTuple):
    """A step that can be named."""

    label: str
    turn: int
    step: str


def _known(campaign: Campaign, state: State) -> list[_Known]:
    found = [_Known(name, past.turn, past.step) for name, past in zip(labels(state.trail), state.trail, strict=True)]
    so_far = under_way(campaign, state)
    return [*found, *([_Known(label_of_open(state), so_far.turn, so_far.step)] if so_far else [])]


def _between(store: Reads, campaign: Campaign, state: State, first: int, last: int) -> list[StepFacts]:
    """The steps from one place of the trail to another; the step under way has the place behind it."""
    played = len(state.trail)
    end = min(last, played - 1)
    found = played_steps(store, campaign, state, first, end) if 0 <= first <= end else []
    so_far = under_way(campaign, state) if last == played else None
    return [*found, *([so_far] if so_far else [])]


def _asked_for(state: State, known: Sequence[_Known], span: Span) -> tuple[int, int]:
    """The places of the first and the last step that are named."""
    if span.only:
        place = _place(state, known, f"t{span.turn}/{span.only}" if span.turn and "/" not in span.only else span.only)
        return place, place
    if span.turn:
        inside = [number for number, one in enumerate(known) if one.turn == span.turn]
        if not inside:
            newest = f"the last step is {known[-1].label}" if known else "no step has been played yet"
            raise UsageError(f"no step of turn {span.turn} has been played: {newest}")
        return inside[0], inside[-1]
    first = _place(state, known, span.first) if span.first and span.first.strip().lower() != START else 0
    last = _place(state, known, span.last) if span.last else len(known) - 1
    if last < first:
        raise UsageError(
            f"--from {known[first].label} comes after --to {known[last].label}: write the earlier step first"
        )
    return first, last


def _place(state: State, known: Sequence[_Known], wanted: str) -> int:
    """Where a step stands that a person names, by its whole label or, for the last of its kind, by its name alone."""
    words = wanted.strip().lower().replace(" ", "/")
    for place, one in enumerate(known):
        if one.label.lower() in (words, f"t{words}"):
            return place
    alike = [place for place, one in enumerate(known) if one.step.lower() == words]
    return alike[-1] if alike else find_past(state.trail, wanted)


# -- what is new ------------------------------------------------------------------------------------------------


def _newest_first(store: Reads, campaign: Campaign, state: State) -> Iterator[Entry]:
    """The record from its end, a turn at a time, and the trail along with it.

    Whoever stops at what he looks for has read no more turns than he must: a long campaign takes no longer than a
    short one.
    """
    upto = 0  # to the end
    while state.earlier:
        yield from reversed(store.entries(campaign.id, state.earlier, upto))
        upto = state.earlier
        with_turn_before(store, campaign, state)
    yield from reversed(store.entries(campaign.id, 0, upto))


def _wrote(entries: Iterator[Entry], who: str) -> int:
    """The entry of the last letter of `who`; for everybody, of the last one before the latest run. 0 if there is none.

    The newest entries come first.
    """
    before = entries if who else dropwhile(lambda entry: entry.kind not in _RAN, entries)
    return next((entry.seq for entry in letters_of(before, who)), 0)


def letters_of(entries: Iterable[Entry], who: str = "") -> Iterator[Entry]:
    """The entries with which a player, a side or anybody wrote and was understood."""
    for entry in entries:
        body: Any = body_of(entry) if entry.kind in _WRITES else None
        if body is None or (isinstance(body, Submitted) and not body.is_accepted):
            continue
        if not who or who in (body.side, body.seat):
            yield entry
