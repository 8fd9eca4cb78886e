"""The face of the order page: its body, its style and its scripts, in the order in which they run."""

from __future__ import annotations

from pathlib import Path

from pbem.library import folder

# Each script is one concept and needs only those before it, until the page begins.
BOARD = ("dom", "grid", "counters", "marks", "delta", "board")  # these draw the board of an archive too
SCRIPTS = (
    "link", "view", "stage", "overlays", "orders", "checking", "reach", "desk", "attack",
    "forms", "questions", "trying", "out", "main", "boot",
)  # fmt: skip


def style() -> str:
    """The style sheet."""
    return _text("page.css") + _text("board.css", "board")


def body() -> str:
    """What the page shows before a position is open; the scripts fill it."""
    return _text("body.html")


def scripts() -> str:
    """All scripts as one; nothing runs before `boot()`, which wants `startRules`, `part` and `call`."""
    return "\n".join([*(_text(f"{name}.js", "board") for name in BOARD), *(_text(f"{name}.js") for name in SCRIPTS)])


def _text(name: str, room: str = "desk") -> str:
    return (Path(folder("templates")) / room / name).read_text(encoding="utf-8")
