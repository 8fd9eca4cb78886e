"""Whether a drand round is genuine: its BLS signature checked offline against the chain's public key.

The library is an optional extra. Without it a round is *not checked*, which is said and never taken for genuine.
"""

from __future__ import annotations

import hashlib
import hmac
from types import ModuleType

from pbem.dice.drand import Chain, Round
from pbem.errors import Illegal, UsageError
from pbem.values import NamedTuple

GENUINE, UNCHECKED, FALSE = "genuine", "not checked", "false"
INSTALL = "beacon NOT verified: no BLS library is installed; run: pip install 'pbem[beacon]'"
# Quicknet hashes to G1 with the tag of G1; an older network of the same shape used the tag of G2.
_TAG_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_TAG_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"
_INFINITY = 0x40  # flag in the first byte of a compressed point


class Checked(NamedTuple):
    """What is known about a round, and why."""

    status: str
    why: str = ""


def library() -> ModuleType | None:
    """The BLS library, if it is installed and can hash to the curve."""
    try:
        import py_arkworks_bls12381 as bls
    except ImportError:
        return None
    return bls if hasattr(bls.G1Point, "hash_to_curve") else None


def has_library() -> bool:
    """Whether beacons can be verified here."""
    return library() is not None


def verify_round(chain: Chain, drawn: Round) -> None:
    """Refuse a round that is false, and one that cannot be checked here."""
    found = check_round(chain, drawn)
    if found.status == UNCHECKED:
        raise UsageError(found.why)
    if found.status == FALSE:
        raise Illegal(
            "",
            f"round {drawn.number} of {chain.name} is not genuine: {found.why}",
            found=f"signature {drawn.signature.hex()[:16]}...",
            wanted=f"the one signature of this round under the public key of {chain.name}",
            advice="get the round again, from another relay; nothing else will do",
        )


def check_round(chain: Chain, drawn: Round) -> Checked:
    """Genuine, false, or not checked as there is no library; what needs no library is checked first."""
    if not hmac.compare_digest(hashlib.sha256(drawn.signature).digest(), drawn.randomness):
        return Checked(FALSE, "its randomness is not the SHA-256 of its signature")
    why = misshapen(chain, drawn)
    if why:
        return Checked(FALSE, why)
    bls = library()
    if bls is None:
        return Checked(UNCHECKED, INSTALL)
    try:
        is_signed = _is_signed_g2(bls, chain, drawn) if chain.is_chained else _is_signed_g1(bls, chain, drawn)
    except ValueError:
        return Checked(FALSE, "its signature is no point of the curve's group")
    return Checked(GENUINE) if is_signed else Checked(FALSE, "its signature does not fit the chain's public key")


def message(chain: Chain, drawn: Round) -> bytes:
    """What the beacon signs: the number of the round, on a chained network after the signature before."""
    return hashlib.sha256(drawn.previous + drawn.number.to_bytes(8, "big")).digest()


def misshapen(chain: Chain, drawn: Round) -> str:
    """Why a round cannot be one of the chain, before anything is computed; nothing if it can."""
    if not 1 <= drawn.number <= chain.last_round:
        return f"there is no round {drawn.number}"
    if len(drawn.signature) != chain.signature_bytes:
        return f"its signature has {len(drawn.signature)} bytes, not {chain.signature_bytes}"
    if drawn.signature[0] & _INFINITY:
        return "its signature is the point at infinity, which signs nothing"
    if not chain.is_chained:
        return "it names a signature before it, which this chain does not have" if drawn.previous else ""
    if drawn.number == 1:
        return "" if drawn.previous == chain.group_hash else "round 1 must follow the group hash"
    wrong = f"the signature before it has {len(drawn.previous)} bytes, not {chain.signature_bytes}"
    return "" if len(drawn.previous) == chain.signature_bytes else wrong


def _is_signed_g1(bls: ModuleType, chain: Chain, drawn: Round) -> bool:
    """e(signature, generator of G2) = e(hash of the message, public key)."""
    signature = bls.G1Point.from_compressed_bytes(drawn.signature)
    key = bls.G2Point.from_compressed_bytes(chain.public_key)
    point = bls.G1Point.hash_to_curve(message(chain, drawn), _TAG_G1)
    return bool(bls.GT.pairing_check([signature, -point], [bls.G2Point(), key]))


def _is_signed_g2(bls: ModuleType, chain: Chain, drawn: Round) -> bool:
    """e(generator of G1, signature) = e(public key, hash of the message)."""
    signature = bls.G2Point.from_compressed_bytes(drawn.signature)
    key = bls.G1Point.from_compressed_bytes(chain.public_key)
    point = bls.G2Point.hash_to_curve(message(chain, drawn), _TAG_G2)
    return bool(bls.GT.pairing_check([bls.G1Point(), -key], [signature, point]))
