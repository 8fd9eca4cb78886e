"""Whole games as they were mailed, one for each way in which a game can end: `tests/games/GAME/endings/NAME.tar.xz`.

Each is a folder like those in `examples/`, packed and without boards: game.toml, orders, receipts, questions, reports.
Replayed, every text must come out as it was. A game that has its data with it (`data/`) is replayed with these, so that
a map or a counter may change without a game to be played anew; only what a post says of its data differs then.
A game lists its endings in `tests/games/GAME/endings.py`; `tools/examples/make_endings.py` plays and packs them. The
short ones are replayed by the suite, all of them by

python -m tests.games.endings strafexpedition            [NAME ...]
"""

from __future__ import annotations

import importlib
import io
import re
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pbem.desk.mailed import DATA, SCRIPT, Mailed, Player, open_mailed, read_mailed
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.kernel.position import Position
from pbem.store import open_store
from tests.fuzz.letters import Hand

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Ending:
    """A way in which a game ends, and who plays so that it comes to it."""

    scenario: str
    hands: Mapping[str, Hand]  # by side, or by seat where players share one
    is_reached: Callable[[Position], bool]  # of the last position
    says: tuple[str, ...] = ()  # in the last report
    options: Mapping[str, str] = field(default_factory=dict)
    is_long: bool = False  # replayed by the long command alone
    seed: int = 1  # the first that is tried when it is made anew


def endings_of(game: str) -> Mapping[str, Ending]:
    """What the game lists."""
    found: Mapping[str, Ending] = importlib.import_module(f"tests.games.{game}.endings").ENDINGS
    return found


def path_of(game: str, name: str) -> Path:
    """Where an ending lies."""
    return FOLDER / game / "endings" / f"{name}.tar.xz"


def unpacked(path: Path, folder: Path) -> dict[str, bytes]:
    """Every file of an ending by its name; they are also written into the folder."""
    files: dict[str, bytes] = {}
    with tarfile.open(path) as packed:
        for member in packed.getmembers():
            data = packed.extractfile(member)
            assert data is not None, member.name
            files[member.name] = data.read()
            (folder / member.name).parent.mkdir(parents=True, exist_ok=True)
            (folder / member.name).write_bytes(files[member.name])
    return files


def packed(path: Path, files: Mapping[str, bytes]) -> None:
    """The same files give the same bytes: names in order, no owner, no time. A game is kept whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    begun = path.with_suffix(".begun")
    with tarfile.open(begun, "w:xz", preset=9) as out:
        for name in sorted(files):
            about = tarfile.TarInfo(name)
            about.size = len(files[name])
            out.addfile(about, io.BytesIO(files[name]))
    begun.replace(path)


def last_report(texts: Mapping[str, bytes]) -> str:
    """The report of the last step among the texts of a game, in one line."""
    names = [name for name in texts if name.startswith("reports/")]
    name = max(names, key=lambda one: int(one.removeprefix("reports/").partition("-")[0]))
    return " ".join(texts[name].decode().split())


@dataclass(frozen=True)
class Replayed:
    """What came of playing the mails again."""

    texts: Mapping[str, bytes]
    position: Position
    is_proven: bool

    @property
    def last_report(self) -> str:
        """The report of the last step, in one line."""
        return last_report(self.texts)


def replayed(mailed: Mailed, folder: Path) -> Replayed:
    """Play the mails into a new store in the folder."""
    texts: dict[str, bytes] = {}
    store = open_store(str(folder / "pbem.db"), create=True)
    try:
        open_mailed(store, mailed)
        Player(store, mailed, texts.__setitem__, lambda text: None, boards=False).play()
        return Replayed(texts, load(store)[1].position, verify(store).is_good)
    finally:
        store.close()


OF_DATA = re.compile(rb"^(Data as shipped with|Other data than) .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def plain(text: bytes) -> bytes:
    """A text without the passage that compares the game's own data with those that are shipped today."""
    return OF_DATA.sub(b"", text)


def check_ending(game: str, name: str, folder: Path) -> None:
    """Replayed, the game says the same, ends as it is listed, and proves itself."""
    ending, again = endings_of(game)[name], f"python tools/examples/make_endings.py {game} {name}"
    kept = unpacked(path_of(game, name), folder)
    found = replayed(read_mailed(str(folder)), folder)
    wanted = {file: data for file, data in kept.items() if file != SCRIPT and not file.startswith(f"{DATA}/")}
    assert sorted(found.texts) == sorted(wanted), again
    assert [file for file in wanted if plain(found.texts[file]) != plain(wanted[file])] == [], again
    assert ending.is_reached(found.position), again
    assert found.is_proven
    assert [words for words in ending.says if words not in found.last_report] == [], again


def main(arguments: list[str]) -> int:
    """Replay the endings that are named, or all of a game."""
    game, *names = arguments
    for name in names or endings_of(game):
        with tempfile.TemporaryDirectory() as folder:
            check_ending(game, name, Path(folder))
        print(f"{game} {name}: as it was mailed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
