"""How far a long task has come. The desk prints nothing: it tells whoever called it, who may show a bar."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]  # so much is done, of so much, and in a word what is being done


def silent(done: int, total: int, what: str) -> None:
    """Nobody wants to know."""
