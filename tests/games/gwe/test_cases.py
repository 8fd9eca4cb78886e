"""Every case of the game comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.gwe.card import GAME
from tests.games.case_files import CaseFiles

CASES = CaseFiles(GAME, Path(__file__).parent)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    CASES.check(path)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_names_known_rules_and_says_what_it_shows(path: Path) -> None:
    CASES.check_names(path, re.sub(r"^16\.0-(?=\d)", "16.0/", path.stem).partition("-")[0])


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    CASES.check_reads_back(path)


def test_the_dangerous_rulings_have_cases() -> None:
    assert CASES.rulings >= {"F1", "J1"}
