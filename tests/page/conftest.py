"""A browser for the order page, and recorded games up to one of their mails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.desk.checking import check
from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf
from pbem.desk.mailed import read_game
from tests.games.recorded import store_after
from tests.report.driving import Browser


class Turn(NamedTuple):
    """A player's position before he wrote a recorded mail, and the orders in it as understood, with their digest."""

    leaf: bytes
    canonical: str
    digest: str


_TURNS: dict[tuple[str, str, str], Turn] = {}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A running browser."""
    with Browser() as running:
        yield running


def turn_of(game: str, file: str, who: str, folder: Path) -> Turn:
    """The recorded game as it stood when this mail was written; played up to there once for all tests."""
    if (game, file, who) not in _TURNS:
        _TURNS[game, file, who] = _turn_of(game, file, who, folder)
    return _TURNS[game, file, who]


def _turn_of(game: str, file: str, who: str, folder: Path) -> Turn:
    mailed = read_game(game)
    before = [mail["file"] for mail in mailed.mails].index(file)
    store = store_after(game, before, folder / f"{game}.db")
    receipt = check(store, "", mailed.order_file(file))
    assert not receipt.problems, "the store is not the one for which these orders were written"
    found = Turn(packed(leaf(store, "", who)), receipt.canonical, receipt.digest)
    store.close()
    return found
