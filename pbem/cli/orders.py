"""`pbem sheet` and `pbem submit`: the order sheet to fill in, and handing a file in."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.check import check_files, receive_files
from pbem.cli.files import DEFAULT_DB, store_for_reading
from pbem.cli.letters import letters_in
from pbem.cli.options import Addressed, Argument, Db, Format, Json, Name, Option, Out, Templates

Files = Annotated[list[str], Argument(help="Order files, mails or mailboxes; - reads standard input.")]


def sheet(
    side: Annotated[str, Option(help="Whose sheet; without it, of the side that is waited for.")] = "",
    fmt: Format = "txt",
    out: Out = "",
    templates: Templates = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write an order sheet: the side's units with hex, strength, movement, supply, command, and what each may do.

    \b
    Examples:
      pbem sheet --side CP > orders.txt
      pbem sheet --side AL --format html --out sheet.html
    """
    from pbem.cli.post import hand_out  # late: a check needs no post
    from pbem.desk.views.pages import sheet as sheet_of

    form = "json" if as_json else fmt
    hand_out(sheet_of(store_for_reading(db), campaign, side, fmt=form, own=templates), out)


def check(file: Files, campaign: Addressed = "", db: Db = DEFAULT_DB, as_json: Json = False) -> int:
    """Check an order file: every problem at once, and the mails that it may still cost. Nothing is recorded.

    \b
    Examples:
      pbem check orders.txt
      pbem check anna.eml bruno.eml      mails as a mail program saves them
      pbem check - < mail.eml
    Exit code 1 if the file would be refused.
    """
    return check_files(file, campaign, db, as_json)


def submit(
    file: Files,
    sender: Annotated[str, Option("--from", help="Who sent it, for the record.")] = "",
    campaign: Addressed = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Hand order files in, also mails as they came. Each is kept, without mail addresses; its receipt is printed.

    \b
    Examples:
      pbem submit orders.txt
      pbem submit inbox.mbox             every mail that brings orders
      pbem submit - --from Anna < mail.eml
    Exit code 1 if the file was refused.
    """
    mended = "fix the file and pbem check it"
    return receive_files(letters_in(file), sender, campaign, db, as_json, len(file) > 1, mended)
