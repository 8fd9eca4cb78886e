"""The long campaigns, by mail to their ends: no command takes longer on the last day than on the first.

The greedy players write the files. At one step of the day, after the first of two files, the store is set aside: on an
early day and on the last one the same commands are timed. A long measurement: it takes minutes.

python -m tests.bench campaign                  Strafexpedition, 32 days
python -m tests.bench durchbruch_campaign       Durchbruch, five days
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from pbem.desk.adjudicating import adjudicate
from pbem.desk.archive.make import archive
from pbem.desk.checking import check
from pbem.desk.mailed import Mailed, open_mailed
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.desk.views.pages import sheet
from pbem.desk.views.picture import picture
from pbem.desk.views.posts import report
from pbem.desk.views.telling import tale
from pbem.kernel.text.mail import BEGIN, END, header_of
from pbem.store import open_store
from pbem.store.store import Store
from tests.bench.measure import Measurement
from tests.fuzz.letters import Hand, correspondence
from tests.games.strafexpedition.endings import AH, GREEDY, IT

AT = "2026-05-15T06:00:00Z"
LATER = "2027-01-01T06:00:00Z"
NAME = "scale"
MOST = 1.5  # times what it takes on the first day
TIMES = 5
Act = Callable[[Store], object]


class Scale(NamedTuple):
    """A campaign to be played, who plays it, and the step of the day at which it is looked at."""

    game: str
    hands: Mapping[str, Hand]
    step: str
    first: int  # the first turn whose step follows the same steps as on the last: posts tell the same


STRAFEXPEDITION = Scale("strafexpedition", {IT: GREEDY, AH: GREEDY}, "command", 3)


def run() -> Iterator[Measurement]:
    """The campaign with the most days."""
    yield from grown(STRAFEXPEDITION)


def grown(scale: Scale) -> Iterator[Measurement]:
    """Each command on both days, in turns, so that a slow minute of the machine hits both alike."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        turn = play(scale, folder)
        for name, act in commands(scale.step).items():
            times = [(_seconds(folder / "last.db", act), _seconds(folder / "first.db", act)) for _ in range(TIMES)]
            ours, peer = (min(some) for some in zip(*times, strict=True))
            yield _compared(scale, f"{name} on turn {turn}", ours, peer)
        steps = {name: _steps(folder / name) for name in ("last.db", "first.db")}
        for name, act in (("verify", verify), ("archive", _archive(folder))):
            ours, peer = (_seconds(folder / one, act) / steps[one] for one in ("last.db", "first.db"))
            yield _compared(scale, f"{name}, for each step, after {turn - 1} turns", ours, peer)


def play(scale: Scale, folder: Path) -> int:
    """The whole campaign; `first.db` and `last.db` are what it was on these turns. Returns the last one."""
    path, last = folder / "pbem.db", 0
    store = open_store(str(path), create=True)
    named = {"name": NAME, "game": scale.game, "scenario": "campaign", "seed": "bench", "at": AT}
    players = dict(zip(scale.hands, ("Anna Berger", "Bruno Rossi"), strict=True))
    open_mailed(store, Mailed("", {**named, "players": players}, ()))
    for letter in correspondence(store, scale.hands, 1, AT):
        turn, kind = letter.file.removesuffix(".txt").partition("-turn-")[2].split("-", 1)
        if kind == scale.step and int(turn) > last:
            last = int(turn)
            _set_aside(path, folder / ("first.db" if last <= scale.first else "last.db"))
    store.close()
    return last


def _set_aside(path: Path, copy: Path) -> None:
    """A copy of a store that is open: what is not in its file yet comes along."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def _compared(scale: Scale, name: str, ours: float, peer: float) -> Measurement:
    goal = f"at most {MOST:g} times the first day"
    return Measurement(
        f"{scale.game} campaign: {name}", "ms", ours * 1000, peer * 1000, ours / peer, goal, ours / peer <= MOST
    )


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


def _steps(path: Path) -> int:
    store = open_store(str(path))
    try:
        return sum(1 for entry in store.entries(NAME) if entry.kind == "played")
    finally:
        store.close()


# -- what is done ---------------------------------------------------------------------------------------------


def _file(store: Store, kind: str) -> tuple[str, bytes]:
    """Who still owes a file for the step, and one that says: nothing today."""
    campaign, state = load(store)
    (side,) = [one for one in campaign.game.sides if kind not in state.pending.get(one, {})]
    head = header_of({"campaign": NAME, "side": side, "turn": str(state.position.turn), "step": kind})
    return side, f"{BEGIN}\n{head}\ndone\n{END}\n".encode()


def commands(kind: str) -> dict[str, Act]:
    """What players and moderators do at this step."""

    def sheets(store: Store) -> None:
        assert sheet(store, "", _file(store, kind)[0]).text

    def checks(store: Store) -> None:
        assert check(store, "", _file(store, kind)[1]).is_accepted

    def adjudicates(store: Store) -> None:
        side, data = _file(store, kind)
        assert receive(store, "", data, side, LATER).is_accepted
        assert adjudicate(store, "", LATER).ran

    return {
        "sheet": sheets, "check": checks, "submit and adjudicate": adjudicates, "report": _report, "board": _board,
    }  # fmt: skip


def _report(store: Store) -> None:
    assert report(store, "").text


def _board(store: Store) -> None:
    campaign, state = load(store)
    assert picture(campaign, state.position, tale(campaign, state.position, ()), scale=40)


def _archive(folder: Path) -> Act:
    def act(store: Store) -> None:
        target = folder / "archive.zip"
        target.unlink(missing_ok=True)
        archive(store, "", str(target), is_zip=True, is_whole=True)

    return act
