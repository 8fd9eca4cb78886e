"""`pbem sheet` and `pbem submit`: the order sheet to fill in, and handing a file in."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.check import check_file
from pbem.cli.faults import DONE, WRONG
from pbem.cli.files import DEFAULT_DB, now, read_input, store_for_reading, store_for_writing, user
from pbem.cli.options import Argument, Db, Format, Json, Name, Option, Out, Templates
from pbem.cli.printing import say, say_json
from pbem.cli.receipt import receipt_lines

File = Annotated[str, Argument(help="The order file; - reads standard input.")]


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


def check(file: File, campaign: Name = "", db: Db = DEFAULT_DB, as_json: Json = False) -> int:
    """Check an order file: every problem at once, and the mails that it may still cost. Nothing is recorded.

    \b
    Examples:
      pbem check orders.txt
      pbem check - < mail.eml
    Exit code 1 if the file would be refused.
    """
    return check_file(file, campaign, db, as_json)


def submit(
    file: File,
    sender: Annotated[str, Option("--from", help="Who sent it, for the record.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Hand an order file in. It is kept as received, and the receipt is printed.

    \b
    Examples:
      pbem submit orders.txt
      pbem submit - --from anna@example.org < mail.txt
    Exit code 1 if the file was refused.
    """
    from pbem.desk.receiving import receive

    data = read_input(file)
    receipt = receive(store_for_writing(db), campaign, data, sender or user(), now())
    if as_json:
        say_json(receipt.as_json())
    else:
        say("\n".join(receipt_lines(receipt, file)))
        say("\nNext: pbem adjudicate" if receipt.is_accepted else "\nNext: mend the file and pbem check it")
    return DONE if receipt.is_accepted else WRONG
