"""The library: games, scenarios, folders, in a checkout and in an installed package."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem import library
from pbem.library.overrides import _written
from pbem.library.texts import read_text
from tests.desk import tiny

ROOT = Path(__file__).parents[2]


def test_it_knows_the_games_and_their_scenarios() -> None:
    tiny.register()
    assert {"gwe", "tiny"} <= set(library.games())
    assert set(library.scenarios("gwe")) >= {"historical", "tyrol"}
    assert library.scenarios("tiny") == {"field": "A field", "night": "The field by night"}
    assert library.game("gwe").name == "gwe"


def test_a_card_that_rests_on_another_brings_it_along() -> None:
    tiny.register()
    assert set(library.texts_of(library.game("tiny"), "night")) == {
        "night.toml", "field.toml", "map.txt", "units.txt", "charts.toml",
    }  # fmt: skip


def test_in_a_checkout_the_folders_lie_beside_the_package() -> None:
    assert Path(library.folder("scenarios")) == ROOT / "scenarios"


def test_installed_they_lie_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_HERE", str(tmp_path / "site" / "pbem"))
    (tmp_path / "site" / "scenarios").mkdir(parents=True)  # somebody else's folder in site-packages
    assert Path(library.folder("scenarios")) == tmp_path / "site" / "pbem" / "scenarios"


@pytest.mark.parametrize("file", ["charts.toml", "historical.toml", "tyrol.toml", "rulings.toml"])
def test_toml_is_written_so_that_it_reads_the_same(file: str) -> None:
    values = library.data("gwe", file)
    assert tomllib.loads("".join(_written(values))) == values


def test_line_ends_and_marks_of_other_systems_are_read(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert read_text(str(tmp_path / "x.txt")) == "one\ntwo\nthree\n"
