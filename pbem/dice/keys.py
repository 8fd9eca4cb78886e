"""Keys of players: Ed25519, as text that can be mailed, typed and compared.

A key is written in letters and digits that are hard to mistake, in groups of four, with a checksum over the name and
the key: a typo is found. The library is an optional extra; reading and writing keys does without it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import unicodedata
from typing import TYPE_CHECKING

from pbem.dice import chance
from pbem.dice.cleaning import bare
from pbem.dice.proof import escaped
from pbem.dice.reading import unescaped
from pbem.errors import Unreadable, UsageError
from pbem.values import dataclass, field

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PUBLIC, SECRET = "pbem-key/1", "pbem-secret-key/1"
BYTES = 32
LONGEST_NAME = 80
LARGEST = 200_000  # characters of a text with a key in it
INSTALL = "keys and signatures need a library that is not installed; run: pip install 'pbem[keys]'"
_CHECK_BYTES = 3  # with the key 35 bytes: 56 letters and no filling
_LETTERS = (BYTES + _CHECK_BYTES) * 8 // 5
_MISREAD = str.maketrans("018", "OLB")  # signs that the alphabet does not have
_ADVICE = "ask for the key again, or copy it once more from its first word to its last letter"
_P = 2**255 - 19
# The points of order eight have d y^4 + 2 y^2 = 1; with those of order one, two and four they sign many texts alike.
_Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_WEAK = (0, 1, _P - 1, _Y8, _P - _Y8)


@dataclass(frozen=True, slots=True)
class PublicKey:
    """What others need to know that a text is from its owner."""

    name: str
    value: bytes


@dataclass(frozen=True, slots=True)
class SecretKey:
    """What its owner signs with, and shows to nobody."""

    name: str
    value: bytes = field(repr=False)


def private_key(secret: SecretKey) -> Ed25519PrivateKey:
    """The key as the library wants it, or a clear word that there is no library."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise UsageError(INSTALL) from None
    return Ed25519PrivateKey.from_private_bytes(secret.value)


def has_library() -> bool:
    """Whether texts can be signed and signatures verified here."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401
    except ImportError:
        return False
    return True


def make_key(name: str) -> SecretKey:
    """A new key pair; the public half follows from the secret one."""
    secret = SecretKey(key_name(name), chance.fresh(BYTES))
    public_key(secret)  # says now, not later, that the library is missing
    return secret


def public_key(secret: SecretKey) -> PublicKey:
    """The half of a key pair that is given to everybody."""
    return PublicKey(secret.name, private_key(secret).public_key().public_bytes_raw())


def fingerprint(key: PublicKey) -> str:
    """Sixteen letters for comparing two keys, on the telephone if need be: ABCD-EFGH-IJKL-MNOP."""
    letters = base64.b32encode(hashlib.sha256(b"pbem-fingerprint/1\0" + key.value).digest()[:10]).decode()
    return "-".join(_grouped(letters))


def key_name(text: str) -> str:
    """Whose key it is: printable, in one line."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or "pbem-" in name:
        raise UsageError(
            f"{name[:40]!r} cannot be the name of a key: use 1 to {LONGEST_NAME} printable characters, such as Anna"
        )
    return name


# -- keys as text ---------------------------------------------------------------------------------------------


def key_text(key: PublicKey) -> str:
    """The public key as a line or three for a mail or a post."""
    return _text(PUBLIC, key.name, key.value)


def secret_text(key: SecretKey) -> str:
    """The secret key as the text of a file."""
    warning = "This is a secret key: whoever has it can sign as its owner. Keep it to yourself.\n"
    return warning + _text(SECRET, key.name, key.value)


def read_key(text: str) -> PublicKey:
    """The public key in a text: a mail, a post, a file."""
    name, value = _read(text, PUBLIC)
    y = int.from_bytes(value, "little") & ((1 << 255) - 1)
    if y >= _P or y in _WEAK:
        raise Unreadable(
            f"the key of {name} is a weak one, under which one signature fits many texts",
            found=key_text(PublicKey(name, value)).splitlines()[-1].strip(),
            wanted="a key that `pbem keys` has made",
            advice="do not accept it; ask for a new key",
        )
    return PublicKey(name, value)


def read_secret(text: str) -> SecretKey:
    """The secret key in the text of its file."""
    return SecretKey(*_read(text, SECRET))


def _text(kind: str, name: str, value: bytes) -> str:
    groups = _grouped(base64.b32encode(value + _check(kind, name, value)).decode())
    half = len(groups) // 2
    return f"{kind} {escaped(name)} ;\n  {' '.join(groups[:half])}\n  {' '.join(groups[half:])}\n"


def _grouped(letters: str) -> list[str]:
    return [letters[at : at + 4] for at in range(0, len(letters), 4)]


def _check(kind: str, name: str, value: bytes) -> bytes:
    return hashlib.sha256(f"{kind}\0{name}\0".encode() + value).digest()[:_CHECK_BYTES]


def _read(text: str, kind: str) -> tuple[str, bytes]:
    if len(text) > LARGEST:
        raise _refused("the text is too large for a key", f"{len(text):,} characters", kind)
    words = bare(text)
    found = list(dict.fromkeys(_keys(words, kind)))
    if not found:
        other = SECRET if kind == PUBLIC else PUBLIC
        is_other = re.search(rf"(?<!\S){re.escape(other)}[ \n]", words)
        why = "this is a secret key; its owner must keep it to himself" if kind == PUBLIC else "this is a public key"
        raise _refused(why if is_other else "there is no key in the text", other if is_other else "no key", kind)
    if len(found) > 1:
        raise _refused("the text holds several keys", ", ".join(name for name, _ in found[:5]), kind)
    return found[0]


def _keys(words: str, kind: str) -> list[tuple[str, bytes]]:
    """Every whole key of a kind; if there is none, a damaged one is refused."""
    found, refusals = [], []
    for piece in re.split(rf"(?<!\S){re.escape(kind)}(?=[ \n])", words)[1:]:
        try:
            found.append(_key(piece, kind))
        except Unreadable as refusal:  # the word may also stand in a sentence
            refusals.append(refusal)
    if refusals and not found:
        raise refusals[-1]
    return found


def _key(piece: str, kind: str) -> tuple[str, bytes]:
    written, sign, rest = piece[:4000].partition(";")
    letters = "".join(rest[: 3 * _LETTERS].split())[:_LETTERS].upper().translate(_MISREAD)
    names = _names(written) if sign else []
    if not names:
        raise _refused("the name of the key cannot be read", " ".join(written[:40].split()), kind)
    strange = next((c for c in letters if c not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), "")
    if strange or len(letters) < _LETTERS:
        found = f"the sign {strange!r}" if strange else f"{len(letters)} letters"
        raise _refused(f"the key of {names[0]} is cut off or damaged", found, kind)
    data = base64.b32decode(letters)
    for name in names:
        if hmac.compare_digest(data[BYTES:], _check(kind, name, data[:BYTES])):
            return name, data[:BYTES]
    shown = " ".join(_grouped(letters)) if kind == PUBLIC else "letters that do not belong together"
    raise _refused(f"there is a typo in the key of {names[0]}: its checksum does not fit", shown, kind)


def _names(written: str) -> list[str]:
    """What the name may be: a line break in it stood for a blank, or fell into a word."""
    tries = (unescaped(joint.join(written.strip().split("\n"))) for joint in (" ", ""))
    return [name for name in tries if name and len(name) <= LONGEST_NAME and name.isprintable()]


def _refused(why: str, found: str, kind: str) -> Unreadable:
    return Unreadable(why, found=found, wanted=f"{kind} NAME ; {_LETTERS} letters", advice=_ADVICE)
