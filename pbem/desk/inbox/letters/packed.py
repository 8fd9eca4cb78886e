"""A zip file in a mail: a few small texts, unpacked with bounds. Nothing is written to the disk."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

from pbem.desk.inbox.letters.page import LARGEST_TEXT

MOST_FILES = 20
# What the standard library raises for a zip file that is broken, locked or packed in a way it does not know.
ZIP_FAULTS = (zipfile.BadZipFile, zlib.error, struct.error, ValueError, EOFError, OSError, NotImplementedError,
              RuntimeError, LookupError)  # fmt: skip
_WORD = ("word/document.xml", "content.xml", "xl/workbook.xml")


def unpacked(data: bytes) -> Iterator[tuple[str, bytes | None]]:
    """The files in a zip by their names; nothing for one that cannot be read or is too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for info in packed.infolist()[:MOST_FILES]:
                if not info.is_dir():
                    yield info.filename, _read(packed, info)
    except ZIP_FAULTS:
        yield "a zip file that is broken", None


def is_office(data: bytes) -> bool:
    """Whether a zip file is the document of a word processor."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return any(name in _WORD for name in packed.namelist()[:200])
    except ZIP_FAULTS:
        return False


def _read(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | None:
    """One file, and of a larger one than it may be nothing: what the list says of its size is not believed."""
    if info.flag_bits & 1:  # locked with a password
        return None
    try:
        with packed.open(info) as file:
            data = file.read(LARGEST_TEXT + 1)
    except ZIP_FAULTS:
        return None
    return data if len(data) <= LARGEST_TEXT else None
