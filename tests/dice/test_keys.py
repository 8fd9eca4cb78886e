"""Keys as text: made, mailed, mistyped, weak; and without the library."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.dice.keys import (
    LARGEST,
    PublicKey,
    SecretKey,
    fingerprint,
    has_library,
    key_text,
    make_key,
    public_key,
    read_key,
    read_secret,
    secret_text,
)
from pbem.errors import Unreadable, UsageError
from tests.dice.corpus import MANGLES

# RFC 8032, section 7.1, test 1.
RFC_SECRET = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
RFC_PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
ANNA = SecretKey("Anna", RFC_SECRET)


def test_a_key_pair_is_that_of_the_standard() -> None:
    assert public_key(ANNA) == PublicKey("Anna", RFC_PUBLIC)


def test_every_key_is_another() -> None:
    one, two = make_key("Anna"), make_key(" Anna ")
    assert one.name == two.name == "Anna"
    assert one.value != two.value
    assert fingerprint(public_key(one)) != fingerprint(public_key(two))


@pytest.mark.parametrize("mangle", MANGLES)
def test_a_key_survives_its_way(mangle: str) -> None:
    for name in ("Anna", "Zo\u00eb M\u00fcller; <*x*> \U0001f3b2 %41", "pbem-proof/1 x"):
        key = PublicKey(name, RFC_PUBLIC)
        assert read_key(MANGLES[mangle]("My pbem-key/1 is:\n" + key_text(key) + "\nBest,\nAnna\n")) == key
    assert read_secret(MANGLES[mangle](secret_text(ANNA))) == ANNA


@settings(max_examples=50)
@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40))
def test_any_name_can_be_written_and_read_again(name: str) -> None:
    import unicodedata

    key = PublicKey(unicodedata.normalize("NFC", name), RFC_PUBLIC)
    assert read_key(key_text(key)) == key


def test_a_key_may_be_typed_carelessly() -> None:
    text = key_text(PublicKey("Anna", RFC_PUBLIC))
    head, _, letters = text.partition(";")
    sloppy = letters.lower().replace("o", "0").replace("b", "8").replace("l", "1")
    assert read_key(f"{head};{sloppy}").value == RFC_PUBLIC


def test_every_typo_is_found() -> None:
    chance = random.Random(5)
    text = key_text(PublicKey("Anna", RFC_PUBLIC))
    start = text.index(";") + 1
    letters = [at for at, c in enumerate(text) if at > start and c.isalnum()]
    for at in letters:
        other = chance.choice([c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if c != text[at]])
        with pytest.raises(Unreadable, match="there is a typo in the key of Anna"):
            read_key(text[:at] + other + text[at + 1 :])
    with pytest.raises(Unreadable, match="typo in the key of Anne"):
        read_key(text.replace("Anna", "Anne"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "there is no key in the text"),
        ("", "there is no key in the text"),
        ("pbem-key/1 Anna", "the name of the key cannot be read"),
        ("pbem-key/1 ; ABCD", "the name of the key cannot be read"),
        (f"pbem-key/1 {'x' * 81} ; ABCD", "the name of the key cannot be read"),
        ("pbem-key/1 Anna ; ABCD EFGH", "the key of Anna is cut off or damaged"),
        ("pbem-key/1 Anna ; ABCD E!GH" + "ABCD " * 20, "the key of Anna is cut off or damaged"),
        (secret_text(ANNA), "this is a secret key; its owner must keep it to himself"),
        (key_text(PublicKey("Anna", RFC_PUBLIC)) + key_text(PublicKey("Bo", RFC_PUBLIC)), "several keys"),
        ("x" * (LARGEST + 1), "too large for a key"),
    ],
)
def test_what_is_no_key_is_refused(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why) as caught:
        read_key(text)
    assert "pbem-key/1 NAME ; 56 letters" in caught.value.problem.wanted
    assert "ask for the key again" in caught.value.problem.advice


def test_a_public_key_is_no_secret_one() -> None:
    with pytest.raises(Unreadable, match="this is a public key"):
        read_secret(key_text(PublicKey("Anna", RFC_PUBLIC)))


def test_a_secret_is_never_shown() -> None:
    text = secret_text(ANNA)
    group = text.split(";")[1].split()[0]
    assert "Keep it to yourself" in text
    assert group not in repr(ANNA)
    assert RFC_SECRET.hex()[:6] not in repr(ANNA)
    with pytest.raises(Unreadable) as caught:
        read_secret(text[:-3] + ("A" if text[-3] != "A" else "B") + text[-2:])
    assert group not in str(caught.value)


P = 2**255 - 19
WEAK = [0, 1, P - 1, P, P + 1, 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7]


@pytest.mark.parametrize("sign", [0, 1 << 255])
@pytest.mark.parametrize("y", [*WEAK, P - WEAK[-1]])
def test_a_key_under_which_one_signature_fits_many_texts_is_refused(y: int, sign: int) -> None:
    value = (y | sign).to_bytes(32, "little")
    with pytest.raises(Unreadable, match="is a weak one"):
        read_key(key_text(PublicKey("Mallory", value)))


def test_the_weak_points_of_order_eight_are_those_of_the_curve() -> None:
    d = -121665 * pow(121666, -1, P) % P
    assert (d * pow(WEAK[-1], 4, P) + 2 * WEAK[-1] ** 2 - 1) % P == 0


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "x" * 81, "pbem-key/1 ;"])
def test_a_name_that_cannot_be(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a key"):
        make_key(name)


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert has_library()
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    assert not has_library()
    for use in (lambda: make_key("Anna"), lambda: public_key(ANNA)):
        with pytest.raises(UsageError, match=r"pip install 'pbem\[keys\]'"):
            use()
    assert read_key(key_text(PublicKey("Anna", RFC_PUBLIC))).value == RFC_PUBLIC
