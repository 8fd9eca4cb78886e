"""A bar on standard error while a command works: only at a terminal, and only if it takes long enough to be seen."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 0.7  # seconds before the bar appears
PAUSE = 0.1  # seconds between two pictures of it
CELLS = 24


class Bar:
    """A line that is drawn over and over, and taken away at the end. Call it as the desk calls a `Progress`."""

    def __init__(self, title: str, is_shown: bool) -> None:
        self.title, self.is_shown = title, is_shown
        self.next = time.monotonic() + PATIENCE
        self.drawn = 0  # letters on the line now

    def __call__(self, done: int, total: int, what: str) -> None:
        """So much is done, of so much; a total of 0 is one that nobody knows."""
        if self.is_shown and time.monotonic() >= self.next:
            self.next = time.monotonic() + PAUSE
            room = shutil.get_terminal_size().columns - 1
            self._put(bar_line(self.title, done, total, what)[:room])

    def clear(self) -> None:
        """Take the line away, so that other words can stand there."""
        if self.drawn:
            self._put("")

    def under(self, say: Callable[[str], None]) -> Callable[[str], None]:
        """The same way of saying things, with the bar out of the way."""

        def said(text: str) -> None:
            self.clear()
            say(text)

        return said

    def _put(self, line: str) -> None:
        try:
            sys.stderr.write("\r" + line.ljust(self.drawn) + ("" if line else "\r"))
            sys.stderr.flush()
        except OSError:
            self.is_shown = False  # the terminal is gone; the work goes on
        self.drawn = len(line)


def bar_line(title: str, done: int, total: int, what: str) -> str:
    """The line: `archive [########                ]  45 of 135  t5/cp-combat`."""
    if total <= 0:
        return f"{title} {done}  {what}"
    full = CELLS * min(done, total) // total
    return f"{title} [{'#' * full}{' ' * (CELLS - full)}] {done:>{len(str(total))}} of {total}  {what}"


def is_watched() -> bool:
    """Whether somebody sits at a terminal that can draw over a line."""
    return sys.stderr.isatty() and os.environ.get("TERM", "") != "dumb"


@contextmanager
def bar(title: str) -> Iterator[Bar]:
    """The bar of a command; it is gone when the work is done, or has failed."""
    found = Bar(title, is_watched())
    try:
        yield found
    finally:
        found.clear()
