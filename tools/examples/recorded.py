"""What the makers of recorded games have in common: they look for a seed under which the mails make sense, and play it.

The dice of a campaign depend on its whole record, so also on every data file. When one of them changes, other numbers
fall and the later mails would be about units that are no longer there. The seed is therefore looked for: one under
which the first steps end as the later mails take for granted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)

from pbem.desk.adjudicating import Adjudicated, adjudicate  # noqa: E402
from pbem.desk.mailed import Mailed, Player, open_mailed, read_game  # noqa: E402
from pbem.desk.receiving import receive  # noqa: E402
from pbem.store import open_store  # noqa: E402
from pbem.store.store import Store  # noqa: E402
from tests.draw.machine import THIS_MACHINE  # noqa: E402

__all__ = ["Adjudicated", "Script", "Store", "make", "opened", "written_script"]

MOST = 1000  # seeds that are looked at, unless told


@dataclass(frozen=True)
class Script:
    """What a recorded game expects of its mails, which go by the numbers in front of their names."""

    game: str
    words: str  # of the seeds; a number follows
    refused: tuple[str, ...]  # mails that must be refused
    asked: tuple[str, ...]  # mails after which somebody is asked
    differs: Callable[[str, Adjudicated, Store], str]  # number, what ran: why the later mails make no sense, or nothing
    dropped: tuple[str, ...] = ()  # mails some of whose orders may come to nothing


def make(script: Script) -> None:
    """Find the seed, and write the folder."""
    found = find_seed(read_game(script.game), script, int(sys.argv[1]) if len(sys.argv) > 1 else MOST)
    print("seed:", found.campaign["seed"])
    write_folder(found)


@contextmanager
def opened(mailed: Mailed) -> Iterator[Store]:
    """The campaign in a store of its own, which is thrown away afterwards."""
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    store = open_store(os.path.join(folder, "pbem.db"), create=True)
    try:
        open_mailed(store, mailed)
        yield store
    finally:
        store.close()
        shutil.rmtree(folder)


# -- the seed -------------------------------------------------------------------------------------------------


def find_seed(mailed: Mailed, script: Script, most: int) -> Mailed:
    """The game with a seed that fits; the one it has is tried first."""
    for seed in dict.fromkeys((mailed.campaign["seed"], *(f"{script.words} {n}" for n in range(1, most + 1)))):
        tried = replace(mailed, campaign={**mailed.campaign, "seed": seed})
        why = misfit(tried, script)
        if not why:
            return tried
        print(f"{seed}: {why}", flush=True)
    sys.exit(f"none of {most} seeds fits")


def misfit(mailed: Mailed, script: Script) -> str:
    """Nothing if the game can be played to its end with this seed, else the mail at which it fails, and why."""
    with opened(mailed) as store:
        for mail in mailed.mails:
            why = _play(store, mailed, mail["file"], mail["from"], mail["at"], script)
            if why:
                return f"{mail['file']}: {why}"
    return ""


def _play(store: Store, mailed: Mailed, file: str, sender: str, at: str, script: Script) -> str:
    """Play one mail; what is not as the script expects it."""
    number = file[:2]
    receipt = receive(store, "", mailed.words(file), sender, at)
    if receipt.is_accepted == (number in script.refused):
        return "\n".join((receipt.verdict, *(str(problem) for problem in receipt.problems)))
    if not receipt.is_accepted:
        return ""
    done = adjudicate(store, "", at)
    why = script.differs(number, done, store)
    questions = [question["key"] for debt in done.waiting for question in debt.questions]
    if not why and bool(questions) != (number in script.asked):
        why = f"questions: {questions}"
    dropped = [] if number in script.dropped else [order for ran in done.ran for order in ran.dropped]
    return why or ("dropped: " + "\n".join(dropped) if dropped else "")


# -- the folder -----------------------------------------------------------------------------------------------


def write_folder(mailed: Mailed) -> None:
    """The seed, receipts, questions, reports and boards, once all of them are made."""
    files = {"boards/made-with.txt": f"{THIS_MACHINE}\n".encode()}
    with opened(mailed) as store:
        Player(store, mailed, files.__setitem__, print).play()
    for name in ("receipts", "questions", "reports", "boards"):
        shutil.rmtree(os.path.join(mailed.folder, name), ignore_errors=True)
    for name, data in files.items():
        whole = os.path.join(mailed.folder, name)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "wb") as out:
            out.write(data)
    path = os.path.join(mailed.folder, "game.toml")
    with open(path, encoding="utf-8") as file:
        text = re.sub(r'^seed = ".*"$', f'seed = "{mailed.campaign["seed"]}"', file.read(), flags=re.MULTILINE)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def written_script(campaign: Mapping[str, Any], mails: Iterable[Mapping[str, str]]) -> str:
    """A game.toml of a campaign and its mails."""
    return "\n".join([*_table("[campaign]", campaign), *(line for one in mails for line in _table("[[mail]]", one))])


def _table(name: str, values: Mapping[str, Any]) -> list[str]:
    return [name, *(f"{key} = {_value(value)}" for key, value in values.items()), ""]


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    """A seat is written `"IT.west"`: without quotes the dot would make a table of it."""
    return json.dumps(name) if "." in name else name
