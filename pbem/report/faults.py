"""What is wrong with a template, and in which line: what its writer is told."""

from __future__ import annotations

import traceback
from pathlib import Path

from jinja2 import TemplateSyntaxError


class TemplateFault(Exception):
    """A template that cannot be used, where the error itself does not say which it is."""

    def __init__(self, filename: str, line: int, why: str) -> None:
        self.filename, self.line = filename, line
        super().__init__(why)


def line_of(filename: str, words: str) -> int:
    """The line of a file in which the words stand; the first if they stand nowhere."""
    lines = Path(filename).read_text(encoding="utf-8-sig").splitlines()
    return next((number for number, line in enumerate(lines, 1) if words in line), 1)


def places_of(error: BaseException) -> list[tuple[str, int]]:
    """The lines of templates that an error went through, the innermost last."""
    if isinstance(error, TemplateFault):
        return [(error.filename, error.line)]
    if isinstance(error, TemplateSyntaxError):
        return [(error.filename or "", error.lineno)]
    found = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            found.append((template.filename or "", template.get_corresponding_lineno(line)))
        elif frame.f_code.co_filename.endswith(".j2"):  # a frame that Jinja has put right itself
            found.append((frame.f_code.co_filename, line))
    return found


def reason_of(error: BaseException) -> str:
    """What an error says; its kind, if it says nothing."""
    return str(getattr(error, "message", "") or error) or type(error).__name__


def fault_of(name: str, error: BaseException) -> str:
    """What to tell the makers of a macro of ours that failed on a fact."""
    filename, line = (places_of(error) or [("", 0)])[-1]
    return (
        f"the words for {name} failed ({filename}, line {line}: {reason_of(error)}); a plain sentence is used instead"
    )
