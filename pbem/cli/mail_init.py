"""`pbem mail init`: a few questions, a try, and the settings of a judge are written."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE
from pbem.cli.files import DEFAULT_DB
from pbem.cli.options import Db
from pbem.cli.printing import say, wrapped
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.post.writing import Answers

TRY_AGAIN = 75  # EX_TEMPFAIL of sysexits.h: mail programs keep the mail and try again

Settings = Annotated[str, typer.Option("--settings", help="The settings; without it mail.toml beside the store.")]


def settings_path(db: str, settings: str) -> str:
    """Where the settings lie."""
    from pbem.post.settings import FILE

    return settings or os.path.join("" if "://" in db else os.path.dirname(db), FILE)


def init(
    settings: Settings = "",
    db: Db = DEFAULT_DB,
) -> int:
    """Ask where mail comes from and goes to, try it, and write mail.toml.

    \b
    Example:
      pbem mail init
    Exit code 75 if the box or the way out cannot be reached: the settings are written all the same.
    """
    from pbem.post.boxes.box import NoBox
    from pbem.post.boxes.choice import box_of
    from pbem.post.carriers import Temporary, carrier_of
    from pbem.post.settings import read_settings
    from pbem.post.writing import write_settings

    path = settings_path(db, settings)
    if os.path.exists(path):
        raise UsageError(f"{path} exists already: edit it, or delete it and call `pbem mail init` again")
    write_settings(path, _asked())
    read = read_settings(path)
    try:
        box = box_of(read)
        if box:
            with closing(box):
                waiting = sum(1 for _ in box.mails())
    except NoBox as error:
        say(wrapped(f"{path} is written, but the box cannot be reached: {error}", "  "), error=True)
        return TRY_AGAIN
    came = f"the box can be read: {waiting} mails lie in it that nobody took in yet" if box else "needs no box"
    say(wrapped(f"{path} is written, and {came}.", "  "))
    try:
        with carrier_of(read):
            say("The way out is open, too.")
    except Temporary as error:
        say(wrapped(f"But mail cannot go out: {error}.", "  "), error=True)
        return TRY_AGAIN
    say("\nNext: pbem address keeps each player's address, then pbem mail run")
    return DONE


def _asked() -> Answers:
    """The questions, one after the other, each with what most people answer."""
    from pbem.post.writing import Answers

    address = typer.prompt("The judge's mail address")
    host = address.rpartition("@")[2]
    box = typer.prompt("Where does its mail lie: imap, maildir, mbox or none", default="imap")
    if box not in ("imap", "maildir", "mbox", "none"):
        raise UsageError(f"found {box!r}, wanted imap, maildir, mbox or none")
    place = typer.prompt("Server or folder", default=f"imap.{host}") if box != "none" else ""
    user = typer.prompt("User name there", default=address) if box == "imap" else ""
    command = typer.prompt("A command that prints the password", default="pass show judge") if user else ""
    send = typer.prompt("How does mail go out: smtp, sendmail or folder", default="smtp" if user else "folder")
    if send not in ("smtp", "sendmail", "folder"):
        raise UsageError(f"found {send!r}, wanted smtp, sendmail or folder")
    usual = {"smtp": f"smtp.{host}:587", "sendmail": "/usr/sbin/sendmail -t", "folder": "out"}[send]
    outlet = typer.prompt("Server, program or folder", default=usual)
    plus = typer.confirm(f"Does mail to {address.replace('@', '+anything@', 1)} reach you too", default=True)
    moderator = typer.prompt("Your own address, for what only a person can decide", default="")
    results = typer.prompt("The server that checks senders for you (Authentication-Results)", default=f"mx.{host}")
    return Answers(box, place, user, command, send, outlet, address, plus, moderator, results)
