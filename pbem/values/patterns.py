"""Regular expressions that are compiled when they are first used: a command uses few of those that it imports."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class _Later:
    """Stands for a compiled expression, and keeps each of its methods once it was asked for."""

    def __init__(self, text: Any, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, found)
        return found


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` would give, at the price of a name."""
    return cast("re.Pattern[AnyStr]", _Later(text, flags))
