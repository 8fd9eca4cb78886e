"""`pbem history` and `pbem verify`: the record, and its proof by replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, WAITING, WRONG
from pbem.cli.files import DEFAULT_DB, store_for_reading, store_for_writing
from pbem.cli.options import Db, Eyes, Json, Name
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.progress import bar
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.replay.verdict import Verdict


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
            help="What you kept: the hash of an entry; for a post a commitment, or a file with earlier posts."
        ),
    ] = None,
    quick: Annotated[bool, typer.Option(help="Do not draw the boards of an archive again.")] = False,
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Replay the campaign from its record alone: every hash, die and position is computed again.

    \b
    Examples:
      pbem verify --known 3f0c...
      pbem verify thread.txt --known opening.txt --known receipt.txt
      pbem verify isonzo-archive.zip  an archive: its record and its files
    Exit code 1 if something is wrong, 3 if a part of the proof is missing.
    """
    if post:
        return _verify_file(post, known or [], quick, as_json)
    from pbem.desk.replay.verify import verify as verify_record

    with bar("verify") as progress:
        verdict = verify_record(store_for_writing(db), campaign, _one_hash(known or []), progress)
    if as_json:
        say_json(verdict.as_json())
        return code_of(verdict)
    counts = f"{verdict.entries} entries, {verdict.steps} steps, {verdict.orders} orders, {verdict.dice} dice"
    say(f"{verdict.campaign}: {counts}")
    for line in titled("Note", [wrapped(note, "  ", "  ") for note in (*verdict.notes, *verdict.unchecked)]):
        say(line)
    for line in titled("What does not prove itself", [wrapped(str(f), "    ", "  ") for f in verdict.faults]):
        say(line)
    say(f"\n{_SUMS[code_of(verdict)]}")
    say(f"head {verdict.head}")
    return code_of(verdict)


_SUMS = {
    DONE: "Replayed and proven: every step was played again from the record, with every die, hash and position.",
    WAITING: "Nothing is wrong, but not everything could be checked here: see the note.",
    WRONG: "Not good.",
}


def code_of(verdict: Verdict) -> int:
    """Good, wrong, or good as far as it could be checked."""
    return WRONG if not verdict.is_good else WAITING if verdict.unchecked else DONE


def _one_hash(known: list[str]) -> str:
    """The hash of an entry, as a record and an archive take it."""
    if len(known) > 1:
        raise UsageError("--known: a record or an archive is compared with one hash; a later one covers all before it")
    return known[0].strip().lower() if known else ""


def _verify_file(path: str, known: list[str], quick: bool, as_json: bool) -> int:
    """An archive or a post."""
    from pbem.desk.archive.files import is_archive

    if is_archive(path):
        from pbem.cli.verify_archive import verify_archive

        return verify_archive(path, _one_hash(known), quick, as_json)
    from pbem.cli.verify_post import verify_post

    return verify_post(path, known, as_json)
