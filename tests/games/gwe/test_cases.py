"""Every case of the game, and every case on docs/cases.md, comes out as it says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.games.gwe.card import GAME
from pbem.kernel.case_expect import FIGURES, STARTERS, UNIT_VERBS
from pbem.kernel.case_reading import KEYWORDS
from pbem.kernel.cases import CaseResult, case_text, read_case, run_case
from tests.games.gwe.boards import SCENARIOS

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.glob("*.case"))
PAGE = (Path(__file__).parents[3] / "docs" / "cases.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```case\n(.*?)```", PAGE, re.S)
TEXTS = {
    path.name: path.read_text(encoding="utf-8") for path in SCENARIOS.iterdir() if path.suffix in (".txt", ".toml")
}


def run(text: str, name: str) -> CaseResult:
    return run_case(read_case(text, name), GAME, lambda game: TEXTS)


RULES = {rule["id"] for rule in tomllib.loads(TEXTS["rules.toml"])["rule"]}
RULINGS = {ruling["id"] for ruling in tomllib.loads(TEXTS["rulings.toml"])["ruling"]}


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
    case = read_case(path.read_text(encoding="utf-8"), path.name)
    assert case.title
    assert case.game == "gwe"
    assert strangers(case.rules, case.rulings) == []
    number = re.sub(r"^16\.0-(?=\d)", "16.0/", path.stem).partition("-")[0]
    assert number in case.rules, f"the file is named by {number}, which stands not among its rules"


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.splitlines()[0] for text in EXAMPLES])
def test_example_of_the_page(text: str) -> None:
    result = run(text, "docs/cases.md")
    assert result.passed, "\n" + "\n".join(result.lines())
    assert strangers(result.rules, result.rulings) == []


def test_the_page_shows_every_keyword_and_every_expectation() -> None:
    shown = "\n".join(EXAMPLES)
    words = set(re.findall(r"[a-z]+", shown))
    assert [word for word in KEYWORDS if word not in ("about", "source") and word not in shown] == []
    assert [word for word in (*STARTERS, *FIGURES, *UNIT_VERBS) if word not in words] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    text = case_text(read_case(path.read_text(encoding="utf-8"), path.name))
    assert case_text(read_case(text, path.name)) == text
    assert run(text, path.name).passed


def test_the_dangerous_rulings_have_cases() -> None:
    named = {one for path in FILES for one in read_case(path.read_text(encoding="utf-8"), path.name).rulings}
    assert {"F1", "J1"} <= named
