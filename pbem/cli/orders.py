"""`pbem sheet` and `pbem submit`: the order sheet to fill in, and handing a file in."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pbem.cli.faults import DONE, WRONG
from pbem.cli.options import (
    DEFAULT_DB,
    Db,
    Json,
    Name,
    read_input,
    store_for_writing,
)
from pbem.cli.options import now as time_now
from pbem.cli.printing import say, say_json
from pbem.cli.receipt import receipt_lines


def submit(
    file: Annotated[str, typer.Argument(help="The order file; - reads standard input.")],
    sender: Annotated[str, typer.Option("--from", help="Who sent it, for the record.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Hand an order file in. It is kept as received, accepted or refused, and the receipt is printed.

    \b
    Examples:
      pbem submit orders.txt
      pbem submit - --from anna@example.org < mail.txt
    Exit code 1 if the file was refused.
    """
    from pbem.desk.receiving import receive

    data = read_input(file)
    receipt = receive(store_for_writing(db), campaign, data, sender or _user(), time_now())
    if as_json:
        say_json(receipt.as_json())
    else:
        say("\n".join(receipt_lines(receipt, file)))
        say("\nNext: pbem adjudicate" if receipt.is_accepted else "\nNext: mend the file and pbem check it")
    return DONE if receipt.is_accepted else WRONG


def _user() -> str:
    return os.environ.get("USER") or os.environ.get("LOGNAME") or ""
