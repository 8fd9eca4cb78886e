"""`pbem dice`, `pbem verify POST` and `pbem luck` as a moderator and a reader use them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pbem.dice.cleaning import LARGEST
from tests.cli.conftest import Pbem
from tests.seeds import seed_file


@pytest.fixture
def ledger(pbem: Pbem) -> Pbem:
    """A ledger with two rolls."""
    assert pbem("dice", "open", "Salerno", "--seed", seed_file("a test")).code == 0
    assert pbem("dice", "roll", "Salerno", "T3 attack on 1804", "2d6", "--for", "Anna", "--word", "owl").code == 0
    assert pbem("dice", "roll", "Salerno", "T3 events", "draw", "2", "from", "Rain,Mud,Strike").code == 0
    return pbem


def test_open_prints_the_commitment(pbem: Pbem) -> None:
    said = pbem("dice", "open", "Salerno", "--seed", seed_file("a test"), "--json")
    assert said.code == 0
    assert len(said.json["commitment"]) == 64
    assert said.json["epoch"] == 1
    again = pbem("dice", "open", "salerno")
    assert again.code == 2
    assert "open ledger Salerno already" in again.err


@pytest.mark.parametrize("name", ["", "a b", "../x", "dice:x", "x" * 61])
def test_a_bad_name_is_refused_and_nothing_is_made(pbem: Pbem, name: str, tmp_path: Path) -> None:
    assert pbem("dice", "open", name).code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_roll_is_not_repeated(ledger: Pbem) -> None:
    gave = ledger("dice", "roll", "Salerno", "t3 attack on 1804!", "2d6")
    assert gave.code == 2
    assert "A roll is not repeated" in " ".join(gave.err.split())
    assert ledger("dice", "list", "--json").json["ledgers"][0]["rolls"] == 2


def test_the_same_secret_gives_the_same_dice(ledger: Pbem) -> None:
    found = ledger("dice", "roll", "Salerno", "x", "9d6", "--json").json["rolls"][0]
    other = ledger("dice", "open", "salerno", "--seed", seed_file("a test"), "--db", "other.db")
    assert other.code == 0
    assert (
        ledger("dice", "roll", "Salerno", "x", "9d6", "--db", "other.db", "--json").json["rolls"][0]["result"]
        == (found["result"])
    )


def test_from_the_first_post_to_the_last(ledger: Pbem, tmp_path: Path) -> None:
    opening = ledger("dice", "post", "Salerno", "--upto", "0").out
    first = ledger("dice", "post", "Salerno", "--format", "bbcode").out
    (tmp_path / "post.txt").write_text("".join(f"> {line}\n" for line in first.splitlines()), encoding="utf-8")
    waiting = ledger("verify", "post.txt")
    assert waiting.code == 3
    assert "2 waiting, as something" in waiting.out
    assert ledger("dice", "post", "Salerno", "--format", "bbcode").out == first
    assert ledger("dice", "close", "Salerno").code == 0
    late = ledger("dice", "roll", "Salerno", "T4", "1d6")
    assert late.code == 2
    assert "pbem dice open" in late.err
    reveal = ledger("dice", "post", "Salerno", "--format", "md").out
    (tmp_path / "post.txt").write_text(first + "\n\nand later:\n\n" + reveal, encoding="utf-8")
    loose = ledger("verify", "post.txt")
    assert loose.code == 3
    assert "salerno, epoch 1: an earlier post that shows the commitment of moderator" in " ".join(loose.out.split())
    (tmp_path / "opening.txt").write_text(opening, encoding="utf-8")
    for known in ("opening.txt", ledger("dice", "list", "--json").json["ledgers"][0]["commitment"]):
        proven = ledger("verify", "post.txt", "--known", known, "--json")
        assert (proven.code, proven.json["verdict"], len(proven.json["rolls"])) == (0, "bound", 2)
    assert ledger("dice", "open", "Salerno").code == 0
    assert ledger("dice", "roll", "Salerno", "T4", "1d6").code == 0
    everything = ledger("dice", "post", "Salerno", "--all").out
    (tmp_path / "all.txt").write_text(everything, encoding="utf-8")
    assert ledger("verify", "all.txt").code == 3


def test_verify_tells_what_is_wrong(ledger: Pbem, tmp_path: Path) -> None:
    ledger("dice", "close", "Salerno")
    text = ledger("dice", "post", "Salerno", "--all").out
    (tmp_path / "post.txt").write_text(text.replace("owl", "elk"), encoding="utf-8")
    said = ledger("verify", "post.txt")
    assert said.code == 1
    assert "was changed on the way" in " ".join(said.out.split())
    (tmp_path / "post.txt").write_text(text, encoding="utf-8")
    kept = ledger("verify", "post.txt", "--known", "ab" * 32)
    assert kept.code == 1
    assert "no die of the text comes from the commitment" in " ".join(kept.out.split())


def test_what_is_no_post(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("I rolled a six!", encoding="utf-8")
    (tmp_path / "bomb.zip").write_bytes(b"PK\3\4" + bytes(100))
    (tmp_path / "huge.txt").write_bytes(b"x" * (LARGEST + 1))
    none = pbem("verify", "none.txt")
    assert (none.code, "No proof block was found" in none.out) == (1, True)
    for name, word in (
        ("bomb.zip", "the zip is cut short"),
        ("huge.txt", "too large"),
        ("missing.txt", "there is no file"),
    ):
        said = pbem("verify", name)
        assert said.code in (1, 2)
        assert word in " ".join(said.err.split())


def test_a_ledger_is_no_campaign(ledger: Pbem) -> None:
    said = ledger("status")
    assert said.code == 2
    assert "holds no campaign yet" in said.err


def test_a_ledger_that_was_tampered_with_casts_nothing(ledger: Pbem) -> None:
    connection = sqlite3.connect("pbem.db")
    connection.execute("DROP TRIGGER entry_never_update")
    connection.execute("UPDATE entry SET body = replace(body, 'owl', 'elk')")
    connection.commit()
    connection.close()
    for words in (("roll", "Salerno", "T9", "1d6"), ("post", "Salerno"), ("close", "Salerno"), ("luck", "Salerno")):
        said = ledger("dice", *words)
        assert said.code == 1
        assert "was changed" in said.err


def test_unknown_names_are_told(ledger: Pbem) -> None:
    said = ledger("dice", "roll", "Salermo", "x", "1d6")
    assert said.code == 2
    assert "Salerno" in said.err


def test_luck_of_a_ledger(ledger: Pbem, tmp_path: Path) -> None:
    rows = ledger("dice", "luck", "Salerno", "--json").json["luck"]
    assert [(row["side"], row["die"], row["dice"]) for row in rows] == [("Anna", "d6", 2)]
    assert "It means nothing" in ledger("dice", "luck", "Salerno", "--chart", "luck.png").out
    assert (tmp_path / "luck.png").read_bytes().startswith(b"\x89PNG")


def test_luck_of_a_campaign(pbem: Pbem, fought: Path) -> None:
    said = pbem("luck", "--db", str(fought), "--json")
    assert said.code == 0
    assert {row["side"] for row in said.json["luck"]} <= {"Central Powers", "Allies", "either side"}
    assert pbem("luck", "--db", str(fought)).out.count("%") >= len(said.json["luck"])


def test_the_verifiers_are_printed(pbem: Pbem, tmp_path: Path) -> None:
    assert "def judge(" in pbem("dice", "verifier").out
    assert pbem("dice", "verifier", "--html", "--out", "v.html").code == 0
    assert (tmp_path / "v.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
