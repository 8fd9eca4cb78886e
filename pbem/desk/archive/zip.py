"""A zip from a stranger: its directory is checked before any of it is unpacked, and it is unpacked within bounds."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
from typing import BinaryIO

from pbem.desk.archive.files import MOST_FILES, Archive, check_names, check_sizes, refused
from pbem.desk.inbox.letters.packed import ZIP_FAULTS
from pbem.desk.record.names import shown
from pbem.errors import PbemError, Unreadable

LARGEST_DIRECTORY = 256 * MOST_FILES  # bytes: a line of the directory with a name of ours has less than half of it
LARGEST_RATIO = 200  # how much larger a file may be than what it is packed into
SMALL = 1024 * 1024  # files up to here may be packed as tightly as they like

_END = struct.Struct("<4s4H2LH")
_LOCAL = struct.Struct("<4s5H3L2H")
_IS_BIG = 0xFFFF, 0xFFFFFFFF  # what stands where the true figure is in a part that only large zips have


def open_zip(path: str) -> Archive:
    """The zip for reading, once all that can be known without unpacking has been checked."""
    file = open(path, "rb")  # noqa: SIM115 it stays open as long as the archive
    try:
        return _opened(path, file)
    except ZIP_FAULTS as error:
        file.close()
        raise _broken(error) from error
    except PbemError:
        file.close()
        raise


def _opened(path: str, file: BinaryIO) -> Archive:
    start = _check_end(file)
    zipped = zipfile.ZipFile(file)
    every = zipped.infolist()
    files = {info.filename: info for info in every if not info.filename.endswith("/")}
    check_names([info.filename.removesuffix("/") for info in every])
    check_sizes({name: info.file_size for name, info in files.items()})
    for info in every:
        _check_entry(info)
        _check_local(file, info)
    _check_places(every, start)
    sizes = {name: info.file_size for name, info in sorted(files.items())}
    return Archive(path, sizes, lambda name: _read(zipped, files[name]), file.close)


def _check_end(file: BinaryIO) -> int:
    """The end of the zip says where its directory is and how large; it must be where it belongs. Returns where."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - 20))
    tail = file.read()
    if tail[-_END.size :][:4] != b"PK\5\6":
        wanted = "a zip that ends with its directory"
        raise refused("the zip is cut short, or something was added to it", "another end", wanted, "")
    _, disk, first, here, count, length, offset, comment = _END.unpack(tail[-_END.size :])
    if tail[:4] == b"PK\6\7" or any(value in _IS_BIG for value in (count, length, offset)):
        raise refused("the zip is too large for an archive", "a zip of the 64-bit kind", "a zip below 2 GB", "")
    if count > MOST_FILES or length > LARGEST_DIRECTORY:
        found = f"{count:,} files, a directory of {length:,} bytes"
        raise refused("the archive holds too many files", found, f"at most {MOST_FILES:,}", "")
    if (disk, first, here, comment, offset + length) != (0, 0, count, 0, size - _END.size) or not count:
        wanted = "a single zip with nothing before, between or after its parts"
        raise refused("the directory of the zip is not where it should be", f"{count} files", wanted, "")
    return int(offset)


def _check_entry(info: zipfile.ZipInfo) -> None:
    """What is refused by the kind of a file, whatever is in it."""
    if info.filename != info.orig_filename:
        raise refused("the archive holds a file with a strange name", shown(info.orig_filename), "plain letters", "")
    if info.flag_bits & 0x2041:
        raise refused("the zip is encrypted", shown(info.filename), "a zip without a password", "unpack it yourself")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        why = "the archive holds something that is neither a file nor a folder"
        raise refused(why, f"{shown(info.filename)}, a link or a device", "plain files", "take it out")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        found = f"{shown(info.filename)}, method {info.compress_type}"
        raise refused("the zip is packed in a way that pbem does not read", found, "deflate, or not packed", "")
    if info.file_size > max(SMALL, info.compress_size * LARGEST_RATIO):
        found = f"{shown(info.filename)}: {info.compress_size:,} bytes that unpack to {info.file_size:,}"
        raise refused("the zip looks like a bomb", found, f"at most {LARGEST_RATIO} times as many", "")


def _check_local(file: BinaryIO, info: zipfile.ZipInfo) -> None:
    """The head in front of a file says the same as the directory: other programs go by it."""
    file.seek(info.header_offset)
    head = _LOCAL.unpack(file.read(_LOCAL.size))
    sign, _, flags, method, _, _, crc, packed, size, _, _ = head
    is_told_later = bool(flags & 8)
    told = (crc, packed, size) == (info.CRC, info.compress_size, info.file_size)
    if sign != b"PK\3\4" or (flags, method) != (info.flag_bits, info.compress_type) or not (told or is_told_later):
        found = shown(info.filename)
        raise refused("the zip contradicts itself", found, "the same words before the file and in the directory", "")


def _check_places(every: list[zipfile.ZipInfo], end: int) -> None:
    """No two files share bytes: else a small zip could unpack to anything."""
    placed = sorted(every, key=lambda info: info.header_offset)
    for info, following in zip(placed, [*(other.header_offset for other in placed[1:]), end], strict=True):
        if info.header_offset + _LOCAL.size + len(info.filename) + info.compress_size > following:
            raise refused("the files of the zip overlap", shown(info.filename), "each in a place of its own", "")


def _read(zipped: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    try:
        with zipped.open(info) as file:
            data = file.read(info.file_size)
            is_more = bool(file.read(1))  # also makes zipfile compare the check sum
    except ZIP_FAULTS as error:
        raise _broken(error, info.filename) from error
    if is_more or len(data) != info.file_size:
        raise refused("a file of the zip is not as large as it says", shown(info.filename), f"{info.file_size}", "")
    return data


def _broken(error: Exception, name: str = "") -> Unreadable:
    why = f"{shown(name)} in the zip is damaged" if name else "the zip is damaged"
    return refused(why, str(error)[:120] or type(error).__name__, "a zip that can be read", "")
