"""Where secrets come from: the system's own generator, and nothing else. Tests put a known stream in its place."""

from __future__ import annotations

import os

from pbem.dice.seal import SECRET_BYTES


def fresh(size: int = SECRET_BYTES) -> bytes:
    """Bytes that nobody can guess."""
    return os.urandom(size)
