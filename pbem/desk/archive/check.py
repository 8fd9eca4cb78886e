"""Checking an archive: every file against the manifest, the record by replay, and all files against the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.desk.archive.compare import FileFault, compare_dice, compare_files, compare_parts
from pbem.desk.archive.files import MANIFEST, Archive
from pbem.desk.archive.manifest import FINISHED, MAKER, PUBLISHED, About, Manifest, listing_of, manifest_of
from pbem.desk.archive.open_archive import open_archive
from pbem.desk.archive.parts import RECORD, Contents
from pbem.desk.archive.read import contents_from, files_by_hash, record_of
from pbem.desk.record.heads import Kept, not_on
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.dates import Missed
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.terms import FORFEIT
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.replay.store_check import check_secrets
from pbem.desk.replay.verdict import Verdict
from pbem.desk.replay.verify import verify_entries
from pbem.errors import BadRecord, Refusal
from pbem.values import dataclass, field, fields


@dataclass(slots=True)
class ArchiveVerdict:
    """What was found in an archive."""

    path: str
    files: int = 0
    about: About | None = None
    record: Verdict | None = None
    faults: list[FileFault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether everything proves itself."""
        return not self.faults and self.record is not None and self.record.is_good

    def wrong(self, file: str, what: str) -> None:
        """Note a fault."""
        self.faults.append(FileFault(file, what))

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        about = self.about
        return {
            "archive": self.path,
            "good": self.is_good,
            "files": self.files,
            "kind": about.kind if about else "",
            "made_by": about.made_by if about else "",
            "faults": [fault._asdict() for fault in self.faults],
            "notes": list(self.notes),
            "record": self.record.as_json() if self.record else None,
        }


def verify_archive(
    path: str, known: str | Sequence[Kept] = "", *, is_drawn: bool = True, progress: Progress = silent
) -> ArchiveVerdict:
    """The verdict on an archive. `known` is the hash of an entry that a player has kept, or mails that name some."""
    archive = open_archive(path)
    try:
        return verify_opened(archive, known, is_drawn, progress)
    finally:
        archive.close()


def verify_opened(
    archive: Archive, known: str | Sequence[Kept] = "", is_drawn: bool = True, progress: Progress = silent
) -> ArchiveVerdict:
    """The verdict on an archive that is open."""
    verdict = ArchiveVerdict(archive.path, len(archive.sizes))
    try:
        manifest = manifest_of(archive)
        verdict.about = manifest.about
        check_files(archive, manifest, verdict)
        entries = record_of(archive, manifest)
        files = files_by_hash(archive, manifest)
        verdict.record = verify_entries(entries, manifest.about.campaign, progress=progress, file_of=files)
        for what in not_on(entries, known):
            verdict.wrong(RECORD, what)
        contents = contents_from(archive, manifest, entries)
        verdict.faults += compare_files(contents, manifest)
        if verdict.is_good:
            _check_about(contents, manifest, verdict)
            _compare(archive, contents, manifest, verdict, is_drawn, progress)
    except BadRecord as error:
        verdict.wrong(MANIFEST if verdict.about is None else RECORD, str(error))
    except Refusal as refusal:  # a file that cannot be unpacked
        verdict.wrong(MANIFEST if verdict.about is None else RECORD, refusal.problem.why)
    return verdict


def check_files(archive: Archive, manifest: Manifest, verdict: ArchiveVerdict) -> None:
    """Every file is there as the manifest lists it, and no other."""
    for name, listing in manifest.files.items():
        if name not in archive.sizes:
            verdict.wrong(name, "it is missing")
            continue
        try:
            if listing_of(archive.read(name)) != listing:
                verdict.wrong(name, "its bytes are not those that the manifest lists")
        except Refusal as refusal:
            verdict.wrong(name, refusal.problem.why)
    for name in archive.sizes:
        if name not in manifest.files and name != MANIFEST:
            verdict.wrong(name, "the manifest does not list it")


def _check_about(contents: Contents, manifest: Manifest, verdict: ArchiveVerdict) -> None:
    """What the manifest says of the campaign is what the record says."""
    for name in (one.name for one in fields(About) if one.name != "made_by"):
        said, true = getattr(manifest.about, name), getattr(contents.about, name)
        if said != true:
            verdict.wrong(MANIFEST, f"`{name}` is {said!r}, the record gives {true!r}")
    is_over = ends_the_game(contents)
    kind = manifest.about.kind
    if (kind == FINISHED) > is_over or (kind == PUBLISHED and is_over):
        verdict.wrong(MANIFEST, f"`kind` is {kind!r}, but the game is {'over' if is_over else 'still in progress'}")
    if contents.secrets:
        check_secrets(lambda party: contents.secrets.get(party, ""), contents.entries, verdict.record or Verdict(""))


def ends_the_game(contents: Contents) -> bool:
    """Whether nothing can be played after the last entry."""
    last = next((e for e in reversed(contents.entries) if e.kind in ("played", "undone", "amended", "missed")), None)
    body = body_of(last) if last else None
    if isinstance(body, Missed):
        return body.consequence == FORFEIT
    return isinstance(body, StepPlayed) and body.next[1] not in contents.campaign.steps


def _compare(
    archive: Archive,
    contents: Contents,
    manifest: Manifest,
    verdict: ArchiveVerdict,
    is_drawn: bool,
    progress: Progress,
) -> None:
    maker = manifest.about.made_by
    if maker != MAKER:
        verdict.notes.append(
            f"made by {maker}, checked with {MAKER}: posts, boards and pages were not compared in detail"
        )
        verdict.faults += compare_dice(archive, manifest)
    elif not verdict.faults:
        faults, notes = compare_parts(archive, contents, manifest, is_drawn, progress)
        verdict.faults += faults
        verdict.notes += notes
