"""Opening an archive, whichever form it has: a folder or a zip."""

from __future__ import annotations

import os

from pbem.desk.archive.files import Archive, at_its_top, open_folder, refused
from pbem.desk.archive.zip import open_zip
from pbem.errors import UsageError


def open_archive(path: str) -> Archive:
    """The archive in a folder or a zip; whatever is strange about it is refused."""
    if os.path.isdir(path):
        return at_its_top(open_folder(path))
    if not os.path.exists(path):
        raise UsageError(f"there is no archive {path}: check the spelling; `pbem archive` makes one")
    if not os.path.isfile(path):
        raise UsageError(f"{path} is no plain file: give a folder or a zip that `pbem archive` has made")
    with open(path, "rb") as file:
        start = file.read(4)
    if start[:2] != b"PK":
        found = f"a file that begins with {start.hex(' ') or 'nothing'}"
        raise refused(f"{path} is not a pbem archive", found, "a folder or a zip that `pbem archive` has made", "")
    return at_its_top(open_zip(path))
