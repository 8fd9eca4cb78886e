"""The walls of the house: who may import whom, checked over every file."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.house.imports import PACKAGE, ROOT, imported

FILES = sorted(PACKAGE.rglob("*.py"))

EVERYWHERE = ("values", "errors")  # the floor of the house: every room stands on it

# One direction: cli -> (post, page) -> desk -> (games, dice, store, draw, report, library) -> kernel -> errors.
MIDDLE = ("games", "dice", "store", "draw", "report", "library")
ALLOWED = {
    "values": (),
    "errors": (),
    "cache": (),
    "kernel": ("errors",),
    **dict.fromkeys(MIDDLE, ("errors", "kernel")),
    **dict.fromkeys(("draw", "report"), ("errors", "kernel", "cache")),
    "library": ("errors", "kernel", "games"),
    "desk": ("errors", "kernel", *MIDDLE),
    "post": ("errors", "kernel", "desk", "dice", "library", "store"),
    "page": ("errors", "kernel", "cache", *MIDDLE, "desk"),
    "cli": ("errors", "desk", "post", "page"),
}
# Of a room below, only these parts: what a game shows, and how its sides are named, is made for every page.
PARTS = {"cli": ("pbem.kernel.views", "pbem.kernel.naming")}
ONLY_IN = {
    "sqlmodel": "store",
    "sqlalchemy": "store",
    "PIL": "draw",
    "jinja2": "report",
    "typer": "cli",
    "imap_tools": "post",
    "smtplib": "post",
    "apprise": "post",
}
# Libraries that may be missing: the files of the dice room that know them, inside the functions that need them.
EXTRAS = {"py_arkworks_bls12381": ("drand_bls.py",), "cryptography": ("keys.py", "signing.py")}
WEB = ("urllib.request", "http.client", "socket")
NEVER = ("click", "requests", "numpy", "pydantic")


# Inside the desk: use cases -> archive -> views, exchange -> replay -> inbox -> record.
DESK = {
    "lines": ("record", "inbox"),
    "record": (),
    "inbox": ("record",),
    "replay": ("record", "inbox"),
    "exchange": ("record", "inbox", "replay"),
    "views": ("record", "inbox", "replay"),
    "leaf": ("record", "inbox", "replay", "views"),
    "outbox": ("record", "inbox", "replay", "views", "leaf"),
    "archive": ("record", "inbox", "replay", "exchange", "views"),
    "site": ("record", "inbox", "replay", "views", "archive"),
}


def room_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


class Import(NamedTuple):
    """A module that is imported, in which line, and whether as soon as the file is read."""

    name: str
    line: int
    is_early: bool


def imports(path: Path) -> tuple[Import, ...]:
    return _imports(path.read_text(encoding="utf-8"))


@cache
def _imports(text: str) -> tuple[Import, ...]:
    """Read once for all tests: to parse a whole program is dear."""
    tree = ast.parse(text)
    early, found = set(map(id, tree.body)), []
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{name.name}" for name in node.names] if node.module == "pbem" else [node.module]
        found += [Import(name, node.lineno, id(node) in early) for name in names]  # type: ignore[attr-defined]
    return tuple(found)


def faults(path: Path) -> list[str]:
    room = room_of(path)
    found = []
    for name, line, _ in imports(path):
        top, *rest = name.split(".")
        place = f"{path.relative_to(ROOT)}:{line}"
        may = (*ALLOWED.get(room, ()), room, *EVERYWHERE, "__version__")
        is_part = name.startswith(PARTS.get(room, ())) and room in PARTS
        if top == "pbem" and rest and rest[0] not in may and not is_part and room != "__init__":
            found.append(f"{place}: {room} may not import pbem.{rest[0]}")
        if top in NEVER:
            found.append(f"{place}: nobody imports {top}")
        if top in EXTRAS and top not in extras_of(path):
            found.append(f"{place}: only {' and '.join(EXTRAS[top])} import {top}")
        if top in ONLY_IN and room != ONLY_IN[top]:
            found.append(f"{place}: only {ONLY_IN[top]} imports {top}")
    return found


def desk_faults(path: Path, text: str) -> list[str]:
    """What a room of the desk imports that does not lie below it; the use cases on top may import all."""
    parts = path.relative_to(PACKAGE / "desk").with_suffix("").parts
    own = parts[0] if len(parts) > 1 else ""
    found = []
    for name, line in imported(text):
        _, _, rest = name.partition("pbem.desk.")
        room = rest.partition(".")[0]
        if own and rest and room != own and room not in DESK[own]:
            found.append(f"{path.relative_to(ROOT)}:{line}: {own} may not import {name}")
    return found


def test_only_the_post_room_and_the_beacon_ask_the_web() -> None:
    """Nothing else of the program can talk to a server."""
    asking = {path.relative_to(PACKAGE).as_posix() for path in FILES for name, *_ in imports(path) if name in WEB}
    rest = {name for name in asking if not name.startswith("post/")}
    assert rest == {"dice/drand_fetch.py"}
    assert "post/web.py" in asking


def test_a_room_of_the_desk_imports_only_rooms_below_it() -> None:
    paths = sorted((PACKAGE / "desk").rglob("*.py"))
    assert [fault for path in paths for fault in desk_faults(path, path.read_text(encoding="utf-8"))] == []


def test_every_room_of_the_desk_is_on_the_list() -> None:
    rooms = [path.name for path in (PACKAGE / "desk").iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert sorted(rooms) == sorted(DESK)


def test_a_wall_of_the_desk_would_be_noticed() -> None:
    """The check itself can fail: upward, sideways, and to a use case; late imports are seen too."""
    bad = PACKAGE / "desk" / "views" / "bad_example.py"
    text = "from pbem.desk.archive import make\nfrom pbem.desk.exchange.trust import x\n"
    text += "def f():\n    import pbem.desk.undoing\n"
    assert len(desk_faults(bad, text)) == 3
    assert desk_faults(bad, "from pbem.desk.record.state import State\nfrom pbem.desk.views import post\n") == []


def test_a_room_imports_only_rooms_below_it() -> None:
    assert [fault for path in FILES for fault in faults(path)] == []


def test_the_kernel_and_the_games_use_the_standard_library_only() -> None:
    import sys

    strangers = []
    for path in FILES:
        if room_of(path) in ("kernel", "games", "values", "errors", "dice"):
            strangers += [
                f"{path.name}: {n}"
                for n, *_ in imports(path)
                if n.split(".")[0] not in (*sys.stdlib_module_names, "pbem", *extras_of(path))
            ]
    assert strangers == []


def extras_of(path: Path) -> list[str]:
    return [name for name, files in EXTRAS.items() if room_of(path) == "dice" and path.name in files]


def test_the_program_starts_without_its_extras() -> None:
    early = []
    for path in FILES:
        found = [one.name for one in imports(path) if one.is_early]
        early += [f"{path.name}: {name}" for name in found if name.split(".")[0] in EXTRAS]
    assert early == []


def test_the_kernel_knows_no_game() -> None:
    games = [path.name for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__"]
    for path in (PACKAGE / "kernel").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        docs = {
            ast.get_docstring(n, clean=False)
            for n in ast.walk(tree)
            if isinstance(n, ast.Module | ast.FunctionDef | ast.ClassDef)
        }
        assert not [text for text in strings if text in games and text not in docs], path.name


def test_a_wall_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself can fail."""
    bad = PACKAGE / "kernel" / "bad_example.py"
    monkeypatch.setattr(Path, "read_text", lambda self, **_: "import click\nfrom pbem.store import store\nimport PIL\n")
    assert len(faults(bad)) == 3
    text = "from pbem import library\nfrom pbem.kernel.board import Board\nfrom pbem.kernel.views.moves import Moves\n"
    monkeypatch.setattr(Path, "read_text", lambda self, **_: text)
    assert len(faults(PACKAGE / "cli" / "bad_example.py")) == 2
