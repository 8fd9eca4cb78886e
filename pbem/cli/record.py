"""`pbem history` and `pbem verify`: the record, and its proof by replay."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.files import DEFAULT_DB, read_input, store_for_reading
from pbem.cli.options import Db, Eyes, Json, Name
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.progress import bar
from pbem.cli.verdicts import Accept, about_lines, code_of, sum_of
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.replay.verdict import Verdict
    from pbem.desk.views.histories import Kept


def history(
    campaign: Name = "",
    last: Annotated[int, typer.Option(help="Only the last so many entries.", min=1)] = 1_000_000,
    side: Eyes = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Show the record, one line for each entry: files, seals, steps, questions, what was taken back.

    \b
    Example:
      pbem history --last 10
    """
    from pbem.desk.views.history import history as record_of

    found = record_of(store_for_reading(db), campaign, side)[-last:]
    if as_json:
        say_json({"entries": [line.as_json() for line in found]})
        return
    rows = [(line.seq, line.at.replace("T", " ").rstrip("Z")[:16], line.kind, line.text) for line in found]
    say("\n".join(columns(rows)))
    say(f"\nhead {found[-1].hash}" if found else "")


def verify(
    post: Annotated[str, typer.Argument(help="An archive, or a post as copied; without it the campaign.")] = "",
    campaign: Name = "",
    known: Annotated[
        list[str] | None,
        typer.Option(
            help="What you kept: the hash of an entry, or mails that name one; for a post a commitment, earlier posts."
        ),
    ] = None,
    quick: Annotated[bool, typer.Option(help="Do not draw the boards of an archive again.")] = False,
    accept: Accept = False,
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Replay the campaign from its record alone: every hash, die and position is computed again.

    \b
    Examples:
      pbem verify --known 3f0c...
      pbem verify --known mine.eml --known his.eml   same record for both?
      pbem verify thread.txt --known opening.txt --known receipt.txt
      pbem verify isonzo-archive.zip  an archive: its record and its files
    Exit code 1 if something is wrong, 3 if a part of the proof is missing.
    """
    if post:
        return _verify_file(post, known or [], quick, accept, as_json)
    from pbem.desk.replay.verify import verify as verify_record

    with bar("verify") as progress:
        verdict = verify_record(store_for_reading(db), campaign, _kept(known or []), progress)
    if as_json:
        say_json(verdict.as_json())
    else:
        _tell(verdict, accept)
    return code_of(verdict, accept)


def _tell(verdict: Verdict, accept: bool) -> None:
    counts = f"{verdict.entries} entries, {verdict.steps} steps, {verdict.orders} orders, {verdict.dice} dice"
    say("\n".join([f"{verdict.campaign}: {counts}", *about_lines(verdict)]))
    for line in titled("Note", [wrapped(note, "  ", "  ") for note in (*verdict.notes, *verdict.unchecked)]):
        say(line)
    for line in titled("Two histories", [wrapped(words, "    ", "  ") for words in verdict.parted]):
        say(line)
    for line in titled("What does not prove itself", [wrapped(str(f), "    ", "  ") for f in verdict.faults]):
        say(line)
    say(f"\n{sum_of(verdict, accept)}")
    say(f"head {verdict.head}")


def _kept(known: list[str]) -> list[Kept]:
    """Hashes of entries as words, and files that name some: mails, posts, receipts."""
    from pbem.desk.views.histories import Head, Kept, kept_in

    words = [one.strip().lower() for one in known if not os.path.isfile(one)]
    if len(words) > 1:
        raise UsageError("--known: a record is compared with one hash (a later one covers all before it) or with mails")
    files = [kept_in(one, read_input(one)) for one in known if os.path.isfile(one)]
    silent = [one.name for one in files if not one.heads]
    if silent:
        raise UsageError(f"--known {silent[0]}: it names no record; a sheet, a receipt or a post has a line `record:`")
    return [*(Kept("", (Head(0, word),)) for word in words), *files]


def _verify_file(path: str, known: list[str], quick: bool, accept: bool, as_json: bool) -> int:
    """An archive or a post."""
    from pbem.desk.archive.files import is_archive

    if is_archive(path):
        from pbem.cli.verify_archive import verify_archive

        return verify_archive(path, _kept(known), quick, accept, as_json)
    from pbem.cli.verify_post import verify_post

    return verify_post(path, known, as_json)
