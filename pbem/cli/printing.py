"""Putting words on the screen and into files: plain, as `desk.lines` lays them out; JSON where it is asked for."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from pbem.desk.lines.layout import columns as columns
from pbem.desk.lines.layout import facts_of as facts_of
from pbem.desk.lines.layout import titled as titled
from pbem.desk.lines.layout import wrapped as wrapped


def prepare_output() -> None:
    """A terminal that cannot show a letter shows a question mark; it is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


_failures: list[OSError] = []  # why the output of this command could not be written


def say(text: str = "", *, error: bool = False) -> None:
    """Print one text. Whatever becomes of the output, the command goes on: its work comes first."""
    try:
        print(text, file=sys.stderr if error else sys.stdout)
    except OSError as failure:
        _lost(failure)


def close_output(code: int) -> int:
    """Flush what was printed. A reader who has closed the pipe has seen enough; other failures are told."""
    try:
        sys.stdout.flush()
    except OSError as failure:
        _lost(failure)
    told, _failures[:] = [f for f in _failures if not isinstance(f, BrokenPipeError)], []
    for first in told[:1]:
        say(f"pbem: the output could not be written: {first.strerror}; the command was carried out", error=True)
    return 2 if told else code


def _lost(failure: OSError) -> None:
    _failures.append(failure)
    _let_go()


def _let_go() -> None:
    # Python flushes standard output once more when it ends; into the void, then.
    void = os.open(os.devnull, os.O_WRONLY)
    os.dup2(void, sys.stdout.fileno())
    os.close(void)


def say_json(value: Any) -> None:
    """Print plain values as JSON."""
    say(json.dumps(value, indent=2, ensure_ascii=False, default=str))
