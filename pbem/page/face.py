"""The face of the order page: its body, its style and its scripts, in the order in which they run."""

from __future__ import annotations

from pathlib import Path

from pbem.library import folder

# Each script is one concept and needs only those before it, until the page begins.
SCRIPTS = (
    "dom", "link", "grid", "view", "counters", "stage", "overlays", "orders", "checking", "reach", "desk", "attack",
    "forms", "questions", "trying", "out", "main", "boot",
)  # fmt: skip


def style() -> str:
    """The style sheet."""
    return _text("page.css")


def body() -> str:
    """What the page shows before a position is open; the scripts fill it."""
    return _text("body.html")


def scripts() -> str:
    """All scripts as one; nothing runs before `boot()`, which wants `startRules`, `part` and `call`."""
    return "\n".join(_text(f"{name}.js") for name in SCRIPTS)


def _text(name: str) -> str:
    return (Path(folder("templates")) / "desk" / name).read_text(encoding="utf-8")
