"""Verifying: the whole campaign replayed from its record alone, every hash, digest and die computed again."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from pbem.desk.record.campaign import campaign_id
from pbem.desk.record.eyes import hidden_now
from pbem.desk.record.find import glance_at
from pbem.desk.record.heads import Kept, Seen, not_on, parted
from pbem.desk.record.kinds.run import StepAsked, StepPlayed
from pbem.desk.record.state import State, label, state_from_text
from pbem.desk.replay.chain import chain_faults
from pbem.desk.replay.files_again import FileOf
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.replay.replay import Replay, start, truth_in
from pbem.desk.replay.store_check import check_beside, kept_files
from pbem.desk.replay.today import Difference
from pbem.desk.replay.verdict import Fault, Verdict
from pbem.errors import UsageError
from pbem.store.entry import Entry, Head, Snapshot, unpacked
from pbem.values import dataclass, field, replace

if TYPE_CHECKING:
    from pbem.store.entry import Reads


def verify(store: Reads, campaign: str = "", known: str | Sequence[Kept] = "", progress: Progress = silent) -> Verdict:
    """Replay the record. `known` is the hash of an entry that a player has kept, or mails that name some."""
    listed = campaign_id(campaign) if campaign else _only_one(store)
    entries, snapshots = store.record(listed)
    files = kept_files(store, entries)
    with _uncollected():
        verdict = verify_entries(entries, listed, snapshots, progress, lambda sha256: _opened(files, sha256))
    verdict.faults += [Fault(0, "", what) for what in not_on(entries, known)]
    check_beside(store, entries, verdict)
    return verdict


def _opened(files: Mapping[str, bytes], sha256: str) -> bytes | None:
    return unpacked(sha256, files[sha256]) if sha256 in files else None


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


def _only_one(store: Reads) -> str:
    try:
        return str(glance_at(store).opened.shared()["campaign"])
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
    _Verifier(verdict, {snapshot.seq: snapshot for snapshot in snapshots}, progress, file_of).run(entries)
    last = entries[-1].seq
    if snapshots and snapshots[-1].seq != last:
        verdict.faults.append(Fault(last, "", f"the newest snapshot was taken after entry {snapshots[-1].seq}"))
    return verdict


def _place(entry: Entry) -> str:
    try:
        body = entry.shared()
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
    seen: list[tuple[str, Seen]] = field(default_factory=list)  # what each file says that its sender was shown

    def run(self, entries: Sequence[Entry]) -> None:
        """Replay as far as the record can be replayed."""
        replay: Replay | None = None
        for number, entry in enumerate(entries):
            place = _place(entry)
            self.progress(entry.seq, len(entries), place)
            try:
                if replay is None:
                    replay = self._open(entry)
                    replay.state.truth = truth_in(replay.campaign, entries)
                else:
                    self._take(replay, entry, place)
            except Exception as error:  # a forged entry may trip any rule, and is then a fault of the record
                text = str(error) or type(error).__name__
                self._report(entry.seq, place, f"it cannot be replayed: {text}; later entries were not replayed")
                self._check_chain(entries[number:])
                self._veil(replay)
                return
            self._check_snapshot(replay, entry)
        self.verdict.parted += parted(self.seen, {entry.seq: entry.hash for entry in entries})
        self._veil(replay)
        if replay is not None:
            self._tell_secrets(replay)

    def _veil(self, replay: Replay | None) -> None:
        """While the game hides things, nobody reads here what happened where editions differ: only where."""
        if replay is not None and hidden_now(replay.campaign, replay.state):
            self.verdict.differs = [one.veiled() for one in self.verdict.differs]

    def _tell_secrets(self, replay: Replay) -> None:
        """How many secret lines were fixed by their hash and opened, and whose are still closed."""
        state, sides = replay.state, replay.campaign.sides
        self.verdict.secrets = len(state.shown)
        for side, name in sides.items():
            count, is_over = len(state.closed(side)), replay.campaign.step_of(state) is None
            until = "the game is over, and they should be open" if is_over else "they are opened by the end of the game"
            if count:
                self.verdict.closed.append(f"secret lines of {name} not opened yet: {count}; {until}")

    def _check_chain(self, entries: Sequence[Entry]) -> None:
        """Where the replay had to stop: at least the hashes of the rest."""
        for before, entry in pairwise(entries):
            for what in chain_faults(entry, Head(before.seq, before.hash)):
                self._report(entry.seq, _place(entry), what)

    def _report(self, seq: int, place: str, what: str) -> None:
        self.verdict.faults.append(Fault(seq, place, what))

    def _open(self, entry: Entry) -> Replay:
        replay = start(entry, report=lambda seq, what: self._report(seq, "", what), file_of=self.file_of)
        replay.beside = self._beside
        self.verdict.data = replay.campaign.data
        return replay

    def _beside(self, body: StepAsked | StepPlayed, found: Difference | None) -> None:
        """Today's rules beside a run of an older edition: whether they give the same is no fault of the record."""
        if found:
            self.verdict.differs.append(found)
        self.verdict.older += isinstance(body, StepPlayed)

    def _take(self, replay: Replay, entry: Entry, place: str) -> None:
        replay.report = lambda seq, what: self._report(seq, place, what)
        replay.take(entry)
        state = replay.state
        self.seen += [(replay.campaign.side_name(w), s) for w, s in state.seen.items() if s.by == entry.seq]
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
