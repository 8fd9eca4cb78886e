"""Where Pyodide comes from, and what is said where it does not come."""

from __future__ import annotations

import io
import lzma
import tarfile
from pathlib import Path

import pytest

from pbem.cli.main import main
from pbem.errors import UsageError
from pbem.page import pyodide
from pbem.page.bundle import rules
from pbem.page.document import POLICY


def test_a_folder_without_it_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no folder of Pyodide 314\.0\.7: pyodide\.mjs cannot be read"):
        pyodide.pyodide_files(str(tmp_path))


def test_another_file_than_the_known_one_is_refused(tmp_path: Path) -> None:
    for name in pyodide.FILES:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(UsageError, match=r"is not that of Pyodide 314\.0\.7"):
        pyodide.pyodide_files(str(tmp_path))


def test_without_npm_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path))
    monkeypatch.delenv(pyodide.VARIABLE, raising=False)
    monkeypatch.setattr(pyodide, "_npm", list)
    with pytest.raises(UsageError, match=r"pip install 'pbem\[page\]'"):
        pyodide.pyodide_files()


def test_an_npm_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path))
    monkeypatch.delenv(pyodide.VARIABLE, raising=False)
    monkeypatch.setattr(pyodide, "_npm", lambda: ["false"])
    with pytest.raises(UsageError, match="npm could not fetch Pyodide"):
        pyodide.pyodide_files()


def test_the_command_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", "--out", "x.html"]) == 2
    assert "--desk" in capsys.readouterr().err
    assert main(["page", "--desk"]) == 2
    assert "--out page.html" in " ".join(capsys.readouterr().err.split())


def test_the_page_may_ask_nobody() -> None:
    assert POLICY.startswith("default-src 'none'")
    assert "connect-src" not in POLICY
    assert "http" not in POLICY


def test_the_rules_in_the_page_are_the_same_every_time_and_hold_all_games() -> None:
    made = rules()
    assert made == rules.__wrapped__()
    with tarfile.open(fileobj=io.BytesIO(lzma.decompress(made))) as archive:
        names = archive.getnames()
    for game in ("caporetto", "durchbruch", "gwe", "italia18", "strafexpedition"):
        assert f"pbem/games/{game}/card.py" in names
        assert f"pbem/scenarios/{game}/charts.toml" in names
    assert not [name for name in names if name.startswith(("pbem/cli", "pbem/post", "pbem/store/store"))]
