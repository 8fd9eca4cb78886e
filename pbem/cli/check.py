"""Checking an order file, without typer: the quick way for `pbem check FILE` in its plain forms.

typer reads options with pydantic, which costs more time than the whole check. So the plain forms are read here,
and everything else (help, slips, unusual spellings) goes the usual way; a test holds the two ways together.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from pbem.cli.faults import DONE, WRONG
from pbem.cli.files import DB_VARIABLE, DEFAULT_DB, STDIN, read_input, store_for_reading
from pbem.cli.printing import say, say_json
from pbem.cli.receipt import receipt_lines

_VALUED = {"--campaign": "campaign", "-c": "campaign", "--db": "db"}


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


def quick_check(words: Sequence[str]) -> int | None:
    """Run `pbem check` with these words if they are plain; nothing if typer should read them."""
    files: list[str] = []
    values = {"campaign": "", "db": os.environ.get(DB_VARIABLE) or DEFAULT_DB}
    as_json = False
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--json":
            as_json = True
        elif word in _VALUED and rest:
            values[_VALUED[word]] = rest.pop(0)
        elif word == STDIN or not word.startswith("-"):
            files.append(word)
        else:
            return None
    return check_file(files[0], values["campaign"], values["db"], as_json) if len(files) == 1 else None
