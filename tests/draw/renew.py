"""Renew the golden pictures, after looking at them: `python -m tests.draw.renew`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.draw.machine import THIS_MACHINE
from tests.draw.scenes import PICTURES

GOLDEN = Path(__file__).parent / "golden"


def renew() -> None:
    """Write every picture and the versions with which they were made."""
    for name, draw in PICTURES.items():
        (GOLDEN / name).write_bytes(draw())
        sys.stdout.write(f"{name}\n")
    (GOLDEN / "made-with.txt").write_text(THIS_MACHINE + "\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
