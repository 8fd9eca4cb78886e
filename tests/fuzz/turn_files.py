"""Damaged turn files: bytes, and entries whose hashes the forger has made anew. `python -m tests.fuzz.turn_files`"""

from __future__ import annotations

import json
import random
import shutil
import sys
from pathlib import Path

from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.turn_file import read_turn, write_turn
from pbem.errors import PbemError
from pbem.store.entry import Draft, Head, chained
from tests.desk.helpers import NAME, NOW
from tests.desk.two_stores import give, mail, two_stores
from tests.fuzz.damage import damaged, other
from tests.fuzz.tracebacks import Trial, call, run


def prepare(folder: Path) -> Trial:
    """An invitation for an empty store, and a turn file with orders for one that waits for it."""
    red, blue = two_stores(folder)
    invitation = export_turn(red, NAME, NOW, since=0).text
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red)
    give(red, "RED", "bid 3\n", step="bid")
    turn = export_turn(red, NAME, NOW).text
    blue.close()
    waiting, here, file = folder / "blue.db", folder / "here.db", folder / "turn.txt"

    def trial(chance: random.Random) -> None:
        is_new = chance.random() < 0.4
        text = invitation if is_new else turn
        file.write_bytes(damaged(text.encode(), chance) if chance.random() < 0.4 else forged(text, chance))
        for path in folder.glob("here.db*"):
            path.unlink()
        if not is_new:
            shutil.copy(waiting, here)
        call("import-turn", str(file), "--me", "BLUE", "--db", str(here))

    return trial


def forged(text: str, chance: random.Random) -> bytes:
    """Another value somewhere in an entry, and a head that fits."""
    turn = read_turn(text.encode())
    drafts = list(turn.drafts)
    at = chance.randrange(len(drafts))
    body = other(json.loads(json.dumps(drafts[at].body)), chance)
    drafts[at] = Draft(drafts[at].kind, body if isinstance(body, dict) else {"x": body})
    try:
        head = chained(Head(*turn.base), drafts)[-1].hash
        return write_turn(turn._replace(drafts=tuple(drafts), head=head), ["forged"]).encode()
    except (PbemError, ValueError):
        return damaged(text.encode(), chance)


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
