"""`pbem archive` and `pbem restore`: a campaign as one folder or zip, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.data import lines_of
from pbem.cli.files import DEFAULT_DB, store_for_reading, store_for_writing
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import say, say_json, titled, wrapped
from pbem.cli.progress import bar

if TYPE_CHECKING:
    from pbem.desk.archive.make import Archived
    from pbem.desk.archive.restore import Restored


def archive(
    campaign: Annotated[str, typer.Argument(help="The campaign, if the store holds several.")] = "",
    out: Annotated[str, typer.Option("--out", "-o", help="The folder or zip to write; else NAME-archive.")] = "",
    as_zip: Annotated[bool, typer.Option("--zip", help="One zip; a name that ends in .zip says so too.")] = False,
    whole: Annotated[bool, typer.Option(help="Also orders not yet played and the secret of the dice.")] = False,
    scale: Annotated[int, typer.Option(help="Size of the boards in per cent, from 30 to 200.")] = 80,
    boards: Annotated[str, typer.Option(help="kit: the page puts them together; png: a picture of each.")] = "kit",
    name: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write the campaign as one folder or zip: record, posts, boards, orders, timeline, charts, a page to browse.

    \b
    Examples:
      pbem archive isonzo
      pbem archive isonzo --out isonzo.zip
      pbem archive isonzo --whole --zip    to continue elsewhere: keep it secret
    Of a game that goes on, it holds only what everybody may know, unless --whole.
    """
    from pbem.desk.archive.make import archive as write_archive
    from pbem.desk.record.find import glance_at

    store = store_for_reading(db)
    called = str(glance_at(store, campaign or name).opened.values()["name"])
    is_zip = as_zip or out.lower().endswith(".zip")
    path = out or f"{called}-archive{'.zip' if is_zip else ''}"
    with bar("archive") as progress:
        done = write_archive(
            store, called, path, is_zip=is_zip, is_whole=whole, scale=scale, boards=boards, progress=progress
        )
    if as_json:
        say_json(done.as_json())
    else:
        say("\n".join(_archived_lines(done, is_zip)))


def _archived_lines(done: Archived, is_zip: bool) -> list[str]:
    about = done.about
    counts = f"{about.entries} entries, {about.steps} steps, {done.files} files, {done.bytes:,} bytes"
    lines = [f"{done.path}: {about.name}, {counts}", f"head {about.head}"]
    if done.left_out:
        what = f"The game is in progress: the last {done.left_out} entries of its record are not public yet."
        if done.held:
            what += f" Entry {done.held} has orders that are not all played, so nothing after it could be included."
        lines += ["", wrapped(what)]
    if about.kind == "whole":
        lines += ["", wrapped(
            "WARNING: the archive holds SECRET-DO-NOT-SHARE.json and all orders that are not played yet. Whoever has "
            "it may know dice in advance. Keep it to yourself; an archive made without --whole is safe to share."
        )]  # fmt: skip
    first = f"open index.html in {done.path}" if not is_zip else f"unpack {done.path} and open index.html"
    return [*lines, "", f"Next: {first}, or pbem verify {done.path}"]


def restore(
    path: Annotated[str, typer.Argument(help="The archive: a folder or a zip.")],
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Make a campaign of an archive again, after replaying it: the same record with the same hashes.

    \b
    Examples:
      pbem restore isonzo-archive.zip
      pbem restore isonzo-archive --db elsewhere.db
    A campaign that the store has already is never touched.
    """
    from pbem.desk.archive.restore import check_archive
    from pbem.desk.archive.restore import restore as restore_campaign

    check_archive(path)  # before a store is made for it
    with bar("restore") as progress:
        done = restore_campaign(store_for_writing(db, create=True), path, progress)
    if as_json:
        say_json(done.as_json())
    else:
        say("\n".join(_restored_lines(done)))


def _restored_lines(done: Restored) -> list[str]:
    about = done.about
    lines = [f"Campaign {about.name} is restored: {about.entries} entries, {about.steps} steps", f"head {about.head}"]
    place = "The game is over." if done.is_over else f"Turn {done.turn}, {done.step}."
    if not done.is_over and not done.has_secret:
        place += (
            " The archive does not hold the secret of the dice: the campaign can be read, reported and verified here, "
            "but not adjudicated; `pbem archive --whole` where it is played takes the secret along."
        )
    lines += titled("Note", [wrapped(note, "  ", "  ") for note in done.notes])
    return [*lines, *lines_of(done.data), "", wrapped(place), "", "Next: pbem status"]
