"""Whole games as mailed, replayed byte for byte: one of each game, the other short ones as long tests.

All: `python -m tests.games.endings GAME`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.endings import FOLDER, check_ending, endings_of, last_report, path_of, unpacked

GAMES = sorted(path.parent.name for path in FOLDER.glob("*/endings.py"))
LISTED = [(game, name) for game in GAMES for name in endings_of(game)]
SHORT = [(game, name) for game, name in LISTED if not endings_of(game)[name].is_long]
ALWAYS = [("durchbruch", "oct24-it"), ("italia18", "radetzky-en"), ("strafexpedition", "novegno-it")]
LATER = [one for one in SHORT if one not in ALWAYS]


@pytest.mark.parametrize(("game", "name"), [*ALWAYS, *(pytest.param(*one, marks=pytest.mark.long) for one in LATER)])
def test_a_whole_game_comes_out_as_it_was_mailed(game: str, name: str, tmp_path: Path) -> None:
    check_ending(game, name, tmp_path)


def test_every_ending_that_is_listed_lies_there_and_no_other() -> None:
    kept = sorted((path.parents[1].name, path.name.removesuffix(".tar.xz")) for path in FOLDER.glob("*/endings/*"))
    assert kept == sorted(LISTED), [str(path_of(*one)) for one in LISTED if one not in kept]


@pytest.mark.parametrize(("game", "name"), [one for one in LISTED if one not in SHORT])
def test_a_long_game_is_packed_whole(game: str, name: str, tmp_path: Path) -> None:
    report = last_report(unpacked(path_of(game, name), tmp_path))
    assert [words for words in endings_of(game)[name].says if words not in report] == []
