"""Templates that an earlier run has compiled: the same words, and a changed text is compiled anew."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest

from pbem import cache
from pbem.report import receipt, shelf
from tests.report.samples import RECEIPT


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / shelf._KIND


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that were compiled."""
    found: list[str] = []
    real = shelf.SandboxedEnvironment._compile  # type: ignore[attr-defined]

    def counted(self: object, source: str, filename: str) -> object:
        found.append(Path(filename).name)
        return real(self, source, filename)  # type: ignore[arg-type]

    monkeypatch.setattr(shelf.SandboxedEnvironment, "_compile", counted)  # type: ignore[attr-defined]
    return found


def page(own: Path | None = None) -> str:
    """The receipt, as a process that has just begun writes it."""
    shelf._environment.cache_clear()
    return receipt(RECEIPT, own=own)


def test_a_second_run_compiles_nothing_and_says_the_same(compiled: list[str], place: Path) -> None:
    first = page()
    assert "receipt.j2" in compiled
    assert len(list(place.iterdir())) == len(compiled)
    compiled.clear()
    assert page() == first
    assert compiled == []


def test_without_a_cache_everything_is_compiled(compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = page()
    count = len(compiled)
    monkeypatch.setenv(cache.VARIABLE, "off")
    assert page() == first
    assert len(compiled) == 2 * count


def test_a_changed_template_is_compiled_anew(compiled: list[str], tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for text in ("One.", "Two."):
        (own / "receipt.j2").write_text(text, encoding="utf-8")
        compiled.clear()
        assert page(own) == f"{text}\n"
        assert "receipt.j2" in compiled


def test_what_is_no_code_is_compiled_anew(compiled: list[str], place: Path) -> None:
    first = page()
    for path in place.iterdir():
        cache.keep(shelf._KIND, path.name, b"not what Jinja wrote")
    compiled.clear()
    assert page() == first
    assert "receipt.j2" in compiled


@pytest.mark.parametrize("part", ["__version__", "jinja2"])
def test_another_version_compiles_anew(compiled: list[str], monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    page()
    compiled.clear()
    monkeypatch.setattr(shelf if part == "__version__" else jinja2, "__version__", "99")
    page()
    assert "receipt.j2" in compiled
