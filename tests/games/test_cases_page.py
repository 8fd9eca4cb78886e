"""docs/cases.md: every case on it comes out as it says, and what it lists of each game is what the game has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.caporetto.card import GAME as CAPORETTO
from pbem.games.durchbruch.card import GAME as DURCHBRUCH
from pbem.games.gwe.card import GAME as GWE
from pbem.games.italia18.card import GAME as ITALIA18
from pbem.games.strafexpedition.card import GAME as STRAFEXPEDITION
from pbem.kernel.case.expect import FIGURES, STARTERS, UNIT_VERBS
from pbem.kernel.case.reading import KEYWORDS
from pbem.kernel.game import Game
from tests.games.case_files import CaseFiles
from tests.games.small import texts_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```case\n(.*?)```", PAGE, re.S)
ALL = (GWE, CAPORETTO, STRAFEXPEDITION, DURCHBRUCH, ITALIA18)
MAPS = {ITALIA18.name: "piave.txt"}  # where none is called map.txt
FIRST = {
    STRAFEXPEDITION.name: "novegno",
    DURCHBRUCH.name: "oct24",
    ITALIA18.name: "vittorio",
}  # a scenario, where none is called historical
GAMES = {game.name: CaseFiles(game, Path(__file__).parent / game.name) for game in ALL}


def part(title: str, game: str) -> str:
    """A section of the page that belongs to one game, up to the next heading."""
    found = re.search(rf"^### {title} `{game}`\n(.*?)^##", PAGE, re.S | re.M)
    assert found, f"the page has no section {title} {game}"
    return found[1]


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.splitlines()[0] for text in EXAMPLES])
def test_example_of_the_page(text: str) -> None:
    game = re.search(r"^game: (\w+)$", text, re.M)
    cases = GAMES[game[1] if game else ""]
    result = cases.run(text, "docs/cases.md")
    assert result.passed, "\n" + "\n".join(result.lines())
    assert cases.strangers(result.rules, result.rulings) == []


def test_the_page_shows_every_keyword_and_every_expectation() -> None:
    shown = "\n".join(EXAMPLES)
    words = set(re.findall(r"[a-z]+", shown))
    assert [word for word in KEYWORDS if word not in ("about", "source") and word not in shown] == []
    assert [word for word in (*STARTERS, *FIGURES, *UNIT_VERBS) if word not in words] == []


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_page_lists_the_letters_of_the_map(game: Game) -> None:
    legend = re.search(r"^legend:.*\n((?:[ \t].*\n)*)", texts_of(game.name)[MAPS.get(game.name, "map.txt")], re.M)
    assert legend
    listed = part("Letters and features of", game.name)
    for letter, terrain in (row.split()[:2] for row in legend[1].splitlines() if row.split()):
        assert letter == "_" or f"`{letter}` | {terrain}" in listed, f"{letter} {terrain}"


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_page_lists_the_features_that_the_rules_ask_for(game: Game) -> None:
    listed = part("Letters and features of", game.name)
    kinds = {"hex", "side", "line", "link"}
    rows = [line.split() for line in texts_of(game.name)[MAPS.get(game.name, "map.txt")].splitlines()]
    used = {row[1].rstrip(":") for row in rows if len(row) > 1 and row[0] in kinds}
    assert [name for name in sorted(used) if name not in listed] == []


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_page_lists_every_step(game: Game) -> None:
    cases = GAMES[game.name]
    listed = part("Steps of", game.name)
    scenario = FIRST.get(game.name, "historical")
    steps = [re.sub(r"-\d+$", "-1", step) for step in game.steps(game.load(cases.texts, scenario, {}))]
    assert [step for step in steps if step not in listed and step.removeprefix("al-").removeprefix("cp-") not in
            re.findall(r"`(?:cp-|al-)?([\w-]+)`", listed)] == []  # fmt: skip


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_page_lists_every_kind_of_fact_that_the_rules_record(game: Game) -> None:
    folder = ROOT / "pbem" / "games" / game.name
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    kinds = {kind for text in texts for kind in re.findall(r"board\.(?:note|outcome)\(\s*\"([\w-]+)\"", text)}
    listed = part("Facts of", game.name)
    assert [kind for kind in sorted(kinds) if f"`{kind}`" not in listed] == []


def test_the_page_lists_every_note_of_caporetto() -> None:
    folder = ROOT / "pbem" / "games" / "caporetto"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    written = {key for text in texts for key in re.findall(r"board\.write\(\s*f?\"([\w.-]+)", text)}
    keys = {key.rpartition(".")[0] + "." if "." in key else key for key in written}
    listed = part("Unit lines of", "caporetto")
    assert [key for key in sorted(keys) if f"`{key}" not in listed] == []
