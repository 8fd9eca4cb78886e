"""A forum without an API: the parts are files, to be pasted by hand; replies come back as saved pages."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pbem.post.carriers import Temporary
from pbem.post.forum.marks import marks_in
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Made, Posted
from pbem.values.patterns import pattern

_PLAIN = pattern(r"[^A-Za-z0-9]+")


class ByHand:
    """A folder with what is to be pasted."""

    def __init__(self, forum: Forum) -> None:
        self.folder = forum.folder

    def posts(self) -> Sequence[Posted]:
        """What was written before, as far as it still lies there."""
        if not os.path.isdir(self.folder):
            return ()
        names = sorted(name for name in os.listdir(self.folder) if name.endswith(".txt"))
        return [Posted(name, "", "", text=self._read(name), is_own=True) for name in names]

    def _read(self, name: str) -> str:
        with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def queued(self) -> Sequence[str]:
        """Nothing: nobody approves files."""
        return ()

    def reply(self, text: str) -> Made:
        """A file, named after its mark."""
        name = _name(text)
        self._write(name, text.encode())
        return Made(name)

    def edit(self, id: str, text: str) -> None:
        """The file anew."""
        self._write(id, text.encode())

    def picture(self, name: str, data: bytes) -> str:
        """The board beside the text, to be attached."""
        self._write(name, data)
        return name

    def _write(self, name: str, data: bytes) -> None:
        path = os.path.join(self.folder, os.path.basename(name))
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            with open(f"{path}.new", "wb") as file:
                file.write(data)
            os.replace(f"{path}.new", path)
        except OSError as error:
            raise Temporary(f"{path} cannot be written: {error.strerror}") from error


def _name(text: str) -> str:
    """The file of a post: isonzo-t3-cp-combat-3f2a91c0-1of2.txt."""
    one = marks_in(text)[-1]
    stem = _PLAIN.sub("-", f"{one.campaign} {one.step} {one.hash[:8]}")
    return f"{stem}-{one.part}of{one.parts}.txt"
