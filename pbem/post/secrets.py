"""Tokens of forums and keys of webhooks: from a command, the environment or a file of one's own; in no setting."""

from __future__ import annotations

import os
import shlex
import subprocess

from pbem.errors import UsageError
from pbem.post.passwords import PATIENCE
from pbem.values import NamedTuple


class Whence(NamedTuple):
    """Where a secret comes from. `what` is what the settings call it: token, secret."""

    what: str
    command: str = ""
    file: str = ""
    env: str = ""

    def read(self) -> str:
        """The secret; the empty text where nothing says where it is."""
        if self.command:
            return self._from_command()
        if self.file:
            return self._from_file()
        return os.environ.get(self.env, "").strip() if self.env else ""

    def _from_file(self) -> str:
        path = os.path.expanduser(self.file)
        if not os.path.isfile(path):
            raise UsageError(f"there is no file {path}, which {self.what}_file names")
        if os.name == "posix" and os.stat(path).st_mode & 0o077:
            raise UsageError(f"others on this machine may read {path}, which holds a {self.what}: chmod 600 {path}")
        with open(path, encoding="utf-8", errors="replace") as file:
            return _one_line(file.read(), f"{path}, which {self.what}_file names,")

    def _from_command(self) -> str:
        """What the command prints. It runs without a shell."""
        words = shlex.split(self.command)
        try:
            done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"the {self.what}_command {words[0]} could not be run: {type(error).__name__}") from error
        if done.returncode or not done.stdout.strip():
            raise UsageError(f"the {self.what}_command {words[0]} gave nothing (exit code {done.returncode})")
        return _one_line(done.stdout.decode("utf-8", "replace"), f"what the {self.what}_command {words[0]} prints")


def _one_line(text: str, where: str) -> str:
    """The first line, which must be able to travel in a header."""
    line = text.strip().splitlines()[0].strip() if text.strip() else ""
    if not line or not line.isascii() or not line.isprintable():
        raise UsageError(f"{where} holds no token: wanted one line of plain letters, digits and signs")
    return line
