"""Mail addresses in a text that is kept: each gives way to one word, and nothing else of the text changes."""

from __future__ import annotations

from pbem.values.patterns import pattern

REMOVED = "address@removed"  # with its sign, by which a line above a quotation is known for one

# Bounded, and begun only where a word begins: a text of a million letters is gone through once.
_ADDRESS = pattern(
    r"(?<!\w)\w[\w.+'~/-]{0,63}(?:@|\uff20|&#0*64;|&#[xX]0*40;|&commat;|%40)\w[\w-]{0,62}(?:\.\w[\w-]{0,62}){1,8}"
)
_SIGNS = ("@", "\uff20", "&", "%")  # no address is without one of them
# A key, and often a signature, holds its owner's address: emptied line by line, so that those below keep their numbers.
_ARMOUR = pattern(r"(?s)(-----BEGIN PGP (SIGNATURE|PUBLIC KEY BLOCK)-----)((?:(?!-----).)*)(-----END PGP \2-----)")


def masked(text: str) -> str:
    """The text without mail addresses; line by line as long as before."""
    if "-----BEGIN PGP" in text:
        text = _ARMOUR.sub(lambda found: f"{found[1]}{_empty_lines(found[3])}{found[4]}", text)
    return _ADDRESS.sub(REMOVED, text) if any(sign in text for sign in _SIGNS) else text


def _empty_lines(text: str) -> str:
    return "".join(sign for sign in text if sign in "\r\n")
