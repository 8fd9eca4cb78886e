"""An archive as a set of files, in a folder or a zip. Strangers make archives too: nothing is trusted or unpacked.

Files are read one by one into memory, each within bounds that are known before it is read. Nothing is ever written.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping

from pbem.desk.record.names import shown
from pbem.errors import Unreadable
from pbem.values import dataclass, replace
from pbem.values.patterns import pattern

MANIFEST = "manifest.json"
MOST_FILES = 20_000
LARGEST_FILE = 64 * 1024 * 1024  # bytes
LARGEST_ALL = 2 * 1024 * 1024 * 1024
DEEPEST = 3  # folders and the file itself: isonzo/posts/0001-t1-cp-combat.txt

_PART = pattern(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True, slots=True)
class Archive:
    """The files of an archive by name, with their sizes."""

    path: str
    sizes: Mapping[str, int]
    fetch: Callable[[str], bytes]  # the bytes of a file of this name, at most as many as its size says
    close: Callable[[], None]

    def read(self, name: str) -> bytes:
        """The bytes of a file; one that is not there is a refusal."""
        if name not in self.sizes:
            raise refused(f"the archive has no {name}", "", f"an archive with {name}", "get a fresh copy of it")
        return self.fetch(name)


def is_archive(path: str) -> bool:
    """Whether a name means an archive, not a post: a folder, or a file that begins as a zip does."""
    if not os.path.isfile(path):
        return os.path.isdir(path)
    with open(path, "rb") as file:
        return file.read(4) in (b"PK\3\4", b"PK\5\6", b"PK\7\x08")


def refused(why: str, found: str, wanted: str, advice: str) -> Unreadable:
    """A refusal of an archive as a whole."""
    return Unreadable(why, found=found, wanted=wanted, advice=advice or "ask its maker for a fresh copy")


def at_its_top(archive: Archive) -> Archive:
    """The files without the one folder that they all lie in, as a zip has it."""
    if MANIFEST in archive.sizes:
        return archive
    tops = {name.partition("/")[0] for name in archive.sizes}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    if not top or f"{top}{MANIFEST}" not in archive.sizes:
        archive.close()
        why, wanted = f"{archive.path} is not a pbem archive", f"a folder or zip with {MANIFEST} in it"
        raise refused(why, f"{len(archive.sizes)} files, but no {MANIFEST}", wanted, "")
    sizes = {name[len(top) :]: size for name, size in archive.sizes.items()}
    return replace(archive, sizes=sizes, fetch=lambda name: archive.fetch(top + name))


# -- what every archive must keep to ----------------------------------------------------------------------------


def check_name(name: str) -> None:
    """A name that cannot lead anywhere else and is the same on every machine."""
    parts = name.split("/")
    if len(parts) > DEEPEST:
        wanted = f"at most {DEEPEST - 1} folders deep"
        raise refused("a file in the archive is nested too deeply", shown(name), wanted, "take it out")
    if not all(_PART.fullmatch(part) for part in parts) or name in (".", ".."):
        wanted = "plain letters, digits, `.`, `-` and `_`, and no way out of the archive"
        raise refused("the archive holds a file with a strange name", shown(name), wanted, "take it out")


def check_names(names: list[str]) -> None:
    """All names, and no two that some machine would take for one."""
    seen: dict[str, str] = {}
    for name in names:
        check_name(name)
        folded = name.lower()
        if folded in seen:
            found = f"{shown(seen[folded])} and {shown(name)}"
            raise refused("the archive holds two files of one name", found, "each name once", "")
        seen[folded] = name


def check_sizes(sizes: Mapping[str, int]) -> None:
    """Not more, and not larger, than an archive can be."""
    if len(sizes) > MOST_FILES:
        raise refused("the archive holds too many files", f"{len(sizes):,} or more", f"at most {MOST_FILES:,}", "")
    for name, size in sizes.items():
        if size > LARGEST_FILE:
            found = f"{shown(name)} with {size:,} bytes"
            raise refused("the archive holds a file that is too large", found, f"at most {LARGEST_FILE:,} bytes", "")
    if sum(sizes.values()) > LARGEST_ALL:
        found = f"{sum(sizes.values()):,} bytes"
        raise refused("the archive is too large", found, f"at most {LARGEST_ALL:,} bytes when unpacked", "")


# -- folders ----------------------------------------------------------------------------------------------------


def open_folder(path: str) -> Archive:
    sizes: dict[str, int] = {}
    for name, size in _walk(path, ""):
        sizes[name] = size
        if len(sizes) > MOST_FILES:
            break
    check_sizes(sizes)
    check_names(list(sizes))
    return Archive(path, dict(sorted(sizes.items())), lambda name: _read(path, name, sizes[name]), lambda: None)


def _walk(path: str, inside: str) -> Iterator[tuple[str, int]]:
    """The files of a folder and its folders; links are not followed but refused."""
    with os.scandir(os.path.join(path, inside)) as found:
        for entry in found:
            name = f"{inside}/{entry.name}" if inside else entry.name
            mode = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(mode.st_mode):
                check_name(name)
                yield from _walk(path, name)
            elif stat.S_ISREG(mode.st_mode):
                yield name, mode.st_size
            else:
                why = "the archive holds something that is neither a file nor a folder"
                raise refused(why, f"{shown(name)}, a link or a device", "plain files", "take it out")


def _read(path: str, name: str, size: int) -> bytes:
    with open(os.path.join(path, *name.split("/")), "rb") as file:
        return file.read(size + 1)  # one more, so that a file that has grown is noticed
