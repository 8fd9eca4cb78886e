"""Restoring a campaign from its archive: the record is replayed first, and the store gets it with the same hashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.archive.files import Archive
from pbem.desk.archive.make import about_of
from pbem.desk.archive.manifest import About, Manifest, manifest_of
from pbem.desk.archive.open_archive import open_archive
from pbem.desk.archive.read import files_by_hash, record_of, secrets_of
from pbem.desk.record.campaign import Campaign, campaign_id
from pbem.desk.record.kinds import KINDS, file_in
from pbem.desk.record.names import check_name
from pbem.desk.record.state import State
from pbem.desk.replay.files_again import FileOf
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.replay.replay import start
from pbem.desk.replay.steps import opened_by
from pbem.desk.replay.store_check import check_secrets
from pbem.desk.replay.verify import verify_entries
from pbem.errors import BadRecord, UsageError
from pbem.library.shipped import Data
from pbem.store.entry import Entry, Listed, Snapshot
from pbem.values import dataclass

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Restored:
    """A campaign that the store now holds."""

    about: About
    turn: int
    step: str
    is_over: bool
    has_secret: bool
    data: Data  # as shipped, or what differs
    notes: tuple[str, ...] = ()  # what `verify` remarks: what could not be checked on this computer, and the like

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.about.name,
            "kind": self.about.kind,
            "entries": self.about.entries,
            "steps": self.about.steps,
            "head": self.about.head,
            "turn": self.turn,
            "step": self.step,
            "over": self.is_over,
            "secret": self.has_secret,
            "data": self.data.as_json(),
            "notes": list(self.notes),
        }


def read_for_restoring(path: str) -> tuple[Archive, Manifest, list[Entry]]:
    """An archive whose manifest and record can be read; the caller closes it. Nothing is replayed yet."""
    archive = open_archive(path)
    try:
        manifest = manifest_of(archive)
        return archive, manifest, record_of(archive, manifest)
    except BaseException:
        archive.close()
        raise


def check_archive(path: str) -> None:
    """Refuse what is no archive, before a store is made for it."""
    read_for_restoring(path)[0].close()


def restore(store: Store, path: str, progress: Progress = silent) -> Restored:
    """Put the campaign of an archive into the store. One that the store has already is never touched."""
    archive, manifest, entries = read_for_restoring(path)
    try:
        _refuse_known(store, entries, opened_by(entries).name)
        secrets = secrets_of(archive, manifest)
        file_of = files_by_hash(archive, manifest)
        notes = _check_record(entries, manifest, secrets, progress, file_of)
        campaign, state, snapshots = _snapshots(entries)
        listed = Listed(campaign.id, campaign.name, campaign.opened.at)
        store.restore(listed, entries, snapshots, _files(file_of, entries), secrets)
    finally:
        archive.close()
    place = state.position
    about = about_of(manifest.about.kind, campaign, entries)
    is_over = campaign.step_of(state) is None
    return Restored(about, place.turn, place.step, is_over, bool(secrets), campaign.data, notes)


def _refuse_known(store: Store, entries: Sequence[Entry], name: str) -> None:
    """Before any work: a name that the store has already, whatever is in it."""
    check_name(name)
    known = store.entries(campaign_id(name))
    if not known:
        return
    same = sum(1 for one, other in zip(known, entries, strict=False) if one.hash == other.hash)
    if same == len(entries):
        what = "it holds all of this archive already" + (" and has gone on since" if len(known) > same else "")
    elif same == len(known):
        what = f"the archive continues from there, with {len(entries) - same} more entries"
    else:
        what = f"and it is another one: the two records part after entry {same}"
    raise UsageError(
        f"the store already has a campaign called {name}: {what}. Nothing was changed; "
        "to have both, restore into another store: pbem restore ARCHIVE --db other.db"
    )


def _check_record(
    entries: Sequence[Entry], manifest: Manifest, secrets: dict[str, str], progress: Progress, file_of: FileOf
) -> tuple[str, ...]:
    """The remarks of the replay, which is that of `pbem verify`; what does not prove itself is not restored."""
    verdict = verify_entries(entries, manifest.about.campaign, progress=progress, file_of=file_of)
    check_secrets(lambda party: secrets.get(party, ""), entries, verdict)
    if entries[-1].hash != manifest.about.head:
        raise BadRecord("the record does not end with the hash that the manifest names: nothing was restored")
    if verdict.faults:
        more = f" (and {len(verdict.faults) - 1} more faults)" if len(verdict.faults) > 1 else ""
        raise BadRecord(f"{verdict.faults[0]}{more}: nothing was restored; `pbem verify` on the archive says more")
    return (*verdict.notes, *verdict.unchecked)


def _snapshots(entries: Sequence[Entry]) -> tuple[Campaign, State, list[Snapshot]]:
    """The state after the record, and the snapshots that a store keeps of it."""
    replay = start(entries[0])
    kept: list[Snapshot] = []
    for entry in entries:
        if entry.seq > 1:
            replay.take(entry)
        is_kept = KINDS[entry.kind].is_kept
        if is_kept or entry is entries[-1]:
            kept.append(Snapshot(entry.seq, replay.state.text(), is_kept))
    return replay.campaign, replay.state, kept


def _files(file_of: FileOf, entries: Sequence[Entry]) -> Iterator[bytes]:
    """The files as received, each once."""
    wanted = {body.sha256: e.seq for e in entries if (body := file_in(e)) and body.is_kept}
    for sha256, seq in wanted.items():
        data = file_of(sha256)
        if data is None:
            raise BadRecord(f"the archive lacks the file of entry {seq}: nothing was restored; get a fresh copy of it")
        yield data
