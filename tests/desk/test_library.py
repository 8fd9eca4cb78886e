"""The library: games, scenarios, folders, in a checkout and in an installed package."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem import library
from pbem.desk.rehearsing import loaded_for_play
from pbem.errors import Refused
from pbem.kernel.chartfile import Place
from pbem.library import guests
from pbem.library.overrides import written
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
    assert tomllib.loads("".join(written(values))) == values


def test_line_ends_and_marks_of_other_systems_are_read(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert read_text(str(tmp_path / "x.txt")) == "one\ntwo\nthree\n"


# -- the files of a scenario ---------------------------------------------------------------------------------


def test_a_scenario_brings_only_the_files_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, map_file in (("west", "west.txt"), ("both", "both.txt")):
        head = f'game = "sheets"\nname = "{name}"\ntitle = "{name}"\n'
        (tmp_path / f"{name}.toml").write_text(
            head + f'map = "{map_file}"\nunits = "units.txt"\ncharts = "charts.toml"\n'
        )
        (tmp_path / map_file).write_text("legend:\n  .  clear\nterrain:\n  01 . .\n")
    (tmp_path / "units.txt").write_text("")
    (tmp_path / "charts.toml").write_text("")
    (tmp_path / "orders.txt").write_text("")
    monkeypatch.setitem(guests._registered, "sheets", guests.Guest("tests.desk.tiny", str(tmp_path)))
    plain = replace(tiny.GAME, name="sheets")
    assert set(library.texts_of(plain, "west")) == {"west.toml", "west.txt", "units.txt", "charts.toml"}
    more = replace(plain, files=lambda scenario: ("orders.txt",) if scenario == "both" else ())
    assert set(library.texts_of(more, "west")) == {"west.toml", "west.txt", "units.txt", "charts.toml"}
    assert set(library.texts_of(more, "both")) == {"both.toml", "both.txt", "units.txt", "charts.toml", "orders.txt"}


def test_the_games_of_the_house_carry_what_they_read() -> None:
    common = {"map.txt", "units.txt", "charts.toml", "historical.toml"}
    assert set(library.texts_of(library.game("gwe"), "historical")) == {*common, "tyrol.toml"}
    assert set(library.texts_of(library.game("gwe"), "tyrol")) == {*common, "tyrol.toml"}
    assert set(library.texts_of(library.game("caporetto"), "historical")) == common


# -- results charts of one's own -----------------------------------------------------------------------------

CRT = tomllib.loads((ROOT / "scenarios" / "caporetto" / "charts.toml").read_text(encoding="utf-8"))["crt"]


def own_chart(tmp_path: Path, **changed: list[str]) -> Path:
    """A file that replaces the Combat Results Table of caporetto."""
    file = tmp_path / "mine.toml"
    rows = [f"{key} = {json.dumps(value)}\n" for key, value in {**CRT, **changed}.items()]
    file.write_text("# my own table\n[crt]\n" + "".join(rows), encoding="utf-8")
    return file


def test_a_chart_of_ones_own_is_laid_over(tmp_path: Path) -> None:
    file = own_chart(tmp_path, row6=["0/E"] * len(CRT["columns"]))
    texts = library.texts_for(library.game("caporetto"), "historical", str(file))
    assert tomllib.loads(texts["charts.toml"])["crt"]["row6"][0] == "0/E"


@pytest.mark.parametrize(
    ("changed", "why", "line"),
    [
        ({"row3": CRT["row3"][:-1]}, "row3 has a different number of columns from the others", 7),
        ({"row3": [*CRT["row3"][:-1], ""]}, "row3 has a hole", 7),
        ({"columns": CRT["columns"][::-1]}, "the columns of columns are out of order", 4),
    ],
)
def test_a_chart_that_cannot_be_played_with_is_refused_when_it_is_given(
    tmp_path: Path, changed: dict[str, list[str]], why: str, line: int
) -> None:
    file = own_chart(tmp_path, **changed)
    with pytest.raises(Refused) as caught:
        library.texts_for(library.game("caporetto"), "historical", str(file))
    problem = caught.value.problems[0]
    assert problem.why == f"the chart [crt] of mine.toml: {why}"
    assert problem.spot is not None
    assert problem.spot.line == line
    assert problem.advice == f"fix line {line} of mine.toml"


# -- other tables of one's own -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "table", "change", "why"),
    [
        ("gwe", "option", lambda rows: rows[:1], "[option] of mine.toml could not be played with: it has fewer rows"),
        ("gwe", "replacement", lambda t: {**t, "CP": [1]}, "[replacement.CP] of mine.toml could not be played with"),
        ("gwe", "tcr", lambda t: {**t, "by_movement": {"4": 2}}, "[tcr.by_movement] of mine.toml"),
        ("gwe", "rail", lambda t: {**t, "CP": {**t["CP"], "rate": "fast"}}, "[rail.CP.rate] of mine.toml"),
        ("caporetto", "event", lambda rows: [{"name": "Rain"}] * len(rows), "row 1 is not complete"),
        ("caporetto", "shift", lambda rows: [rows[0]] * len(rows), "rows of ours are gone"),
        ("caporetto", "casualties", lambda t: {**t, "loss": 3}, "[casualties.loss] of mine.toml"),
    ],
)
def test_a_table_that_would_break_every_step_is_refused_when_it_is_given(
    tmp_path: Path, game: str, table: str, change: Callable[[Any], Any], why: str
) -> None:
    file, card = tmp_path / "mine.toml", library.game(game)
    file.write_text("".join(written({table: change(library.data(game, "charts.toml")[table])})), encoding="utf-8")
    texts = library.texts_for(card, "historical", str(file))
    with pytest.raises(Refused) as caught:
        loaded_for_play(card, texts, "historical", {}, Place("mine.toml", file.read_text("utf-8")))
    problem = caught.value.problems[0]
    assert why in problem.why
    assert problem.wanted
    assert problem.spot is not None


@pytest.mark.parametrize("game", ["gwe", "caporetto"])
def test_every_table_of_ours_may_be_given_as_it_is(tmp_path: Path, game: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("".join(written(library.data(game, "charts.toml"))), encoding="utf-8")
    card = library.game(game)
    texts = library.texts_for(card, "historical", str(file))
    assert card.set_up(card.load(texts, "historical", {})).units
