"""`pbem verify ARCHIVE`: a folder or zip, its record replayed and its files compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli.faults import DONE, WAITING, WRONG
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.progress import bar

if TYPE_CHECKING:
    from pbem.desk.archive.check import ArchiveVerdict

_MOST = 100  # faults that are listed


def verify_archive(path: str, known: str, quick: bool, as_json: bool) -> int:
    """Check the archive and print the verdict."""
    from pbem.desk.archive.check import verify_archive as check

    with bar("verify") as progress:
        verdict = check(path, known, is_drawn=not quick, progress=progress)
    if as_json:
        say_json(verdict.as_json())
    else:
        say("\n".join(_lines(verdict)))
    return _code(verdict)


def _code(verdict: ArchiveVerdict) -> int:
    is_checked = verdict.record is None or not verdict.record.unchecked
    return WRONG if not verdict.is_good else DONE if is_checked else WAITING


def _lines(verdict: ArchiveVerdict) -> list[str]:
    record, about = verdict.record, verdict.about
    maker = f", made by {plain(about.made_by)}" if about else ""
    rows = [("archive:", f"{verdict.path}, {verdict.files} files{maker}")]
    if record:
        counts = f"{record.entries} entries, {record.steps} steps, {record.orders} orders, {record.dice} dice"
        rows.append(("record:", f"{plain(record.campaign)}: {counts}"))
    notes = [*verdict.notes, *((*record.notes, *record.unchecked) if record else ())]
    faults = [*map(str, verdict.faults), *map(str, record.faults if record else ())]
    lines = [*columns(rows), *titled("Note", [wrapped(plain(note), "  ", "  ") for note in notes])]
    lines += titled("What does not prove itself", [wrapped(plain(fault), "    ", "  ") for fault in faults[:_MOST]])
    lines += [f"  ... and {len(faults) - _MOST} more"] if len(faults) > _MOST else []
    sums = {
        DONE: "Replayed and proven: the record was played again, and the archive is what the record gives.",
        WAITING: "Nothing is wrong, but not everything could be checked here: see the note.",
        WRONG: "Not good.",
    }
    return [*lines, "", sums[_code(verdict)], *([f"head {record.head}"] if record else [])]


def plain(text: str) -> str:
    """Letters of a stranger, safe to print."""
    return "".join(c if c.isprintable() else "?" for c in text[:400])
