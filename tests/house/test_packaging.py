"""The package as others see it: one version, a licence, the Pythons and systems it runs on."""

from __future__ import annotations

import tomllib
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import pbem

ROOT = Path(__file__).parents[2]


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return found


def test_the_version_stands_in_one_place() -> None:
    about = project()
    assert "version" not in about["project"]
    assert about["project"]["dynamic"] == ["version"]
    assert about["tool"]["hatch"]["version"]["path"] == "pbem/__init__.py"
    assert metadata("pbem")["Version"] == pbem.__version__


def test_the_changelog_has_the_version_and_its_headings() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released, _, coming = pbem.__version__.partition(".dev")
    assert (f"## {released} (" in text) == (not coming), "a version on the way has no heading of its own yet"
    begun = text.partition("## Unreleased")[2].partition("\n## ")[0]
    heads = [line[4:] for line in begun.splitlines() if line.startswith("### ")]
    assert heads == [one for one in ("New", "Changes", "Fixes", "Rulings") if one in heads]
    assert [line for line in begun.partition("### ")[0].splitlines() if line.startswith("* ")] == []


def test_the_licence_is_named_and_travels_along() -> None:
    about = project()["project"]
    assert about["license"] == "MIT"
    assert all((ROOT / name).is_file() for name in about["license-files"])


def test_every_python_that_it_runs_on_is_named() -> None:
    about = project()
    least = int(about["project"]["requires-python"].removeprefix(">=3."))
    named = [one.rpartition(" ")[2] for one in about["project"]["classifiers"] if ":: 3." in one]
    assert named == [f"3.{minor}" for minor in range(least, least + len(named))]
    assert about["tool"]["mypy"]["python_version"] == f"3.{least}"
    assert about["tool"]["ruff"]["target-version"] == f"py3{least}"
