"""Every case of the game comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.caporetto.card import GAME
from tests.games.caporetto.data import RULINGS
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


def test_every_dangerous_ruling_has_a_case() -> None:
    """Those of the register whose risk is high: play would change much if they were wrong."""
    dangerous = {ruling["id"] for ruling in RULINGS if ruling["risk"] == "high"}
    assert len(dangerous) >= 28
    assert dangerous - CASES.rulings == set()


def test_every_worked_example_of_the_rulebook_has_a_case() -> None:
    """The examples printed in blue, by the rule in which they stand."""
    examples = {"10.4", "11.7.1", "11.8", "12.2", "13.2", "13.2.1", "13.3", "15.1.2", "16.1", "16.3", "16.5", "16.7"}
    named = [re.search(r"^source: rulebook (\S+), example", path.read_text("utf-8"), re.M) for path in CASES.paths]
    assert examples == {found[1] for found in named if found}
