"""Keys of players: made, shown, and used to sign order files."""

from __future__ import annotations

from pbem.desk.inbox.signatures import signed_orders
from pbem.dice import keys as pairs
from pbem.values import NamedTuple

__all__ = ("Shown", "make", "shown", "signed_orders")


class Shown(NamedTuple):
    """A public key, and its fingerprint to be compared by telephone."""

    name: str
    public: str
    fingerprint: str


def make(name: str) -> tuple[str, Shown]:
    """A new pair: the text of the secret key, and the public one."""
    secret = pairs.make_key(name)
    return pairs.secret_text(secret), _shown(pairs.public_key(secret))


def shown(text: str) -> Shown:
    """The public key of a file that holds a secret or a public one."""
    return _shown(pairs.public_key(pairs.read_secret(text)) if pairs.SECRET in text else pairs.read_key(text))


def _shown(public: pairs.PublicKey) -> Shown:
    return Shown(public.name, pairs.key_text(public), pairs.fingerprint(public))
