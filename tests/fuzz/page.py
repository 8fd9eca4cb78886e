"""`python -m tests.fuzz.page --count 1000`: damaged order files, checked here and in Pyodide under Node.

Every answer must be the same: verdict, digest, problems with their words and places, the receipt line by line.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pbem.page.engine import Engine
from tests.fuzz.damage import damaged
from tests.page.recorded import Job, Sent, in_node, jobs_of, recorded

GAMES = ("gwe", "caporetto", "durchbruch", "italia18")  # Strafexpedition takes a minute to play
_AT_ONCE = 250  # files in one run of Node


def jobs(mails: Sequence[Sent], count: int, seed: int) -> list[Job]:
    """So many recorded files with some damage, each with the leaf of its sender."""
    chance = random.Random(seed)
    texts: dict[str, list[str]] = {}
    for _ in range(count):
        sent = chance.choice(mails)
        texts.setdefault(sent.name, []).append(damaged(sent.text.encode(), chance).decode("utf-8", "replace"))
    # Each leaf is opened once, for all texts that go with it.
    found: list[Job] = []
    for sent in mails:
        if sent.name in texts:
            found += [jobs_of(sent)[0], *(("check", {"text": text}) for text in texts[sent.name])]
    return found


def differences(asked: Sequence[Job], folder: Path) -> list[str]:
    """The texts to which the two answer differently."""
    engine, found = Engine(), in_node(list(asked), folder)
    wrong = []
    for (name, given), theirs in zip(asked, found, strict=True):
        if json.loads(engine.answer(name, json.dumps(given))) != theirs:
            wrong.append(given.get("text", name))
    return wrong


def main(arguments: list[str]) -> int:
    """Damage, check twice, compare; the exit code tells whether all answers were the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        mails = [sent for game in GAMES for sent in recorded(game, folder)]
        for start in range(0, given.count, _AT_ONCE):
            wrong += differences(jobs(mails, min(_AT_ONCE, given.count - start), given.seed + start), folder)
    print(f"{given.count} damaged files: {len(wrong)} answered differently")
    print("\n---\n".join(wrong[:3]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
