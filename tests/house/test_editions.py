"""Editions are told: each change of behaviour has its rules in `editions.toml` and a line in the changelog."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem import library
from pbem.library.editions import Edition, editions
from tests.house import shipped, where

ROOT = Path(__file__).parents[2]
GAMES = where.playable()


def told_of(game: str, edition: int) -> str:
    """What the changelog says of an edition: the paragraph that begins with its name, to the next empty line."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^\* \*\*Edition {edition} of `{game}`\.?\*\*.*?(?=^\* \*\*|^#|\Z)", text, re.M | re.S)
    return found[0] if found else ""


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_edition_is_the_one_on_the_card(game: str) -> None:
    assert list(editions(game)) == list(range(1, library.game(game).edition + 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_edition_but_the_newest_names_the_release_that_plays_it(game: str) -> None:
    *older, newest = editions(game).values()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", edition.released) for edition in older)
    assert newest.released == "" or newest.number == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_change_names_rules_of_the_game_and_stands_in_the_changelog(game: str) -> None:
    known = {*where.index_of(game), *where.rulings_of(game)}
    for edition in editions(game).values():
        assert edition.number == 1 or edition.changes, f"what does edition {edition.number} of {game} change?"
        for change in edition.changes:
            assert set(change.rules) <= known, change
            assert change.words
            missing = [rule for rule in change.rules if rule not in told_of(game, edition.number)]
            assert not missing, f"say it in the changelog under **Edition {edition.number} of `{game}`**: {missing}"


def test_a_game_without_a_list_has_no_editions_to_tell_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(library, "game_folder", lambda name: str(tmp_path))
    assert editions("gwe") == {}
    (tmp_path / "editions.toml").write_text(
        '[[edition]]\nnumber = 1\nreleased = "0.2.0"\n'
        '[[edition]]\nnumber = 2\n[[edition.change]]\nrules = ["8.1"]\nwords = "so"\n'
    )
    assert editions("gwe")[1] == Edition(1, "0.2.0", ())
    assert str(editions("gwe")[2].changes[0]) == "8.1: so"


@pytest.mark.parametrize("game", GAMES)
def test_the_hashes_of_the_shipped_data_are_known(game: str) -> None:
    kept = (ROOT / "scenarios" / game / "shipped.toml").read_text(encoding="utf-8")
    assert kept == shipped.text_of(game, "unknown"), "python -m tests.house.shipped RELEASE, the one that comes next"
