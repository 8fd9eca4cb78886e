"""Checking an order file."""

from __future__ import annotations

from pbem.cli.faults import DONE, WRONG
from pbem.cli.files import read_input, store_for_reading
from pbem.cli.printing import say, say_json
from pbem.cli.receipt import receipt_lines


def check_file(file: str, campaign: str, db: str, as_json: bool) -> int:
    """Check a file and print the receipt it would get."""
    from pbem.desk.checking import check

    data = read_input(file)
    receipt = check(store_for_reading(db), campaign, data)
    if as_json:
        say_json(receipt.as_json())
    else:
        say("\n".join(receipt_lines(receipt, file)))
        if receipt.is_accepted:
            say(f"\nNext: pbem submit {file}")
    return DONE if receipt.is_accepted else WRONG
