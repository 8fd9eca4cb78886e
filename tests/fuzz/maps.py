"""Damaged maps: read by themselves, and in the invitation of a stranger. `python -m tests.fuzz.maps`"""

from __future__ import annotations

import contextlib
import hashlib
import random
import sys
from pathlib import Path

from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.turn_file import read_turn, write_turn
from pbem.errors import PbemError
from pbem.kernel.ground.mapfile import read_map
from pbem.store.entry import Draft, Head, chained
from tests.desk.helpers import NAME, NOW
from tests.desk.two_stores import two_stores
from tests.fuzz.damage import damaged
from tests.fuzz.tracebacks import Trial, call, run


def prepare(folder: Path) -> Trial:
    """The maps of both games and of the tiny one."""
    red, blue = two_stores(folder)
    blue.close()
    turn = read_turn(export_turn(red, NAME, NOW, since=0).text.encode())
    opened = turn.drafts[0].body
    maps = [Path("scenarios", game, "map.txt").read_bytes() for game in ("gwe", "caporetto")]
    own, file = opened["texts"]["map.txt"].encode(), folder / "turn.txt"

    def invited(text: str) -> None:
        sha256 = {**opened["sha256"], "map.txt": hashlib.sha256(text.encode()).hexdigest()}
        body = {**opened, "texts": {**opened["texts"], "map.txt": text}, "sha256": sha256}
        drafts = (Draft("opened", body), *turn.drafts[1:])
        head = chained(Head(*turn.base), drafts)[-1].hash
        file.write_text(write_turn(turn._replace(drafts=drafts, head=head), ["forged"]), encoding="utf-8")
        for old in folder.glob("here.db*"):
            old.unlink()
        call("import-turn", str(file), "--me", "BLUE", "--db", str(folder / "here.db"))

    def trial(chance: random.Random) -> None:
        if chance.random() < 0.5:
            invited(damaged(own, chance).decode("utf-8", "replace"))
            return
        with contextlib.suppress(PbemError):
            read_map(damaged(chance.choice(maps), chance).decode("utf-8", "replace"))

    return trial


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
