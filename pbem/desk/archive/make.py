"""Archiving a campaign: one folder or one zip that needs nothing else, and the same bytes for the same record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.archive.boards import KIT, check_kind
from pbem.desk.archive.disclose import shown_of
from pbem.desk.archive.files import MANIFEST
from pbem.desk.archive.manifest import FINISHED, PUBLISHED, SCALE, SCALES, WHOLE, About, Listing, Manifest, listing_of
from pbem.desk.archive.parts import Contents, parts_of
from pbem.desk.archive.write import Part, check_place, write_folder, write_zip
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, check_finished
from pbem.desk.replay.load import load
from pbem.desk.replay.progress import Progress, silent
from pbem.errors import UsageError
from pbem.store.entry import Entry
from pbem.values import dataclass, replace

if TYPE_CHECKING:
    from pbem.store.entry import Reads


@dataclass(frozen=True, slots=True)
class Archived:
    """An archive that was written. `held` is the entry of a file that had to stay out, 0 if there is none."""

    path: str
    about: About
    files: int
    bytes: int
    left_out: int
    held: int

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        about = self.about
        return {
            "path": self.path,
            "campaign": about.campaign,
            "kind": about.kind,
            "entries": about.entries,
            "steps": about.steps,
            "head": about.head,
            "files": self.files,
            "bytes": self.bytes,
            "left_out": self.left_out,
            "held": self.held,
        }


def archive(
    store: Reads,
    campaign: str,
    path: str,
    *,
    is_zip: bool = False,
    is_whole: bool = False,
    scale: int = SCALE,
    boards: str = KIT,
    progress: Progress = silent,
) -> Archived:
    """Write the archive of a campaign. Of one that goes on only what everybody may know, unless it is to be whole."""
    check_place(path)
    check_kind(boards)
    if scale not in SCALES:
        raise UsageError(f"the boards of an archive have from {SCALES[0]} to {SCALES[-1]} per cent, not {scale}")
    found, left_out, held = contents_of(store, campaign, is_whole, scale)
    contents = replace(found, boards=boards)
    files: dict[str, Listing] = {}
    parts = listed(contents.about, parts_of(contents, progress), files)
    if is_zip:
        write_zip(path, contents.about.campaign, parts, is_whole)
    else:
        write_folder(path, parts, is_whole)
    size = sum(listing.bytes for listing in files.values())
    return Archived(path, contents.about, len(files) + 1, size, left_out, held)


def contents_of(
    store: Reads, name: str, is_whole: bool, scale: int = SCALE, eyes: str = ALL
) -> tuple[Contents, int, int]:
    """What goes into the archive; how many entries do not, and the file that is to blame, if one is."""
    campaign, state = load(store, name)
    every = store.entries(campaign.id)[: state.seq]
    is_over = campaign.step_of(state) is None
    if not is_whole and eyes == ALL:
        check_finished(campaign, state, "an archive", "write one with --whole, for yourself alone, or wait for the end")
    kind = WHOLE if is_whole else FINISHED if is_over else PUBLISHED
    count, held = (len(every), 0) if kind != PUBLISHED else shown_of(every, state)
    secrets = store.secrets(campaign.id) if is_whole else {}
    entries = every[:count]
    about = about_of(kind, campaign, entries, scale)
    return Contents(about, campaign, entries, store.submission, secrets), len(every) - count, held


def about_of(kind: str, campaign: Campaign, entries: Sequence[Entry], scale: int = SCALE) -> About:
    """What the manifest says of the campaign."""
    opened = campaign.opened
    steps = sum(1 for entry in entries if entry.kind == "played")
    return About(
        kind, campaign.id, campaign.name, opened.game, opened.edition, opened.scenario,
        len(entries), steps, entries[-1].hash, scale,
    )  # fmt: skip


def listed(about: About, parts: Iterable[Part], files: dict[str, Listing]) -> Iterator[Part]:
    """The parts, each put on the list, and the list after them."""
    for name, data in parts:
        files[name] = listing_of(data)
        yield name, data
    yield MANIFEST, Manifest(about, files).data()
