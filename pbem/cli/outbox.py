"""`pbem outbox`: one complete message for each player, ready to send."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Format, Json, Name, Option, Templates
from pbem.cli.printing import say, say_json
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.outbox.message import Message

Whom = Annotated[str, Option("--side", help="Only for the players of this side, or for one who shares it.")]


def outbox(
    side: Whom = "",
    fmt: Format = "txt",
    out: Annotated[
        str, Option("--out", "-o", help="A folder: text, mail (.eml), board and position (.pbem) for each player.")
    ] = "",
    boards: Annotated[bool, Option(help="Draw the board of each message.")] = True,
    templates: Templates = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write one message for each player: all that happened since he last wrote, his questions, his receipt, who owes
    what by when, and a block to edit and send back.

    \b
    Examples:
      pbem outbox                       on the screen
      pbem outbox --out mails           isonzo-CP.txt, .eml, .png and so on
      pbem outbox --side AL --format html --out mails
    The mails go to the addresses that `pbem address` keeps. Open them in your
    mail program and send them.
    """
    from pbem.desk.outbox.making import messages

    if out:
        _make(out)
    made = messages(store_for_reading(db), campaign, side, fmt=fmt, own=templates, boards=boards and bool(out))
    for message in made:
        for warning in message.warnings:
            say(f"pbem: {warning}", error=True)
    if out:
        files = [name for message in made for name in _write(message, out, fmt)]
    if as_json:
        say_json({"messages": [message.as_json() for message in made]})
    elif out:
        say("\n".join(_told(message) for message in made))
        say(f"\n{len(files)} files in {out}. Next: open the .eml files in your mail program and send them")
    else:
        say("\n\n".join(message.text.rstrip("\n") for message in made))


def _make(folder: str) -> None:
    """The folder of the messages; one in a place that is not there is not made."""
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise UsageError(f"{folder} is a file: name a folder with --out")
    above = os.path.dirname(folder.rstrip(os.sep)) or "."
    if not os.path.isdir(above):
        raise UsageError(f"there is no folder {above}: make it first, or name another place")
    os.makedirs(folder, exist_ok=True)


def _write(message: Message, folder: str, fmt: str) -> list[str]:
    """The files of a message."""
    from pbem.desk.outbox.eml import as_eml

    files = {f"{message.name}.{fmt}": message.text.encode(), f"{message.name}.eml": as_eml(message, fmt)}
    if message.board:
        files[f"{message.name}.png"] = message.board
    if message.leaf:
        files[message.leaf_name] = message.leaf
    for name, data in files.items():
        write_output(os.path.join(folder, name), data)
    return list(files)


def _told(message: Message) -> str:
    to = message.to or "no address: pbem address keeps one"
    return f"{message.name}.eml  {message.subject}\n  to {message.player or message.who} ({to})"
