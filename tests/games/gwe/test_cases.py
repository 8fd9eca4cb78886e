"""Every case of the game, and every case on docs/cases.md, comes out as it says."""

from __future__ import annotations

import re
import tomllib
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
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in SCENARIOS.iterdir() if path.suffix in (".txt", ".toml")}


def run(text: str, name: str) -> CaseResult:
    return run_case(read_case(text, name), GAME, lambda game: TEXTS)


def known_rules() -> set[str]:
    rules = tomllib.loads(TEXTS["rules.toml"])["rule"]
    rulings = tomllib.loads(TEXTS["rulings.toml"])["ruling"]
    return {rule["id"] for rule in rules} | {f"ruling {ruling['id']}" for ruling in rulings}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    result = run(path.read_text(encoding="utf-8"), path.name)
    assert result.passed, "\n" + "\n".join(result.lines())
    assert result.checked > 0, "the case expects nothing"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_names_known_rules_and_says_what_it_shows(path: Path) -> None:
    case = read_case(path.read_text(encoding="utf-8"), path.name)
    assert case.title and case.game == "gwe"
    assert [rule for rule in case.rules if rule not in known_rules()] == []
    number = re.sub(r"^16\.0-(?=\d)", "16.0/", path.stem).partition("-")[0]
    assert number in case.rules, f"the file is named by {number}, which stands not among its rules"


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.splitlines()[0] for text in EXAMPLES])
def test_example_of_the_page(text: str) -> None:
    result = run(text, "docs/cases.md")
    assert result.passed, "\n" + "\n".join(result.lines())
    assert [rule for rule in result.rules if rule not in known_rules()] == []


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
    named = {rule for path in FILES for rule in read_case(path.read_text(encoding="utf-8"), path.name).rules}
    assert {"ruling F1", "ruling J1"} <= named
