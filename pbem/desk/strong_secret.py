"""A secret in words, for whoever gives one of his own."""

from __future__ import annotations

from pbem.dice.seal import secret_from_text
from pbem.dice.strength import check_strong


def strong_secret(text: str) -> bytes:
    """The secret that the words give; refused if others could guess them."""
    check_strong(text)
    return secret_from_text(text)
