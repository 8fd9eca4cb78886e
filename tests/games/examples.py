"""The recorded game of a game, played again mail by mail, and what every such game must pass."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest
from PIL import Image, ImageChops, ImageStat

from pbem.desk.mailed import Player, open_mailed, read_game
from pbem.desk.replay.verify import verify
from pbem.desk.views.status import status
from pbem.store import open_store
from pbem.store.store import Store
from tests.draw.machine import THIS_MACHINE

FOLDER = Path(__file__).parents[2] / "examples"
MADE_WITH = "boards/made-with.txt"
ACCEPTED = re.compile(r"receipt for the orders of\s+(?:the\s+)?(.+?), turn (\d+)\n=+\n\nAccepted ")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Example:
    """What lies in the folder of a recorded game, what comes of playing its mails, and the store."""

    game: str
    files: Mapping[str, bytes]
    store: Path

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return FOLDER / self.game

    @property
    def again(self) -> str:
        """What to do where something has changed."""
        return f"look at what differs; if it is right: python tools/examples/make_{self.game}.py"

    @cached_property
    def kept(self) -> dict[str, bytes]:
        """The files in the folder, apart from its script."""
        names = [path for path in self.folder.rglob("*") if path.is_file() and path.parent != self.folder]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in names}

    def text(self, name: str) -> str:
        """A text that came of playing."""
        return self.files[name].decode()

    def words(self, name: str) -> str:
        """The same in one line."""
        return " ".join(self.text(name).split())

    def asked(self, question: Callable[[Store], Found]) -> Found:
        """Something about the record."""
        store = open_store(str(self.store))
        try:
            return question(store)
        finally:
            store.close()

    def mails_needed(self) -> Counter[tuple[int, str]]:
        """How many order files were accepted, by turn and side."""
        found = [ACCEPTED.search(self.text(name)) for name in self.files if name.startswith("receipts/")]
        return Counter((int(one[2]), one[1]) for one in found if one)

    # -- what must hold ---------------------------------------------------------------------------------------

    def check_files(self) -> None:
        """The same files come out, every text byte for byte."""
        assert sorted(self.files) == sorted(name for name in self.kept if name != MADE_WITH), self.again
        texts = [name for name in self.files if name.endswith(".txt")]
        assert [name for name in texts if self.files[name] != self.kept[name]] == [], self.again

    def check_boards(self) -> None:
        """Byte for byte with the versions that drew them; with others the strokes may differ by a hair, not more."""
        boards = [name for name in self.files if name.endswith(".png")]
        assert boards
        if self.kept[MADE_WITH].decode().strip() == THIS_MACHINE:
            assert [name for name in boards if self.files[name] != self.kept[name]] == [], self.again
        for name in boards:
            first, second = (Image.open(io.BytesIO(one[name])).convert("RGB") for one in (self.kept, self.files))
            assert first.size == second.size
            assert max(ImageStat.Stat(ImageChops.difference(first, second)).mean) < 1.5, name

    def check_record(self, steps: int) -> None:
        """The record proves itself."""
        verdict = self.asked(verify)
        assert verdict.is_good
        assert verdict.steps == steps

    def check_size(self, most: int) -> None:
        """The folder travels in the wheel: it is small."""
        assert sum(map(len, self.kept.values())) < most


def played_again(game: str, folder: Path) -> Example:
    """The recorded game of a game, played into a store in the folder."""
    path, files, mailed = folder / "pbem.db", dict[str, bytes](), read_game(game)
    store = open_store(str(path), create=True)
    open_mailed(store, mailed)
    Player(store, mailed, files.__setitem__, lambda text: None).play()
    store.close()
    return Example(game, files, path)


def of_game(game: str) -> Any:
    """A fixture: the recorded game, played again once for a file."""

    @pytest.fixture(scope="module")
    def played(tmp_path_factory: pytest.TempPathFactory) -> Example:
        return played_again(game, tmp_path_factory.mktemp(game))

    return played


class AsRecorded:
    """What every recorded game must pass. A game says how large its folder may be, and how many steps were played."""

    most: ClassVar[int]  # bytes

    def steps(self, played: Example) -> int:
        """As many as the campaign says, unless a game knows better."""
        return len(played.asked(status).played)

    def test_every_text_is_what_it_was(self, played: Example) -> None:
        """Orders, receipts, questions and reports."""
        played.check_files()

    def test_every_board_is_what_it_was(self, played: Example) -> None:
        played.check_boards()

    def test_the_record_proves_itself(self, played: Example) -> None:
        played.check_record(self.steps(played))

    def test_the_folder_is_small(self, played: Example) -> None:
        played.check_size(self.most)
