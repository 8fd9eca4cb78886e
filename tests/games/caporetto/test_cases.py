"""Every case of the game comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.caporetto.card import GAME
from tests.games.case_files import CaseFiles

CASES = CaseFiles(GAME, Path(__file__).parent)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    CASES.check(path)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_names_known_rules_and_says_what_it_shows(path: Path) -> None:
    """A file is named by its rule, with `_` for the slash of a clause: `11.7.1_3-...` is 11.7.1/3."""
    CASES.check_names(path, path.stem.partition("-")[0].replace("_", "/"))


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    CASES.check_reads_back(path)


def test_the_dangerous_rulings_of_combat_have_cases() -> None:
    dangerous = {"R01", "R02", "R03", "R06", "R07", "R13", "R23", "R29", "R47", "R58", "R68", "R75", "R92"}
    assert dangerous - CASES.rulings == set()


def test_the_dangerous_rulings_of_the_turn_have_cases() -> None:
    dangerous = {"R05", "R18", "R37", "R54", "R60", "R63", "R64", "R89", "R101"}
    assert dangerous - CASES.rulings == set()
