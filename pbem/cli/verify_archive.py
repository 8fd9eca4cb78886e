"""`pbem verify ARCHIVE`: a folder or zip, its record replayed and its files compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli.faults import WRONG
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.progress import bar
from pbem.cli.verdicts import about_lines, code_of, sum_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.desk.archive.check import ArchiveVerdict
    from pbem.desk.views.histories import Kept

_MOST = 100  # faults that are listed


def verify_archive(path: str, known: str | Sequence[Kept], quick: bool, accept: bool, as_json: bool) -> int:
    """Check the archive and print the verdict."""
    from pbem.desk.archive.check import verify_archive as check

    with bar("verify") as progress:
        verdict = check(path, known, is_drawn=not quick, progress=progress)
    if as_json:
        say_json(verdict.as_json())
    else:
        say("\n".join(_lines(verdict, accept)))
    return _code(verdict, accept)


def _code(verdict: ArchiveVerdict, accept: bool) -> int:
    return WRONG if not verdict.is_good or verdict.record is None else code_of(verdict.record, accept)


def _lines(verdict: ArchiveVerdict, accept: bool) -> list[str]:
    record, about = verdict.record, verdict.about
    maker = f", made by {plain(about.made_by)}" if about else ""
    rows = [("archive:", f"{verdict.path}, {verdict.files} files{maker}")]
    if record:
        counts = f"{record.entries} entries, {record.steps} steps, {record.orders} orders, {record.dice} dice"
        rows.append(("record:", f"{plain(record.campaign)}: {counts}"))
    notes = [*verdict.notes, *((*record.notes, *record.unchecked, *record.parted) if record else ())]
    faults = [*map(str, verdict.faults), *map(str, record.faults if record else ())]
    lines = [*columns(rows), *(about_lines(record) if record else ())]
    lines += titled("Note", [wrapped(plain(note), "  ", "  ") for note in notes])
    lines += titled("What does not prove itself", [wrapped(plain(fault), "    ", "  ") for fault in faults[:_MOST]])
    lines += [f"  ... and {len(faults) - _MOST} more"] if len(faults) > _MOST else []
    return [*lines, "", _sum(verdict, accept), *([f"head {record.head}"] if record else [])]


def _sum(verdict: ArchiveVerdict, accept: bool) -> str:
    if not verdict.is_good or verdict.record is None:
        return "Not good."
    if verdict.record.verdict == "replayed":
        return "Replayed and proven: the record was played again, and the archive is what the record gives."
    return sum_of(verdict.record, accept)


def plain(text: str) -> str:
    """Letters of a stranger, safe to print."""
    return "".join(c if c.isprintable() else "?" for c in text[:400])
