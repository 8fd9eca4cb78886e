"""Stores that many tests begin with: each is made once in a run, and every test gets a copy of its own.

To open a campaign and to play up to a certain point takes a second, to copy the file does not. What is drawn while a
store is made comes from a stream of its own, so it does not matter which test is the first to ask for it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from pbem import library
from pbem.cache import VARIABLE
from pbem.dice import chance
from pbem.store import open_store
from pbem.store.store import Store
from tests.conftest import stream
from tests.desk import tiny

_MADE: dict[str, Path] = {}


def copied(folder: Path, key: tuple[object, ...], make: Callable[[Path], Sequence[Store]]) -> list[Store]:
    """The stores that `make` leaves in a folder, as copies in another; the key says all that has a say in them."""
    tiny.register()
    name = repr((library.game("tiny").edition, *key))  # some tests play by an older one
    if name not in _MADE:
        _MADE[name] = _made(name, make)
    files = sorted(_MADE[name].iterdir())
    return [open_store(str(shutil.copy(file, folder / file.name))) for file in files]


def _made(name: str, make: Callable[[Path], Sequence[Store]]) -> Path:
    # Beside what else is kept during a run, which ends with it.
    folder = Path(tempfile.mkdtemp(prefix="stores-", dir=os.environ.get(VARIABLE)))
    drawn, chance.fresh = chance.fresh, stream(name)  # type: ignore[assignment]
    try:
        for store in make(folder):
            store.close()
    finally:
        chance.fresh = drawn
    return folder
