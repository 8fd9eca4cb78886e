"""The guest game as a stranger's package: installed beside the program, and found by its entry point."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import library
from pbem.errors import UsageError

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def install(site: Path, package: str, points: str, name: str) -> Path:
    """What an installer leaves behind: the package with its data, and its metadata with the entry point."""
    made = site / package
    made.mkdir(parents=True)
    for module in ("__init__", "card", "orders", "rules"):
        text = (HERE / f"{module}.py").read_text(encoding="utf-8")
        (made / f"{module}.py").write_text(text.replace("tests.guest", package), encoding="utf-8")
    for folder in ("data", "templates"):
        shutil.copytree(HERE / folder, made / folder)
    about = site / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[pbem.games]\n{points}\n", encoding="utf-8")
    return site


def run(site: Path, cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A process of its own, in which nobody has called `register`."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{site}", "PBEM_CACHE": "off"}
    command = [sys.executable, "-c", "from pbem.cli.main import run; run()", *words]
    return subprocess.run(command, cwd=cwd, env=env, check=False, capture_output=True, text=True, timeout=60)


def test_the_installed_program_plays_it(tmp_path: Path) -> None:
    site = install(tmp_path / "site", "ford_game", "ford = ford_game.card", "ford-game")
    assert "The Ford by night" in run(site, tmp_path, "scenarios").stdout
    new = run(site, tmp_path, "new", "f", "--game", "ford", "--scenario", "night", "--player", "NO=Anna", "--player",
              "SO.west=Otto", "--player", "SO.east=Karl")  # fmt: skip
    assert new.returncode == 0, new.stderr
    assert "set-up:" in run(site, tmp_path, "sheet", "--side", "NO").stdout
    cases = sorted(map(str, (HERE / "cases").glob("*.case")))
    ran = run(site, tmp_path, "case", *cases)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Pontoons" in run(site, tmp_path, "rules", "ford", "2.2").stdout


def test_a_game_of_the_house_never_looks_through_packages(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pbem import library\nlibrary.game('gwe')\nlibrary.scenarios('gwe')\n"
        "sys.exit('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path of this process."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_no_package_takes_the_name_of_a_game_of_the_house(site: Path) -> None:
    install(site, "stolen_game", "gwe = stolen_game.card", "stolen")
    assert library.game("gwe").title != "The Ford"
    assert library.game_folder("gwe").endswith("gwe")
    assert library.games().count("gwe") == 1


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ("moor = no_such_game.card", "no_such_game"),
        ("moor = moor_game.rules", "GAME"),
        ("moor = moor_game.card", "is no card of a game called 'moor'"),
    ],
)
def test_a_package_that_cannot_be_used_is_named(site: Path, points: str, why: str) -> None:
    install(site, "moor_game", points, "the-moor")
    with pytest.raises(UsageError, match="the package the-moor cannot be used") as refusal:
        library.game("moor")
    assert why in str(refusal.value)
    assert "uninstall it" in str(refusal.value)


def test_two_packages_with_one_game_are_refused(site: Path) -> None:
    install(site, "fen_game", "fen = fen_game.card", "fen-a")
    install(site, "bog_game", "fen = bog_game.card", "fen-b")
    with pytest.raises(UsageError, match="two packages bring a game called 'fen': fen-a, fen-b"):
        library.game("fen")
