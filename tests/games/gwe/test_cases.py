"""Every case of the game, and every case on docs/cases.md, comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.gwe.card import GAME
from pbem.kernel.case.expect import FIGURES, STARTERS, UNIT_VERBS
from pbem.kernel.case.reading import KEYWORDS
from tests.games.case_files import CaseFiles

CASES = CaseFiles(GAME, Path(__file__).parent)
PAGE = (Path(__file__).parents[3] / "docs" / "cases.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```case\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    CASES.check(path)


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_names_known_rules_and_says_what_it_shows(path: Path) -> None:
    CASES.check_names(path, re.sub(r"^16\.0-(?=\d)", "16.0/", path.stem).partition("-")[0])


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.splitlines()[0] for text in EXAMPLES])
def test_example_of_the_page(text: str) -> None:
    result = CASES.run(text, "docs/cases.md")
    assert result.passed, "\n" + "\n".join(result.lines())
    assert CASES.strangers(result.rules, result.rulings) == []


def test_the_page_shows_every_keyword_and_every_expectation() -> None:
    shown = "\n".join(EXAMPLES)
    words = set(re.findall(r"[a-z]+", shown))
    assert [word for word in KEYWORDS if word not in ("about", "source") and word not in shown] == []
    assert [word for word in (*STARTERS, *FIGURES, *UNIT_VERBS) if word not in words] == []


@pytest.mark.parametrize("path", CASES.paths, ids=lambda path: path.stem)
def test_case_reads_back_from_its_canonical_text(path: Path) -> None:
    CASES.check_reads_back(path)


def test_the_dangerous_rulings_have_cases() -> None:
    assert CASES.rulings >= {"F1", "J1"}
