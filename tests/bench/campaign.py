"""The campaign of Strafexpedition, by mail to its end: no command takes longer on the last day than on the first.

The greedy players write the files. After the first of two Command files of a day the store is set aside: on the third
day and on the last one the same commands are timed. A long measurement: it takes minutes.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

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
from tests.fuzz.letters import correspondence
from tests.games.strafexpedition.endings import AH, GREEDY, IT

AT = "2026-05-15T06:00:00Z"
LATER = "2027-01-01T06:00:00Z"
FIRST = 3  # the first whose Command follows a night with no reinforcements between, as on the last: posts tell the same
MOST = 1.5  # times what it takes on the first day
TIMES = 5
PLAYERS = {IT: "Bruno Rossi", AH: "Anna Berger"}
CAMPAIGN = {"name": "1916", "game": "strafexpedition", "scenario": "campaign", "seed": "bench", "at": AT}
Act = Callable[[Store], object]


def run() -> Iterator[Measurement]:
    """Each command on both days, in turns, so that a slow minute of the machine hits both alike."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        turn = play(folder)
        for name, act in COMMANDS.items():
            times = [(_seconds(folder / "last.db", act), _seconds(folder / "first.db", act)) for _ in range(TIMES)]
            yield _compared(f"{name} on day {turn}", min(one for one, _ in times), min(two for _, two in times))
        steps = {name: _steps(folder / name) for name in ("last.db", "first.db")}
        for name, act in (("verify", verify), ("archive", _archive(folder))):
            ours, peer = (_seconds(folder / one, act) / steps[one] for one in ("last.db", "first.db"))
            yield _compared(f"{name}, for each step, after {turn - 1} days", ours, peer)


def play(folder: Path) -> int:
    """The whole campaign; `first.db` and `last.db` are what it was on these days. Returns the last day."""
    path, last = folder / "pbem.db", 0
    store = open_store(str(path), create=True)
    open_mailed(store, Mailed("", {**CAMPAIGN, "players": PLAYERS}, ()))
    for letter in correspondence(store, {IT: GREEDY, AH: GREEDY}, 1, AT):
        turn, kind = letter.file.removesuffix(".txt").partition("-turn-")[2].split("-", 1)
        if kind == "command" and int(turn) > last:
            last = int(turn)
            _set_aside(path, folder / ("first.db" if last <= FIRST else "last.db"))
    store.close()
    return last


def _set_aside(path: Path, copy: Path) -> None:
    """A copy of a store that is open: what is not in its file yet comes along."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def _compared(name: str, ours: float, peer: float) -> Measurement:
    goal = f"at most {MOST:g} times the first day"
    return Measurement(f"campaign: {name}", "ms", ours * 1000, peer * 1000, ours / peer, goal, ours / peer <= MOST)


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
        return sum(1 for entry in store.entries("1916") if entry.kind == "played")
    finally:
        store.close()


# -- what is done ---------------------------------------------------------------------------------------------


def _file(store: Store) -> tuple[str, bytes]:
    """Who still owes his plan, and a file that says: none today."""
    campaign, state = load(store)
    (side,) = [one for one in campaign.game.sides if "command" not in state.pending.get(one, {})]
    head = header_of({"campaign": "1916", "side": side, "turn": str(state.position.turn), "step": "command"})
    return side, f"{BEGIN}\n{head}\ndone\n{END}\n".encode()


def _sheet(store: Store) -> None:
    assert sheet(store, "", _file(store)[0]).text


def _check(store: Store) -> None:
    assert check(store, "", _file(store)[1]).is_accepted


def _adjudicate(store: Store) -> None:
    side, data = _file(store)
    assert receive(store, "", data, side, LATER).is_accepted
    assert adjudicate(store, "", LATER).ran


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


COMMANDS: dict[str, Act] = {
    "sheet": _sheet, "check": _check, "submit and adjudicate": _adjudicate, "report": _report, "board": _board,
}  # fmt: skip
