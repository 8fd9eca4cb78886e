"""Every case of the game comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.durchbruch.card import GAME
from tests.games.case_files import CaseFiles

CASES = CaseFiles(GAME, Path(__file__).parent)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    CASES.check(path)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    CASES.check_reads_back(path)
