"""What players do every day, on records of 1, 4 and 16 times the length: a long campaign must be no slower."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.desk.adjudicating import adjudicate
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.desk.views.gallery import shown_after
from pbem.desk.views.picture import picture
from pbem.desk.views.posts import report
from pbem.desk.views.telling import tale
from pbem.store import open_store
from pbem.store.store import Store
from tests.bench.measure import Measurement
from tests.desk.helpers import NAME, NOW, accept, new_store, order_file, play_turn
from tests.desk.two_stores import play_turns, two_stores

TURNS = 2  # of the shortest record; even, so that all lengths end with the units in the same places
SIZES = (1, 4, 16)
TIMES = 9
MOST = 1.3  # times the time on the shortest record

Act = Callable[[Store], object]


def run() -> Iterator[Measurement]:
    """Each command on every length, in turns, so that a slow minute of the machine hits all alike."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {size: _moderated(Path(folder) / f"kept-{size}", TURNS * size) for size in SIZES}
        mailed = {size: _by_turns(Path(folder) / f"mailed-{size}", TURNS * size) for size in SIZES}
        for name, act in (("submit", _submit), ("adjudicate", _adjudicate), ("report", _report), ("board", _board)):
            yield from _compared(name, {size: (path, act) for size, path in kept.items()})
        yield from _compared("import-turn", {size: (path, _import(text)) for size, (path, text) in mailed.items()})


def _compared(name: str, stages: dict[int, tuple[Path, Act]]) -> Iterator[Measurement]:
    best = dict.fromkeys(stages, 1e9)
    for _ in range(TIMES):
        for size, (path, act) in stages.items():
            best[size] = min(best[size], _seconds(path, act))
    for size in SIZES[1:]:
        ratio = best[size] / best[1]
        goal = f"at most {MOST} times as long"
        name_of = f"{name} at {size} times the length"
        yield Measurement(name_of, "ms", best[size] * 1000, best[1] * 1000, ratio, goal, ratio <= MOST)


def _seconds(path: Path, act: Act) -> float:
    """On a copy, so that every run finds the same record; the clock of the process, so that others do not count."""
    copy = path.with_suffix(".copy")
    shutil.copyfile(path, copy)
    store = open_store(str(copy))
    store.campaigns()  # the first look opens the file
    begin = time.process_time()
    act(store)
    taken = time.process_time() - begin
    store.close()
    return taken


# -- records --------------------------------------------------------------------------------------------------


def _moderated(folder: Path, turns: int) -> Path:
    """Both have bid in the last turn: the next adjudication plays a step."""
    folder.mkdir()
    store = new_store(folder / "pbem.db", turns=str(turns + 1))
    for turn in range(1, turns + 1):
        play_turn(store, turn)
    for side, number in (("RED", 3), ("BLUE", 2)):
        accept(store, side, f"bid {number}\n", turn=turns + 1, step="bid")
    store.close()
    return folder / "pbem.db"


def _by_turns(folder: Path, turns: int) -> tuple[Path, bytes]:
    """The store that waits, and the turn file for it."""
    folder.mkdir()
    red, blue = two_stores(folder, turns=str(turns + 1))
    writer = play_turns(red, blue, turns)
    text = export_turn(writer, NAME, NOW).text.encode()
    red.close()
    blue.close()
    return folder / ("blue.db" if writer is red else "red.db"), text


# -- what is done ---------------------------------------------------------------------------------------------


def _submit(store: Store) -> None:
    turn = load(store, NAME)[1].position.turn
    assert receive(store, NAME, order_file("RED", "bid 4\n", turn=turn, step="bid"), "mail", NOW).is_accepted


def _adjudicate(store: Store) -> None:
    assert adjudicate(store, NAME, NOW).ran


def _report(store: Store) -> None:
    assert report(store, NAME).text


def _board(store: Store) -> None:
    campaign, _ = load(store, NAME)
    scene = shown_after(store, campaign, 0, "", "all")
    assert picture(campaign, scene.position, tale(campaign, scene.position, scene.facts), scale=40)


def _import(text: bytes) -> Act:
    def act(store: Store) -> None:
        assert import_turn(store, text, NOW).entries

    return act
