"""`pbem keys`: keys that only their owner can read, shown for the telephone, and signed order files."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from pbem.dice import keys as pairs
from tests.cli.conftest import Pbem, write
from tests.desk import tiny

ORDERS = "campaign: Field-1\nside: RED\nturn: 1\nstep: bid\nbid 3\n"


@pytest.fixture
def anna(pbem: Pbem, tmp_path: Path) -> str:
    """A key pair in anna.key and anna.pub; the public key as text."""
    text = pbem("keys", "make", "Anna", "--out", "anna.key").out
    write(tmp_path, "anna.pub", text)
    return text


def flat(text: str) -> str:
    """The words without the line breaks of the screen."""
    return " ".join(text.split())


# -- make -----------------------------------------------------------------------------------------------------


def test_make_writes_the_secret_and_prints_the_public_key(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("keys", "make", "Anna Rossi-Müller", "--out", "anna.key")
    assert (said.code, said.err) == (0, "")
    public = pairs.read_key(said.out)
    secret = pairs.read_secret((tmp_path / "anna.key").read_text(encoding="utf-8"))
    assert public == pairs.public_key(secret)
    assert public.name == "Anna Rossi-Müller"
    assert "secret" not in said.out


def test_make_as_json(pbem: Pbem) -> None:
    made = pbem("keys", "make", "Anna", "--out", "anna.key", "--json").json
    assert (made["file"], made["name"]) == ("anna.key", "Anna")
    assert made["fingerprint"] == pairs.fingerprint(pairs.read_key(made["public"]))


def test_only_the_owner_can_read_the_secret(pbem: Pbem, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        pbem("keys", "make", "Anna", "--out", "anna.key")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "anna.key").stat().st_mode) == 0o600


def test_a_key_is_never_written_over(pbem: Pbem, tmp_path: Path, anna: str) -> None:
    before = (tmp_path / "anna.key").read_bytes()
    write(tmp_path, "o.txt", ORDERS)
    said = pbem("keys", "make", "Anna", "--out", "anna.key")
    assert said.code == 2
    assert "anna.key exists already: choose another name, a key that is lost cannot be made again" in flat(said.err)
    said = pbem("keys", "sign", "o.txt", "--key", "anna.key", "--out", "anna.key")
    assert said.code == 2
    assert "anna.key is a store or keeps a secret, and is not written over" in flat(said.err)
    assert (tmp_path / "anna.key").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("", "--out", "x.key"), "cannot be the name of a key"),
        (("a" * 81, "--out", "x.key"), "use 1 to 80 printable characters"),
        (("An\x07na", "--out", "x.key"), "cannot be the name of a key"),
        (("pbem-key/1", "--out", "x.key"), "cannot be the name of a key"),
        (("Anna", "--out", "no/x.key"), "there is no folder no"),
        (("Anna", "--out", "."), ". exists already"),
        (("Anna",), "Missing option '--out'"),
        ((), "Missing argument"),
    ],
)
def test_make_refuses_what_cannot_be_and_writes_nothing(
    pbem: Pbem, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    said = pbem("keys", "make", *words)
    assert said.code == 2
    assert told in flat(said.err)
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_without_the_library_a_clear_word(
    pbem: Pbem, tmp_path: Path, anna: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys can be read and shown without it; making one and signing need it."""
    write(tmp_path, "o.txt", ORDERS)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    for words in (
        ("make", "Bruno", "--out", "bruno.key"),
        ("sign", "o.txt", "--key", "anna.key"),
        ("show", "anna.key"),
    ):
        said = pbem("keys", *words)
        assert said.code == 2
        assert "keys and signatures need a library that is not installed; run: pip install 'pbem[keys]'" in flat(
            said.err
        )
    assert not (tmp_path / "bruno.key").exists()
    assert anna in pbem("keys", "show", "anna.pub").out


# -- show -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["anna.key", "anna.pub"])
def test_show_gives_the_public_key_and_its_fingerprint(pbem: Pbem, anna: str, file: str) -> None:
    said = pbem("keys", "show", file)
    assert said.code == 0
    assert said.out == f"{anna}fingerprint {pairs.fingerprint(pairs.read_key(anna))}\n"
    values = pbem("keys", "show", file, "--json").json
    assert (values["name"], values["public"]) == ("Anna", anna)
    assert values["fingerprint"] == pairs.fingerprint(pairs.read_key(anna))


def test_show_reads_a_key_out_of_a_mail(pbem: Pbem, tmp_path: Path, anna: str) -> None:
    quoted = "".join(f"> {line}\n" for line in anna.splitlines())
    write(tmp_path, "mail.txt", f"This is no secret:\n{quoted}-- \nAnna\n")
    assert anna in pbem("keys", "show", "mail.txt").out


def test_a_public_key_may_have_the_word_secret_in_its_name(pbem: Pbem, tmp_path: Path) -> None:
    write(tmp_path, "s.pub", pbem("keys", "make", "secretary", "--out", "s.key").out)
    assert pbem("keys", "show", "s.pub").out == pbem("keys", "show", "s.key").out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no key in the text"),
        ("hello", "there is no key in the text"),
        ("pbem-key/1 Anna ;\n", "the key of Anna is cut off or damaged"),
        ("pbem-secret-key/1 Anna ;\n", "the key of Anna is cut off or damaged"),
    ],
)
def test_what_is_no_key_is_refused(pbem: Pbem, tmp_path: Path, text: str, told: str) -> None:
    said = pbem("keys", "show", write(tmp_path, "x.pub", text))
    assert said.code == 1
    assert told in flat(said.err)


def test_a_typo_in_a_key_is_found(pbem: Pbem, tmp_path: Path, anna: str) -> None:
    letter = anna.split(";")[1].strip()[0]
    write(tmp_path, "typo.pub", anna.replace(f"  {letter}", f"  {'A' if letter != 'A' else 'B'}", 1))
    assert "there is a typo in the key of Anna" in pbem("keys", "show", "typo.pub").err
    assert "there is no file nowhere.key" in pbem("keys", "show", "nowhere.key").err


# -- sign -----------------------------------------------------------------------------------------------------


@pytest.fixture
def signing(pbem: Pbem, tmp_path: Path, anna: str) -> Pbem:
    """A campaign that takes signed files only; Red's key is Anna's, Blue's is Bruno's."""
    tiny.register()
    write(tmp_path, "bruno.pub", pbem("keys", "make", "Bruno", "--out", "bruno.key").out)
    words = ("new", "Field-1", "--game", "tiny", "--signed", "--key", "RED=anna.pub", "--key", "Blue Army=bruno.pub")
    assert pbem(*words).code == 0
    write(tmp_path, "o.txt", ORDERS)
    return pbem


def test_a_signed_file_is_taken_and_an_unsigned_one_refused(signing: Pbem) -> None:
    said = signing("submit", "o.txt")
    assert said.code == 1
    assert "this campaign takes signed files only" in said.out
    assert "`pbem keys sign FILE --key YOUR.key` signs an order file" in said.out
    said = signing("keys", "sign", "o.txt", "--key", "anna.key", "--out", "s.txt")
    assert said.out == "s.txt: signed. Send it as it is; a change of one letter would show.\n"
    assert signing("submit", "s.txt").code == 0
    again = signing("submit", "s.txt")
    assert again.code == 0
    assert "accepted as entry 3" in again.out
    assert signing("status", "--json").json["entries"] == 3


def test_the_signed_file_is_printed_where_no_place_is_named(signing: Pbem, tmp_path: Path) -> None:
    text = signing("keys", "sign", "o.txt", "--key", "anna.key").out
    values = signing("keys", "sign", "o.txt", "--key", "anna.key", "--json").json
    assert values == {"file": "", "text": text}
    assert signing("submit", write(tmp_path, "s.txt", "Hi!\n" + text.replace("\n", "\r\n"))).code == 0


def test_a_changed_letter_shows(signing: Pbem, tmp_path: Path) -> None:
    text = signing("keys", "sign", "o.txt", "--key", "anna.key").out
    said = signing("submit", write(tmp_path, "s.txt", text.replace("bid 3", "bid 4")))
    assert said.code == 1
    assert "signature" in said.out


def test_the_key_of_the_other_side_does_not_fit(signing: Pbem) -> None:
    signing("keys", "sign", "o.txt", "--key", "bruno.key", "--out", "s.txt")
    assert signing("submit", "s.txt").code == 1


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("o.txt", "--key", "anna.pub"), 1, "this is a public key"),
        (("o.txt", "--key", "o.txt"), 1, "there is no key in the text"),
        (("o.txt", "--key", "nowhere.key"), 2, "there is no file nowhere.key"),
        (("nowhere.txt", "--key", "anna.key"), 2, "there is no file nowhere.txt"),
        (("o.txt", "--key", "anna.key", "--out", "no/s.txt"), 2, "there is no folder no"),
        (("o.txt", "--key", "anna.key", "--out", "pbem.db"), 2, "pbem.db is a store or keeps a secret"),
        (("bare.txt", "--key", "anna.key"), 2, "the file names no campaign and no side in its header"),
        (("o.txt",), 2, "Missing option '--key'"),
    ],
)
def test_sign_refuses_what_it_cannot_sign(
    signing: Pbem, tmp_path: Path, words: tuple[str, ...], code: int, told: str
) -> None:
    write(tmp_path, "bare.txt", "bid 3\n")
    said = signing("keys", "sign", *words)
    assert said.code == code
    assert told in flat(said.err)
    assert said.out == ""
