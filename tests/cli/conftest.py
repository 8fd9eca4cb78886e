"""What the tests of the command line share: calling a command in process, and a campaign to call it on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from pbem.cli import files
from pbem.cli.main import main
from tests.desk.archives import played_store
from tests.seeds import seed_file

if TYPE_CHECKING:
    from tests.cli.two import Clock, Two

MOVES = "campaign: isonzo\nside: CP\nturn: 1\nstep: movement\nmove GE-5 to 1903\nmove GE-26 to 1903\n"
ATTACK = (
    "combat:\nattack 1904 with AH-1, AH-50, GE-5, GE-26 barrage AH-art15 shift AH-hqXV\n"
    "  on */*: losses AH-50; advance GE-5\n"
)
ITALIANS = "campaign: isonzo\nside: AL\nturn: 1\nstep: standing\ndefaults\nstay all\n"


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Pbem = Callable[..., Said]


@pytest.fixture
def pbem(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """Calls a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_DB", raising=False)

    def call(*words: str) -> Said:
        capsys.readouterr()
        code = main(words)
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a campaign that has just been opened."""
    path = tmp_path_factory.mktemp("opened") / "pbem.db"
    words = (
        "new",
        "isonzo",
        "--player",
        "CP=Anna",
        "--player",
        "AL=Bruno",
        "--seed",
        seed_file("a test"),
        "--db",
        str(path),
    )
    assert main(words) == 0
    return path


@pytest.fixture(scope="session")
def fought(opened: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a campaign in which the Central Powers have played their first turn."""
    folder = tmp_path_factory.mktemp("fought")
    path = folder / "pbem.db"
    shutil.copy(opened, path)
    for name, text in (("al.txt", ITALIANS), ("cp.txt", MOVES + ATTACK)):
        (folder / name).write_text(text, encoding="utf-8")
        assert main(("submit", str(folder / name), "--db", str(path))) == 0
    assert main(("adjudicate", "--db", str(path))) == 0
    return path


@pytest.fixture
def fresh(pbem: Pbem, opened: Path, tmp_path: Path) -> Path:
    """A copy of the opened campaign in the current folder."""
    return Path(shutil.copy(opened, tmp_path / "pbem.db"))


@pytest.fixture
def after(pbem: Pbem, fought: Path, tmp_path: Path) -> Path:
    """A copy of the played campaign in the current folder."""
    return Path(shutil.copy(fought, tmp_path / "pbem.db"))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time as the commands see it; it can be put forward."""
    from tests.cli.two import Clock

    found = Clock()
    monkeypatch.setattr(files, "time", SimpleNamespace(gmtime=lambda: None, strftime=lambda *_: found.at))
    return found


@pytest.fixture
def two(pbem: Pbem, tmp_path: Path, clock: Clock) -> Two:
    """Two players with a store each."""
    from tests.cli.two import Two

    return Two(pbem, tmp_path, clock)


@pytest.fixture(scope="session")
def tiny_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the tiny campaign of the desk's tests, a few steps played."""
    folder = tmp_path_factory.mktemp("tiny")
    played_store(folder).close()
    return folder / "pbem.db"


@pytest.fixture
def here(pbem: Pbem, tiny_store: Path, tmp_path: Path) -> Path:
    """The current folder, with a copy of the tiny campaign in it."""
    shutil.copy(tiny_store, tmp_path / "pbem.db")
    return tmp_path


def write(folder: Path, name: str, text: str) -> str:
    """A file in a folder; returns its name."""
    (folder / name).write_text(text, encoding="utf-8")
    return name
