"""Every case of the game comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.strafexpedition.card import GAME
from tests.games.case_files import CaseFiles
from tests.games.strafexpedition.data import RULINGS

CASES = CaseFiles(GAME, Path(__file__).parent)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    CASES.check(path)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_names_known_rules_and_says_what_it_shows(path: Path) -> None:
    CASES.check_names(path, path.stem.partition("-")[0])


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    CASES.check_reads_back(path)


def test_every_worked_example_of_the_rulebook_has_a_case() -> None:
    """The examples in the text, by the rule in which they stand."""
    named = [re.search(r"^source: rulebook (\S+), example", path.read_text("utf-8"), re.M) for path in CASES.paths]
    assert {found[1] for found in named if found} == {"8.3", "13.2.2", "13.3.6", "13.4.3.A", "13.4.3.B", "13.4.6"}


def test_every_dangerous_ruling_has_a_case() -> None:
    """Those of the register whose risk is high: play would change much if they were wrong."""
    dangerous = {ruling["id"] for ruling in RULINGS if ruling["risk"] == "high"}
    assert len(dangerous) >= 28
    assert dangerous - CASES.rulings == set()
