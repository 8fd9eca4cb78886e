"""Secrets at the command line: weak seeds are refused, files are their owner's alone, nothing is left behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pbem.dice.strength import ENOUGH, bits_of
from tests.cli.conftest import Pbem, write
from tests.cli.test_process import RUN
from tests.seeds import seed_file

WEAK = {
    "nothing": "",
    "a digit": "1",
    "a word": "kestrel",
    "a password": "Tr0ub4dor&3",
    "a date": "2026-11-17 20:00:00",
    "a short sentence": "a long sentence about nothing in particular",
    "one word again and again": "kestrel " * 40,
    "noughts": "00" * 32,
    "the alphabet": "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01",
    "rows of the keyboard": "qwertyuiop[]asdfghjkl;zxcvbnm,./1234567890-=qwertyuiop",
    "half of a seed": "3f0c9a1b77de42680f5a9c31",
    "two halves alike": "3f0c9a1b77de4268" * 4,
}
STRONG = {
    "hex": "9d9ace223213b734445b58676ef1aa08a696306461c003e132d375dc83dea181",
    "letters and digits": "kX9vQm2LpRt7WzBn4YcHs8DfGj3",
    "words": "otter plum granite whistle seven harbour tilt cobalt ember quilt lantern mirth dune fjord salvo wren",
}


@pytest.mark.parametrize("name", WEAK)
@pytest.mark.parametrize("command", [("new", "isonzo"), ("dice", "open", "Salerno")])
def test_a_weak_seed_is_refused_and_never_told(pbem: Pbem, tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    path = write(tmp_path, "seed.txt", WEAK[name])
    said = pbem(*command, "--seed", path)
    assert said.code == 2
    assert "the seed is" in said.err
    assert not WEAK[name].strip()[6:] or WEAK[name].strip()[:30] not in said.err
    assert not (tmp_path / "pbem.db").exists()


@pytest.mark.parametrize("name", STRONG)
def test_a_strong_seed_is_taken(pbem: Pbem, tmp_path: Path, name: str) -> None:
    assert bits_of(STRONG[name]) >= ENOUGH
    os.chmod(write(tmp_path, "seed.txt", STRONG[name]), 0o600)
    said = pbem("dice", "open", "Salerno", "--seed", "seed.txt", "--json")
    assert (said.code, said.err) == (0, "")


def test_a_secret_on_the_command_line_is_refused_without_telling_it(pbem: Pbem) -> None:
    said = pbem("new", "isonzo", "--seed", STRONG["hex"])
    assert said.code == 2
    assert "shows in the list of processes" in " ".join(said.err.split())
    assert STRONG["hex"][:8] not in said.err


def test_a_seed_comes_from_standard_input(tmp_path: Path) -> None:
    words = [sys.executable, "-c", RUN, "dice", "open", "Salerno", "--seed"]
    found = [
        subprocess.run([*words, place, "--db", db], input=STRONG["hex"], cwd=tmp_path, capture_output=True, text=True)
        for place, db in (("-", "a.db"), (write(tmp_path, "seed.txt", STRONG["hex"]), "b.db"))
    ]
    assert [one.returncode for one in found] == [0, 0]
    assert found[0].stdout == found[1].stdout
    asked = subprocess.run([*words, "ask"], stdin=subprocess.DEVNULL, cwd=tmp_path, capture_output=True, text=True)
    assert (asked.returncode, "needs a terminal" in asked.stderr) == (2, True)


# -- for the owner alone --------------------------------------------------------------------------------------


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def loose() -> object:
    """A umask under which everybody reads what is made."""
    before = os.umask(0)
    yield before
    os.umask(before)


def test_stores_chains_and_keys_are_made_for_their_owner_alone(pbem: Pbem, tmp_path: Path, loose: object) -> None:
    assert pbem("new", "isonzo").code == 0
    assert pbem("chain", "make", "isonzo", "CP", "--out", "cp.chain").code == 0
    assert pbem("keys", "make", "Anna", "--out", "anna.key").code == 0
    for name in ("pbem.db", "cp.chain", "anna.key"):
        assert mode_of(tmp_path / name) == 0o600, name
    assert [path.name for path in tmp_path.iterdir() if mode_of(path) & 0o077] == []


def test_a_looser_mode_is_warned_about(pbem: Pbem, tmp_path: Path) -> None:
    pbem("new", "isonzo")
    pbem("chain", "make", "isonzo", "CP", "--out", "cp.chain")
    assert pbem("status").err == pbem("chain", "link", "cp.chain", "1").err == ""
    for name, words in (("pbem.db", ("status",)), ("cp.chain", ("chain", "link", "cp.chain", "1"))):
        os.chmod(tmp_path / name, 0o644)
        said = pbem(*words)
        assert said.code == 0
        assert f"others on this machine may open {name} (mode 644), which keeps secrets: chmod 600 {name}" in said.err


@pytest.mark.parametrize("out", ["whole", "whole.zip"])
def test_a_whole_archive_is_its_owners_alone(pbem: Pbem, tmp_path: Path, loose: object, out: str) -> None:
    pbem("new", "isonzo", "--seed", seed_file("a test"))
    assert pbem("archive", "isonzo", "--whole", "--scale", "30", "--out", out).code == 0
    assert mode_of(tmp_path / out) == (0o600 if out.endswith("zip") else 0o700)
    open_to_others = [p for p in (tmp_path / out).rglob("*") if p.is_file() and mode_of(p) & 0o077]
    assert open_to_others == []


def test_a_killed_archive_is_cleaned_up_at_the_next_run(pbem: Pbem, tmp_path: Path) -> None:
    pbem("new", "isonzo", "--seed", seed_file("a test"))
    words = [sys.executable, "-c", RUN, "archive", "isonzo", "--whole", "--out", "book"]
    running = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    half = tmp_path / f"book.{running.pid}.new"
    for _ in range(600):
        if half.exists() or running.poll() is not None:
            break
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert half.exists()
    (tmp_path / "book.1.new.txt").write_text("a file of somebody else", encoding="utf-8")
    assert pbem("archive", "isonzo", "--whole", "--scale", "30", "--out", "book").code == 0
    assert not half.exists()
    assert (tmp_path / "book.1.new.txt").exists()


@pytest.mark.parametrize(
    ("address", "is_told"),
    [
        ("postgresql+psycopg://anna:kestrel@127.0.0.1:1/x", True),
        ("postgresql+psycopg://anna@127.0.0.1:1/x?password=kestrel", True),
        ("postgresql+psycopg://127.0.0.1:1/x?sslmode=disable&PASSWORD=kestrel", True),
        ("postgresql+psycopg://127.0.0.1:1/x?pass%77ord=kestrel", True),
        ("postgresql+psycopg://anna@127.0.0.1:1/x", False),
        ("postgresql+psycopg://127.0.0.1:1/x?sslmode=disable", False),
    ],
)
@pytest.mark.parametrize("form", ["{}", "--db={}"])
def test_a_database_password_in_the_process_list_is_warned_about(
    pbem: Pbem, monkeypatch: pytest.MonkeyPatch, address: str, is_told: bool, form: str
) -> None:
    monkeypatch.setattr("sys.argv", ["pbem", "status", form.format(address)])
    said = pbem("status", "--db", address)
    assert said.code != 0
    assert ("the password of the database shows in the list of processes" in said.err) == is_told
    assert "kestrel" not in said.err
