"""No word of a game in the rooms that all games share: verbs, joining words, unit types, figures, boxes, ways, facts.

The words are taken from the games' own cards and data, so that a new game brings its own. A word that is everybody's
(an English word, or one that the kernel itself uses) stands on the list below with the reason.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pbem import library
from pbem.kernel.board import Board
from pbem.kernel.ground.terrain import Map
from tests.fuzz.games import GAMES, load_game

PACKAGE = Path(__file__).parents[2] / "pbem"
ROOMS = ("kernel", "desk", "cli", "report")
FILES = sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))

# Words that several games share with the house.
HOUSE = {
    # the kernel's own verbs, facts, boxes and marks
    "moved", "placed", "lost", "regained", "eliminated", "rolled", "decided", "dropped", "skipped", "noted", "waiting",
    "gone", "aside", "hex-marked", "hex-unmarked", "side-marked", "side-unmarked", "marked", "unmarked", "note",
    # what every wargame has, and the house speaks of
    "move", "attack", "combat", "supply", "command", "victory", "place", "losses", "retreat", "advance", "support",
    "odds", "result", "steps", "strength", "defence", "unit", "units", "turn", "walk", "hold", "enter",
    # what the house itself has: entries of a record, options, turns, sources of data, terrain of a map
    "entry", "option", "turns", "source", "terrain", "movement", "hexside", "area", "hex", "start", "parent", "forced",
    "plan", "trail", "back",
    # sizes of formations, which every name of a unit may have
    "corps", "division", "brigade", "regiment", "rgt",
    # overlays that `pbem board` speaks of, how events are drawn, and what `pbem tell` describes
    "zoc", "reach", "loss", "rail", "front",
    # plain English
    "stay", "follow", "agree", "defaults", "pause", "second", "top", "mode", "order", "number", "event", "air", "none",
    "defend", "set-up", "radius", "level", "points", "withdraw", "deploy", "first",
    "replace", "choose", "exit", "closed", "behind", "track", "pass", "kind", "line", "send", "display", "column",
    "arrive", "drop", "feed", "delay",
}  # fmt: skip
# Tables in which any game may find its own: symbols of counters, and kinds of units in short names.
TABLES = {"kernel/views/look.py": ("SYMBOLS",), "kernel/text/names.py": ("SIZE_WORDS",)}


def terrain_of(map_: Map) -> set[str]:
    """What a map is made of: terrains, and the features in hexes, on hexsides and along lines."""
    features = itertools.chain(*map_.in_hex.values(), *map_.on_side.values(), *map_.along.values())
    return {*map_.base.values(), *(one.name for one in features), *(link.feature.name for link in map_.links)}


@cache
def vocabulary() -> frozenset[str]:
    """The words of all games: what their cards, counters and order sheets name."""
    found: set[str] = set()
    for name in [name for name in library.games() if name in GAMES]:  # guests of other tests have words of their own
        game, scenario = library.game(name), load_game(name, GAMES[name].scenario)
        board = Board(scenario, game.set_up(scenario))
        found |= {*game.verbs, *game.joiners, *game.clauses, *game.odds_verbs, *game.telling.places}
        found |= {*game.telling.ordinary, *game.telling.drawn, *(name for one in game.layers for name in one.split())}
        for unit in scenario.units.values():
            found |= {unit.type, *unit.tags, *unit.figures, *unit.words}
        found |= {*terrain_of(scenario.map), *scenario.options, *scenario.charts}
        found |= {way.name for way in game.moves(board, next(iter(scenario.units))).ways}
        found |= {part for word in tuple(found) for part in word.split("/") if part != "moved"}
    return frozenset(word.lower() for word in found if len(word) > 2 and not word.isdigit()) - HOUSE


def test_the_games_have_many_words() -> None:
    words = vocabulary()
    assert len(words) > 40
    assert {"barrage", "shift", "offmap", "infiltrate", "march", "artillery", "cavalry"} <= words
    assert {"swamp", "lagoon", "alpine", "marsh", "ridge", "trench", "major-river"} <= words


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a file that the program uses: no docstring, no name of a table that is meant for all games."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)]
    docs = {id(node.body[0].value) for node in nodes if node.body and isinstance(node.body[0], ast.Expr)}
    excused = TABLES.get(str(path.relative_to(PACKAGE)), ())
    for node in tree.body:
        targets = [getattr(one, "id", "") for one in getattr(node, "targets", [])]
        if any(name in excused for name in targets):
            docs |= {id(one) for one in ast.walk(node)}
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in docs:
            yield part.lineno, part.value


def game_words(text: str) -> list[str]:
    """The words of a game in a text that is data: a key, an alternative of a pattern, not a sentence for people."""
    if " " in text.strip() and "|" not in text:
        return []
    return [word for word in re.findall(r"[a-z][a-z-]+", text.lower()) if word in vocabulary()]


def test_no_word_of_a_game_is_data_of_the_house() -> None:
    found = [(str(path.relative_to(PACKAGE)), *row) for path in FILES for row in strings(path)]
    assert [(name, line, word) for name, line, text in found for word in game_words(text)] == []


def test_a_word_would_be_noticed(tmp_path: Path) -> None:
    assert game_words("barrage") == ["barrage"]
    assert game_words(r"(?:with|barrage |shift )") == ["barrage", "shift"]
    assert game_words("the guns that barrage a hex") == []
