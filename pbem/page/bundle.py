"""What goes into the page: the rules as a packed folder, and the part of Python's library that they need."""

from __future__ import annotations

import ast
import io
import lzma
import os
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache

from pbem import library

ROOMS = ("desk", "dice", "games", "kernel", "library", "values")
WITHOUT = {"desk": ("archive", "casebook", "exchange", "site"), "dice": ("verifiers",), "kernel": ("case",)}
PARTS = {
    "draw": ("__init__", "look", "piles", "plain", "style"),  # only these
    "page": ("__init__", "calls", "engine", "forms", "looking", "naming", "position", "setting", "writing"),
    "report": ("__init__", "escape", "orderblock"),
    "store": ("__init__", "entry", "place"),
}
DATA = (".txt", ".toml")
LEFT_OUT = ("rules.toml", "rulings.toml")  # nothing in the page cites them
# Of Python's library: what no rule and no reader of orders imports.
STRANGERS = [
    "_pyrepl",
    "asyncio/windows",
    "asyncio/proactor_events",
    "importlib/_bootstrap",  # frozen into the machine
    "logging/config",
    "concurrent/futures/process",
    "ctypes",
    "curses",
    "dbm",
    "distutils",
    "doctest",
    "ensurepip",
    "ftplib",
    "idlelib",
    "imaplib",
    "lib2to3",
    "mailbox",
    "multiprocessing",
    "nntplib",
    "optparse",
    "pdb",
    "pickletools",
    "poplib",
    "profile",
    "cProfile",
    "pstats",
    "pydoc",
    "pydoc_data",
    "smtplib",
    "sqlite3",
    "statistics",
    "telnetlib",
    "test",
    "timeit",
    "tkinter",
    "turtle",
    "turtledemo",
    "unittest",
    "venv",
    "webbrowser",
    "wsgiref",
    "xml",
    "xmlrpc",
    "zipapp",
    "http",
    "urllib/request",
    "urllib/robotparser",
    "logging/handlers",
    "bdb",
    "csv",
    "difflib",
    "plistlib",
    "modulefinder",
    "wave",
    "compileall",
    "cmd",
    "fileinput",
    "symtable",
    "tracemalloc",
    "tabnanny",
    "pyclbr",
    "filecmp",
    "sched",
    "netrc",
    "pty",
    "colorsys",
    "nturl2path",
    "this",
    "antigravity",
    "uuid",
    "gettext",
    "_pydatetime",
    "_pyio",
    "_pydecimal",
    "_pylong",
    "argparse",
    "configparser",
    "socketserver",
    "cgi",
    "imghdr",
    "sndhdr",
    "mimetypes",
]
# Of the encodings, those that no mail of our days is written in, and those that need parts of Python in C.
OLD = [
    "mac_",
    "cp0",
    "cp4",
    "cp5",
    "cp7",
    "cp8",
    "cp9",
    "cp10",
    "cp11",
    "big5",
    "gb",
    "euc_",
    "hz",
    "iso2022",
    "johab",
    "shift_",
    "ptcp",
    "tis_",
    "kz1048",
    "koi8_t",
    "palmos",
    "hp_roman8",
    "rot_",
    "uu_",
    "bz2",
]


@cache
def rules() -> bytes:
    """pbem with all its games and their data, as tar.xz: the same files give the same bytes."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, data in sorted(_files()):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return lzma.compress(made.getvalue(), preset=9)


def _files() -> Iterator[tuple[str, bytes]]:
    house = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name in ("__init__", "cache", "errors"):
        yield f"pbem/{name}.py", _plain(os.path.join(house, f"{name}.py"))
    for room in (*ROOMS, *PARTS):
        for folder, _, files in os.walk(os.path.join(house, room)):
            for file in sorted(files):
                inside = os.path.relpath(os.path.join(folder, file), house).replace(os.sep, "/")
                if file.endswith(".py") and _is_wanted(inside):
                    yield f"pbem/{inside}", _plain(os.path.join(folder, file))
    for game in sorted(os.listdir(library.folder("scenarios"))):
        place = os.path.join(library.folder("scenarios"), game)
        for file in sorted(os.listdir(place)) if os.path.isdir(place) else ():
            if file.endswith(DATA) and file not in LEFT_OUT:
                with open(os.path.join(place, file), "rb") as data:
                    yield f"pbem/scenarios/{game}/{file}", data.read()


def _is_wanted(inside: str) -> bool:
    room, *rest = inside.removesuffix(".py").split("/")
    return rest[0] in PARTS[room] if room in PARTS else rest[0] not in WITHOUT.get(room, ())


def _plain(path: str) -> bytes:
    """A module without its docstrings and comments, which nobody reads in the page."""
    with open(path, "rb") as file:
        return _bare(file.read())


def _bare(source: bytes) -> bytes:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return (ast.unparse(tree) + "\n").encode()


def standard_library(whole: bytes) -> bytes:
    """Python's library without what nobody here imports or reads; not packed inside: it packs better as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist()):
            if not _is_strange(name):
                new.writestr(zipfile.ZipInfo(name), _read(name, old.read(name)))
    return made.getvalue()


def _read(name: str, data: bytes) -> bytes:
    """A file of the library, without docstrings if this Python can read it: that in the page is newer."""
    try:
        return _bare(data) if name.endswith(".py") else data
    except SyntaxError:
        return data


def _is_strange(name: str) -> bool:
    if name.startswith(tuple(f"encodings/{old}" for old in OLD)):
        return True
    return any(name == f"{one}.py" or name.startswith((f"{one}/", f"{one}_")) for one in STRANGERS)
