"""Games from outside the house: made known by a process, or entry points of packages that are installed beside it."""

from __future__ import annotations

import os

from pbem.errors import UsageError
from pbem.values import NamedTuple

GROUP = "pbem.games"


class Guest(NamedTuple):
    """Where a game lives: the module that holds its `GAME`, the folder of its data, the package it came in."""

    module: str
    folder: str = ""  # empty: `data` beside the module
    package: str = ""


_registered: dict[str, Guest] = {}


def register(name: str, module: str, folder: str = "") -> None:
    """Make a game known to this process; its data lie in `data` beside the module unless another folder is named."""
    _registered[name] = Guest(module, folder)


def names() -> list[str]:
    """All guests, those of this process and those that are installed."""
    return sorted({*_registered, *_installed()})


def guest(name: str) -> Guest | None:
    """Where a game lives; what this process has made known comes first. Packages are looked through only if need be."""
    if name in _registered:
        return _registered[name]
    found = _installed().get(name, [])
    if len(found) > 1:
        packages = ", ".join(sorted(one.package for one in found))
        raise UsageError(f"two packages bring a game called {name!r}: {packages}. Uninstall all but one of them.")
    return found[0] if found else None


def folder_of(found: Guest) -> str:
    """The folder with its data; nothing of the game is imported for it but the package around it."""
    if found.folder:
        return found.folder
    from importlib.util import find_spec

    try:
        spec = find_spec(found.module)
    except ImportError:
        spec = None
    if spec is None or not spec.origin:
        raise UsageError(fault(found, f"there is no module {found.module}"))
    return os.path.join(os.path.dirname(spec.origin), "data")


def fault(found: Guest, why: str) -> str:
    """What is wrong with a guest, and what to do."""
    source = f"the package {found.package}" if found.package else f"the game in {found.module}"
    return f"{source} cannot be used: {why}. Ask its author, or uninstall it."


def _installed() -> dict[str, list[Guest]]:
    """The entry points of installed packages, by the name of the game."""
    from importlib.metadata import entry_points

    found: dict[str, list[Guest]] = {}
    for point in entry_points(group=GROUP):
        package = point.dist.name if point.dist else ""
        made = Guest(point.value.partition(":")[0].strip(), "", package)
        if made not in found.setdefault(point.name, []):  # the same package may be seen by two paths
            found[point.name].append(made)
    return found
