"""`pbem check`: all problems of an order file at once, without recording anything. Kept light: see main.py."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.faults import DONE, WRONG
from pbem.cli.options import DEFAULT_DB, Db, Json, Name, read_input, store_for_reading
from pbem.cli.printing import say, say_json
from pbem.cli.receipt import receipt_lines


def check(
    file: Annotated[str, typer.Argument(help="The order file; - reads standard input.")],
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Check an order file: every problem at once, and the mails that it may still cost. Nothing is recorded.

    \b
    Examples:
      pbem check orders.txt
      pbem check - < mail.eml
    Exit code 1 if the file would be refused.
    """
    from pbem.desk.checking import check as check_file

    data = read_input(file)
    receipt = check_file(store_for_reading(db), campaign, data)
    if as_json:
        say_json(receipt.as_json())
    else:
        say("\n".join(receipt_lines(receipt, file)))
        if receipt.is_accepted:
            say(f"\nNext: pbem submit {file}")
    return DONE if receipt.is_accepted else WRONG
