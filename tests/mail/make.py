"""Writes the mails of this folder: the same orders as many programs send them. `python -m tests.mail.make`.

Every mail under `counts` must be read as ORDERS and nothing else; what stands in older mails must not be.
"""

from __future__ import annotations

from pathlib import Path

from tests.mail import answers, damage, programs
from tests.mail.texts import MADE

COUNTS = Path(__file__).parent / "counts"
MAKERS = (answers, damage, programs)


def write_all() -> None:
    """Write every mail anew."""
    COUNTS.mkdir(exist_ok=True)
    for name, make in MADE.items():
        (COUNTS / (name if "." in name else f"{name}.eml")).write_bytes(make())


if __name__ == "__main__":
    write_all()
