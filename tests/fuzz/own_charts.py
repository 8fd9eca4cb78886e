"""Charts of one's own that have the right shape: refused when they are given, or played with to the end.

`python -m tests.fuzz.own_charts --count 500` plays a random game with each that is not refused.
"""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.desk.rehearsing import loaded_for_play
from pbem.errors import PbemError, Refused
from pbem.kernel.chartfile import Place
from pbem.kernel.loading import toml_of
from pbem.library.overrides import written
from tests.fuzz.driver import play_unchecked
from tests.fuzz.games import GAMES, SCENARIOS, start_game
from tests.fuzz.tracebacks import Trial, run

NUMBERS = (0, 1, -1, 2, 3, 6, 12, 40, 99, 100, -99, 1000, 10**9)
WORDS = (
    "",
    "x",
    "yes",
    "0",
    "-1",
    "9999",
    "E",
    "1/1",
    "-/-",
    "0/E",
    "9/9",
    "1:1",
    "a,b",
    "prohibited",
    "all",
    "ground",
)
STEPS = 900  # more than any game has
Path_ = tuple[Any, ...]


def texts_of(game: str) -> dict[str, str]:
    """The data files of a game."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((SCENARIOS / game).iterdir())}


def places(value: Any, above: Path_ = ()) -> Iterator[Path_]:
    """The way to every single value, and to every list."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key != "source":
                yield from places(part, (*above, key))
    elif isinstance(value, list):
        yield above
        for number, part in enumerate(value):
            yield from places(part, (*above, number))
    else:
        yield above


def mutated(charts: dict[str, Any], chance: random.Random) -> tuple[dict[str, Any], str]:
    """The charts with one to three other values of the same kind, and what was changed."""
    changed, said, ways = copy.deepcopy(charts), list[str](), list(places(charts))
    for _ in range(chance.randint(1, 3)):
        way = chance.choice(ways)
        holder: Any = changed
        try:
            for part in way[:-1]:
                holder = holder[part]
            old = holder[way[-1]]
        except LookupError:
            continue
        like = _inside(charts, chance.choice([other for other in ways if other[0] == way[0]]))
        holder[way[-1]] = _other(old, like, chance)
        said.append(f"{way} {old!r:.60} -> {holder[way[-1]]!r:.60}")
    return changed, "; ".join(said)


def _inside(value: Any, way: Path_) -> Any:
    for part in way:
        value = value[part]
    return value


def _other(old: Any, like: Any, chance: random.Random) -> Any:
    """Another value of the same kind: any, or one that stands elsewhere in the same table."""
    if isinstance(old, list):
        longer = [*old, chance.choice(old)] if old else old
        return chance.choice((old[:-1], longer, chance.sample(old, len(old)), [old[0]] * len(old) if old else old))
    if type(like) is type(old) and chance.random() < 0.4:
        return like
    return chance.choice(NUMBERS if isinstance(old, int) else WORDS)


def is_refused(game: str, charts: dict[str, Any], seed: int) -> bool:
    """Whether the charts are refused when they are given; else a random game is played with them to its end."""
    texts = {**texts_of(game), "charts.toml": "".join(written(charts))}
    fuzzed = GAMES[game]
    try:
        scenario = loaded_for_play(fuzzed.card, texts, "historical", {}, Place("own.toml", texts["charts.toml"]))
    except PbemError as error:
        if isinstance(error, Refused) and "the makers of the program" in error.problems[0].advice:
            raise AssertionError(str(error)) from error  # met by chance on the board, not by a check
        return True
    playing = start_game(game, scenario, seed)
    for _ in range(STEPS):
        if play_unchecked(playing, fuzzed.give_orders) is None:
            return False
    raise AssertionError("the game does not end")


def prepare(folder: Path) -> Trial:
    """Either game, with other charts in every trial."""
    ours = {game: toml_of(texts_of(game), "charts.toml") for game in ("gwe", "caporetto")}

    def trial(chance: random.Random) -> None:
        game = chance.choice(list(ours))
        charts, said = mutated(ours[game], chance)
        try:
            is_refused(game, charts, chance.randrange(1000))
        except Exception as error:
            raise AssertionError(f"{game}: {said}: {type(error).__name__}: {error}"[:500]) from error

    return trial


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
