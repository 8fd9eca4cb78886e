"""What went wrong, in plain words: what, why and how to go on. Never a traceback for what a user can cause."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Sequence
from typing import Any

from pbem.cli.printing import say, say_json, wrapped
from pbem.errors import BadRecord, Diverged, PbemError, Problem, Refusal, Refused, UsageError, Waiting

DONE, WRONG, USAGE, WAITING = 0, 1, 2, 3
INTERRUPTED = 130  # as shells write it

_ADVICE = {
    errno.ENOENT: "check the spelling, or make the folder first",
    errno.EACCES: "ask for the right to it, or name another place",
    errno.EPERM: "ask for the right to it, or name another place",
    errno.EISDIR: "name a file, not a folder",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.ENOSPC: "the disk is full: make room and call the command again; the record is as it was before",
    errno.EDQUOT: "your share of the disk is full: make room and call the command again",
    errno.EROFS: "the disk is read-only: name another place",
    errno.ENAMETOOLONG: "choose a shorter name",
}


def tell(error: Exception, words: Sequence[str]) -> int:
    """Print a fault and return the exit code for it; a fault of the program itself is raised again."""
    is_json = "--json" in words
    code, kind = _kind(error)
    if code < 0:
        raise error
    problems = _problems(error)
    if is_json:
        shown = {"kind": kind, "message": _message(error), "problems": [problem.as_json() for problem in problems]}
        say_json({"error": shown, "exit": code})
    elif problems:
        say("\n\n".join(str(problem) for problem in problems), error=True)
    else:
        command = next((word for word in words[:1] if not word.startswith("-")), "")
        say(wrapped(_message(error), "  ", f"pbem {command}: ".replace(" :", ":")), error=True)
    return code


def tell_interrupted() -> int:
    """Ctrl-C."""
    say("\npbem: stopped; the record holds only what was complete", error=True)
    return INTERRUPTED


def _kind(error: Exception) -> tuple[int, str]:
    """The exit code and the kind of fault; -1 for a fault of the program."""
    if isinstance(error, UsageError):
        return USAGE, "usage"
    if isinstance(error, Waiting):
        return WAITING, "waiting"
    if isinstance(error, (Refusal, Refused)):
        return WRONG, "refused"
    if isinstance(error, (BadRecord, Diverged)):
        return WRONG, "record"
    if isinstance(error, PbemError):
        return WAITING, "busy"  # another process writes to the campaign
    if isinstance(error, (OSError, sqlite3.OperationalError)):
        return USAGE, "system"
    return (USAGE, "usage") if _is_usage(error) else (-1, "")


def _is_usage(error: Exception) -> bool:
    """Whether typer itself refuses the words of the command line (its own error classes are not public)."""
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def _problems(error: Exception) -> Sequence[Problem]:
    if isinstance(error, Refused):
        return error.problems
    return (error.problem,) if isinstance(error, Refusal) else ()


def _message(error: Exception) -> str:
    if isinstance(error, OSError):
        return _os_message(error)
    if _is_usage(error):
        return _usage_message(error)
    return str(error)


def _os_message(error: OSError) -> str:
    name = f"{error.filename}: " if error.filename else ""
    advice = _ADVICE.get(error.errno or 0, "")
    return f"{name}{error.strerror or error}{'; ' if advice else ''}{advice}"


def _usage_message(error: Any) -> str:
    context = getattr(error, "ctx", None)
    where = f"; `{context.command_path} --help` shows how it is used" if context else ""
    return str(error.format_message()).rstrip(".") + where
