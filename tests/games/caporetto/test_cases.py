"""Every case of the game comes out as it says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.games.caporetto.card import GAME
from pbem.kernel.cases import CaseResult, case_text, read_case, run_case
from tests.games.caporetto.boards import SCENARIOS

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.glob("*.case"))
TEXTS = {
    path.name: path.read_text(encoding="utf-8") for path in SCENARIOS.iterdir() if path.suffix in (".txt", ".toml")
}
RULES = {rule["id"] for rule in tomllib.loads(TEXTS["rules.toml"])["rule"]}
RULINGS = {ruling["id"] for ruling in tomllib.loads(TEXTS["rulings.toml"])["ruling"]}


def run(text: str, name: str) -> CaseResult:
    return run_case(read_case(text, name), GAME, lambda game: TEXTS)


def strangers(rules: Iterable[str], rulings: Iterable[str]) -> list[str]:
    """Numbers that neither the index nor the list of rulings has."""
    return [rule for rule in rules if rule not in RULES] + [one for one in rulings if one not in RULINGS]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    result = run(path.read_text(encoding="utf-8"), path.name)
    assert result.passed, "\n" + "\n".join(result.lines())
    assert result.checked > 0, "the case expects nothing"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_names_known_rules_and_says_what_it_shows(path: Path) -> None:
    """A file is named by its rule, with `_` for the slash of a clause: `11.7.1_3-...` is 11.7.1/3."""
    case = read_case(path.read_text(encoding="utf-8"), path.name)
    assert case.title
    assert case.game == "caporetto"
    assert strangers(case.rules, case.rulings) == []
    number = path.stem.partition("-")[0].replace("_", "/")
    assert number in case.rules, f"the file is named by {number}, which stands not among its rules"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    text = case_text(read_case(path.read_text(encoding="utf-8"), path.name))
    assert case_text(read_case(text, path.name)) == text
    assert run(text, path.name).passed


def test_the_dangerous_rulings_of_combat_have_cases() -> None:
    named = {one for path in FILES for one in read_case(path.read_text(encoding="utf-8"), path.name).rulings}
    dangerous = {"R01", "R02", "R03", "R06", "R07", "R13", "R23", "R29", "R47", "R58", "R68", "R75", "R92"}
    assert dangerous - named == set()


def test_the_dangerous_rulings_of_the_turn_have_cases() -> None:
    named = {one for path in FILES for one in read_case(path.read_text(encoding="utf-8"), path.name).rulings}
    dangerous = {"R05", "R18", "R37", "R54", "R60", "R63", "R64", "R89", "R101"}
    assert dangerous - named == set()
