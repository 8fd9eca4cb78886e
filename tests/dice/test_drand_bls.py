"""Real rounds of both chains verify; nothing else does; and without a library nothing passes silently."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from typing import Any

import pytest

from pbem.dice.drand import CHAINS, DEFAULT, QUICKNET, Round
from pbem.dice.drand_bls import FALSE, GENUINE, UNCHECKED, check_round, has_library, verify_round
from pbem.errors import Illegal, UsageError
from tests.dice.drand_rounds import NEGATIVES, REAL, made, real


@pytest.mark.parametrize(("name", "values"), REAL, ids=lambda value: str(value)[:12])
def test_a_real_round_is_genuine(name: str, values: dict[str, Any]) -> None:
    assert made(values).randomness.hex() == values["randomness"]
    assert check_round(CHAINS[name], made(values)).status == GENUINE
    verify_round(CHAINS[name], made(values))


@pytest.mark.parametrize("values", NEGATIVES, ids=lambda values: str(values["name"]))
def test_a_false_round_is_refused(values: dict[str, Any]) -> None:
    chain = CHAINS[values["chain"]]
    assert check_round(chain, made(values)).status == FALSE
    with pytest.raises(Illegal, match="is not genuine") as caught:
        verify_round(chain, made(values))
    assert "from another relay" in caught.value.problem.advice


def false_rounds() -> dict[str, tuple[Any, Round, str]]:
    """What can be wrong with a round besides the vectors, with a word of the reason."""
    quick, drawn = real("quicknet", 1000)
    slow, first = real("default", 1)
    _, later = real("default", 72785)
    infinity = made({"round": 1000, "signature": "c0" + "00" * 47})
    other = made({"round": 1000, "signature": (bytes([drawn.signature[0] ^ 0x20]) + drawn.signature[1:]).hex()})
    return {
        "another randomness": (quick, replace(drawn, randomness=bytes(32)), "not the SHA-256"),
        "infinity": (quick, infinity, "infinity"),
        "the negated point": (quick, other, "does not fit"),
        "a short signature": (
            quick,
            made({"round": 1000, "signature": drawn.signature.hex()[:-2]}),
            "47 bytes, not 48",
        ),
        "no signature": (quick, made({"round": 1000, "signature": ""}), "0 bytes, not 48"),
        "a round of the other chain": (quick, later, "96 bytes, not 48"),
        "a number too low": (quick, replace(drawn, number=999), "does not fit"),
        "round 0": (quick, replace(drawn, number=0), "no round 0"),
        "a number beyond eight bytes": (quick, replace(drawn, number=2**64), "no round"),
        "a signature before it": (quick, replace(drawn, previous=later.signature), "which this chain does not have"),
        "another signature before it": (slow, replace(later, previous=first.signature), "does not fit"),
        "no signature before it": (slow, replace(later, previous=b""), "0 bytes, not 96"),
        "round 1 after another group": (slow, replace(first, previous=bytes(32)), "group hash"),
    }


@pytest.mark.parametrize("name", false_rounds())
def test_the_reason_of_a_refusal(name: str) -> None:
    chain, drawn, why = false_rounds()[name]
    found = check_round(chain, drawn)
    assert found.status == FALSE
    assert why in found.why


def test_the_dead_network_with_the_other_tag_is_not_quicknet(monkeypatch: pytest.MonkeyPatch) -> None:
    chain, drawn = real("quicknet", 1000)
    monkeypatch.setattr("pbem.dice.drand_bls._TAG_G1", b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_")
    assert check_round(chain, drawn).status == FALSE


def test_no_changed_bit_of_a_signature_is_genuine() -> None:
    chance = random.Random(1917)
    for chain, drawn in (real("quicknet", 30662992), real("default", 3907446)):
        for _ in range(40):
            at = chance.randrange(8 * len(drawn.signature))
            data = bytearray(drawn.signature)
            data[at // 8] ^= 1 << at % 8
            previous = drawn.previous.hex()
            other = made({"round": drawn.number, "signature": bytes(data).hex(), "previous_signature": previous})
            assert check_round(chain, other).status == FALSE


def test_without_the_library_nothing_passes_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    assert has_library()
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    chain, drawn = real("quicknet", 1000)
    assert not has_library()
    assert check_round(chain, drawn).status == UNCHECKED
    with pytest.raises(UsageError, match=r"beacon NOT verified: .* pip install 'pbem\[beacon\]'"):
        verify_round(chain, drawn)
    assert check_round(chain, replace(drawn, randomness=bytes(32))).status == FALSE


def test_a_library_too_old_to_hash_to_the_curve_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class Old:
        class G1Point:
            pass

    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", Old)
    assert check_round(*real("quicknet", 1000)).status == UNCHECKED


def test_the_chains_differ_in_shape() -> None:
    assert (QUICKNET.signature_bytes, QUICKNET.is_chained) == (48, False)
    assert (DEFAULT.signature_bytes, DEFAULT.is_chained) == (96, True)
