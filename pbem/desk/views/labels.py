"""How a person names a step, and how the desk does."""

from __future__ import annotations

from pbem.errors import UsageError


def label_of(turn: int, step: str) -> str:
    """What `--turn 1 --step cp-combat` means at the desk."""
    words = step.strip().lower()
    if words == "start" or not words:
        if turn and not words:
            raise UsageError(f"--turn {turn} needs the step too, such as --step cp-combat; `pbem history` lists them")
        return words
    return words if "/" in words or not turn else f"t{turn}/{words}"
