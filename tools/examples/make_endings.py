"""Play and pack whole games, one for each way in which a game can end: tests/games/GAME/endings/NAME.tar.xz.

python tools/examples/make_endings.py strafexpedition                  those that do not come out as they were
python tools/examples/make_endings.py strafexpedition novegno-draw     these, whatever they are like
python tools/examples/make_endings.py strafexpedition --words          the same mails, where only words have changed
python tools/examples/make_endings.py strafexpedition --seeds 20 ...   no more than 20 games for each

The players are those of `tests/games/GAME/endings.py`. Seeds are tried one after the other until the game ends so.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from recorded import opened, written_script

from pbem.desk.mailed import DATA, SCRIPT, Mailed, read_mailed
from pbem.desk.replay.load import load
from pbem.kernel.position import Position
from tests.fuzz.letters import Letter, correspondence
from tests.games.endings import Ending, check_ending, endings_of, packed, path_of, replayed, unpacked

MOST = 200  # seeds that are looked at
AT = "2026-05-15T06:00:00Z"
PLAYERS = ("Anna Berger", "Bruno Rossi", "Carla Conti", "Dora Dobler")


def make_endings(game: str, names: Sequence[str]) -> None:
    """Look for seeds under which the players come to these ends, and pack the games; who plays alike plays once."""
    endings = endings_of(game)
    tables: dict[Any, list[str]] = {}
    for name in names:
        one = endings[name]
        alike = one.scenario, tuple(one.hands.values()), tuple(one.options.items()), one.seed
        tables.setdefault(alike, []).append(name)
    missing = [left for table in tables.values() for left in _make_alike(game, table)]
    if missing:
        sys.exit(f"none of {MOST} seeds ends so: {', '.join(missing)}")


def _make_alike(game: str, names: Sequence[str]) -> list[str]:
    """Endings of one scenario with the same players; those that no seed has brought. Players who may come to several
    ends do not know to which: their campaign is named by the scenario."""
    endings, left = endings_of(game), list(names)
    ending = endings[names[0]]
    title = names[0] if len(names) == 1 else ending.scenario
    for number in range(ending.seed, ending.seed + MOST):
        campaign = campaign_of(game, title, ending, number)
        with opened(Mailed("", campaign, ())) as store:
            letters = list(correspondence(store, ending.hands, number, AT))
            loaded, state = load(store)
        notes = {key: value for key, value in state.position.notes.items() if key in ("winner", "level")}
        print(f"{title} {number}: turn {state.position.turn}, {len(letters)} mails, {notes}", flush=True)
        for name in [one for one in left if endings[one].is_reached(state.position)][:1]:
            pack(path_of(game, name), campaign, letters, loaded.opened.texts, state.position)
            left.remove(name)
        if not left:
            break
    return left


def campaign_of(game: str, name: str, ending: Ending, number: int) -> dict[str, Any]:
    """What is opened."""
    players, options = dict(zip(ending.hands, PLAYERS, strict=False)), dict(ending.options)
    campaign: dict[str, Any] = {"name": name, "game": game, "scenario": ending.scenario, "seed": f"{name} {number}"}
    campaign |= {"at": AT}
    return {**campaign, "players": players, **({"options": options} if options else {})}


def pack(
    path: Path, campaign: Mapping[str, Any], letters: Sequence[Letter], data: Mapping[str, str], position: Position
) -> None:
    """The mails, the data, and every text that comes of replaying them; the game must come out as it was played."""
    mails = [{"file": one.file, "from": one.sender, "at": one.at} for one in letters]
    files = {SCRIPT: written_script(campaign, mails).encode()}
    files |= {f"{DATA}/{file}": text.encode() for file, text in data.items()}
    sent = {f"orders/{one.file}": one.data for one in letters}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, text in {**files, **sent}.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(text)
        found = replayed(read_mailed(place), folder)
    assert found.position.digest() == position.digest(), f"{path.name} does not replay as it was played"
    packed(path, {**files, **found.texts})
    print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


def write_again(game: str, name: str) -> None:
    """Replay the mails that are packed and pack what comes of it: the game is the same, what is said of it is not."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        kept = unpacked(path_of(game, name), folder)
        found = replayed(read_mailed(place), folder)
        assert endings_of(game)[name].is_reached(found.position), f"{name} ends in another way: make it anew"
        own = {file: text for file, text in kept.items() if file == SCRIPT or file.startswith(f"{DATA}/")}
        packed(path_of(game, name), {**own, **found.texts})
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
    """Those that are named, or those of a game that have changed; after `--seeds 20` no more than 20 games for each."""
    global MOST
    if names[:1] == ("--seeds",):
        MOST, names = int(names[1]), names[2:]
    if names[:1] == ("--words",):
        for name in names[1:] or endings_of(game):
            write_again(game, name)
        return
    make_endings(game, names or [one for one in endings_of(game) if not is_kept(game, one)])


if __name__ == "__main__":
    main(*sys.argv[1:])
