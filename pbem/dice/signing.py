"""Signed texts: a detached block after a text, which says who sent it, for which campaign, and where it continues.

The block covers the canonical text: line ends, trailing blanks and the way in which letters are composed do not matter,
and nothing else is forgiven. Whoever verifies reads the canonical text that comes back, not what he was sent: what is
read is exactly what was signed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator
from itertools import islice

from pbem.dice.cleaning import bare, composed
from pbem.dice.derive import prefixed
from pbem.dice.keys import INSTALL, PublicKey, SecretKey, fingerprint, private_key, public_key
from pbem.dice.proof import escaped
from pbem.dice.reading import unescaped
from pbem.errors import Family, Refusal, UsageError
from pbem.values import NamedTuple

START = "pbem-sign/1"
LARGEST = 1_000_000  # characters
MOST = 50  # blocks of one mail that are checked
NONE, MALFORMED, WRONG_KEY, ALTERED = "none", "malformed", "wrong key", "altered"
CAMPAIGN, SIDE, KIND, REPLAYED = "campaign", "side", "kind", "replayed"
_FAR = (NONE, MALFORMED, WRONG_KEY, ALTERED, CAMPAIGN, SIDE, KIND, REPLAYED)  # how far a check came
_BYTES, _CHECK_BYTES = 64, 6
_LETTERS = (_BYTES + _CHECK_BYTES) * 8 // 5
_GROUPS = 7  # on a line
_NOBODY = "-"  # continues from nothing


class Context(NamedTuple):
    """What a signature is good for: nowhere else does it count."""

    campaign: str
    side: str
    kind: str  # of file: orders, turn
    after: str  # hash of the record entry that it continues from, in hex; empty at the very beginning


class Signature(NamedTuple):
    """A signature block as it was found."""

    context: Context
    key: str  # fingerprint
    value: bytes


class BadSignature(Refusal):
    """A text is not signed as it should be; `code` says in one word why."""

    family = Family.ILLEGAL

    def __init__(self, code: str, why: str, *, found: str, wanted: str, advice: str) -> None:
        super().__init__(why, found=found, wanted=wanted, advice=advice)
        self.code = code


def canonical(text: str) -> str:
    """The text as it is signed and read: NFC, LF, no blanks at the ends of lines, no empty lines at both ends."""
    plain = composed(re.sub("\r\n?", "\n", text.removeprefix("\ufeff")))
    lines = [line.rstrip(" \t") for line in plain.split("\n")]
    return "\n".join(lines).strip("\n") + "\n"


def sign(secret: SecretKey, text: str, context: Context) -> str:
    """The block to be put after a text, in lines of at most 64 characters."""
    _check_signable(text, context)
    value = private_key(secret).sign(_message(text, context))
    return _block(Signature(context, fingerprint(public_key(secret)), value))


def _check_signable(text: str, context: Context) -> None:
    if not text.strip():
        raise UsageError("there is nothing to sign: the text is empty")
    if len(text) > LARGEST:
        raise UsageError(f"the text is too large to be signed: {len(text):,} characters, at most {LARGEST:,}")
    if not re.fullmatch(r"(?:[0-9a-f]{2}){0,64}", context.after):
        raise UsageError(f"a signature continues from a hash in hex digits, not from {context.after[:40]!r}")
    wrong = next((word for word in context[:3] if not 0 < len(word) <= 100 or not word.isprintable()), None)
    if wrong is not None:
        raise UsageError(f"{wrong[:40]!r} cannot be in a signature: campaign, side and kind have 1 to 100 letters")


def _message(text: str, context: Context) -> bytes:
    data = canonical(text).encode("utf-8", "surrogatepass")
    return START.encode() + b"\0" + b"".join(prefixed(part) for part in context) + prefixed(data)


def _block(signature: Signature) -> str:
    context = signature.context
    head = f"{START} {escaped(context.campaign)} ; {escaped(context.side)} ; {escaped(context.kind)} ;"
    after = [context.after[at : at + 32] for at in range(0, len(context.after), 32)] or [_NOBODY]
    letters = base64.b32encode(signature.value + _check(signature)).decode()
    groups = [letters[at : at + 4] for at in range(0, len(letters), 4)]
    rows = [" ".join(groups[at : at + _GROUPS]) for at in range(0, len(groups), _GROUPS)]
    return "\n  ".join([head, *after[:-1], f"{after[-1]} ;", f"{signature.key} ;", *rows]) + "\n"


def _check(signature: Signature) -> bytes:
    """Tells an accident on the way from a text that was altered."""
    parts = (*signature.context, signature.key, signature.value)
    return hashlib.sha256(b"pbem-sign-check/1\0" + b"".join(prefixed(part) for part in parts)).digest()[:_CHECK_BYTES]


# -- finding --------------------------------------------------------------------------------------------------


def find_signatures(mail: str) -> list[Signature]:
    """The undamaged signatures of a mail, also quoted ones."""
    return [found for found in _blocks(mail) if found]


def without_signature(text: str) -> str:
    """The text before the first block: what follows it is not covered by it."""
    at = re.search(rf"(?m)^[^\w\n]*{re.escape(START)}(?=\s)", text)
    return text[: at.start()] if at else text


def _blocks(mail: str) -> Iterator[Signature | None]:
    if len(mail) > LARGEST:
        raise _bad(MALFORMED, "the mail is too large", f"{len(mail):,} characters", f"at most {LARGEST:,}")
    pieces = re.split(rf"(?<!\S){re.escape(START)}(?=[ \n])", bare(mail))[1:]
    yield from (_read(piece) for piece in islice(pieces, MOST))


def _read(piece: str) -> Signature | None:
    fields = piece[:4000].split(";", 5)
    if len(fields) < 6:
        return None
    words = [unescaped(" ".join(field.split())) for field in fields[:3]]
    after, key, letters = ("".join(field.split()) for field in fields[3:])
    letters = letters[:_LETTERS].upper()
    if None in words or not re.fullmatch(f"[A-Z2-7]{{{_LETTERS}}}", letters):
        return None
    data = base64.b32decode(letters)
    campaign, side, kind = (word or "" for word in words)
    context = Context(campaign, side, kind, "" if after == _NOBODY else after.lower())
    found = Signature(context, key.upper(), data[:_BYTES])
    return found if hmac.compare_digest(data[_BYTES:], _check(found)) else None


# -- verifying ------------------------------------------------------------------------------------------------


def verify(text: str, mail: str, key: PublicKey, context: Context) -> str:
    """The canonical text, if one of the signatures in the mail is by this key for this text and context."""
    worst = _bad(NONE, "the file is not signed", "no signature", f"a signature with {_named(key)}")
    for found in _blocks(mail):
        trouble = _trouble(text, found, key, context)
        if trouble is None:
            return canonical(text)
        worst = max(worst, trouble, key=lambda bad: _FAR.index(bad.code))
    raise worst


def _trouble(text: str, found: Signature | None, key: PublicKey, context: Context) -> BadSignature | None:
    """Why a signature does not count. What it says of itself is believed only once it has proved genuine."""
    if found is None:
        return _bad(MALFORMED, "the signature was damaged on the way", "a broken block", "a block as it was written")
    if found.key != fingerprint(key):
        return _bad(WRONG_KEY, "the file is signed with another key", f"key {found.key}", _named(key))
    if not _is_genuine(text, found, key):
        why = "the text was altered after it was signed, or the signature is forged"
        return _bad(ALTERED, why, "a signature that does not fit the text", f"the text that {key.name} signed")
    return _misused(found.context, context)


def _is_genuine(text: str, found: Signature, key: PublicKey) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise UsageError(f"signature NOT verified: {INSTALL}") from None
    try:
        Ed25519PublicKey.from_public_bytes(key.value).verify(found.value, _message(text, found.context))
    except (InvalidSignature, ValueError):
        return False
    return True


def _misused(said: Context, context: Context) -> BadSignature | None:
    """A genuine signature that was made for something else."""
    if said.campaign != context.campaign:
        return _bad(CAMPAIGN, "the file was signed for another campaign", said.campaign, context.campaign)
    if said.side != context.side:
        return _bad(SIDE, "the file was signed for another side", said.side, context.side)
    if said.kind != context.kind:
        return _bad(KIND, "the file was signed as another kind of file", said.kind, context.kind)
    if said.after != context.after:
        why = (
            "the file was signed for another moment of the campaign: it is an old one, or its sender saw another record"
        )
        found, wanted = (f"it continues from {hash_[:16] or 'the beginning'}" for hash_ in (said.after, context.after))
        return _bad(REPLAYED, why, found, wanted)
    return None


def _named(key: PublicKey) -> str:
    return f"the key {fingerprint(key)} of {key.name}"


def _bad(code: str, why: str, found: str, wanted: str) -> BadSignature:
    advice = "ask the sender to sign the file again and resend it; nothing was taken from it"
    shown = "".join(c if c.isprintable() else "?" for c in found[:100])
    return BadSignature(code, why, found=shown, wanted=wanted, advice=advice)
