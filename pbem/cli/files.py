"""Stores, files and the clock, for every command. Light: no typer, no database, before it is needed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from pbem.desk.stores import Reads, Store

DEFAULT_DB = "pbem.db"
DB_VARIABLE = "PBEM_DB"
STDIN = "-"
LARGEST_INPUT = 16_000_000  # bytes; no order file, case or round comes near


_opened: list[Any] = []  # stores of the command that runs; they are closed behind it


def store_for_reading(db: str) -> Reads:
    """The store for a quick look."""
    from pbem.desk.stores import open_for_reading

    warn_if_open(_file_of(db))
    _opened.append(open_for_reading(db))
    store: Reads = _opened[-1]
    return store


def store_for_writing(db: str, *, create: bool = False) -> Store:
    """The store with all it can do."""
    from pbem.desk.stores import open_store

    warn_if_open(_file_of(db))
    _opened.append(open_store(db, create=create))
    store: Store = _opened[-1]
    return store


def _file_of(db: str) -> str:
    """The file of a store; of a database with a password in its address, a warning where others see it."""
    if "://" not in db:
        return db
    if has_password(db) and any(db in word for word in sys.argv):  # `--db ADDRESS` or `--db=ADDRESS`
        words = "the password of the database shows in the list of processes: give it by PBEM_DB or ~/.pgpass"
        print(f"pbem: {words}", file=sys.stderr)
    return ""


def has_password(address: str) -> bool:
    """Whether the address of a database holds a password: before the host, or among the options behind it."""
    from urllib.parse import unquote  # late: most stores are files

    rest = address.partition("://")[2]
    place, _, options = rest.partition("?")
    who = place.rpartition("@")[0] or rest.rpartition("@")[0]
    return ":" in who or "password" in [unquote(part.partition("=")[0]).lower() for part in options.split("&")]


def warn_if_open(path: str) -> None:
    """Say so where others on this machine can read a file that keeps secrets."""
    if os.name != "posix" or not os.path.isfile(path):
        return
    mode = os.stat(path).st_mode & 0o777
    if mode & 0o077:
        words = f"pbem: others on this machine may open {path} (mode {mode:03o}), which keeps secrets: chmod 600 {path}"
        print(words, file=sys.stderr)


def close_stores() -> None:
    """Let go of the databases: SQLite then folds its side files into the one that people copy."""
    while _opened:
        _opened.pop().close()


def now() -> str:
    """The time as the record keeps it: UTC, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def user() -> str:
    """Who sits at the machine."""
    return os.environ.get("USER") or os.environ.get("LOGNAME") or ""


def pairs(words: Sequence[str], option: str, example: str) -> dict[str, str]:
    """Options of the form NAME=VALUE."""
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = (part.strip() for part in word.partition("="))
        if not sign or not name or not value:
            raise UsageError(f"{option} {word!r} is not understood: write it as NAME=VALUE, such as {option} {example}")
        if name in found:
            raise UsageError(f"{option} {name} is given twice: say it once")
        found[name] = value
    return found


def read_input(path: str, most: int = 0) -> bytes:
    """A file as it is, or standard input for `-`; with `most` no more bytes than that, else a huge one is refused."""
    if path == STDIN:
        data = sys.stdin.buffer.read(most or LARGEST_INPUT + 1)
    else:
        check_readable(path)
        with open(path, "rb") as file:
            data = file.read(most or LARGEST_INPUT + 1)
    if not most and len(data) > LARGEST_INPUT:
        raise UsageError(f"{path} is too large: at most {LARGEST_INPUT:,} bytes are read. Is it the file you mean?")
    return data


def check_readable(path: str) -> None:
    """Refuse the name of a file that does not exist."""
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder: name a file in it")
    if not os.path.exists(path):
        raise UsageError(f"there is no file {path}: check the spelling{_beside(path)}")


def _beside(path: str) -> str:
    """Files in the same folder whose names are near."""
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or "."):
        return f" (there is no folder {folder})"
    hint = did_you_mean(name, os.listdir(folder or "."))
    return f", {hint}" if hint else ""


def check_output(path: str) -> None:
    """Refuse a place that nothing can be written to, before any work is done for it."""
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder: name a file in it")
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        raise UsageError(f"there is no folder {folder}: make it first, or name another place")
    if os.path.isfile(path) and _is_precious(path):
        raise UsageError(f"{path} is a store or keeps a secret, and is not written over: name another file")


def _is_precious(path: str) -> bool:
    """Whether a file holds what nobody could make again: a record, or the secret of a player."""
    with open(path, "rb") as file:
        head = file.read(400)
    return head.startswith(b"SQLite format 3\0") or b"pbem-secret-key/1 " in head or b"pbem-chain/1 " in head


def write_output(path: str, data: bytes) -> None:
    """A file that is either written whole or left as it was."""
    check_output(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as device:  # such as /dev/stdout: nothing can be put in its place
            device.write(data)
        return
    from pbem.desk.archive.left_over import sweep

    sweep(path)
    beside = f"{path}.{os.getpid()}.new"
    try:
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    except OSError:
        if os.path.exists(beside):
            os.remove(beside)
        raise
