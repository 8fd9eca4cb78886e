"""Templates of readers, bounded in time: their lines are counted, the same on every machine, and a loop ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

Tell = Callable[[str, int], Exception]  # what to raise, of the file and its line


@contextmanager
def bounded(folder: Path | None, most: int, tell: Tell) -> Iterator[None]:
    """While it lasts, no more than so many lines of templates in a folder are run."""
    if folder is None:
        yield
        return
    left, home = [most], str(folder)

    def lines(frame: FrameType, event: str, _: Any) -> Any:
        left[0] -= event == "line"
        if left[0] < 0:
            template = frame.f_globals.get("__jinja_template__")
            at = template.get_corresponding_lineno(frame.f_lineno) if template else frame.f_lineno
            raise tell(frame.f_code.co_filename, at)
        return lines

    def calls(frame: FrameType, event: str, _: Any) -> Any:
        return lines if frame.f_code.co_filename.startswith(home) else None

    before = sys.gettrace()
    sys.settrace(calls)
    try:
        yield
    finally:
        sys.settrace(before)
