"""Verifying: the whole campaign replayed from its record alone, every hash, digest and die computed again."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pbem.desk.record.campaign import campaign_id
from pbem.desk.record.find import glance_at
from pbem.desk.record.state import State, label, state_from_text
from pbem.desk.replay.files_again import FileOf
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.replay.replay import Replay, start
from pbem.desk.replay.store_check import check_beside, kept_files
from pbem.desk.replay.verdict import Fault, Verdict
from pbem.errors import BadRecord, UsageError
from pbem.kernel.facts import canonical
from pbem.store.entry import Entry, Snapshot, entry_hash, unpacked

if TYPE_CHECKING:
    from pbem.store.store import Store


def verify(store: Store, campaign: str = "", known: str = "", progress: Progress = silent) -> Verdict:
    """Replay the record. `known` is the hash of any entry that a player has kept; it must still be there."""
    listed = campaign_id(campaign) if campaign else _only_one(store)
    entries, snapshots = store.record(listed)
    files = kept_files(store, entries)
    with _uncollected():
        verdict = verify_entries(entries, listed, snapshots, progress, lambda sha256: _opened(files, sha256))
    if known and known not in [entry.hash for entry in entries]:
        verdict.faults.append(Fault(0, "", f"the record has no entry with the hash {known}"))
    check_beside(store, entries, files, verdict)
    return verdict


def _opened(files: Mapping[str, bytes], sha256: str) -> bytes | None:
    try:
        return unpacked(sha256, files[sha256]) if sha256 in files else None
    except BadRecord:
        return None  # `check_beside` says what is wrong with it


@contextmanager
def _uncollected() -> Iterator[None]:
    """A replay makes much short-lived garbage and few cycles: the collector would take a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _only_one(store: Store) -> str:
    try:
        return str(glance_at(store).opened.values()["campaign"])
    except (ValueError, KeyError, TypeError):
        return store.campaigns()[0].id


def verify_entries(
    entries: Sequence[Entry],
    listed: str,
    snapshots: Sequence[Snapshot] = (),
    progress: Progress = silent,
    file_of: FileOf | None = None,
) -> Verdict:
    """The verdict on a record alone, without its store. `file_of` gives the files as received, where they are there."""
    verdict = Verdict(listed, len(entries), head=entries[-1].hash if entries else "")
    if not entries:
        raise UsageError(f"there is no record of a campaign called {listed}")
    _check_chain(entries, verdict)
    _Verifier(verdict, {snapshot.seq: snapshot for snapshot in snapshots}, progress, file_of).run(entries)
    last = entries[-1].seq
    if snapshots and snapshots[-1].seq != last:
        verdict.faults.append(Fault(last, "", f"the newest snapshot was taken after entry {snapshots[-1].seq}"))
    return verdict


# -- the chain ------------------------------------------------------------------------------------------------


def _check_chain(entries: Sequence[Entry], verdict: Verdict) -> None:
    prev = ""
    for number, entry in enumerate(entries, 1):
        for what in _chain_faults(entry, number, prev):
            verdict.faults.append(Fault(entry.seq, _place(entry), what))
        prev = entry.hash


def _chain_faults(entry: Entry, number: int, prev: str) -> list[str]:
    faults = []
    if entry.seq != number:
        faults.append(f"entry {number} is missing: this is entry {entry.seq}")
    if entry.prev != prev:
        faults.append("it does not name the hash of the entry before it")
    if entry.hash != entry_hash(entry.prev, entry.kind, entry.body):
        faults.append("its hash does not fit its text")
    try:
        if canonical(entry.values()) != entry.body:
            faults.append("its text is not in canonical form")
    except ValueError:
        faults.append("its text cannot be read")
    return faults


def _place(entry: Entry) -> str:
    try:
        body = entry.values()
        return label(body["turn"], body["step"]) if "step" in body else ""
    except (ValueError, KeyError, TypeError):
        return ""


# -- the replay -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Verifier:
    verdict: Verdict
    snapshots: dict[int, Snapshot]
    progress: Progress = silent
    file_of: FileOf | None = None

    def run(self, entries: Sequence[Entry]) -> None:
        """Replay as far as the record can be replayed."""
        replay: Replay | None = None
        for entry in entries:
            place = _place(entry)
            self.progress(entry.seq, len(entries), place)
            try:
                if replay is None:
                    replay = self._open(entry)
                else:
                    self._take(replay, entry, place)
            except Exception as error:  # a forged entry may trip any rule, and is then a fault of the record
                text = str(error) or type(error).__name__
                self._report(entry.seq, place, f"it cannot be replayed: {text}; later entries were not replayed")
                return
            self._check_snapshot(replay, entry)

    def _report(self, seq: int, place: str, what: str) -> None:
        self.verdict.faults.append(Fault(seq, place, what))

    def _open(self, entry: Entry) -> Replay:
        replay = start(entry, report=lambda seq, what: self._report(seq, "", what), file_of=self.file_of)
        then, now = replay.campaign.opened.rules, replay.campaign.game.version
        if then != now:
            self.verdict.notes.append(f"opened under rules version {then}, replayed with {now}")
        return replay

    def _take(self, replay: Replay, entry: Entry, place: str) -> None:
        replay.report = lambda seq, what: self._report(seq, place, what)
        replay.take(entry)
        self.verdict.unchecked[:] = replay.unchecked
        if replay.played and entry.kind == "played":
            rolls = [page for page in replay.played.pages if page.kind == "roll"]
            self.verdict.steps += 1
            self.verdict.dice += sum(len(page.values) for page in rolls)
            used = (replay.state.trail[-1].orders or {}).values()
            self.verdict.orders += sum(len(item.orders) for item in used)

    def _check_snapshot(self, replay: Replay, entry: Entry) -> None:
        snapshot = self.snapshots.get(entry.seq)
        if snapshot and not _is_as_replayed(snapshot.state, replay.state):
            self._report(entry.seq, _place(entry), "the snapshot kept beside it says something else than the replay")


def _is_as_replayed(kept: str, state: State) -> bool:
    """Whether a snapshot says what the replay gives; which program has made it is its own affair."""
    if kept == state.text():
        return True
    found = state_from_text(kept)
    return found is not None and kept == replace(state, made_by=found.made_by).text()
