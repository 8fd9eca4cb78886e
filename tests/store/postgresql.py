"""A PostgreSQL server of its own for the tests: on a socket in a folder, gone when they are over."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.programs import PROGRAMS


@contextmanager
def server() -> Iterator[Path]:
    """The folder of the socket of a running server, whose superuser is called `postgres`."""
    programs = Path(PROGRAMS["postgresql"].path()).resolve().parent
    folder = Path(tempfile.mkdtemp(prefix="pbem-pg-", dir="/tmp"))  # a socket's path must be short
    user = _somebody(folder)
    data = folder / "data"
    _run([programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], user)
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c log_min_messages=panic"
    _run([programs / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "-o", options, "start"], user)
    try:
        yield folder
    finally:
        _run([programs / "pg_ctl", "-D", data, "-m", "immediate", "stop"], user)
        shutil.rmtree(folder, ignore_errors=True)


def _somebody(folder: Path) -> int | None:
    """The server does not run as root: where the tests do, another user takes it over."""
    if os.geteuid() != 0:
        return None
    user = pwd.getpwnam("nobody").pw_uid
    os.chown(folder, user, -1)
    return user


def _run(command: list[str | Path], user: int | None) -> None:
    done = subprocess.run(
        list(map(str, command)), user=user, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/tmp"
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")


def url(folder: Path, database: str, user: str = "postgres", password: str = "") -> str:
    """The place of a store there."""
    return f"postgresql+psycopg://{user}{':' + password if password else ''}@/{database}?host={folder}"
