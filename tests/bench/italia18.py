"""Italia 1917-1918 beside gwe: a turn of Vittorio Veneto, Monte Grappa to its end, and its record.

Vittorio Veneto is the largest scenario of all games: its set-up, sheet, check, board, archive and proof after a turn.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.desk import checking
from pbem.desk.archive.make import contents_of
from pbem.desk.replay import verify as verifying
from pbem.desk.replay.load import load
from pbem.desk.views.picture import picture
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import BEGIN, END, header_of
from pbem.store.store import Store
from tests.bench.archive import write
from tests.bench.beside import GWE_TURN, MOST, Played, _orders, compared
from tests.bench.measure import Measurement, side_by_side
from tests.fuzz.desk_player import open_store, play

VITTORIO = Played("italia18", "vittorio", 1)
TIMES = 3


def run() -> Iterator[Measurement]:
    """Ours is italia18, the peer is gwe."""
    yield from compared(VITTORIO, Played("italia18", "grappa", 2))
    yield from scale()


def scale() -> Iterator[Measurement]:
    """What people do with a campaign after one turn, as it is, and for each counter on the map."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        (ours, units), (peer, others) = _actions(VITTORIO, Path(one)), _actions(GWE_TURN, Path(other))
        for name, action in ours.items():
            mine, theirs = side_by_side(action, peer[name], TIMES)
            yield _beside(f"vittorio: {name}", mine, theirs)
            yield _beside(f"vittorio: {name}, for each unit", mine / units, theirs / others)


def _beside(name: str, ours: float, peer: float) -> Measurement:
    ratio = peer / ours
    return Measurement(name, "ms", ours * 1000, peer * 1000, ratio, f"at most {MOST:g} times gwe", ratio >= 1 / MOST)


def _actions(played: Played, folder: Path) -> tuple[dict[str, Callable[[], object]], int]:
    """A campaign one turn old, what is done with it, and how many counters are on its map."""
    game, scenario, turns = played
    store = open_store(folder, scenario, game)
    play(store, 1917, turns, lambda board, side, chance: _orders(game, board, side, chance), game, scenario)
    campaign, state = load(store)
    board = Board(campaign.scenario, state.position)
    step = campaign.game.steps(campaign.scenario)[board.step]
    side = step.needs[0] if step.needs else next(iter(campaign.game.sides))
    contents, _, _ = contents_of(store, "random", True)
    file, data = str(folder / "archive.zip"), _file(store, Side(side))
    return {
        "set-up": lambda: campaign.game.set_up(campaign.scenario),
        "sheet": lambda: campaign.game.sheet(board, Side(side)),
        "check of a file": lambda: checking.check(store, "random", data),
        "board": lambda: picture(campaign, state.position),
        "archive": lambda: write(contents, file),
        "verify": lambda: verifying.verify(store, "random"),
    }, len(board.on_map())


def _file(store: Store, side: Side) -> bytes:
    """The random player's orders for the next movement, as a player would send them."""
    campaign, state = load(store)
    game, kind = campaign.game, "move-1" if campaign.game.name == "italia18" else "movement"
    board = Board(campaign.scenario, state.position)
    chance = random.Random(1917)
    lines = [str(order) for order in _orders(game.name, board, side, chance)] or ["done"]
    head = header_of({"campaign": "random", "side": side, "turn": str(board.turn), "step": kind})
    return "\n".join([BEGIN, head, *lines, END, ""]).encode()
