"""A Maildir: each mail a file; what was taken in moves from `new` to `cur` and counts as seen."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from pbem.desk.inbox.letters.page import LARGEST
from pbem.post.boxes.box import Fetched, NoBox

_LOOK = 5  # seconds between two looks


class Maildir:
    """Mail in a folder with `new`, `cur` and `tmp`."""

    def __init__(self, path: str, after: str) -> None:
        self.path, self.after = path, after
        if not os.path.isdir(os.path.join(path, "new")):
            raise NoBox(f"{path} is no Maildir: it has no folder `new`")

    def mails(self) -> Iterator[Fetched]:
        """What lies in `new`, by name: their names begin with the time."""
        folder = os.path.join(self.path, "new")
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            try:
                size = os.path.getsize(path)
                if size > LARGEST:
                    yield Fetched(name, None, size)
                    continue
                with open(path, "rb") as file:
                    yield Fetched(name, file.read(), size)
            except FileNotFoundError:
                continue  # a mail program has moved it

    def done(self, place: str) -> None:
        """Move it to `cur`, seen; or where the settings say."""
        path = os.path.join(self.path, "new", place)
        if not os.path.exists(path):
            return
        if self.after == "delete":
            os.remove(path)
            return
        folder = self.path
        if self.after.startswith("move:"):
            folder = os.path.join(self.path, f".{self.after.removeprefix('move:')}")
            for part in ("cur", "new", "tmp"):
                os.makedirs(os.path.join(folder, part), exist_ok=True)
        os.replace(path, os.path.join(folder, "cur", f"{place.partition(':')[0]}:2,S"))

    def wait(self) -> None:
        """For a few seconds."""
        time.sleep(_LOOK)

    def close(self) -> None:
        """Nothing to let go of."""
