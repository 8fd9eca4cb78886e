"""Other programs that some tests need, and what becomes of those tests where a program is missing.

A test that needs one says so: `pytestmark = pytest.mark.needs("chromium")`. On a machine without it the test is left
out and one line at the end says so; with CI=true a missing program is a failure.
"""

from __future__ import annotations

import os
import shutil
from typing import NamedTuple


class Program(NamedTuple):
    """A program under any of its names, what its tests show, and how to get it."""

    names: tuple[str, ...]
    shows: str
    get: str
    folders: tuple[str, ...] = ()  # beside PATH

    def path(self) -> str:
        """Where it is; the empty text where it is not."""
        search = os.pathsep.join((os.environ.get("PATH", ""), *self.folders))
        found = next((found for name in self.names if (found := shutil.which(name, path=search))), "")
        files = (os.path.join(folder, name) for folder in self.folders for name in self.names)
        return found or next((file for file in files if os.path.isfile(file)), "")  # a script need not be executable


class Package(Program):
    """Files of a package, in one of its folders."""

    def path(self) -> str:
        """The folder; the empty text where it is nowhere."""
        whole = [one for one in self.folders if all(os.path.exists(os.path.join(one, name)) for name in self.names)]
        return whole[0] if whole else ""


PROGRAMS: dict[str, Program] = {
    "chromium": Program(
        ("chromium", "chromium-browser", "google-chrome", "chrome"),
        "the page that verifies dice and the book, in a real browser",
        "apt-get install chromium",
    ),
    "firefox": Program(
        ("firefox-esr", "firefox"),
        "the order page in another browser",
        "apt-get install firefox-esr",
    ),
    "axe-core": Program(
        ("axe.min.js",),
        "the order page as a screen reader finds it",
        "npm install -g axe-core",
        ("/usr/lib/node_modules/axe-core", "/usr/local/lib/node_modules/axe-core"),
    ),
    "bash": Program(("bash",), "completion in bash", "apt-get install bash"),
    "zsh": Program(("zsh",), "completion in zsh", "apt-get install zsh"),
    "fish": Program(("fish",), "completion in fish", "apt-get install fish"),
    "dovecot": Program(
        ("dovecot",),
        "mail from a real IMAP server",
        "apt-get install dovecot-imapd",
        ("/usr/sbin",),
    ),
    "dovecot-lmtp": Program(
        ("lmtp",),
        "whole games through a real mail server, with its absence notes",
        "apt-get install dovecot-lmtpd dovecot-sieve",
        ("/usr/lib/dovecot",),
    ),
    "node": Program(("node",), "the rules of the order page in Pyodide", "apt-get install nodejs"),
    "pyodide": Package(
        ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
        "the rules of the order page in Pyodide, and the page in a real browser",
        "npm pack pyodide@314.0.7, unpacked into the folder that PBEM_PYODIDE names",
        (os.environ.get("PBEM_PYODIDE", "-"), os.path.expanduser("~/.cache/pbem/pyodide-314.0.7")),
    ),
    "postgresql": Program(
        ("initdb",),
        "the store in PostgreSQL",
        "apt-get install postgresql",
        tuple(f"/usr/lib/postgresql/{version}/bin" for version in range(20, 12, -1)),
    ),
}


def is_ci() -> bool:
    """Whether a missing program is a failure here."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def missing() -> dict[str, Program]:
    """The programs that this machine does not have."""
    return {name: program for name, program in PROGRAMS.items() if not program.path()}


def left_out(name: str, program: Program) -> str:
    """The line at the end of a run without the program."""
    return f"left out, because {name} is missing: {program.shows}. To run these tests too: {program.get}"
