"""What players type, made harmless before it stands in a page: it is never read as a proof, a header or markup.

Press, names and reasons are shown word for word as long as they are words. What a verifier would take for a proof
block or a check word, however it is disguised, is shown as plain text with a blank in it.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.dice.cleaning import bare
from pbem.kernel.text.mail import HEADER_KEYS
from pbem.values.patterns import pattern

_OURS = pattern(r"(pbem[- \n]?[a-z]{2,20})/(?=[0-9])", re.IGNORECASE)
_CHECK = pattern(r"!(?=\n?(?:[0-9a-fA-F]\n?){8})")
_TAG = pattern(r"<(?=[A-Za-z/!])")
_HEADER = pattern(rf"^([^\w\n]*(?:{'|'.join(HEADER_KEYS)}))(?=\s*[:=])", re.IGNORECASE | re.MULTILINE)
_MOST_LAYERS = 20


def harmless(text: str) -> str:
    """The text as it stands, or, where it hides a word of ours, as a reader of posts would see it, and broken."""
    text = _TAG.sub("< ", text)  # first: what looks like a tag hides its words from a reader only as long as it is one
    for _ in range(_MOST_LAYERS):
        seen = bare(text)
        if not _OURS.search(seen) and not _CHECK.search(seen):
            return _HEADER.sub(r"\1 -", _TAG.sub("< ", text))
        text = _CHECK.sub("! ", _OURS.sub(r"\1 /", seen))
    return " ".join(re.findall(r"\w+", text))


def harmless_all(value: Any) -> Any:
    """The same for every text in a value."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, dict):
        return {key: harmless_all(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [harmless_all(one) for one in value]
    return value
