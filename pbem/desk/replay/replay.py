"""The state from the entries alone: the record is read from its start and every step is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.desk.consenting import (
    amended_copy,
    check_amended,
    check_consented,
    check_consenting,
    check_proposed,
    check_undone,
)
from pbem.desk.inbox.signatures import check_handed
from pbem.desk.promising import check_opening, check_promised
from pbem.desk.record.campaign import Campaign, campaign_from
from pbem.desk.record.debts import owed
from pbem.desk.record.folding import (
    Body,
    first_state,
    fold_amended,
    fold_asked,
    fold_consented,
    fold_contributed,
    fold_declined,
    fold_extended,
    fold_handed,
    fold_joined,
    fold_missed,
    fold_played,
    fold_promised,
    fold_proposed,
    fold_sealed,
    fold_submitted,
    fold_undone,
    step_on,
)
from pbem.desk.record.open_step import Open
from pbem.desk.record.proving import (
    cannot_check,
    check_contributed,
    check_extended,
    check_in_time,
    check_joined,
    check_missed,
    check_secrets,
    check_submitted,
)
from pbem.desk.record.sealing import outcome, run_open, sealed
from pbem.desk.record.state import State, label
from pbem.desk.record.terms import is_sound
from pbem.desk.replay.files_again import FileOf, check_received
from pbem.errors import BadRecord, PbemError
from pbem.kernel.play import Played
from pbem.store.entry import Entry

Report = Callable[[int, str], None]  # entry number, what is wrong with it
_ONLY_RECORDED = ("at",)  # a field that no replay can or need recompute


def _raise(seq: int, what: str) -> None:
    raise BadRecord(f"entry {seq}: {what}")


@dataclass(slots=True)
class Replay:
    """Reads a record entry by entry. `report` is told what does not fit; by default it raises."""

    campaign: Campaign
    state: State
    report: Report = _raise
    played: Played | None = None  # what came of the last entry that ran a step
    file_of: FileOf | None = None  # the files as received, where they are at hand
    unchecked: dict[str, None] = field(default_factory=dict)  # what could not be checked on this computer, in words

    def take(self, entry: Entry) -> None:
        """Fold one entry in."""
        self.played = None
        body = entry.values()
        self.unchecked |= dict.fromkeys(cannot_check(entry.kind, body))
        known = {
            "submitted": self._submitted, "sealed": self._sealed, "asked": self._ran, "played": self._ran,
            "undone": self._undone, "amended": self._amended, "joined": self._joined, "handed": self._handed,
            "contributed": self._contributed, "missed": self._missed, "extended": self._extended,
            "promised": self._promised,
            "proposed": self._proposed, "consented": self._consented, "declined": self._declined,
        }  # fmt: skip
        if entry.kind not in known:
            raise BadRecord(f"an entry of the unknown kind {entry.kind!r}")
        known[entry.kind](entry, body)
        step_on(self.state, entry)

    def _submitted(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_submitted(self.campaign, self.state, body))
        self._tell(entry, check_opening(self.state, body))
        self._tell(entry, check_received(self.campaign, self.state, body, self.file_of))
        fold_submitted(self.state, body, entry.seq)

    def _sealed(self, entry: Entry, body: Body) -> None:
        if owed(self.campaign, self.state) or self.campaign.step_of(self.state) is None:
            self.report(entry.seq, "a step is sealed although orders or answers are still owed")
        opened, expected = sealed(self.campaign, self.state, body["at"])
        self._compare(entry.seq, body, expected)
        fold_sealed(self.campaign, self.state, opened, body["at"])

    def _promised(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_promised(self.campaign, self.state, body))
        self._tell(entry, check_in_time(self.campaign, self.state, body["at"]))
        fold_promised(self.state, body, entry.seq)

    def _joined(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_joined(self.campaign, self.state, body))
        fold_joined(self.state, body)

    def _handed(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_handed(self.campaign, self.state, body))
        fold_handed(self.state, body)

    def _contributed(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_contributed(self.campaign, self.state, body))
        fold_contributed(self.state, body)

    def _extended(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_extended(self.campaign, self.state, body))
        fold_extended(self.campaign, self.state, body)

    def _missed(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_missed(self.campaign, self.state, body))
        fold_missed(self.state, body)

    def _tell(self, entry: Entry, faults: Iterable[str]) -> None:
        for what in faults:
            self.report(entry.seq, what)

    def _ran(self, entry: Entry, body: Body) -> None:
        opened = _sealed_now(self.state)
        self._tell(entry, check_secrets(self.campaign, self.state, opened, body))
        parts = body["secrets"].get(str(self.state.next_epoch))
        self.played = run_open(self.campaign, self.state, opened, parts)
        if self.played.stopped:
            raise BadRecord(f"{label(opened.turn, opened.step)} stopped: {self.played.stopped}")
        kind, expected = outcome(self.campaign, self.state, opened, self.played, parts, body["at"])
        if kind != entry.kind:
            self.report(entry.seq, f"the record says the step was {entry.kind}, the rules say {kind}")
        self._compare(entry.seq, body, expected)
        if entry.kind == "asked":
            fold_asked(self.campaign, self.state, body, self.played)
        else:
            fold_played(self.campaign, self.state, body, entry.seq, self.played)

    def _undone(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_undone(self.campaign, self.state, body))
        fold_undone(self.campaign, self.state, body)

    def _amended(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_amended(self.campaign, self.state, body))
        fold_amended(self.campaign, self.state, body)
        self._tell(entry, check_submitted(self.campaign, self.state, body))
        self._tell(entry, check_received(self.campaign, self.state, body, self.file_of))
        fold_submitted(self.state, body, entry.seq)

    def _proposed(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_proposed(self.campaign, self.state, body))
        then = amended_copy(self.campaign, self.state, body)
        self._tell(entry, check_received(self.campaign, then, {**body, "verdict": "accepted"}, self.file_of))
        fold_proposed(self.state, body, entry.seq)

    def _consented(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_consented(self.campaign, self.state, body))
        fold_consented(self.state, body)

    def _declined(self, entry: Entry, body: Body) -> None:
        self._tell(entry, check_consenting(self.campaign, self.state, body))
        fold_declined(self.campaign, self.state, body)

    def _compare(self, seq: int, body: Body, expected: Mapping[str, Any]) -> None:
        for key, value in expected.items():
            if key not in _ONLY_RECORDED and body.get(key) != value:
                for line in _unlike(key, body.get(key), value):
                    self.report(seq, line)


def _sealed_now(state: State) -> Open:
    if state.open is None or state.open.questions:
        raise BadRecord("a step was run without being sealed")
    return state.open


def _unlike(key: str, recorded: Any, expected: Any) -> Iterator[str]:
    """What the record says and what the rules and dice give, in words."""
    if key == "pages" and isinstance(recorded, list):
        for number, (old, new) in enumerate(zip(recorded, expected, strict=False), 1):
            if old != new:
                yield f"page {number} of the journal says {old}, rules and dice give {new}"
        if len(recorded) != len(expected):
            yield f"the journal has {len(recorded)} pages, rules and dice give {len(expected)}"
        return
    yield f"`{key}` is recorded as {_short(recorded)}, the replay gives {_short(expected)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."


def start(
    opened: Entry, campaign: Campaign | None = None, report: Report = _raise, file_of: FileOf | None = None
) -> Replay:
    """A replay that has taken the first entry."""
    body = opened.values()
    campaign = campaign or campaign_from(body)
    replay = Replay(campaign, first_state(campaign, opened), report, file_of=file_of)
    exchange = campaign.opened.get("exchange", "")
    if not is_sound(campaign.terms, exchange) or exchange not in ("", *campaign.game.sides):
        report(opened.seq, "the terms of the dice are none that can be agreed on")
    digest = replay.state.position.digest()
    if body["position"] != digest:
        report(opened.seq, f"`position` is recorded as {body['position']}, the set-up gives {digest}")
    return replay


def rebuild_state(entries: Sequence[Entry], campaign: Campaign | None = None) -> State:
    """The state that the entries add up to; what does not fit is a `BadRecord`."""
    return replay_of(entries, campaign).state


def replay_of(entries: Sequence[Entry], campaign: Campaign | None = None) -> Replay:
    """A replay that has taken all entries."""
    if not entries or entries[0].kind != "opened":
        raise BadRecord("the record does not begin with the entry `opened`")
    replay = start(entries[0], campaign)
    for entry in entries[1:]:
        try:
            replay.take(entry)
        except (PbemError, KeyError, ValueError, TypeError) as error:
            raise BadRecord(f"entry {entry.seq} cannot be replayed: {error}") from error
    return replay
