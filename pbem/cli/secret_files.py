"""Secrets at the command line: read from where nobody else looks, kept where nobody else can, and never told again."""

from __future__ import annotations

import os
import sys

from pbem.cli.files import STDIN, read_input, warn_if_open
from pbem.errors import UsageError

ASK = "ask"
SEED_HELP = "A file with the secret of the dice: 64 hex digits; - reads it, ask asks for it; else it is random."
_LARGEST = 10_000  # bytes


def read_seed(place: str) -> bytes | None:
    """The secret of a file, of standard input (`-`) or as it is typed (`ask`); nothing if none is wanted."""
    if not place:
        return None
    from pbem.desk.strong_secret import strong_secret

    return strong_secret(_typed() if place == ASK else _kept(place))


def _kept(place: str) -> str:
    if place != STDIN and not os.path.isfile(place):
        # The words are not repeated: they may be a secret, and errors are shown to others.
        raise UsageError(
            "--seed takes the name of a file, - for standard input, or `ask`; there is no such file. A secret on the "
            "command line shows in the list of processes and in the shell's history: if this was one, use another"
        )
    data = read_input(place, _LARGEST + 1)
    if len(data) > _LARGEST:
        raise UsageError(f"the file of --seed is too large: a secret has at most {_LARGEST:,} bytes")
    if place != STDIN:
        warn_if_open(place)
    return data.decode("utf-8", "surrogateescape")


def _typed() -> str:
    from getpass import getpass

    if not sys.stdin.isatty():
        raise UsageError("--seed ask needs a terminal to ask at; - reads the secret from standard input")
    return getpass("The secret of the dice (it is not shown): ")


def write_secret(path: str, text: str) -> None:
    """A new file that only its owner can read."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


def read_secret(path: str) -> str:
    """The text of a file that keeps a secret; a warning if others can read it."""
    warn_if_open(path)
    return read_input(path, _LARGEST).decode("utf-8", "replace")
