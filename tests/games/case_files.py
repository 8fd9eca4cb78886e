"""The case files of a game, and what every one of them must pass."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from pbem.kernel.case import CaseResult, case_text, read_case, run_case
from pbem.kernel.game import Game
from tests.games.small import texts_of


class CaseFiles:
    """All cases of a game, in the folder `cases` beside its tests."""

    def __init__(self, game: Game, tests: Path) -> None:
        self.game, self.texts = game, texts_of(game.name)
        self.paths = sorted((tests / "cases").glob("*.case"))
        self._rules, self._rulings = self._ids("rule"), self._ids("ruling")

    def run(self, text: str, name: str) -> CaseResult:
        """What comes of a case."""
        return run_case(read_case(text, name), self.game, lambda game: self.texts)

    def strangers(self, rules: Iterable[str], rulings: Iterable[str]) -> list[str]:
        """Numbers that neither the index nor the list of rulings has."""
        return [r for r in rules if r not in self._rules] + [r for r in rulings if r not in self._rulings]

    def _ids(self, kind: str) -> set[str]:
        return {entry["id"] for entry in tomllib.loads(self.texts[f"{kind}s.toml"])[kind]}

    @cached_property
    def rulings(self) -> set[str]:
        """The rulings that some case shows."""
        return {one for path in self.paths for one in read_case(_text(path), path.name).rulings}

    def check(self, path: Path) -> None:
        """It comes out as it says."""
        result = self.run(_text(path), path.name)
        assert result.passed, "\n" + "\n".join(result.lines())
        assert result.checked > 0, "the case expects nothing"

    def check_names(self, path: Path, number: str) -> None:
        """It says what it shows, names known rules alone, and `number`, by which its file is named, among them."""
        case = read_case(_text(path), path.name)
        assert case.title, "the case has no title"
        assert case.game == self.game.name, f"the case is of the game {case.game}"
        unknown = self.strangers(case.rules, case.rulings)
        assert unknown == [], f"neither rules nor rulings: {unknown}"
        assert number in case.rules, f"the file is named by {number}, which stands not among its rules"

    def check_reads_back(self, path: Path) -> None:
        """Its canonical text is the same case."""
        text = case_text(read_case(_text(path), path.name))
        assert case_text(read_case(text, path.name)) == text, "the canonical text reads back as another"
        assert self.run(text, path.name).passed, "the canonical text comes out differently"


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
