"""What can be made again at any time, kept between runs: compiled templates and drawn maps.

It lies in the user's cache folder, or where PBEM_CACHE says; `PBEM_CACHE=off` keeps nothing. Whatever is wrong with it
(no room, a disk that cannot be written, a damaged file) costs time and nothing else. Only a file that belongs to the
user and that nobody else may write to is believed, and only if its hash is right.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from hashlib import sha256

VARIABLE = "PBEM_CACHE"
OFF = ("off", "no", "none", "0")
_MARK = b"pbem-cache/1\n"
_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_MOST = 64 * 1024 * 1024  # bytes of one kind; the oldest go first


def folder() -> str:
    """The folder of the cache; empty where nothing is to be kept."""
    said = os.environ.get(VARIABLE, "").strip()
    if said:
        return "" if said.lower() in OFF else os.path.abspath(said)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches") if os.path.isabs(home) else ""
    else:
        base = os.environ.get("XDG_CACHE_HOME", "") or (os.path.join(home, ".cache") if os.path.isabs(home) else "")
    return os.path.join(base, "pbem") if os.path.isabs(base) else ""


def key_of(*parts: object) -> str:
    """The name for what is made of these parts: another part, another name."""
    return sha256(repr(parts).encode()).hexdigest()


def kept(kind: str, key: str) -> bytes | None:
    """What was kept under a name; None if there is nothing, or nothing that can be trusted."""
    place = _place(kind)
    if not place or not _is_ours(place):
        return None
    try:
        with open(os.path.join(place, key), "rb", opener=_open) as file:
            if not _is_safe(os.fstat(file.fileno())):
                return None
            data = file.read()
    except OSError:
        return None
    head = len(_MARK) + 32
    body = memoryview(data)[head:]
    return bytes(body) if data[:head] == _MARK + sha256(body).digest() else None


def keep(kind: str, key: str, data: bytes) -> None:
    """Keep something under a name: whole or not at all."""
    place = _place(kind)
    if not place:
        return
    beside = os.path.join(place, f"{key}.{os.getpid()}.new")
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)
        if not _is_ours(place):
            return
        _make_room(place, len(data))
        with open(beside, "xb", opener=_open) as file:
            file.write(_MARK + sha256(data).digest() + data)
        os.replace(beside, os.path.join(place, key))
    except OSError:
        _forget(beside)


def _place(kind: str) -> str:
    where = folder()
    return os.path.join(where, kind) if where else ""


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def _is_ours(place: str) -> bool:
    """Whether the folder belongs to the user and nobody else may put a file into it."""
    try:
        return all(_is_safe(os.stat(one, follow_symlinks=False)) for one in (place, os.path.dirname(place)))
    except OSError:
        return False


def _is_safe(found: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True  # Windows: the folder is the user's by its place
    return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS and not stat.S_ISLNK(found.st_mode)


def _make_room(place: str, size: int) -> None:
    """Let the oldest go, so that a kind never takes more than its share."""
    with os.scandir(place) as entries:
        found = sorted(((one.stat().st_mtime_ns, one.stat().st_size, one.path) for one in entries), reverse=True)
    room = _MOST - size
    for _, length, path in found:
        room -= length
        if room < 0:
            _forget(path)


def _forget(path: str) -> None:
    with suppress(OSError):  # somebody else was quicker, or it was never there
        os.remove(path)
