"""Comparing an archive with its record: what the record gives again must be there, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.desk.archive.files import Archive
from pbem.desk.archive.manifest import Listing, Manifest, listing_of
from pbem.desk.archive.parts import Contents, file_name, parts_of
from pbem.desk.record.kinds import file_in
from pbem.desk.replay.progress import Progress
from pbem.dice.cleaning import post_text
from pbem.dice.judging import judge_post
from pbem.errors import Refusal
from pbem.report.bookpages import without_boards
from pbem.values import NamedTuple

PAGES_WITH_BOARDS = ("index.html", "book.html")


class FileFault(NamedTuple):
    """Something wrong with a file of the archive."""

    file: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: {self.what}"


def is_picture(name: str) -> bool:
    """Whether a file is drawn, not written."""
    return name.endswith(".png")


def compare_parts(
    archive: Archive, contents: Contents, manifest: Manifest, is_drawn: bool, progress: Progress
) -> tuple[list[FileFault], list[str]]:
    """All files made again from the record, against those that the manifest lists; faults and notes."""
    given, pages = dict[str, Listing](), dict[str, bytes]()
    for name, data in parts_of(contents, progress, is_drawn):
        given[name] = listing_of(data)
        if name in PAGES_WITH_BOARDS:
            pages[name] = data
    listed = {name: listing for name, listing in manifest.files.items() if is_drawn or not is_picture(name)}
    faults = [
        FileFault(name, "it is listed, but the record gives no such file") for name in listed if name not in given
    ]
    wrong = [name for name, listing in given.items() if listed.get(name) != listing]
    notes = [] if is_drawn else ["the pictures were not drawn again"]
    if _is_drawn_elsewhere(given, listed):
        notes.append(
            "the pictures were drawn with other libraries than those of this machine, so they were not compared"
        )
        wrong = [name for name in wrong if not is_picture(name) or name not in listed]
        is_drawn = False
    if not is_drawn:  # what is written on a page is compared, the boards in it are not
        wrong = [name for name in wrong if name not in pages or not _reads_alike(archive, name, pages[name])]
    return [*faults, *(FileFault(name, "it is not what the record gives") for name in wrong)], notes


def _reads_alike(archive: Archive, name: str, data: bytes) -> bool:
    """Whether a page says what the record gives, its boards left out."""
    return name in archive.sizes and without_boards(archive.read(name)) == without_boards(data)


def _is_drawn_elsewhere(given: Mapping[str, Listing], listed: Mapping[str, Listing]) -> bool:
    """Whether not a single picture is as we draw it: another edition of a library, not another board."""
    drawn = [name for name in given if is_picture(name)]
    return bool(drawn) and not any(given[name] == listed.get(name) for name in drawn)


def compare_files(contents: Contents, manifest: Manifest) -> Iterator[FileFault]:
    """The players' files are those whose hashes the record holds."""
    for entry in contents.entries:
        body = file_in(entry)
        if body and body.is_kept:
            name = f"{file_name(entry.seq, body)}.txt"
            if name not in manifest.files or manifest.files[name].sha256 != body.sha256:
                yield FileFault(name, f"it is not the file that entry {entry.seq} records")


def compare_dice(archive: Archive, manifest: Manifest) -> Iterator[FileFault]:
    """The proof of every post, for an archive whose texts this edition does not write in the same words."""
    for name in manifest.files:
        if name.startswith("posts/") and name.endswith(".txt"):
            try:
                faults = judge_post(post_text(archive.read(name))).faults
            except Refusal as refusal:
                yield FileFault(name, refusal.problem.why)
                continue
            yield from (FileFault(name, f"its dice: {fault.what}") for fault in faults[:3])
