"""An mbox file: it is only read. Which of its mails were taken in the store knows."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from pbem.desk.inbox.letters.mbox import LARGEST_BOX, mails_in
from pbem.desk.inbox.letters.page import LARGEST
from pbem.post.boxes.box import Fetched, NoBox

_LOOK = 5  # seconds between two looks


class Mbox:
    """Mail in one file, one behind the other."""

    def __init__(self, path: str) -> None:
        if not os.path.isfile(path):
            raise NoBox(f"there is no file {path}")
        if os.path.getsize(path) > LARGEST_BOX:
            raise NoBox(f"{path} is larger than {LARGEST_BOX:,} bytes: move old mail elsewhere")
        self.path = path

    def mails(self) -> Iterator[Fetched]:
        """All of them: one that is known is passed over by its name."""
        with open(self.path, "rb") as file:
            for number, data in enumerate(mails_in(file), 1):
                yield Fetched(str(number), data if len(data) <= LARGEST else None, len(data))

    def done(self, place: str) -> None:
        """Other programs write to the file: nothing is changed in it."""

    def wait(self) -> None:
        """For a few seconds."""
        time.sleep(_LOOK)

    def close(self) -> None:
        """Nothing to let go of."""
