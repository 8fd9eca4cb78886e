"""The recorded game in examples/gwe: played again mail by mail, everything that was written comes out as it was."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pbem.cli.mailed import Mailed, Player, open_mailed, read_game
from pbem.desk.looking import status
from pbem.desk.verifying import verify
from pbem.store import open_store
from tests.draw.machine import THIS_MACHINE

FOLDER = Path(__file__).parents[3] / "examples" / "gwe"
AGAIN = "look at what differs; if it is right: python tools/examples/make_gwe.py"


@pytest.fixture(scope="module")
def mailed() -> Mailed:
    return read_game("gwe")


@pytest.fixture(scope="module")
def played(mailed: Mailed, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], Path]:
    """Every file that comes of playing the mails, and the store."""
    path = tmp_path_factory.mktemp("examples") / "pbem.db"
    files: dict[str, bytes] = {}
    store = open_store(str(path), create=True)
    open_mailed(store, mailed)
    Player(store, mailed, files.__setitem__, lambda text: None).play()
    store.close()
    return files, path


def kept() -> dict[str, bytes]:
    names = [path for path in FOLDER.rglob("*") if path.is_file() and path.parent != FOLDER]
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in names if path.suffix in (".txt", ".png")}


def test_the_same_files_come_out(played: tuple[dict[str, bytes], Path]) -> None:
    assert sorted(played[0]) == sorted(name for name in kept() if name != "boards/made-with.txt")


def test_every_text_is_what_it_was(played: tuple[dict[str, bytes], Path]) -> None:
    """Orders, receipts, questions and reports, byte for byte."""
    wrong = [name for name, data in kept().items() if name.endswith(".txt") and played[0].get(name, data) != data]
    assert wrong == [], AGAIN


def test_every_board_is_what_it_was(played: tuple[dict[str, bytes], Path]) -> None:
    """Byte for byte with the versions that drew them; with others the strokes may differ by a hair, not more."""
    boards = {name: data for name, data in kept().items() if name.endswith(".png")}
    if boards and kept()["boards/made-with.txt"].decode().strip() == THIS_MACHINE:
        assert [name for name, data in boards.items() if played[0][name] != data] == [], AGAIN
    for name, data in boards.items():
        first, second = (Image.open(io.BytesIO(one)).convert("RGB") for one in (data, played[0][name]))
        assert first.size == second.size
        assert max(ImageStat.Stat(ImageChops.difference(first, second)).mean) < 1.5, name


def test_the_record_proves_itself(played: tuple[dict[str, bytes], Path]) -> None:
    store = open_store(str(played[1]))
    verdict = verify(store)
    assert verdict.is_good
    assert verdict.steps == 18
    store.close()


def test_two_game_turns_were_played(played: tuple[dict[str, bytes], Path]) -> None:
    store = open_store(str(played[1]))
    found = status(store)
    store.close()
    assert (found.turn, found.step) == (3, "cp-movement")
    assert [label for label in found.played if label.startswith("t1/")] == [
        "t1/cp-movement", "t1/cp-withdrawal", "t1/cp-combat", "t1/cp-replacement",
        "t1/al-movement", "t1/al-withdrawal", "t1/al-combat", "t1/al-replacement", "t1/interphase",
    ]  # fmt: skip


def test_the_game_reads_like_a_real_one(played: tuple[dict[str, bytes], Path]) -> None:
    """A refused file, a quoted mail, a question that was answered, press of both sides, a march, trains, a pursuit."""
    files = {name: data.decode(errors="replace") for name, data in played[0].items()}
    assert "Refused" in files["receipts/04-allies-turn-1-first-try.txt"]
    assert "did you mean Cividale?" in files["receipts/04-allies-turn-1-first-try.txt"]
    assert "> === orders ===" in files["orders/05-allies-turn-1.txt"]
    assert "Q1" in files["questions/after-02-central-powers-turn-1.txt"]
    first = files["reports/03-t1-cp-combat.txt"]
    assert "by an answer by mail" in first
    assert "Pursuit" in first
    assert "[10.21]" in first
    assert "by rail" in files["reports/05-t1-al-movement.txt"]
    assert "Anna Berger" in files["reports/01-t1-cp-movement.txt"]
    assert "Bruno Rossi" in files["reports/01-t1-cp-movement.txt"]


def test_the_folder_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 1_500_000
