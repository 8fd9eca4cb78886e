"""Signed texts: what survives the way, and each way to cheat with the reason for which it is refused."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.dice.keys import PublicKey, SecretKey, fingerprint, public_key
from pbem.dice.signing import (
    LARGEST,
    BadSignature,
    Context,
    canonical,
    find_signatures,
    sign,
    verify,
    without_signature,
)
from pbem.errors import Refusal, UsageError
from tests.dice.corpus import MANGLES

ANNA, BRUNO = SecretKey("Anna", bytes(range(32))), SecretKey("Bruno", bytes(range(1, 33)))
KEY = public_key(ANNA)
TEXT = "campaign: isonzo\nside: CP\n\nmove GE-26 1901 -> 1902\n  on */2: advance GE-5\npress: Z\u00f9gna \u2013 addio\n"
HERE = Context("isonzo", "CP", "orders", "ab" * 32)
BLOCK = sign(ANNA, TEXT, HERE)


def code_of(text: str, mail: str, key: PublicKey = KEY, context: Context = HERE) -> str:
    """Why a signature is refused; every refusal says what was found, what was wanted and what to do."""
    with pytest.raises(BadSignature) as caught:
        verify(text, mail, key, context)
    problem = caught.value.problem
    assert problem.found
    assert problem.wanted
    assert "sign the file again" in problem.advice
    return caught.value.code


@pytest.mark.parametrize("mangle", MANGLES)
def test_a_signature_survives_its_way(mangle: str) -> None:
    mail = MANGLES[mangle](f"Hi Bruno,\nhere they are.\n\n{TEXT}\n{BLOCK}\n-- \nAnna\n")
    assert verify(TEXT, mail, KEY, HERE) == canonical(TEXT)


WAYS: dict[str, Callable[[str], str]] = {
    "windows line ends": lambda text: text.replace("\n", "\r\n"),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "trailing blanks": lambda text: text.replace("\n", " \t\n"),
    "empty lines around": lambda text: f"\n \n{text}\n\n",
    "no line end": lambda text: text.rstrip("\n"),
    "byte order mark": lambda text: "\ufeff" + text,
    "decomposed letters": lambda text: text.replace("\u00f9", "u\u0300"),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_does_not_change_a_text_does_not_break_its_signature(way: str) -> None:
    assert verify(WAYS[way](TEXT), BLOCK, KEY, HERE) == canonical(TEXT) == TEXT


CHANGES = {
    "another hex": TEXT.replace("1902", "1903"),
    "a line more": TEXT + "move GE-5 1901 -> 1902\n",
    "a line less": TEXT.replace("move GE-26 1901 -> 1902\n", ""),
    "an empty line less": TEXT.replace("\n\n", "\n"),
    "lines joined": TEXT.replace("\n  on", " on"),
    "an indent less": TEXT.replace("  on", "on"),
    "a blank more": TEXT.replace("move ", "move  "),
    "a hard blank": TEXT.replace("move ", "move\u00a0"),
    "another dash": TEXT.replace("\u2013", "-"),
    "a capital": TEXT.replace("move", "Move"),
    "a look-alike": TEXT.replace("CP", "\u0421P"),
    "a hidden letter": TEXT.replace("1902", "19\u200b02"),
    "nothing": "",
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_altered_text_is_refused(name: str) -> None:
    assert code_of(CHANGES[name], BLOCK) == "altered"


def test_what_is_read_is_what_was_signed() -> None:
    """The Kelvin sign is a K once it is composed: the reader gets the K that was signed, never the sign."""
    block = sign(ANNA, "move K-1\n", HERE)
    assert verify("move \u212a-1\n", block, KEY, HERE) == "move K-1\n"


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_the_canonical_text_is_its_own_canonical_text(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)


MISUSES = {
    "campaign": HERE._replace(campaign="piave"),
    "side": HERE._replace(side="AL"),
    "kind": HERE._replace(kind="turn"),
    "replayed": HERE._replace(after="cd" * 32),
}


@pytest.mark.parametrize("code", MISUSES)
def test_a_signature_counts_nowhere_else(code: str) -> None:
    assert code_of(TEXT, BLOCK, context=MISUSES[code]) == code


def test_a_forger_cannot_change_what_a_signature_says_of_itself() -> None:
    """He writes the block of an old file anew, checksum and all, with the new place; the old signature in it."""
    from pbem.dice.signing import _block

    old = find_signatures(BLOCK)[0]
    for context in MISUSES.values():
        assert code_of(TEXT, _block(old._replace(context=context)), context=context) == "altered"


def test_another_key_is_refused_whatever_the_block_says() -> None:
    from pbem.dice.signing import _block

    theirs = sign(BRUNO, TEXT, HERE)
    assert code_of(TEXT, theirs) == "wrong key"
    claimed = find_signatures(theirs)[0]._replace(key=fingerprint(KEY))
    assert code_of(TEXT, _block(claimed)) == "altered"
    assert code_of(TEXT, BLOCK, public_key(BRUNO)) == "wrong key"


def test_a_file_without_a_signature_is_refused() -> None:
    for mail in (TEXT, "", "pbem-sign/1", "pbem-sign/10 x ; y"):
        assert code_of(TEXT, mail) == "none"


def test_a_damaged_block_is_told_from_an_altered_text() -> None:
    chance = random.Random(7)
    for _ in range(300):
        at = chance.randrange(len(BLOCK))
        other = chance.choice("ABCXYZ234567abc089;-! ")
        mail = BLOCK[:at] + other + BLOCK[at + 1 :]
        if find_signatures(mail) == find_signatures(BLOCK):
            assert verify(TEXT, mail, KEY, HERE) == TEXT  # a blank more or a small letter
        else:
            assert code_of(TEXT, mail) in ("malformed", "none")
    lines = BLOCK.splitlines(keepends=True)
    for at in range(1, len(lines)):
        assert code_of(TEXT, "".join(lines[:at] + lines[at + 1 :])) == "malformed"
        assert code_of(TEXT, "".join(lines[:at])) == "malformed"


def test_older_signatures_in_a_quoted_mail_do_no_harm() -> None:
    old = sign(ANNA, "older orders\n", HERE._replace(after="01" * 32))
    theirs = sign(BRUNO, "his orders\n", HERE._replace(side="AL"))
    quoted = "".join(f"> {line}\n" for line in (theirs + "> " + old).splitlines())
    for mail in (BLOCK + quoted, quoted + BLOCK):
        assert verify(TEXT, mail, KEY, HERE) == TEXT
    assert code_of("older orders\n", quoted) == "replayed"
    assert code_of(TEXT, quoted) == "altered"


def test_a_block_has_short_lines_and_can_be_parted_from_its_text() -> None:
    assert all(len(line) <= 64 for line in BLOCK.splitlines())
    assert without_signature(f"{TEXT}\n{BLOCK}\nmove GE-5 1901 -> 1710\n") == TEXT + "\n"
    assert without_signature(TEXT) == TEXT
    assert without_signature("".join(f"> {line}\n" for line in (TEXT + BLOCK).splitlines())).count("\n") == 6
    found = find_signatures(BLOCK)
    assert [(one.context, one.key) for one in found] == [(HERE, fingerprint(KEY))]


def test_the_first_file_of_a_campaign_continues_from_nothing() -> None:
    context = HERE._replace(after="")
    assert verify(TEXT, sign(ANNA, TEXT, context), KEY, context) == TEXT


@pytest.mark.parametrize(
    ("text", "context", "why"),
    [
        ("", HERE, "the text is empty"),
        (" \n", HERE, "the text is empty"),
        ("x" * (LARGEST + 1), HERE, "too large to be signed"),
        (TEXT, HERE._replace(after="entry 5"), "a hash in hex digits"),
        (TEXT, HERE._replace(side=""), "cannot be in a signature"),
        (TEXT, HERE._replace(campaign="a\nb"), "cannot be in a signature"),
    ],
)
def test_what_cannot_be_signed(text: str, context: Context, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        sign(ANNA, text, context)


def test_strange_texts_are_signed_like_others() -> None:
    for text in ("\ud800 lone\n", "a" + "\u0301\u0316" * 3000, "pbem-sign/1 x ; y\n", "\u2028a\x0bb\x00c\n"):
        assert verify(text, sign(ANNA, text, HERE), KEY, HERE) == canonical(text)


@pytest.mark.parametrize("mail", ["x" * (LARGEST + 1), "pbem-sign/1 ; ; ; ; ; " * 40_000, "pbem-sign/1 " * 80_000])
def test_floods_are_refused(mail: str) -> None:
    assert code_of(TEXT, mail) == "malformed"


def test_without_the_library_nothing_passes_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    with pytest.raises(UsageError, match=r"signature NOT verified: .*pip install 'pbem\[keys\]'"):
        verify(TEXT, BLOCK, KEY, HERE)
    with pytest.raises(UsageError, match=r"pip install 'pbem\[keys\]'"):
        sign(ANNA, TEXT, HERE)
    assert code_of(TEXT, TEXT) == "none"


def test_a_refusal_is_one_that_a_player_is_told() -> None:
    assert issubclass(BadSignature, Refusal)
    with pytest.raises(BadSignature, match="illegal: the file is signed with another key"):
        verify(TEXT, BLOCK, public_key(BRUNO), HERE)
