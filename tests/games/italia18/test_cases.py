"""Every case of the game comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.case_files import CaseFiles
from tests.games.italia18.card import GAME
from tests.games.italia18.data import CARDS, RULINGS

CASES = CaseFiles(GAME, Path(__file__).parent)
EXAMPLES = {"4.0", "11.1.1", "11.2.8", "12.2.2", "12.2.3", "12.2.4", "12.2.6", "12.2.8", "12.5", "14.0"}  # worked ones


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    CASES.check(path)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_names_known_rules_and_says_what_it_shows(path: Path) -> None:
    CASES.check_names(path, path.stem.partition("-")[0])


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    CASES.check_reads_back(path)


def test_every_worked_example_has_a_case() -> None:
    named = [re.search(r"^source: rulebook (\S+), example", path.read_text("utf-8"), re.M) for path in CASES.paths]
    assert EXAMPLES - {found[1] for found in named if found} == set()


def test_every_ruling_with_a_switch_has_an_option_and_a_case_of_either_reading() -> None:
    texts = [path.read_text("utf-8") for path in CASES.paths]
    options = {name for card in CARDS.values() for name in card.get("options", {})}
    switches = {number: ruling["switch"] for number, ruling in RULINGS.items() if "switch" in ruling}
    assert len(switches) == 6
    for number, switch in switches.items():
        cited = [text for text in texts if re.search(rf"^rulings: .*\b{number}\b", text, re.M)]
        agreed = [f"options: {switch}=yes" in text for text in cited]
        assert switch in options
        assert (any(agreed), all(agreed)) == (True, False), number
