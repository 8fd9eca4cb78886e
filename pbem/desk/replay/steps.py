"""Retelling: every played step of a record once more, in order, with its facts; one pass over the entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.desk.record.campaign import Campaign, campaign_from
from pbem.desk.record.state import State, labels
from pbem.desk.replay.replay import Replay, start
from pbem.desk.views.looking import StepFacts
from pbem.errors import BadRecord, PbemError
from pbem.store.entry import Entry


class Told(NamedTuple):
    """A played step, and the state behind it. The state goes on with the record: look at it before the next one."""

    number: int  # from 1, over all steps of the record
    seq: int
    at: str
    step: StepFacts
    state: State


def opened_by(entries: Sequence[Entry]) -> Campaign:
    """The campaign of a record."""
    if not entries or entries[0].kind != "opened":
        raise BadRecord("the record does not begin with the entry `opened`")
    return campaign_from(entries[0].values())


def retold(entries: Sequence[Entry], campaign: Campaign | None = None) -> Iterator[Told]:
    """The played steps, those among them that were taken back later."""
    campaign = campaign or opened_by(entries)
    replay, number = start(entries[0], campaign), 0
    for entry in entries[1:]:
        _take(replay, entry)
        body = entry.values()
        if entry.kind == "played":
            number += 1
            yield Told(number, entry.seq, body["at"], _facts(replay, entry), replay.state)


def _take(replay: Replay, entry: Entry) -> None:
    try:
        replay.take(entry)
    except (PbemError, LookupError, ValueError, TypeError) as error:
        raise BadRecord(f"entry {entry.seq} cannot be replayed: {error}; `pbem verify` says more") from error


def _facts(replay: Replay, entry: Entry) -> StepFacts:
    past = replay.state.trail[-1]
    if replay.played is None or past.before is None:
        raise BadRecord(f"entry {entry.seq}: the replay gives no step for it")
    return StepFacts(
        labels(replay.state.trail)[-1], past.turn, past.step, replay.campaign.steps[past.step].title,
        tuple(replay.played.facts), past.before, replay.state.position, entry.values(), past.inputs, entry.hash,
    )  # fmt: skip


def taken_back(entries: Sequence[Entry]) -> dict[int, str]:
    """The entries of played steps that were taken back later, and why."""
    trail: list[int] = []
    found: dict[int, str] = {}
    for entry in entries:
        body = entry.values()
        back = body.get("back", {}).get("seq", 0) if entry.kind in ("undone", "amended") else 0
        if entry.kind == "played":
            trail.append(entry.seq)
        if back:
            found |= {seq: body["reason"] for seq in trail if seq >= back}
            trail = [seq for seq in trail if seq < back]
    return found
