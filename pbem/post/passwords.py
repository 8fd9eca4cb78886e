"""Passwords: from a command, the environment or a file of one's own; never in a setting, a process list or an error."""

from __future__ import annotations

import os
import shlex
import subprocess

from pbem.errors import UsageError
from pbem.post.settings import Login, Settings

PATIENCE = 60  # seconds that a command may take: it may ask its owner


def password_of(settings: Settings, login: Login) -> str:
    """The password, or the access token that a command prints; the empty text where a server wants none."""
    if login.password_env:
        return _from_environment(login.password_env)
    if login.password_file:
        return _from_file(settings.beside(login.password_file))
    return _from_command(login.password_command) if login.password_command else ""


def _from_environment(name: str) -> str:
    found = os.environ.get(name, "")
    if not found:
        raise UsageError(f"the environment has no {name}, which password_env names: set it, or name a password_command")
    return found


def _from_file(path: str) -> str:
    if not os.path.isfile(path):
        raise UsageError(f"there is no file {path}, which password_file names")
    if os.name == "posix" and os.stat(path).st_mode & 0o077:
        raise UsageError(f"others on this machine may read {path}, which holds a password: chmod 600 {path}")
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def _from_command(command: str) -> str:
    """What a command prints. It runs without a shell, and nothing of a mail ever reaches it."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise UsageError("the password_command has a quote that is not closed: write it as one types it") from None
    try:
        done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"the password_command {words[0]} could not be run: {type(error).__name__}") from error
    if done.returncode or not done.stdout.strip():
        raise UsageError(f"the password_command {words[0]} gave no password (exit code {done.returncode})")
    return done.stdout.decode("utf-8", "replace").strip().splitlines()[0]
