"""Writing an archive, file after file, as a folder or a zip: whole or not at all, and never over anything."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
from collections.abc import Iterable

from pbem.desk.archive.left_over import sweep
from pbem.errors import UsageError

Part = tuple[str, bytes]  # the name of a file, with `/` between folders, and its bytes

LEVEL = 9  # of the packing
_PACKED = (".png",)  # these are packed already
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_DATE = (1980, 1, 1, 0, 0, 0)  # the same for all: a zip knows no earlier one


def check_place(path: str) -> None:
    """Refuse a place that is taken, or whose folder is not there, before any work is done."""
    if os.path.lexists(path):
        raise UsageError(f"{path} is there already: name another place with --out, or take it away first")
    folder = os.path.dirname(path.rstrip("/"))
    if folder and not os.path.isdir(folder):
        raise UsageError(f"there is no folder {folder}: make it first, or name another place")


def write_folder(path: str, parts: Iterable[Part], is_private: bool = False) -> None:
    """The parts as files of a new folder; a private one is its owner's alone from the first moment."""
    check_place(path)
    sweep(path.rstrip("/"))
    beside = f"{path.rstrip('/')}.{os.getpid()}.new"
    try:
        os.mkdir(beside, 0o700 if is_private else 0o777)
        for name, data in parts:
            whole = os.path.join(beside, *name.split("/"))
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(os.open(whole, _NEW, 0o600 if is_private else 0o666), "wb") as file:
                file.write(data)
        check_place(path)  # somebody may have been quicker
        os.rename(beside, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def write_zip(path: str, top: str, parts: Iterable[Part], is_private: bool = False) -> None:
    """The parts as files of a new zip, inside a folder `top`. The same parts give the same bytes."""
    check_place(path)
    sweep(path)
    beside = f"{path}.{os.getpid()}.new"
    try:
        made = os.open(beside, _NEW, 0o600 if is_private else 0o666)
        with open(made, "wb") as file, zipfile.ZipFile(file, "w") as zipped:
            for name, data in parts:
                zipped.writestr(_info(f"{top}/{name}"), data, compresslevel=LEVEL)
        check_place(path)
        os.rename(beside, path)
    finally:
        if os.path.exists(beside):
            os.remove(beside)


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _DATE)
    info.create_system = 3  # Unix, on whatever machine it is made
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    info.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
    return info
