"""Functions of a game that are imported when they are first called: a check pays for no view that nobody looks at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def late(package: str, name: str) -> Callable[..., Any]:
    """The function of a package that stands in a module of its own name: `late("pbem.games.gwe.by_mail", "sheet")`."""

    def called(*given: Any) -> Any:
        from importlib import import_module

        return getattr(import_module(f"{package}.{name}"), name)(*given)

    return called
