"""Play and pack whole games, one for each way in which a game can end: tests/games/GAME/endings/NAME.tar.xz.

python tools/examples/make_endings.py strafexpedition                  those that do not come out as they were
python tools/examples/make_endings.py strafexpedition novegno-draw     these, whatever they are like
python tools/examples/make_endings.py strafexpedition --words          the same mails, where only words have changed

The players are those of `tests/games/GAME/endings.py`. Seeds are tried one after the other until the game ends so.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from recorded import opened, written_script

from pbem.desk.mailed import SCRIPT, Mailed, read_mailed
from pbem.desk.replay.load import load
from tests.fuzz.letters import Letter, correspondence
from tests.games.endings import Ending, check_ending, endings_of, packed, path_of, replayed, unpacked

MOST = 200  # seeds that are looked at
AT = "2026-05-15T06:00:00Z"
PLAYERS = ("Anna Berger", "Bruno Rossi", "Carla Conti", "Dora Dobler")


def make_ending(game: str, name: str) -> None:
    """Look for a seed under which the players come to this end, and pack the game."""
    ending = endings_of(game)[name]
    for number in range(ending.seed, ending.seed + MOST):
        campaign = campaign_of(game, name, ending, number)
        with opened(Mailed("", campaign, ())) as store:
            letters = list(correspondence(store, ending.hands, number, AT))
            position = load(store)[1].position
        print(f"{name} {number}: over on turn {position.turn} after {len(letters)} mails", flush=True)
        if ending.is_reached(position):
            pack(path_of(game, name), campaign, letters)
            return
    sys.exit(f"{name}: none of {MOST} seeds ends so")


def campaign_of(game: str, name: str, ending: Ending, number: int) -> dict[str, Any]:
    """What is opened."""
    players, options = dict(zip(ending.hands, PLAYERS, strict=False)), dict(ending.options)
    campaign = {"name": name, "game": game, "scenario": ending.scenario, "seed": f"{name} {number}", "at": AT}
    return {**campaign, "players": players, **({"options": options} if options else {})}


def pack(path: Path, campaign: Mapping[str, Any], letters: Sequence[Letter]) -> None:
    """The mails, and every text that comes of replaying them."""
    mails = [{"file": one.file, "from": one.sender, "at": one.at} for one in letters]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / SCRIPT).write_text(written_script(campaign, mails), encoding="utf-8")
        (folder / "orders").mkdir()
        for one in letters:
            (folder / "orders" / one.file).write_bytes(one.data)
        texts = replayed(read_mailed(place), folder).texts
        packed(path, {SCRIPT: (folder / SCRIPT).read_bytes(), **texts})
    print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


def write_again(game: str, name: str) -> None:
    """Replay the mails that are packed and pack what comes of it: the game is the same, what is said of it is not."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        kept = unpacked(path_of(game, name), folder)
        found = replayed(read_mailed(place), folder)
        assert endings_of(game)[name].is_reached(found.position), f"{name} ends in another way: make it anew"
        packed(path_of(game, name), {SCRIPT: kept[SCRIPT], **found.texts})
    print(f"{name}: written again", flush=True)


def is_kept(game: str, name: str) -> bool:
    """Whether what is packed still comes out as it was."""
    with tempfile.TemporaryDirectory() as place:
        try:
            check_ending(game, name, Path(place))
        except Exception as why:
            print(f"{name}: {type(why).__name__}, made anew", flush=True)
            return False
    return True


def main(game: str, *names: str) -> None:
    """Those that are named, or those of a game that have changed."""
    if names[:1] == ("--words",):
        for name in names[1:] or endings_of(game):
            write_again(game, name)
        return
    for name in names or [one for one in endings_of(game) if not is_kept(game, one)]:
        make_ending(game, name)


if __name__ == "__main__":
    main(*sys.argv[1:])
